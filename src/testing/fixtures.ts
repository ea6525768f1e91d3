import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Adapter, Disk, Finished, PrintedAnswer, World } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import { exampleFiles } from './examples.ts';

/** The outside as a fixture sees it: the files that are there, null for one that cannot be read. */
export interface FixtureWorld {
  files?: Record<string, string | null>;
  /** Links by the absolute path they lead to; without, nothing is asked of the disk. */
  links?: Record<string, string>;
  memory?: Json;
  /** The folder and the variables that its client starts a hook with; without, nothing is known of them. */
  surroundings?: { folder: string; variables?: Record<string, string> };
}

export interface Source {
  client: string;
  version: string;
  how: string;
}

/** A native payload and its canonical event; `current` is an older payload in today's spelling. */
export interface PayloadFixture {
  source: Source;
  older?: true;
  /** The native event, where the payload is the same at several. */
  named?: string;
  outside?: FixtureWorld;
  payload: Json;
  event: Json;
  current?: Json;
}

/** Payloads with some native fields changed, and what becomes of their events. */
export interface Variant {
  why: string;
  on: string[];
  set: Json;
  event: Json;
  /** Native fields as they are told again; `set`, unless given. */
  told?: Json;
}

/** A response a hook printed on some payloads, and what is taken from it. */
export interface ResponseCase {
  on: string | string[];
  response: Json;
  outcome: Outcome;
}

/** An outcome said on some payloads; `ask`: a person is there to be asked. */
export interface AnswerCase {
  on: string | string[];
  outcome: Outcome;
  ask?: true;
  response: Json | null;
  /** How the response is said, where that is not JSON on stdout. */
  spoken?: PrintedAnswer;
  losses?: Loss[];
}

/** A finished command: how it failed, what is taken from it, and what when failures block. */
export interface FinishedCase {
  on: string;
  why: string;
  finished: Partial<Finished>;
  outcome: Outcome;
  held: Outcome;
  failure?: string;
}

/**
 * The content of `contract.json`: what an adapter states beside its events and answers. Every key but
 * `source`, `id` and `title` is optional; what is left out is not compared. Most keys have the value
 * that the adapter or its bindings state under the same name. *Payload* stands for the name of a file
 * in `payloads/`, without `.json`.
 */
export interface Contract {
  source: Source;
  id: string;
  /** The name of the vendor for people. */
  title: string;
  /** The settings file with the hooks, below a project. */
  hooksIn?: string;
  /** The key of a payload that holds the native name of the event. */
  eventKey?: string;
  /** Fields that the vendor's pages give every answer. */
  commonFields?: readonly string[];
  /** Native event → fields of its answer that the pages have and that have no effect. */
  ignoredFields?: Record<string, string[]>;
  /** Ids of agents whose settings it loads beside its own. */
  loads?: readonly string[];
  /** What states the project of a session. */
  project?: Adapter['project'];
  /** The folder in whose settings a line stands, for hooks that run in a folder below it. */
  roots?: { line: string[]; files: Record<string, string>; folder: string; root: string | null }[];
  /** Entries of its own files: whether each surely runs, and its line, by system; what switches hooks off. */
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
  /** Files of its own beside those, and events that these have by another name. */
  ownFiles?: readonly string[];
  loadedNames?: Record<string, string>;
  /** An `allow` may skip the person's approval or may not. */
  unsureAllow?: true;
  /** `merge`: arguments that a rewritten call leaves out keep their values. `replace`: they are gone. */
  rewrites?: string;
  /** Native events at which something can be refused, in the order of the table. */
  gates?: string[];
  /** Native event → name in memory → canonical field. */
  remembers?: Record<string, Json>;
  /** Native event → names in memory that it waits for. */
  awaits?: Record<string, readonly string[]>;
  /** Native event → field values that say the prompt before it goes on. */
  continues?: Record<string, Json>;
  /** Native event → field values with which it is fired many times a prompt. */
  firesSpeculatively?: Record<string, Json>;
  /** Native events whose subject holds names of the vendor's own. */
  hasPrivateSubjects?: Record<string, true>;
  /** Native event → its own time limit, in milliseconds. */
  timeouts?: Record<string, number>;
  /** Payload → matcher → whether it matches: `{ "PreTool-bash": { "bash": true, "edit": false } }`. */
  matchers?: Record<string, Record<string, boolean>>;
  /** The matcher that is written for some names and an expression; no `names`: for every call. `null`: none is written. */
  writes?: { names?: string[]; pattern?: string; builtIn?: boolean; text: string | null }[];
  /** The `runtime` of the adapter, without `env`. */
  runtime?: Json;
  /** The variables of a hook that is told a payload; with `""` for a payload: of an event without fields. */
  env?: { on: string; env: Json }[];
  capsLoops?: boolean;
  keepsRetry?: boolean;
  /** Characters of an answer that it reads. */
  maxAnswerLength?: number;
  /** Tools that others have too: what each is called, or that and its arguments. */
  equivalentTools?: Json;
  /** Rule → payload → whether a hook with it is started. */
  rules?: Record<string, Record<string, boolean>>;
  /** How addresses are asked, and what is heard of replies; null: they count as none. */
  http?: Json & {
    heard?: { status?: number; type: string; body: string; stdout: string | null }[];
  };
  /** How sure a payload is one of this vendor: 0 no, 1 perhaps, 2 yes. */
  recognises?: { payload: Json; as: 0 | 1 | 2 }[];
  /**
   * Names of MCP tools. `name`: how a native name is read (`null`: not as an MCP tool), and what it is
   * folded to. `mcp`: the name that is written for a tool, and every name that it may have.
   */
  mcp?: {
    name?: string;
    read?: Json | null;
    mcp?: Json;
    written?: string;
    names?: string[];
    folded?: string;
  }[];
  /** Native paths of payloads that no row reads → why: `{ "args.trace": "an id for the client's log" }`. Absent: none. */
  ignored?: Record<string, string>;
}

