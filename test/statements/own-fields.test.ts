// A field that an agent's own pages have is its own at that event, although the event ignores it:
// no hook is told that it answers in the words of another agent.
import { expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { set } from '../../src/mapping/paths.ts';
import { allAdapters } from '../../src/translate/host.ts';
import { strangeIn } from '../../src/translate/strange.ts';
import type { Json } from '../../src/util/json.ts';
import { factOf, stating } from '../facts.ts';

const all = allAdapters();

/** What a field may hold so that some agent hears a verdict in it. */
const values: Record<string, readonly unknown[]> = {
  decision: [
    'deny',
    'block',
    'ask',
    'approve',
    { behavior: 'deny', message: 'S', interrupt: true },
  ],
  permission: ['deny', 'ask', 'allow'],
  permissionDecision: ['deny', 'ask', 'allow'],
  behavior: ['deny', 'allow'],
  continue: [false, true],
  interrupt: [true],
  ...Object.fromEntries(
    ['tool_input', 'updated_input', 'updatedInput', 'modifiedArgs'].map((key) => [
      key,
      [{ command: 'ls' }],
    ]),
  ),
};
/** Fields without which some agents ignore a verdict. */
const beside: Json = { reason: 'S', stopReason: 'S' };

function* answersWith(field: string): Generator<Json> {
  const key = field.split('.').at(-1) as string;
  for (const value of values[key] ?? ['S', true]) {
    const answer: Json = {};
    set(answer, field.split('.'), value);
    yield answer;
    yield { ...beside, ...answer };
  }
}

/** Which fields of an answer are said to be another agent's. */
const strangeAt = (adapter: Adapter, native: string, answer: Json): string[] => {
  const binding = adapter.bindings.named(native);
  if (!binding) throw new Error(`${adapter.id}: no event ${native}`);
  const others = () => all.filter((one) => one !== adapter && one.tools.length);
  return strangeIn(answer, adapter, binding, others)?.keys ?? [];
};

test.each(
  stating('answerFields'),
)('no field that the pages of %s have at an event is said to be another agent’s there', (vendor) => {
  const adapter = all.find(({ id }) => id === vendor) as Adapter;
  const { '*': common = [], ...byEvent } = factOf(vendor, 'answerFields');
  for (const native of Object.keys(byEvent)) expect(adapter.bindings.natives).toContain(native);
  let tried = 0;
  for (const native of adapter.bindings.natives) {
    for (const field of [...common, ...(byEvent[native] ?? [])]) {
      for (const answer of answersWith(field)) {
        const found = strangeAt(adapter, native, answer);
        expect([native, answer, found.filter((path) => path === field)]).toEqual([
          native,
          answer,
          [],
        ]);
        tried++;
      }
    }
  }
  expect(tried).toBeGreaterThan(60);
});

test.each([
  ['gemini', 'BeforeTool', { permission: 'deny', user_message: 'S' }, ['permission']],
  ['gemini', 'BeforeTool', { suppressOutputs: true, permission: 'deny' }, ['permission']],
  ['terminai', 'BeforeTool', { systemMessage: 'S', permission: 'deny' }, ['permission']],
  ['terminai', 'SessionStart', { continue: false }, []],
  ['cursor', 'preToolUse', { continue: false, stopReason: 'S' }, ['continue']],
  ['cursor', 'beforeShellExecution', { decision: 'deny' }, ['decision']],
  [
    'claude',
    'PreToolUse',
    { hookSpecificOutput: { tool_input: {} }, permission: 'deny' },
    ['permission'],
  ],
] satisfies [
  Vendor,
  string,
  Json,
  string[],
][])('of what a hook of %s prints at %s, %j, these fields are said to be another agent’s: %j', (vendor, native, answer, fields) => {
  const adapter = all.find(({ id }) => id === vendor) as Adapter;
  expect(strangeAt(adapter, native, answer)).toEqual(expect.arrayContaining(fields));
  expect(strangeAt(adapter, native, answer).length > 0).toBe(fields.length > 0);
});
