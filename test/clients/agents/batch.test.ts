// Hooks that are told of all calls of a turn at once, when they are over.
import { describe, expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { clients, session } from './index.ts';

const event = 'PostToolBatch';
const context = (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext },
});
const block = (reason: string) => ({ decision: 'block', reason });

/** At home, a block of Claude's ends the turn, and one of Qwen's stands in the place of the result. */
const hooks = [
  {
    speaks: 'claude',
    added: context('Mind the lock.'),
    word: 'stop',
    blocked: block('Stop here.'),
  },
  { speaks: 'qwen', added: context('And the queue.'), word: 'hide', blocked: block('Hidden.') },
].map(({ speaks, added, word, blocked }) => ({
  speaks,
  event,
  run: `input=$(cat); printf '%s\\n' "$input" >> "$HOOK_SEEN"
case $input in
*added.txt*) echo '${JSON.stringify(added)}' ;;
*${word}.txt*) echo '${JSON.stringify(blocked)}' ;;
esac`,
}));

describe.each(['claude', 'qwen'] as const)('in %s', (id) => {
  const { calls } = clients[id];
  const prints = (name: string) => ({
    calls: [calls.shell(`echo what ${name} prints | tee ${name}.txt`)],
  });

  test.each([
    ['stop', 'Stop here.'],
    ['hide', 'Hidden.'],
  ])('add context to finished calls, and one that blocks by the word %s keeps the result from the model', async (word, reason) => {
    const run = await session(id, {
      files: { 'anyhook.yaml': JSON.stringify({ version: 1, hooks }) },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', id, '--accept-loss'),
      turns: [prints('added'), prints(word), { text: 'That was all.' }],
    });
    expect(run.result(0)).toContain('what added prints');
    for (const text of ['Mind the lock.', 'And the queue.']) expect(run.told).toContain(text);
    expect(run.file(`${word}.txt`)).toBe(`what ${word} prints\n`);
    expect(run.told).not.toContain(`what ${word} prints`);
    // Claude has no form for another result: the turn ends.
    if (id === 'qwen') expect(run.result(1)).toContain(reason);
    expect(run.stdout.includes('That was all.')).toBe(id === 'qwen');
    expect(run.seen()).toHaveLength(4);
    expect(run.exitCode).toBe(0);
  });
});
