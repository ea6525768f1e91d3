/** Hooks that remember how often they were started, and the calls that they are tried with. */
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import type { Json } from '../../src/util/json.ts';
import { payloadOf, payloads } from '../conformance/fixtures.ts';
import { facts } from '../facts.ts';

/** A hook of one project: what it does at each start. */
interface Started {
  /** What a person does before a call. */
  before?(nth: number): void;
  start(): Partial<Finished>;
}

export interface Stateful {
  /** What it is, as a sentence goes on after “a hook that”. */
  is: string;
  calls: number;
  begin(): Started;
}

export const refusal: Partial<Finished> = { code: 2, stderr: 'refused' };

/** Guards of which a second start for one call is seen in a verdict. */
export const guards: readonly Stateful[] = [
  {
    is: 'takes one approval for one call',
    calls: 3,
    begin() {
      let approved = false;
      return {
        before(nth) {
          if (nth !== 1) approved = true;
        },
        start() {
          const was = approved;
          approved = false;
          return was ? {} : refusal;
        },
      };
    },
  },
  {
    is: 'lets four calls through',
    calls: 5,
    begin() {
      let count = 0;
      return { start: () => (++count > 4 ? refusal : {}) };
    },
  },
  {
    is: 'makes a lock that nothing removes',
    calls: 2,
    begin() {
      let locked = false;
      return {
        start() {
          const was = locked;
          locked = true;
          return was ? refusal : {};
        },
      };
    },
  },
  {
    is: 'opens a dialog, in which a person agrees',
    calls: 1,
    begin: () => ({ start: () => ({}) }),
  },
];

/** A hook that nobody hears. */
export const logger: Stateful = {
  is: 'writes a line into a log',
  calls: 2,
  begin: () => ({ start: () => ({}) }),
};

export const callKinds = [
  'read',
  'write',
  'edit',
  'shell',
  'fetch',
  'a server with a dash',
  'a server with an underscore',
] as const;
export type CallKind = (typeof callKinds)[number];

type Names = Partial<Record<'read' | 'write' | 'edit' | 'shell' | 'fetch' | 'mcp', string>>;

/** Payloads of calls, by host, where the first recorded one will not do; Codex CLI has no tool that fetches. */
const captured: Partial<Record<Vendor, Names>> = {
  claude: {
    read: 'PreToolUse-Read-plan',
    write: 'PreToolUse-Write-permission',
    edit: 'PreToolUse-Edit',
    shell: 'PreToolUse-Bash-permission-auto',
    fetch: 'PreToolUse-WebFetch',
    mcp: 'PreToolUse-mcp__my-server__say_hi',
  },
  codex: {
    read: 'PreToolUse-view_image',
    write: 'PreToolUse-apply_patch-add',
    edit: 'PreToolUse-apply_patch-update',
    shell: 'PreToolUse-Bash',
    mcp: 'PreToolUse-mcp__my_server__say_hi',
  },
  copilot: {
    read: 'preToolUse-view-range',
    write: 'preToolUse-create',
    edit: 'preToolUse-edit',
    shell: 'preToolUse-bash',
    fetch: 'preToolUse-web_fetch',
    mcp: 'preToolUse-my-server-say_hi',
  },
  cursor: {
    read: 'cli-preToolUse-Read',
    write: 'docs-preToolUse-Write',
    edit: 'old-StrReplace',
    shell: 'cli-preToolUse-Shell',
    fetch: 'docs-preToolUse-WebFetch',
    mcp: 'docs-beforeMCPExecution-stdio',
  },
  gemini: {
    read: 'BeforeTool-read_file',
    write: 'BeforeTool-write_file',
    edit: 'BeforeTool-replace',
    shell: 'BeforeTool-run_shell_command',
    fetch: 'BeforeTool-web_fetch-direct',
    mcp: 'BeforeTool-mcp_my-server_echo_text',
  },
  qwen: {
    read: 'PreToolUse-read_file',
    write: 'PreToolUse-write_file',
    edit: 'PreToolUse-edit',
    shell: 'PreToolUse-run_shell_command',
    fetch: 'PreToolUse-web_fetch',
    mcp: 'PreToolUse-mcp__my-server__fail_tool',
  },
  tabnine: {
    read: 'BeforeTool-read_file',
    write: 'BeforeTool-write_file-tailcall',
    edit: 'BeforeTool-replace',
    shell: 'BeforeTool-run_shell_command-background',
    fetch: 'BeforeTool-web_fetch',
    mcp: 'BeforeTool-mcp_my-server_echo_text',
  },
  terminai: {
    read: 'BeforeTool-read_file',
    write: 'BeforeTool-write_file',
    edit: 'BeforeTool-replace',
    shell: 'BeforeTool-run_shell_command',
    fetch: 'BeforeTool-web_fetch',
    mcp: 'BeforeTool-beta__echo_it',
  },
};

/** Returns the first recorded call of every tool of a host, before it runs. */
const firstCalls = (host: Vendor): Names =>
  Object.fromEntries(
    Object.entries(payloads[host] ?? {})
      .filter(([, { event, older }]) => event.event === 'before-tool' && !older)
      .reverse()
      .map(([name, { event }]) => [event.tool, name]),
  );

export const hosts = (Object.keys(adapters) as Vendor[]).filter((id) => id !== 'anyhook');

/** What a host tells of a call; undefined: it has no such tool. */
export function callOf(host: Vendor, kind: CallKind): Json | undefined {
  const server = {
    'a server with a dash': 'my-server',
    'a server with an underscore': 'my_server',
  };
  const called = (server as Partial<Record<CallKind, string>>)[kind];
  const calls = captured[host] ?? firstCalls(host);
  const name = calls[called === undefined ? (kind as 'read') : 'mcp'];
  if (name === undefined) return undefined;
  const text = JSON.stringify(payloadOf(host, name));
  // A page of GitHub is fetched from another address: two objects.
  const plain = text.replace(/https:\/\/github\.com[^"]*/, 'https://example.com/page');
  if (called === undefined) return JSON.parse(plain);
  const written = serversOf(host) === 'folded' ? 'my_server' : called;
  return JSON.parse(plain.replace(/my[-_]server|beta(?=__)/g, written));
}

/** Whether a host's name of an MCP tool may be that of several servers. */
export const isAmbiguous = (host: Vendor, kind: CallKind): boolean =>
  serversOf(host) !== undefined && kind.startsWith('a server');

const serversOf = (host: Vendor) => facts[host]?.call?.servers;

/** How often its own agent starts a hook for a call: Cursor reads a file before it changes it. */
export const startsAtHome = (
  dialect: Vendor,
  native: string,
  kind: CallKind,
  matcher: string | undefined,
): number =>
  dialect === 'cursor' &&
  native === 'preToolUse' &&
  matcher === undefined &&
  (kind === 'write' || kind === 'edit')
    ? 2
    : 1;
