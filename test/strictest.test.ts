import { expect, test } from 'vitest';
import { strictest, translateAll } from '../src/index.ts';
import { payloadOf } from './conformance/fixtures.ts';

const patch = payloadOf('cursor', 'docs-preToolUse-ApplyPatch');

test('a payload as all that a hook has to be asked about', () => {
  const told = translateAll(patch, { from: 'cursor', to: 'gemini' });
  expect(told.map(({ payload }) => payload.tool_name)).toEqual([
    ...['write_file', 'write_file', 'replace', 'replace', 'delete_file', 'delete_file'],
  ]);
  const edit = payloadOf('gemini', 'BeforeTool-replace');
  const own = translateAll(edit, { from: 'gemini', to: 'gemini' });
  expect(own.map(({ payload }) => payload.tool_name)).toEqual(['replace']);
  const read = translateAll(payloadOf('gemini', 'BeforeTool-write_file'), {
    ...({ from: 'gemini', to: 'cursor', native: 'preToolUse' } as const),
  });
  expect(read.map(({ payload }) => payload.tool_name)).toEqual(['Read', 'Write']);
});

test('the strictest of several answers, with every reason of it', () => {
  const allow = { decision: 'allow' } as const;
  const deny = (reason: string) => ({ decision: 'deny', reason }) as const;
  expect(strictest([])).toEqual({});
  expect(strictest([allow, allow])).toEqual(allow);
  expect(strictest([allow, {}])).toEqual({});
  expect(strictest([{ decision: 'ask', reason: 'q' }, allow])).toMatchObject({ decision: 'ask' });
  expect(strictest([deny('a'), { decision: 'ask', reason: 'q' }, deny('b'), deny('a')])).toEqual(
    deny('a\nb'),
  );
  expect(strictest([deny('a'), { halt: true, haltReason: 'h' }])).toEqual({
    halt: true,
    haltReason: 'h',
  });
  expect(strictest([{ context: 'a' }, { context: 'b', message: 'm' }])).toEqual({
    ...{ context: 'a\nb', message: 'm' },
  });
  const input = { command: 'x' };
  expect(strictest([{ input }, {}, { input }])).toEqual({ input });
  expect(strictest([{ input }, { input: { command: 'y' } }])).toMatchObject({ decision: 'deny' });
  expect(strictest([{ input }, deny('no')])).toMatchObject(deny('no'));
});
