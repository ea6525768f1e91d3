import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/types.ts';
import { AnyhookError, closed } from '../errors.ts';
import type { Adapter, Disk, Finished, PrintedAnswer, World } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import { exampleFiles } from './examples.ts';

/** What a translation reads besides the payload: the files, variables and memory of a {@link World}. */
export interface FixtureWorld {
  /** The content of each file, by its absolute path. Null: the file is there and cannot be read. */
  files?: Record<string, string | null>;
  /** The path of a symbolic link → the absolute path that it leads to. Absent: the world has no disk to ask. */
  links?: Record<string, string>;
  /** Name → value that an earlier run has remembered. */
  memory?: Json;
  /** The folder in which, and the variables with which, the client starts a hook. Absent: neither is known. */
  surroundings?: { folder: string; variables?: Record<string, string> };
}

/** Where a fixture comes from: the client, its version, and how the content was got, such as `recorded`. */
export interface Source {
  client: string;
  version: string;
  how: string;
}

/** The content of a file in `payloads/`: a native payload and the canonical event that it is decoded into. */
export interface PayloadFixture {
  source: Source;
  /** The payload is spelled as older clients spell it. */
  older?: true;
  /** The name of the native event, if the payload does not state it. */
  named?: string;
  outside?: FixtureWorld;
  payload: Json;
  event: Json;
  /** The payload that the event is encoded into, if that is not `payload`: an older payload in today's spelling. */
  current?: Json;
}

/** Some changed fields of payloads, and the event fields that they are decoded into. */
export interface Variant {
  why: string;
  /** The names of the payload fixtures that are changed. */
  on: string[];
  /** Native path → value that is put there. */
  set: Json;
  /** Canonical path → value that the event has there. */
  event: Json;
  /** Native path → value that the payload has there which the event is encoded into. Default: `set`. */
  told?: Json;
}

/** A response of a hook to the payload fixtures named by `on`, and the outcome that it is decoded into. */
export interface ResponseCase {
  on: string | string[];
  response: Json;
  outcome: Outcome;
}

/** An outcome of a hook for the payload fixtures named by `on`, and the response that it is encoded into. */
export interface AnswerCase {
  on: string | string[];
  outcome: Outcome;
  /** A question to the person is passed on to the host (`--ask host`). */
  ask?: true;
  /** Null: no response is printed. */
  response: Json | null;
  /** How the response is printed, if not as JSON on stdout. */
  spoken?: PrintedAnswer;
  /** What the response cannot express. Default: nothing. */
  losses?: Loss[];
}

/** A finished command, and what the hook's own agent takes from it. */
export interface FinishedCase {
  /** The name of the payload fixture that the command got. */
  on: string;
  why: string;
  /** Default of a field that is left out: exit code 0, and no output. */
  finished: Partial<Finished>;
  /** The outcome that the command has for its own agent. */
  outcome: Outcome;
  /** The outcome with `--on-failure block`. */
  held: Outcome;
  /** Why the hook counts as failed. Absent: it has not failed. */
  failure?: string;
}

/**
 * The content of `contract.json`: what an adapter states besides its events and answers. Every key but `source`, `id` and
 * `title` is optional, and a key that is left out is not compared. Most keys have the value that the adapter or its
 * bindings state under the same name. *Payload* means the name of a file in `payloads/`, without `.json`.
 */
