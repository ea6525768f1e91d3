/** The types that are written out for consumers: they are those of the schemas, as text and to the type checker. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { printShapes } from '../../scripts/shapes.ts';
import type { events } from '../../src/canonical/event.ts';
import type { hookSchema } from '../../src/canonical/hook.ts';
import type { outcomeSchema, outcomeTable } from '../../src/canonical/outcome.ts';
import type { mcp, tools } from '../../src/canonical/tool.ts';
import type {
  EventName,
  Hook,
  McpIdentity,
  Outcome,
  OutcomeKey,
  Payload,
  ToolInput,
  ToolName,
  ToolResult,
} from '../../src/canonical/types.ts';

/** `true` if two types are assignable to each other, keys that may be absent included. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
type OfEvent<E extends EventName> = z.infer<z.ZodObject<(typeof events)[E]>>;

// A field that is missing or has another type is an error of `npm run typecheck` in one of these lines.
const sameNames: [
  Same<EventName, keyof typeof events>,
  Same<ToolName, keyof typeof tools>,
  Same<OutcomeKey, keyof typeof outcomeTable>,
] = [true, true, true];
const sameValues: [
  Same<Outcome, z.infer<typeof outcomeSchema>>,
  Same<Hook, z.infer<typeof hookSchema>>,
  Same<McpIdentity, z.infer<typeof mcp>>,
] = [true, true, true];
const sameKeys: [
  Same<keyof Outcome, keyof z.infer<typeof outcomeSchema>>,
  Same<keyof Hook, keyof z.infer<typeof hookSchema>>,
  Same<keyof McpIdentity, keyof z.infer<typeof mcp>>,
] = [true, true, true];
/** The keys of a table whose rows are not all `true`. */
type Wrong<Table> = { [K in keyof Table]: Table[K] extends true[] ? never : K }[keyof Table];
type Both<A, B> = [
  Same<A, B> extends never ? false : true,
  Same<keyof A, keyof B> extends never ? false : true,
];
const wrongEvents: Wrong<{ [E in EventName]: Both<Payload<E>, OfEvent<E>> }>[] = [];
const wrongInputs: Wrong<{
  [T in ToolName]: Both<ToolInput<T>, z.infer<(typeof tools)[T]['input']>>;
}>[] = [];
const wrongResults: Wrong<{
  [T in ToolName]: Both<ToolResult<T>, z.infer<(typeof tools)[T]['result']>>;
}>[] = [];
const none: never[] = [...wrongEvents, ...wrongInputs, ...wrongResults];

test('the types that consumers see are those of the schemas', () => {
  const file = new URL('../../src/canonical/shapes.ts', import.meta.url);
  expect(readFileSync(file, 'utf8'), 'run `npm run shapes -- --write`').toBe(printShapes());
  expect([...sameNames, ...sameValues, ...sameKeys].every(Boolean)).toBe(true);
  expect(none).toEqual([]);
});
