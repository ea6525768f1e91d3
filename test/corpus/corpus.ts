// The hooks in fixtures/corpus, run by their own agent and through the built shim under every other.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vendor } from '../../src/adapters/index.ts';
import { settingsTables } from '../../src/adapters/settings.ts';
import type { Verdict } from '../../src/canonical/verdict.ts';
import { type Conversion, convertText } from '../../src/convert/convert-text.ts';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import type { Json } from '../../src/util/json.ts';
import { quoteWord } from '../../src/util/shell/quote.ts';
import { factOf } from '../facts.ts';
import { effectOf as cursorHears } from '../oracles/cursor.ts';
import { asShell, type Effect, rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { type Project, project, runProgram } from '../settings/project.ts';
import { runInProcess } from '../shim/in-process.ts';
import { bin } from '../shim/run.ts';
import { type Happening, modelled, payloadsOf } from './happen.ts';

const folder = new URL('../../fixtures/corpus/', import.meta.url).pathname;

/** One way to ask a script, and what its own agent makes of the answer. */
export interface Case {
  happens: Happening;
  verdict: Verdict;
  reason?: string;
  context?: string;
  followUp?: string;
  replaced?: string;
  input?: Json;
  /** A line it leaves in `ran.log`. */
  effect?: string;
}

export interface Script {
  file: string;
  speaks: Vendor;
  event: string;
  settings: string;
  shape: string;
  cases: Case[];
  /** Programs without which it cannot be run. */
  needs?: string[];
  /** Hosts that cannot carry it, and why. */
  unless?: Partial<Record<Vendor, string>>;
  /** What the verdict of its refusals is at most, by host. */
  at?: Partial<Record<Vendor, Verdict>>;
}

export interface SettingsFile {
  vendor: Vendor;
  shape: string;
  /** Hooks that are read. */
  hooks: number;
  /** The codes of all that is found there. */
  findings?: string[];
  /** Hosts to which converting is an unsafe loss. */
  unsafe?: Vendor[];
}

export const corpus: {
  files: Record<string, string>;
  settings: Record<string, SettingsFile>;
  scripts: Script[];
} = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));

export const settingsText = (name: string): string =>
  readFileSync(join(folder, 'settings', name), 'utf8');

/** A project with every script, and what they are asked about. */
export function corpusProject(): Project {
  const made = project(corpus.files, 'my proj');
  cpSync(join(folder, 'scripts'), join(made.dir, 'hooks'), { recursive: true });
  return made;
}

/** One command that an agent would start. */
interface Entry {
  event: string;
  command: string;
  matcher?: string | undefined;
  failClosed?: boolean;
}

/** The entries of a settings file as its agent reads them. */
function entriesOf(vendor: Vendor, text: string): Entry[] {
  if (vendor === 'anyhook')
    return readHooks(vendor, text, 'anyhook.yaml').hooks.map(({ hook }) => hook);
  const { hooks } = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
  return Object.entries<Json[]>(hooks).flatMap(([event, list]) =>
    list.flatMap((one) => {
      const group = one.hooks as Json[] | undefined;
      const { matcher } = one;
      return (group?.map((inner) => ({ ...inner, matcher })) ?? [one]).map(
        (entry) => ({ ...entry, event }) as Entry,
      );
    }),
  );
}

/** The variables of an agent that hold the project's folder. */
const foldersIn = (vendor: Vendor): string[] =>
  Object.entries(factOf(vendor, 'variables')).flatMap(([name, value]) =>
    value === 'project' ? [name] : [],
  );

/** Whether an agent starts an entry for a payload. */
function starts(vendor: Vendor, { matcher, event }: Entry, payload: Json): boolean {
  if ((payload.hook_event_name ?? payload.event) !== event) return false;
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  const subject =
    vendor === 'cursor' && event.endsWith('ShellExecution') ? payload.command : payload.tool_name;
  const fixed = { beforeReadFile: 'Read', afterFileEdit: 'Write' }[event] ?? payload.source;
  const held = vendor === 'cursor' ? (fixed ?? subject) : (payload.source ?? subject);
  return held === undefined || new RegExp(matcher).test(String(held));
}

