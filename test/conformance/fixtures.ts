import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Loss } from '../../src/canonical/loss.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { getAtPath } from '../../src/mapping/paths.ts';
import type { Telling } from '../../src/testing/events.ts';
import {
  type Contract,
  type Fixtures,
  type Outside,
  payloadNamed,
  readFixtures,
} from '../../src/testing/fixtures.ts';
import { nativeEventOf } from '../../src/translate/bindings.ts';
import type { Json } from '../../src/util/json.ts';

export { type Outside, type PayloadFixture, worldOf } from '../../src/testing/fixtures.ts';

export type Adapters = Readonly<Record<string, Adapter>>;

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
  /** Of its line: paths are told in every wording. */
  wordings?: 'both';
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

export const vendors = readdirSync(root).filter((name) => Object.hasOwn(adapters, name));

/** What each vendor is held to. */
export const fixtures: Record<string, Fixtures> = Object.fromEntries(
  vendors.map((vendor) => [vendor, readFixtures(fileURLToPath(new URL(vendor, root)))]),
);

const of = <K extends keyof Fixtures>(key: K) =>
  Object.fromEntries(Object.entries(fixtures).map(([vendor, all]) => [vendor, all[key]])) as Record<
    string,
    Fixtures[K]
  >;

/** Payload fixtures by vendor and name. */
export const payloads = of('payloads');
export const responses = of('responses');
/** What each of ours is held to, whole. */
export const contracts = of('contract') as Record<string, Required<Contract>>;
/** The settings file of each in a project. */
export const settingsFiles = Object.fromEntries(
  Object.entries(contracts).map(([vendor, { hooksIn }]) => [vendor, hooksIn]),
) as Record<Vendor, string>;
/** What a vendor keeps in a file of its own of what its hooks are told, by whose happening it is and why. */
const toldOf = (vendor: string): Record<string, Telling[] | string> => {
  const path = `${vendor}/translations.json`;
  return existsSync(new URL(path, root)) ? (load(path) as ReturnType<typeof toldOf>) : {};
};
const own = Object.fromEntries(vendors.map((vendor) => [vendor, toldOf(vendor)]));
export const translations = (load('translations.json') as Translation[]).map((one) => {
  const key = `${one.from}: ${one.why}`;
  const more = vendors.flatMap((vendor) => {
    const told = own[vendor]?.[key];
    return told === undefined ? [] : [[vendor, told] as const];
  });
  return { ...one, told: { ...one.told, ...Object.fromEntries(more) } };
});
export const meanings = load('meanings.json') as Meaning[];
/** What the samples of tools do that do what others do, by vendor and tool. */
export const samples = load('samples.json') as Record<string, Record<string, unknown>>;
export const answers = load('answers.json') as Answered[];

/** A fixture's payload by its vendor and name. */
export const payloadOf = (vendor: string, payload: string | Json): Json =>
  typeof payload === 'string' ? payloadNamed(fixtures[vendor] as Fixtures, payload) : payload;

/** The native event that an agent fired a payload for. */
export const firedAs = (vendor: string, payload: Json, named?: string): string =>
  named ?? (nativeEventOf(adapters[vendor as Vendor], payload) as string);

/** What a line says of its host, and of an event that the payload does not name. */
export const hostFlags = (host: string, native: string): string[] => {
  const named = (adapters[host as Vendor] as Adapter).nativeOf ? ['--host-event', native] : [];
  return ['--host', host, ...named];
};

/** What a vendor's fixtures have a hook answer to one of its events for a decision, if it has words. */
export function answerOf(vendor: string, native: string, decision: string): Json | undefined {
  const isHere = (name: string) => {
    const one = payloads[vendor]?.[name];
    return one !== undefined && firedAs(vendor, one.payload, one.named) === native;
  };
  return responses[vendor]?.hears.find(
    ({ on, outcome }) => outcome.decision === decision && [on].flat().some(isHere),
  )?.response;
}

/** Whether a vendor hears a refusal on an event of its own, in some words. */
export const mayRefuse = (vendor: Vendor, native: string): boolean => {
  const { decision, halt } = adapters[vendor].bindings.named(native)?.outcome ?? {};
  return (decision ?? halt) !== undefined;
};

/** The payload says that the happening before it goes on: no guard is asked of it again. */
export const goesOn = (vendor: Vendor, native: string, payload: unknown): boolean => {
  const { continues, payload: rows } = adapters[vendor].bindings.named(native) ?? {};
  const told = (field: string) => {
    const row = rows?.[field];
    const at = typeof row === 'string' ? row : row?.at;
    return getAtPath(payload, ([at].flat()[0] ?? field).split('.'));
  };
  return (
    continues !== undefined &&
    Object.entries(continues).every(([field, value]) => told(field) === value)
  );
};