export interface Contract {
  source: Source;
  id: string;
  /** The agent's name as people write it. */
  title: string;
  /** The path of the settings file with the hooks, from the project folder. */
  hooksIn?: string;
  /** The key of a payload that holds the native name of the event. */
  eventKey?: string;
  /** Fields that every answer may have by the vendor's documentation. */
  commonFields?: readonly string[];
  /** Native event → documented fields of its answer that have no effect. */
  ignoredFields?: Record<string, string[]>;
  /** Ids of the agents whose settings files this agent loads as well. */
  loads?: readonly string[];
  /** What tells the project folder of a session: see `Adapter`. */
  project?: Adapter['project'];
  /**
   * For a hook that runs in `folder`: the folder above it whose settings (among `files`) hold the shim line with these
   * words. Null: there is none.
   */
  roots?: { line: string[]; files: Record<string, string>; folder: string; root: string | null }[];
  /**
   * What the adapter's `ownHooks` tell of hooks in the agent's own settings files. `entries`: whether an entry of a file
   * surely runs, and its command line on each operating system. `firings`: payload → id that all hooks of one
   * firing of an event receive (null: none). `switchesOff`: settings, and whether they switch some hook off.
   */
  own?: {
    entries: { file: Json; entry: Json; runs: boolean; line?: Record<string, string | null> }[];
    limits: readonly string[];
    loads: readonly string[];
    sideBySide?: true;
    firings: { payload: Json; id: string | null }[];
    switchFiles?: readonly string[];
    homeVariable?: string;
    switchesOff?: { settings: Json; off: boolean }[];
  };
  /** The agent's own settings files. */
  ownFiles?: readonly string[];
  /** Event name in loaded settings → name of the same event in the agent's own settings. */
  loadedNames?: Record<string, string>;
  /** It is not known whether `allow` skips the person's approval. */
  unsureAllow?: true;
  /** `merge`: arguments that a rewrite leaves out keep their values. `replace`: they are removed. */
  rewrites?: string;
  /** The native events that are gates, in the order of the table. */
  gates?: string[];
  /** Native event → name in memory → canonical field whose value is remembered there. */
  remembers?: Record<string, Json>;
  /** Native event → names in memory that an event fired at the same time fills, so that a run waits for them. */
  awaits?: Record<string, readonly string[]>;
  /** Native event → field values that mean: the earlier prompt is continued. */
  continues?: Record<string, Json>;
  /** Native event → field values with which it is fired several times for one prompt. */
  firesSpeculatively?: Record<string, Json>;
  /** Native events whose subject has values that only this vendor uses. */
  hasPrivateSubjects?: Record<string, true>;
  /** Native event → its time limit, if it is not that of the agent, in milliseconds. */
  timeouts?: Record<string, number>;
  /** A path reaches hooks as the model wrote it: see `Paths`. */
  asWritten?: true;
  /** A refusal by exit code 2 is not heard at each gate. */
  ignoresExitCodes?: true;
  /** Native events whose time limit no setting changes. */
  hasFixedTimeout?: Record<string, true>;
  /** Payload → matcher → whether it matches: `{ "PreTool-bash": { "bash": true, "edit": false } }`. */
  matchers?: Record<string, Record<string, boolean>>;
  /**
   * The matcher `text` that is written for tool names and an expression. No `names`: for every call. Null: no matcher is
   * written. `builtIn`: tools of MCP servers must not match.
   */
  writes?: { names?: string[]; pattern?: string; builtIn?: boolean; text: string | null }[];
  /** The `runtime` of the adapter, without `env`. */
  runtime?: Json;
  /** The variables that the agent sets for a hook which gets the payload `on`. An empty `on`: an event without fields. */
  env?: { on: string; env: Json }[];
  capsLoops?: boolean;
  keepsRetry?: boolean;
  /** How many characters of an answer the agent reads. */
  maxAnswerLength?: number;
  /** Tools that other agents have too and that are no canonical tools: see `Adapter`. */
  equivalentTools?: Json;
  /** Rule → payload → whether a hook with this rule is started. */
  rules?: Record<string, Record<string, boolean>>;
  /**
   * How hooks that are web addresses get a payload, and under `heard` their replies, each with the `stdout` that a
   * command would have printed in its place. Null: the reply counts as no output. Default of `status`: 200.
   */
  http?: Json & {
    heard?: { status?: number; type: string; body: string; stdout: string | null }[];
  };
  /** Whether a payload comes from this agent: 0 no, 1 perhaps, 2 surely. */
  recognises?: { payload: Json; as: 0 | 1 | 2 }[];
  /**
   * Names of MCP tools. With `name`: the tool `read` from that native name (null: it is no MCP tool), and the name
   * `folded` by which the agent compares it. With `mcp`: the name `written` for that tool, and all `names` it may have.
   */
  mcp?: {
    name?: string;
    read?: Json | null;
    mcp?: Json;
    written?: string;
    names?: string[];
    folded?: string;
  }[];
  /** Native path that no row reads → the reason: `{ "args.trace": "an id for the client's log" }`. Default: no paths. */
  ignored?: Record<string, string>;
}

