import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Loss } from '../../src/canonical/loss.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { getAtPath } from '../../src/mapping/paths.ts';
import type { NativePayload } from '../../src/testing/events.ts';
import {
  type Contract,
  type Fixtures,
  type FixtureWorld,
  payloadNamed,
  readFixtures,
} from '../../src/testing/fixtures.ts';
import { nativeEventOf } from '../../src/translate/bindings.ts';
import type { Json } from '../../src/util/json.ts';

export {
  type FixtureWorld as Outside,
  makeWorld as worldOf,
  type PayloadFixture,
} from '../../src/testing/fixtures.ts';

export type Adapters = Readonly<Record<string, Adapter>>;

/**
 * One payload, and the payloads that hooks of each dialect get for it; a word in place of a list is the
 * code of an error.
 */
export interface Translation {
  why: string;
  from: string;
  payload: string | Json;
  outside?: FixtureWorld;
  told: Record<string, NativePayload[] | string>;
}

/**
 * The canonical calls, in order, that a native call stands for, by dialect: those included that the
 * dialect's agent makes on its way to it.
 */
export interface Meaning {
  why: string;
  from: string;
  payload: string | Json;
  /** Fields that replace those of the payload. */
  set?: Json;
  outside?: FixtureWorld;
  /** The native event whose calls alone are compared. Absent: all calls. */
  native?: string;
  does: Record<string, [tool: string, input: Json][] | string>;
  /** The flag `--wordings` of its line: paths reach the hook in every wording. */
  wordings?: 'both';
  /** The paths that hooks of a dialect get, in order. */
  hears?: Record<string, string[]>;
}

/** The response of a hook of a dialect, and the response that the host gets for it. */
export interface Answered {
  why: string;
  host: string;
  payload: string | Json;
  as: string;
  event: string;
  outside?: FixtureWorld;
  response: Json;
  ask?: true;
  said: Json | null;
  losses?: Loss[];
}

const root = new URL('../../fixtures/', import.meta.url);
const load = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, root), 'utf8')) as unknown;

export const vendors = readdirSync(root).filter((name) => Object.hasOwn(adapters, name));

/** The fixtures of each vendor. */
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
/** The contract fixtures of each vendor. Those of ours are complete. */
export const contracts = of('contract') as Record<string, Required<Contract>>;
/** The settings file of each vendor in a project. */
export const settingsFiles = Object.fromEntries(
  Object.entries(contracts).map(([vendor, { hooksIn }]) => [vendor, hooksIn]),
) as Record<Vendor, string>;
/** Returns the content of a vendor's own file of goldens, if it has one. */
const ownGoldens = <T>(vendor: string, name: string, none: T): T => {
  const path = `${vendor}/${name}`;
  return existsSync(new URL(path, root)) ? (load(path) as T) : none;
};
/**
 * Goldens of hook inputs that a vendor keeps in a file of its own, by the vendor of the payload and by
 * title.
 */
const own = Object.fromEntries(
  vendors.map((vendor) => [
    vendor,
    ownGoldens<Translation['told']>(vendor, 'translations.json', {}),
  ]),
);
export const translations = (load('translations.json') as Translation[]).map((one) => {
  const key = `${one.from}: ${one.why}`;
  const more = vendors.flatMap((vendor) => {
    const told = own[vendor]?.[key];
    return told === undefined ? [] : [[vendor, told] as const];
  });
  return { ...one, told: { ...one.told, ...Object.fromEntries(more) } };
});
export const meanings = [
  ...(load('meanings.json') as Meaning[]),
  ...vendors.flatMap((vendor) => ownGoldens<Meaning[]>(vendor, 'meanings.json', [])),
];
/**
 * Returns goldens by vendor: those that older vendors have in one file, and those that a vendor keeps in a file of its own.
 */
const goldensByVendor = <T>(older: string, own: string): Record<string, T> => ({
  ...(load(older) as Record<string, T>),
  ...Object.fromEntries(
    vendors.map((vendor) => [vendor, ownGoldens(vendor, own, undefined)]).filter(([, one]) => one),
  ),
});
/** The canonical calls of the samples of composite tools, by vendor and tool. */
export const samples = goldensByVendor<Record<string, unknown>>('samples.json', 'samples.json');
/** What the dialect of each vendor states for the library alone. A vendor without a golden states nothing of that. */
export const dialects = goldensByVendor<unknown>('dialects.json', 'dialect.json');
export const answers = [
  ...(load('answers.json') as Answered[]),
  ...vendors.flatMap((vendor) => ownGoldens<Answered[]>(vendor, 'answers.json', [])),
];

/** Returns the payload of a fixture by its vendor and name. */
export const payloadOf = (vendor: string, payload: string | Json): Json =>
  typeof payload === 'string' ? payloadNamed(fixtures[vendor] as Fixtures, payload) : payload;

/** Returns the native event for which an agent fired a payload. */
export const firedAs = (vendor: string, payload: Json, named?: string): string =>
  named ?? (nativeEventOf(adapters[vendor as Vendor], payload) as string);

/** Returns the flags of a line that name the host and, where the payload does not name it, the event. */
export const hostFlags = (host: string, native: string): string[] => {
  const named = (adapters[host as Vendor] as Adapter).nativeOf ? ['--host-event', native] : [];
  return ['--host', host, ...named];
};

/**
 * Returns the response in a vendor's fixtures that states a decision on one of its events; undefined where
 * none does.
 */
export const answerOf = (vendor: string, native: string, decision: string): Json | undefined =>
  responseOf(vendor, native, ({ outcome }) => outcome.decision === decision);

/** Returns the response in a vendor's fixtures that goes on at the end of a turn; undefined where none does. */
export const followUpOf = (vendor: string, native: string): Json | undefined =>
  responseOf(vendor, native, ({ outcome }) => Boolean(outcome.followUp));

type Heard = NonNullable<(typeof responses)[string]>['hears'][number];

/** Returns the first response in a vendor's fixtures on one of its events that is of a kind. */
function responseOf(
  vendor: string,
  native: string,
  isWanted: (one: Heard) => boolean,
): Json | undefined {
  const isHere = (name: string) => {
    const one = payloads[vendor]?.[name];
    return one !== undefined && firedAs(vendor, one.payload, one.named) === native;
  };
  return responses[vendor]?.hears.find((one) => isWanted(one) && [one.on].flat().some(isHere))
    ?.response;
}

/** Tells whether a vendor reads a refusal on one of its events, in any words. */
export const mayRefuse = (vendor: Vendor, native: string): boolean => {
  const { decision, halt } = adapters[vendor].bindings.find(native)?.outcome ?? {};
  return (decision ?? halt) !== undefined;
};

/** Tells whether a payload says that the prompt before it goes on, so that no guard is asked again. */
export const goesOn = (vendor: Vendor, native: string, payload: unknown): boolean => {
  const { continues, payload: rows } = adapters[vendor].bindings.find(native) ?? {};
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
