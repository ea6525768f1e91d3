// A field that an agent's own pages have is its own at that event, although the event ignores it:
// no hook is told that it answers in the words of another agent.
import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { setAtPath } from '../../src/mapping/paths.ts';
import type { Json } from '../../src/util/json.ts';
import { factOf, vendorsStating } from '../facts.ts';
import { strangeFields } from './strange.ts';

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

/** Answers with a field; `decision=block|approve`: with each of these words in it. */
function* answersWith(stated: string): Generator<Json> {
  const [field, words] = stated.split('=') as [string, string | undefined];
  const key = field.split('.').at(-1) as string;
  for (const value of words?.split('|') ?? values[key] ?? ['S', true]) {
    const answer: Json = {};
    setAtPath(answer, field.split('.'), value);
    yield answer;
    yield { ...beside, ...answer };
  }
}

test.each(
  vendorsStating('answerFields'),
)('no field that the pages of %s have at an event is said to be another agent’s there', (vendor) => {
  const { nativeNames } = adapters[vendor].bindings;
  const { '*': common = [], ...byEvent } = factOf(vendor, 'answerFields');
  for (const native of Object.keys(byEvent)) expect(nativeNames).toContain(native);
  let tried = 0;
  for (const native of nativeNames) {
    const own = [...common, ...(byEvent[native] ?? [])];
    const named = own.map((field) => field.replace(/=.*/, ''));
    for (const answer of own.flatMap((field) => [...answersWith(field)])) {
      const found = strangeFields(vendor, native, answer).filter((path) => named.includes(path));
      expect([native, answer, found]).toEqual([native, answer, []]);
      tried++;
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
  expect(strangeFields(vendor, native, answer)).toEqual(expect.arrayContaining(fields));
  expect(strangeFields(vendor, native, answer).length > 0).toBe(fields.length > 0);
});
