// A call may be so large that it cannot be judged before the agent gives up: then it is refused at once.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codexCall } from './payloads.ts';
import { folder, json, runExecutable as run } from './run.ts';

const dir = folder();
const deletes = (count: number) =>
  Array.from({ length: count }, (_, i) => `*** Delete File: f${i}\n`).join('');
const patch = (count: number) =>
  codexCall('apply_patch', { command: `*** Begin Patch\n${deletes(count)}*** End Patch\n` });
const ask = async (stdin: object, ...words: string[]) => {
  const line = ['--host', 'codex', '--as', 'anyhook', '--event', 'before-tool', '--exit', '0'];
  const { code, stdout } = await run([...line, ...words], { stdin, cwd: dir });
  return { code, ...(json(stdout).hookSpecificOutput as object) };
};
const refusal = (why: string) => ({
  ...{ code: 0, permissionDecision: 'deny' },
  permissionDecisionReason: expect.stringContaining(why),
});

test('a patch of more files than a hook is asked about is refused without a start, and a hook that is not about it lets it through', async () => {
  const started = join(dir, 'started');
  const hook = ['--', `touch "${started}"`];
  const why = 'a hook is asked about 1000 objects of one call at most, and this one has more';
  for (const count of [1001, 20_000])
    expect(await ask(patch(count), ...hook)).toEqual({
      ...refusal(`anyhook: ${why}, so this call is not let through. Call it in another way`),
      hookEventName: 'PreToolUse',
    });
  expect(existsSync(started)).toBe(false);
  expect(await ask(patch(1001), '--matcher', 'shell', ...hook)).toEqual({ code: 0 });
  // At one less, the hook is started, and each start has its part of the time.
  const few = await ask(patch(3), ...hook);
  expect([few, existsSync(started)]).toEqual([{ code: 0 }, true]);
});

test('a path that is longer than any file has is refused, whatever it leads to', async () => {
  const path = `${'a/../'.repeat(300_000)}f`;
  const command = `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n`;
  const call = codexCall('apply_patch', { command });
  expect(await ask(call, '--', 'exit 0')).toMatchObject(refusal('the path is too long'));
});

test('the time of a hook begins with the process: where none is left for it, a gate refuses, and the hook is not started', async () => {
  const started = join(dir, 'too-late');
  const late = ['--timeout', '1ms', '--', `touch "${started}"`];
  expect(await ask(patch(2), ...late)).toMatchObject(refusal('ran out of time'));
  const large = codexCall('exec_command', { cmd: 'echo a; '.repeat(20_000) });
  expect(await ask(large, ...late)).toMatchObject(
    refusal(''), // by where the time was over: before the inputs were made, or after
  );
  expect(existsSync(started)).toBe(false);
});
