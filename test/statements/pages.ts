/**
 * What a page of an agent's documentation states, one row for each statement, in words of our own:
 * `fixtures/<vendor>/pages/<page>.yaml`. A row says where it stands (`at`, a line of the page) and
 * what we do about it; where that is not what the page says, `differs` names the row of the
 * agent's page in `docs/vendors/` that tells the difference.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Outcome } from '../../src/canonical/outcome.ts';
import { setAtPath } from '../../src/mapping/paths.ts';
import type { Json } from '../../src/util/json.ts';

interface Row {
  at: number;
  /** The first cell of a row in `docs/vendors/<vendor>.md`. */
  differs?: string;
}
/** Native events; `*`: every one that the agent has. */
type On = { event: string | string[] };
/** Fields that the payload has as well. */
type With = { with?: Json };

/** An event that there is; `blocks`: whether a refusal has an effect at it. */
export type EventRow = Row & On & { is: string; blocks: boolean };
/** A field of a payload, with a value that it may have. */
export type FieldRow = Row &
  On &
  With & {
    field: string;
    value: unknown;
    /** What stands at these paths of the event. */
    reads: Json;
    /** What a hook of the agent finds in the field when the event is told again; `value` unless given, null: nothing. */
    again?: unknown;
    /** The page does not say of which kind a value is. */
    anyKind?: true;
    /** The page does not say that it is always there. */
    optional?: true;
    /** Whether a hook finds the field under other agents: in every payload, unless said; nowhere: none has the event. */
    elsewhere?: 'always' | 'sometimes' | 'never' | 'nowhere';
    /** What hooks of other agents find in fields of their own, by agent and field. */
    others?: Partial<Record<Vendor, Json>>;
  };
/** An answer that a hook prints, and ends with 0. */
export type AnswerRow = Row &
  On &
  With & {
    print: Json | string;
    means: Outcome;
    /** We refuse, or hide, where the client does not. */
    stricter?: true;
    /** What the answer means in which we say it again; `means` unless given. */
    back?: Outcome;
  };
/** A command that ends with an exit code and with these texts. */
export type ExitRow = Row &
  On & { code: number; stdout?: string; stderr?: string; means: Outcome; stricter?: true };
/** Answers of several hooks of one event, all ended with 0, and what the client makes of them together. */
export type SeveralRow = Row & On & { prints: Json[]; heard: Json };
export type MatcherRow = Row & On & With & { matcher: string; starts: boolean };
/** A variable: which others have the same value, whether it is set, and put into the line. */
export type VariableRow = Row & {
  name: string;
  is: 'project';
  set: boolean;
  expanded: boolean;
};
/** A tool by the name that the page has for it. */
export type ToolRow = Row & {
  name: string;
  input: Json;
  tool: string;
  again?: string;
  event?: string;
};
/** A settings file in the form that the page shows, and its hooks. */
export type SettingsRow = Row & { file: Json; hooks: Json[] };
/** What the client does by itself, which no hook and no answer shows: a test that keeps to it, or why nothing does. */
export type ClientRow = Row & {
  states: string;
  test?: [file: string, title: string];
  nothing?: string;
};

interface Kinds {
  events: EventRow;
  payload: FieldRow;
  answers: AnswerRow;
  exits: ExitRow;
  several: SeveralRow;
  matchers: MatcherRow;
  variables: VariableRow;
  tools: ToolRow;
  settings: SettingsRow;
  client: ClientRow;
}
export type Kind = keyof Kinds;
export const kinds = [
  ...(['events', 'payload', 'answers', 'exits', 'several'] as const),
  ...(['matchers', 'variables', 'tools', 'settings', 'client'] as const),
] satisfies Kind[];

export interface Page {
  vendor: Vendor;
  name: string;
  /** `newer`: events of the agent that the page does not have yet. */
  source: { page: string; lines: number; how: string; newer?: string[] };
  rows: { [K in Kind]: Kinds[K][] };
}

const root = new URL('../../fixtures/', import.meta.url);

function readPage(vendor: Vendor, name: string): Page {
  const text = readFileSync(new URL(`${vendor}/pages/${name}`, root), 'utf8');
  const { source, ...stated } = parse(text) as { source: Page['source'] } & Partial<Page['rows']>;
  const odd = Object.keys(stated).filter((kind) => !kinds.includes(kind as Kind));
  if (odd.length) throw new Error(`${vendor}/pages/${name}: unknown kinds: ${odd.join(', ')}`);
  const rows = Object.fromEntries(kinds.map((kind) => [kind, stated[kind] ?? []]));
  return { vendor, name, source, rows: rows as unknown as Page['rows'] };
}

export const pages: readonly Page[] = (Object.keys(adapters) as Vendor[]).flatMap((vendor) => {
  const folder = new URL(`${vendor}/pages/`, root);
  return existsSync(folder) ? readdirSync(folder).map((name) => readPage(vendor, name)) : [];
});

type Called<K extends Kind> = Kinds[K] & { vendor: Vendor; title: string };

const rowsByKind = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    pages.flatMap(({ vendor, name, rows }) =>
      rows[kind].map((row) => ({ ...row, vendor, title: `${vendor} ${name}:${row.at}` })),
    ),
  ]),
) as unknown as { [K in Kind]: Called<K>[] };

/** The rows of one kind, each with its vendor and what it is called in a report. */
export const rowsOf = <K extends Kind>(kind: K): Called<K>[] => rowsByKind[kind];

const natives = (vendor: Vendor): readonly string[] => adapters[vendor].bindings.nativeNames;

/** The native events of a row. */
export function eventsOf(vendor: Vendor, { event }: On): string[] {
  const all = event === '*' ? natives(vendor) : [event].flat();
  for (const one of all) if (!natives(vendor).includes(one)) throw new Error(`${vendor}: ${one}`);
  return [...all];
}

/** A payload with all that the pages of an agent say is always there. */
export function payloadFor(vendor: Vendor, native: string, more: Json = {}): Json {
  const payload: Json = { hook_event_name: native };
  const taken = new Set<string>();
  for (const row of rowsOf('payload')) {
    if (row.vendor !== vendor || row.optional || row.field === 'hook_event_name') continue;
    if (taken.has(row.field) || !eventsOf(vendor, row).includes(native)) continue;
    taken.add(row.field);
    setAtPath(payload, row.field.split('.'), structuredClone(row.value));
  }
  for (const [field, value] of Object.entries(more)) setAtPath(payload, field.split('.'), value);
  return payload;
}

/** The rows of one kind for a table of tests, each with a title. */
export const eachRow = <K extends Kind>(kind: K) => {
  const rows = rowsOf(kind);
  return rows.map((row, i) => [`${row.title} (${i})`, row] as const);
};