/** The content of one agent's folder of fixtures. */
export interface Fixtures {
  /** The folder from which they were read, relative to the current one. Absent: they were not read from a folder. */
  folder?: string;
  /** Name of the file without `.json` → its content. */
  payloads: Readonly<Record<string, PayloadFixture>>;
  contract: Contract;
  responses: { source: Source; hears: ResponseCase[]; says: AnswerCase[] };
  finished: { source: Source; cases: FinishedCase[] };
  variants?: { source: Source; cases: Variant[] };
}

/** An adapter that is checked, and its fixtures. */
export interface Subject {
  adapter: Adapter;
  fixtures: Fixtures;
  /** The adapter `anyhook`, whose payloads and responses are the canonical events and outcomes. */
  canonical: Adapter;
}

const readJsonFile = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8')) as unknown;

/**
 * Reads a folder of fixtures: `payloads/`, `contract.json`, `responses.json`, `finished.json`.
 *
 * @throws {AnyhookError} `usage`: one of these is missing (the message has an example of its content), or is no JSON.
 *   `system`: one of these cannot be read
 */
export const readFixtures = (folder: string): Fixtures => closed(() => readFolder(folder));

function readFolder(folder: string): Fixtures {
  const file = <T>(name: string) => readJsonFile(join(folder, name)) as T;
  checkFiles(folder);
  const payloads = readdirSync(join(folder, 'payloads')).map((name) => [
    name.replace(/\.json$/, ''),
    file<PayloadFixture>(join('payloads', name)),
  ]);
  return {
    folder: relative(process.cwd(), folder),
    payloads: Object.fromEntries(payloads),
    contract: file('contract.json'),
    responses: file('responses.json'),
    finished: file('finished.json'),
    ...(existsSync(join(folder, 'variants.json')) ? { variants: file('variants.json') } : {}),
  };
}

/** Throws if a folder lacks a file that it must have. Of `payloads/`, the folder alone is looked for. */
function checkFiles(folder: string): void {
  const missing = Object.entries(exampleFiles).filter(
    ([name]) => !existsSync(join(folder, name.replace(/^payloads\/.*/, 'payloads'))),
  );
  if (!missing.length) return;
  const lines = missing.map(
    ([name, example]) =>
      `${join(relative(process.cwd(), folder), name)} is missing. Write it, such as ${JSON.stringify(example)}`,
  );
  throw new AnyhookError('usage', lines.join('\n'));
}

/** Returns the payload of a fixture. Throws if no fixture has that name. */
export function payloadNamed({ payloads }: Fixtures, name: string): Json {
  const fixture = payloads[name];
  if (!fixture) throw new AnyhookError('usage', `there is no fixture payloads/${name}.json`);
  return fixture.payload;
}

/** Makes a disk that has these files, the folders above them, and symbolic links (link → target). */
function makeDisk(files: readonly string[], links: Record<string, string>): Disk {
  const filesBelow = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`));
  return {
    exists: (path) => files.includes(path) || filesBelow(path).length > 0,
    real: (path) =>
      Object.keys(links).reduce(
        (current, link) =>
          `${current}/`.startsWith(`${link}/`) ? links[link] + current.slice(link.length) : current,
        path,
      ),
    home: () => '/home/u',
    entries(path) {
      const relativePaths = filesBelow(path).map((file) => file.slice(path.length + 1));
      const names = [...new Set(relativePaths.map((file) => file.split('/')[0] as string))];
      return names.map((name) => ({ name, is: relativePaths.includes(name) ? 'file' : 'folder' }));
    },
  };
}

/** Makes a world of the files, variables and memory that a fixture states. Its clock stands still. */
export function makeWorld({
  files = {},
  links,
  memory = {},
  ...outside
}: FixtureWorld = {}): World {
  const { folder, variables = {} } = outside.surroundings ?? {};
  return {
    ...(folder !== undefined && {
      surroundings: { folder: () => folder, variable: (name) => variables[name] },
    }),
    ...(links ? { disk: makeDisk(Object.keys(files), links) } : {}),
    readFile(path) {
      if (!Object.hasOwn(files, path)) return { missing: true };
      const text = files[path];
      return typeof text === 'string' ? { text } : { unreadable: 'not a regular file' };
    },
    now: () => new Date('2026-10-01T12:00:00.000Z'),
    recall: (name) => memory[name],
  };
}