/** What one vendor is held to. */
export interface Fixtures {
  /** The folder that they were read from, below the current one. Absent: they were read from none. */
  folder?: string;
  /** By the name of the file. */
  payloads: Readonly<Record<string, PayloadFixture>>;
  contract: Contract;
  responses: { source: Source; hears: ResponseCase[]; says: AnswerCase[] };
  finished: { source: Source; cases: FinishedCase[] };
  variants?: { source: Source; cases: Variant[] };
}

/** An adapter and what it is held to; `canonical` speaks the model's own words. */
export interface Subject {
  adapter: Adapter;
  fixtures: Fixtures;
  canonical: Adapter;
}

const load = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8')) as unknown;

/**
 * Reads a folder of fixtures: `payloads/`, `contract.json`, `responses.json`, `finished.json`. Throws where
 * one of these is missing, and shows an example of its content.
 */
export function readFixtures(folder: string): Fixtures {
  const file = <T>(name: string) => load(join(folder, name)) as T;
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

/** Checks that a folder has every file it must have. Of `payloads/`, any file will do. */
function checkFiles(folder: string): void {
  const missing = Object.entries(exampleFiles).filter(
    ([name]) => !existsSync(join(folder, name.replace(/^payloads\/.*/, 'payloads'))),
  );
  if (!missing.length) return;
  const lines = missing.map(
    ([name, example]) =>
      `${join(relative(process.cwd(), folder), name)} is missing. Write it, such as ${JSON.stringify(example)}`,
  );
  throw new Error(lines.join('\n'));
}

/** The payload of a fixture. Throws where there is none of that name. */
export function payloadNamed({ payloads }: Fixtures, name: string): Json {
  const found = payloads[name];
  if (!found) throw new Error(`there is no fixture payloads/${name}.json`);
  return found.payload;
}

/** A disk of these files and links. */
function diskOf(files: readonly string[], links: Record<string, string>): Disk {
  const under = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`));
  return {
    exists: (path) => files.includes(path) || under(path).length > 0,
    real: (path) =>
      Object.keys(links).reduce(
        (at, link) => (`${at}/`.startsWith(`${link}/`) ? links[link] + at.slice(link.length) : at),
        path,
      ),
    home: () => '/home/u',
    entries(path) {
      const rests = under(path).map((file) => file.slice(path.length + 1));
      const names = [...new Set(rests.map((rest) => rest.split('/')[0] as string))];
      return names.map((name) => ({ name, is: rests.includes(name) ? 'file' : 'folder' }));
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
    ...(links ? { disk: diskOf(Object.keys(files), links) } : {}),
    readFile(path) {
      if (!Object.hasOwn(files, path)) return { missing: true };
      const text = files[path];
      return typeof text === 'string' ? { text } : { unreadable: 'not a regular file' };
    },
    now: () => new Date('2026-10-01T12:00:00.000Z'),
    recall: (name) => memory[name],
  };
}
