import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Loss } from '../../src/canonical/loss.ts';
import type { Outcome } from '../../src/canonical/outcome.ts';
import type { Adapter, Disk, Finished, World } from '../../src/mapping/adapter.ts';
import type { Json } from '../../src/util/json.ts';

export type Adapters = Readonly<Record<string, Adapter>>;

/** The outside as a fixture sees it: the files that are there, null for one that cannot be read. */
export interface Outside {
  files?: Record<string, string | null>;
  /** Links by the absolute path they lead to; without, nothing is asked of the disk. */
  links?: Record<string, string>;
  memory?: Json;
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

export interface Contract {
  source: Source;
  title: string;
  hooksIn: string;
  rewrites: string;
  gates: string[];
  remembers: Record<string, Json>;
  continues: Record<string, Json>;
  eager: Record<string, Json>;
  /** Payload → matcher → whether it matches. */
  matchers: Record<string, Record<string, boolean>>;
  /** The matcher that lets through some names, and what an expression is found in. */
  writes: { names?: string[]; pattern?: string; builtIn?: boolean; text: string | null }[];
  habitat: Json;
  env: { on: string; env: Json }[];
  capsLoops: boolean;
  recognises: { payload: Json; as: 0 | 1 | 2 }[];
  mcp: { name?: string; read?: Json | null; mcp?: Json; written?: string; names?: string[] }[];
  /** Native paths of payloads that no row reads, and why. */
  ignored: Record<string, string>;
}

export type Telling = [native: string, payload: Json];

/** One happening, and how each dialect is told of it; a word in place of a list is an error. */
export interface Translation {
  why: string;
  from: string;
  payload: string | Json;
  outside?: Outside;
  told: Record<string, Telling[] | string>;
}

/** What a call does, as tools and arguments in order, and all a dialect's agent does on its way. */
export interface Meaning {
  why: string;
  from: string;
  payload: string | Json;
  /** Other fields than the payload's. */
  set?: Json;
  outside?: Outside;
  /** Only what this event is fired for. */
  native?: string;
  does: Record<string, [tool: string, input: Json][] | string>;
  /** The paths that a dialect's hooks are asked about, in order. */
  hears?: Record<string, string[]>;
}

/** A dialect's answer to what it was told, as the host hears it. */
export interface Answered {
  why: string;
  host: string;
  payload: string | Json;
  as: string;
  event: string;
  outside?: Outside;
  response: Json;
  ask?: true;
  said: Json | null;
  losses?: Loss[];
}

const root = new URL('../../fixtures/', import.meta.url);
const load = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, root), 'utf8')) as unknown;

/** What every vendor must have. */
const required = ['contract.json', 'responses.json', 'finished.json'];

const perVendor = <T>(file: string): Record<string, T> =>
  Object.fromEntries(
    vendors
      .filter((vendor) => required.includes(file) || existsSync(new URL(`${vendor}/${file}`, root)))
      .map((vendor) => [vendor, load(`${vendor}/${file}`) as T]),
  );

// `found` holds what fuzzing found, of any vendor; `corpus` hooks and settings of the field.
export const vendors = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['found', 'corpus'].includes(entry.name))
  .map((entry) => entry.name);

/** Payload fixtures by vendor and name. */
export const payloads: Record<string, Record<string, PayloadFixture>> = Object.fromEntries(
  vendors.map((vendor) => [
    vendor,
    Object.fromEntries(
      readdirSync(new URL(`${vendor}/payloads/`, root)).map((file) => [
        file.replace(/\.json$/, ''),
        load(`${vendor}/payloads/${file}`) as PayloadFixture,
      ]),
    ),
  ]),
);

export const variants = perVendor<{ source: Source; cases: Variant[] }>('variants.json');
export const responses = perVendor<{ source: Source; hears: HearsCase[]; says: SaysCase[] }>(
  'responses.json',
);
export const finished = perVendor<{ source: Source; cases: FinishedCase[] }>('finished.json');
export const contracts = perVendor<Contract>('contract.json');
export const translations = load('translations.json') as Translation[];
export const meanings = load('meanings.json') as Meaning[];
/** What the samples of tools do that do what others do, by vendor and tool. */
export const samples = load('samples.json') as Record<string, Record<string, unknown>>;
export const answers = load('answers.json') as Answered[];

/** A fixture's payload by its vendor and name. */
export function payloadOf(vendor: string, payload: string | Json): Json {
  if (typeof payload !== 'string') return payload;
  const found = payloads[vendor]?.[payload];
  if (!found) throw new Error(`no fixture ${vendor}/${payload}`);
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
    entries(path) {
      const rests = under(path).map((file) => file.slice(path.length + 1));
      const names = [...new Set(rests.map((rest) => rest.split('/')[0] as string))];
      return names.map((name) => ({ name, is: rests.includes(name) ? 'file' : 'folder' }));
    },
  };
}

export function worldOf({ files = {}, links, memory = {} }: Outside = {}): World {
  return {
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
