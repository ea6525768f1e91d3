import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Adapter, Disk, Finished, PrintedAnswer, World } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';

/** The outside as a fixture sees it: the files that are there, null for one that cannot be read. */
export interface Outside {
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
  outside?: Outside;
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
export interface HearsCase {
  on: string | string[];
  response: Json;
  outcome: Outcome;
}

/** An outcome said on some payloads; `ask`: a person is there to be asked. */
export interface SaysCase {
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

/** What is said of an adapter beside its events and answers; what is left out is not compared. */
export interface Contract {
  source: Source;
  id: string;
  title: string;
  hooksIn?: string;
  eventKey?: string;
  /** Fields of every answer, and those of one event's that have no effect. */
  common?: readonly string[];
  ignoredFields?: Record<string, string[]>;
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
    switches?: readonly string[];
    homeVariable?: string;
    switchesOff?: { settings: Json; off: boolean }[];
  };
  /** Files of its own beside those, and events that these have by another name. */
  ownFiles?: readonly string[];
  loadedNames?: Record<string, string>;
  unsureAllow?: true;
  rewrites?: string;
  gates?: string[];
  remembers?: Record<string, Json>;
  awaits?: Record<string, readonly string[]>;
  continues?: Record<string, Json>;
  eager?: Record<string, Json>;
  ownNames?: Record<string, true>;
  /** Of events with one of their own, in milliseconds. */
  timeouts?: Record<string, number>;
  /** Payload → matcher → whether it matches. */
  matchers?: Record<string, Record<string, boolean>>;
  /** The matcher that lets through some names, and what an expression is found in. */
  writes?: { names?: string[]; pattern?: string; builtIn?: boolean; text: string | null }[];
  runtime?: Json;
  env?: { on: string; env: Json }[];
  capsLoops?: boolean;
  keepsRetry?: boolean;
  /** Characters of an answer that it reads. */
  longest?: number;
  /** Tools that others have too: what each is called, or that and its arguments. */
  kin?: Json;
  /** Rule → payload → whether a hook with it is started. */
  rules?: Record<string, Record<string, boolean>>;
  /** How addresses are asked, and what is heard of replies; null: they count as none. */
  http?: Json & {
    heard?: { status?: number; type: string; body: string; stdout: string | null }[];
  };
  recognises?: { payload: Json; as: 0 | 1 | 2 }[];
  mcp?: {
    name?: string;
    read?: Json | null;
    mcp?: Json;
    written?: string;
    names?: string[];
    folded?: string;
  }[];
  /** Native paths of payloads that no row reads, and why. */
  ignored: Record<string, string>;
}

/** What one vendor is held to. */
export interface Fixtures {
  /** By the name of the file. */
  payloads: Readonly<Record<string, PayloadFixture>>;
  contract: Contract;
  responses: { source: Source; hears: HearsCase[]; says: SaysCase[] };
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

/** Reads a folder of fixtures: `payloads/`, `contract.json`, `responses.json`, `finished.json`. */
export function readFixtures(folder: string): Fixtures {
  const file = <T>(name: string) => load(join(folder, name)) as T;
  const payloads = readdirSync(join(folder, 'payloads')).map((name) => [
    name.replace(/\.json$/, ''),
    file<PayloadFixture>(join('payloads', name)),
  ]);
  return {
    payloads: Object.fromEntries(payloads),
    contract: file('contract.json'),
    responses: file('responses.json'),
    finished: file('finished.json'),
    ...(existsSync(join(folder, 'variants.json')) ? { variants: file('variants.json') } : {}),
  };
}

/** The payload of a fixture. Throws where there is none of that name. */
export function payloadNamed({ payloads }: Fixtures, name: string): Json {
  const found = payloads[name];
  if (!found) throw new Error(`no fixture ${name}`);
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
export function worldOf({ files = {}, links, memory = {}, ...outside }: Outside = {}): World {
  const { folder, variables = {} } = outside.surroundings ?? {};
  return {
    ...(folder !== undefined && {
      surroundings: { folder: () => folder, variable: (name) => variables[name] },
    }),
    ...(links ? { disk: diskOf(Object.keys(files), links) } : {}),
    file(path) {
      if (!Object.hasOwn(files, path)) return { missing: true };
      const text = files[path];
      return typeof text === 'string' ? { text } : { unreadable: 'not a regular file' };
    },
    now: () => new Date('2026-10-01T12:00:00.000Z'),
    recall: (name) => memory[name],
  };
}
