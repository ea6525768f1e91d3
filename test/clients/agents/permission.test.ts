// Hooks that answer in the place of the person who would be asked about a call.
import { describe, expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { clients, session } from './index.ts';

const says = (word: string, answer: object) => `*${word}.txt*) echo '${JSON.stringify(answer)}' ;;`;
const decides = (decision: object) => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
});

/** At home, each refuses one call and allows another, and says nothing of all others. */
const hooks = [
  {
    speaks: 'claude',
    event: 'PermissionRequest',
    cases: [
      says('first', decides({ behavior: 'deny', message: 'Not the first.' })),
      says('granted', decides({ behavior: 'allow' })),
    ],
  },
  {
    speaks: 'copilot',
    event: 'permissionRequest',
    cases: [says('second', { behavior: 'deny', message: 'Not the second.' })],
  },
  { on: 'permission', cases: [says('third', { decision: 'deny', reason: 'Not the third.' })] },
].map(({ cases, ...hook }) => ({
  ...hook,
  run: `input=$(cat); printf '%s\\n' "$input" >> "$HOOK_SEEN"\ncase $input in ${cases.join('\n')} esac`,
}));

const names = ['first', 'second', 'third', 'granted', 'other'];

// Codex and Qwen ask nobody, and fire no such event, where they run without a person.
describe.each(['claude', 'copilot'] as const)('in %s', (id) => {
  test('refuse and grant a call in the words of each agent', async () => {
    const run = await session(id, {
      files: { 'anyhook.yaml': JSON.stringify({ version: 1, hooks }) },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', id, '--accept-loss'),
      asksPermission: true,
      turns: names.map((name) => ({ calls: [clients[id].calls.shell(`echo ran > ${name}.txt`)] })),
    });
    for (const [at, name] of ['first', 'second', 'third'].entries()) {
      expect(run.result(at)).toContain(`Not the ${name}.`);
      expect(run.file(`${name}.txt`)).toBeUndefined();
    }
    expect(run.file('granted.txt')).toBe('ran\n');
    // Nobody is there to be asked: Claude then refuses, and Copilot was told to allow all tools.
    expect(run.file('other.txt')).toBe(id === 'claude' ? undefined : 'ran\n');
    // Once a hook has decided, Claude does not always wait for the others, which was seen on a busy machine.
    const told = run.seen().map((payload) => JSON.stringify(payload));
    const undecided = told.filter((payload) => payload.includes('other.txt'));
    for (const word of ['"hook_event_name":"PermissionRequest"', '"hookName":"permissionRequest"'])
      expect(undecided.filter((payload) => payload.includes(word))).toHaveLength(1);
    expect(run.exitCode).toBe(0);
  });
});
