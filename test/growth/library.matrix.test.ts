import { expect, test } from 'vitest';
import { callsOf, read, recognise, refuse, say, translateAll } from '../../src/index.ts';
import { grows } from './growth.ts';

/** A payload with many fields, as text. */
const wide = (count: number): string =>
  JSON.stringify({
    ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p' },
    transcript_path: '/h/.claude/projects/p/s.jsonl',
    ...{ tool_name: 'mcp__a__b', tool_input: {} },
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i])),
  });

/** A payload whose arguments are many objects. */
const full = (count: number): string =>
  JSON.stringify({
    ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', tool_name: 'mcp__a__b' },
    tool_input: { items: Array.from({ length: count }, (_, i) => ({ a: i, b: [`${i}`] })) },
  });

const patch = (count: number): string =>
  JSON.stringify({
    ...{
      hook_event_name: 'PreToolUse',
      session_id: 's',
      turn_id: 't',
      cwd: '/p',
      tool_name: 'apply_patch',
    },
    tool_input: {
      command: `*** Begin Patch\n${'*** Update File: a\n@@\n-a\n+b\n'.repeat(Math.min(count, 1))}${'@@\n-a\n+b\n'.repeat(count)}*** End Patch`,
    },
  });

/** A call of more objects is refused before a hook is asked about any. */
const mostObjects = 1000;

/** A patch of many files, which are changed, added or deleted. */
const patchOf = (section: (file: string) => string) => (count: number) =>
  JSON.stringify({
    ...{ hook_event_name: 'PreToolUse', session_id: 's', turn_id: 't', cwd: '/p' },
    tool_name: 'apply_patch',
    tool_input: {
      command: `*** Begin Patch\n${Array.from({ length: count }, (_, i) => section(`d/f${i}`)).join('')}*** End Patch`,
    },
  });
const changes = patchOf((file) => `*** Update File: ${file}\n@@\n-a\n+b\n`);
const additions = patchOf((file) => `*** Add File: ${file}\n+b\n`);

test.each<[string, (count: number) => string, (text: string) => unknown, number]>([
  ['reading a payload with many fields', wide, (text) => read('claude', text), 20_000],
  ['reading a payload with many objects', full, (text) => read('claude', text), 20_000],
  [
    'reading a payload that was cut off',
    (count) => `{${'"hook_event_name" '.repeat(count)}`,
    (text) => read('claude', text),
    20_000,
  ],
  [
    'reading a payload that was cut off in blanks',
    (count) => `{"hook_event_name"${' '.repeat(count)}`,
    (text) => read('claude', text),
    200_000,
  ],
  [
    'recognising a payload with many fields',
    wide,
    (text) => recognise(text, {}, ['claude', 'cursor', 'qwen']),
    4000,
  ],
  [
    'refusing a payload with many objects',
    full,
    (text) => refuse('claude', read('claude', text), 'no'),
    20_000,
  ],
  [
    'answering with a long reason',
    (count) => 'é"\\ '.repeat(count),
    (text) => say('gemini', 'before-tool', { decision: 'deny', reason: text }),
    50_000,
  ],
  ['listing the calls of a patch', patch, (text) => callsOf('codex', read('codex', text)), 10_000],
  [
    'listing the calls of a patch that changes many files',
    changes,
    (text) => callsOf('codex', read('codex', text)),
    mostObjects,
  ],
  [
    'listing the calls of a patch that adds many files',
    additions,
    (text) => callsOf('codex', read('codex', text)),
    mostObjects,
  ],
  [
    'asking hooks of another agent about a patch of many files',
    changes,
    (text) => translateAll(JSON.parse(text), { from: 'codex', to: 'claude' }),
    mostObjects,
  ],
])('The time of %s grows no faster than the text', (_, make, work, large) => {
  expect(grows(make, work, large)).toBeUndefined();
});