/**
 * Runs a converted line without a shell and without the start of Node: the hook alone is a process.
 * Undefined where the line has more to say than the shim: where its ending answers for a failure.
 */
async function callLine(
  line: string,
  stdin: string,
  { cwd, env }: { cwd: string; env: Record<string, string | undefined> },
) {
  const hooks = parseShimLines(line).map(({ flags }) => structuredClone(flags));
  const [first] = hooks;
  if (!first) throw new Error(`not a line of ours: ${line}`);
  const variables = Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const flags = hooks.length > 1 ? { ...first, command: [] } : first;
  const said = await runInProcess({ flags, hooks }, Buffer.from(stdin), { cwd, env: variables });
  return said.code === 0 ? said : undefined;
}

/**
 * What an agent makes of one command for all that it is told of a happening; its lines run in a
 * shell, or are called in this process.
 */
export async function hear(
  vendor: Vendor,
  entries: readonly Entry[],
  one: Case,
  p: Project,
  side: 'native' | 'host',
  through: 'shell' | 'call' = 'shell',
): Promise<Effect[]> {
  const heard: Effect[] = [];
  const names = foldersIn(vendor);
  const own = Object.fromEntries(names.map((name) => [name, p.dir]));
  const { PATH } = process.env;
  for (const payload of payloadsOf(vendor, one.happens, p.dir)) {
    for (const entry of entries.filter((each) => starts(vendor, each, payload))) {
      let line = entry.command;
      if (vendor !== 'cursor')
        for (const name of names) line = line.replaceAll(`$${name}`, () => quoteWord(p.dir, false));
      const env = { PATH, HOME: p.home, LANG: 'C.UTF-8', ...own };
      const stdin = JSON.stringify(payload);
      const called =
        through === 'call' ? await callLine(line, stdin, { cwd: p.dir, env }) : undefined;
      const said =
        called ?? asShell(await runProgram(['bash', '-c', line], { cwd: p.dir, env, stdin }));
      const { event, failClosed } = entry;
      heard.push(
        vendor === 'cursor'
          ? cursorHears(event, said, side, failClosed)
          : oracles[vendor](event, said, side),
      );
    }
  }
  return heard;
}

/** The strictest verdict, and all that was said. */
export function together(all: readonly Effect[]): Effect {
  const sorted = [...all].sort((a, b) => rank(a.verdict) - rank(b.verdict));
  const reason = all.flatMap((one) => one.reason ?? []).join('\n');
  const merged: Effect = Object.assign({ verdict: 'pass' as Verdict }, ...sorted);
  return reason ? { ...merged, reason } : merged;
}

const named = ({ file }: Script) => `hooks/${file}`;

/** The entries of a script in its own agent's file. */
export const nativeEntries = (script: Script): Entry[] =>
  entriesOf(script.speaks, settingsText(script.settings)).filter(
    ({ command, event }) => command.includes(named(script)) && event === script.event,
  );

const converted = new Map<string, Conversion>();

/** A settings file in another agent's. */
export function conversionOf(name: string, to: Vendor): Conversion {
  const { vendor: from } = corpus.settings[name] as SettingsFile;
  const found =
    converted.get(`${name} ${to}`) ??
    convertText({
      from,
      to,
      source: { text: settingsText(name), file: settingsTables[from].files.own.project },
      target: { text: '', file: settingsTables[to].files.own.project },
      launcher: `${quoteWord(process.execPath, true)} ${quoteWord(bin, true)}`,
      lines: 'apart', // a row judges one script, and not what others of its file say beside it
    });
  converted.set(`${name} ${to}`, found);
  return found;
}

/** The entries of a script in another agent's file. */
export const hostEntries = (script: Script, host: Vendor): Entry[] =>
  entriesOf(host, conversionOf(script.settings, host).text).filter(({ command }) =>
    new RegExp(`--event ${script.event} [^]*hooks/${script.file}`).test(command),
  );

export const hosts = modelled.filter((id) => id !== 'anyhook');
