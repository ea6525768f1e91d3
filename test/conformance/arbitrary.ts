import fc from 'fast-check';
import type { Outcome } from '../../src/canonical/outcome.ts';
import type { Adapter, ToolRow } from '../../src/mapping/adapter.ts';
import type { FieldOp } from '../../src/mapping/fields.ts';
import { getAtPath, setAtPath } from '../../src/mapping/paths.ts';
import { findToolRow, toolInputOpsOf } from '../../src/mapping/tools.ts';
import { bindingOfPayload } from '../../src/translate/bindings.ts';
import { payloadPlanOf } from '../../src/translate/payload-plan.ts';
import { isObject } from '../../src/util/equal.ts';
import type { Json } from '../../src/util/json.ts';
import { setOwnKey } from '../../src/util/own-key.ts';
import { type Adapters, type PayloadFixture, payloads } from './fixtures.ts';

/** A payload of a vendor, made from a fixture in the current spelling. */
export interface Made {
  vendor: string;
  name: string;
  payload: Json;
  outside?: PayloadFixture['outside'];
}

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('\ud800'));
const odd = fc.constantFrom('__proto__', 'constructor', 'toString', 'x', '', 'a.b');
const key = fc.oneof(odd, fc.string({ maxLength: 6 }));

const letters: Record<string, fc.Arbitrary<unknown>> = {
  s: text,
  n: fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  ),
  b: fc.boolean(),
  l: fc.array(text, { maxLength: 3 }),
  z: fc.constant(null),
};

/** Generates a native value for a row: one of its words, or any value of its kind. */
function native({ kind, row }: FieldOp): fc.Arbitrary<unknown> | undefined {
  if (row.words) return fc.constantFrom(...Object.values(row.words));
  if (row.json || kind.startsWith('=')) return undefined;
  const fitting = [...kind].flatMap((letter) => letters[letter] ?? []);
  return fitting.length ? fc.oneof(...fitting) : undefined;
}

interface Edit {
  path: readonly string[];
  value: fc.Arbitrary<unknown>;
}

/** Lists the places of a payload that a row of the tables reads and that hold one plain value. */
function editable(adapter: Adapter, payload: Json): Edit[] {
  const binding = bindingOfPayload(adapter, payload);
  const edits: Edit[] = [];
  const add = (op: FieldOp, above: readonly string[]) => {
    const value = native(op);
    const path = [...above, ...(op.readPaths[0] as readonly string[])];
    const there = getAtPath(payload, path) !== undefined && !op.row.readOnly;
    if (value && there) edits.push({ path, value });
  };
  for (const op of payloadPlanOf(binding).ops) {
    if (!op.row.all && !/^(event|name|tool|mcp)\b/.test(op.canonicalName)) add(op, []);
  }
  const { at, row } = calledIn(adapter, payload);
  // A value that decides which row applies stays: another one may belong to no row.
  if (row && !row.fits) for (const inner of toolInputOpsOf(row)) add(inner, at);
  return edits;
}

/** Finds the place of a call's arguments in a payload, and the row of its tool. */
function calledIn(adapter: Adapter, payload: Json): { at: readonly string[]; row?: ToolRow } {
  const { name, input } = payloadPlanOf(bindingOfPayload(adapter, payload));
  const at = input?.readPaths[0] ?? [];
  const given = getAtPath(payload, at);
  if (!name || !input || input.row.json || !isObject(given)) return { at };
  const row = findToolRow(adapter, String(getAtPath(payload, name.readPaths[0] ?? [])), given);
  return { at, ...(row && { row }) };
}

/**
 * Lists the objects of a payload to which keys can be added that no table knows: the payload itself, and
 * the arguments of a known tool.
 */
function open(adapter: Adapter, payload: Json): string[][] {
  const { at, row } = calledIn(adapter, payload);
  const { ops, result } = payloadPlanOf(bindingOfPayload(adapter, payload));
  const inner = ops.filter((op) => op === result || (op.readPaths[0] ?? []).length > 1);
  const heads = new Set(inner.map(({ readPaths }) => readPaths[0]?.[0] as string));
  const more = [...heads].filter((head) => isObject(payload[head]));
  return [[], ...(row ? [[...at]] : []), ...more.map((head) => [head])];
}

/** Generates keys that no table knows, with values. */
const extras = fc.array(fc.tuple(key, fc.jsonValue({ maxDepth: 4 })), { maxLength: 3 });

/**
 * Generates payloads with arbitrary values at the places that tables read, and with keys that no table
 * knows.
 */
export function made(adapters: Adapters, further = extras): fc.Arbitrary<Made> {
  const bases = Object.entries(adapters).flatMap(([vendor, adapter]) =>
    Object.entries(payloads[vendor] ?? {})
      .filter(([, fixture]) => !fixture.older)
      .map(([name, { payload, outside }]) => ({ vendor, adapter, name, payload, outside })),
  );
  return fc.constantFrom(...bases).chain(({ vendor, adapter, name, payload, outside }) => {
    const places = editable(adapter, payload);
    const edits = fc.shuffledSubarray(places, { maxLength: Math.min(4, places.length) });
    const values = edits.chain((chosen) =>
      fc.tuple(...chosen.map(({ path, value }) => value.map((one) => [path, one] as const))),
    );
    const more = fc.array(fc.tuple(fc.constantFrom(...open(adapter, payload)), further), {
      maxLength: 2,
    });
    return fc.tuple(values, more).map(([set, added]) => ({
      vendor,
      name,
      payload: changed(payload, set, added),
      ...(outside ? { outside } : {}),
    }));
  });
}

function changed(
  payload: Json,
  values: readonly (readonly [readonly string[], unknown])[],
  added: readonly (readonly [string[], readonly (readonly [string, unknown])[]])[],
): Json {
  const copy = JSON.parse(JSON.stringify(payload)) as Json;
  for (const [path, value] of values) setAtPath(copy, path, value);
  for (const [at, pairs] of added) {
    const into = getAtPath(copy, at) as Json;
    for (const [name, value] of pairs) if (!Object.hasOwn(into, name)) setOwnKey(into, name, value);
  }
  return JSON.parse(JSON.stringify(copy)) as Json;
}

const said = fc.string({ minLength: 1, maxLength: 8 });
const record = fc.dictionary(said, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });

/** Generates any outcome without a rewritten input. */
export const outcome = fc.record(
  {
    decision: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
    reason: said,
    message: said,
    context: said,
    output: record,
    replaced: said,
    tail: fc.record({ name: said, args: record }),
    followUp: said,
    clear: fc.constant(true),
    halt: fc.constant(true),
    haltReason: said,
    request: record,
    response: record,
    toolMode: fc.constantFrom('AUTO', 'ANY', 'NONE'),
    // A slash stands between a server and its tool, and comes back as the host has it.
    toolNames: fc.array(
      said.filter((name) => !name.includes('/')),
      { maxLength: 2 },
    ),
    env: record,
    plugins: fc.array(said, { maxLength: 2 }),
    prompt: said,
    title: said,
    firstPrompt: said,
    display: said,
    quiet: fc.constant(true),
  },
  { requiredKeys: [] },
) satisfies fc.Arbitrary<Outcome>;
