import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventAt } from '../facts.ts';
import { bytes, folder, oneLine, read, run } from './run.ts';

const dir = folder();
let count = 0;
const payload = { session_id: 's', conversation_id: 's', cwd: '/proj', transcript_path: '' };

/** An event that no table has, as each agent would word it. */
const later = (host: string) => ({
  ...payload,
  ...(host === 'anyhook' ? { event: 'before-browse' } : { hook_event_name: 'BeforeBrowse' }),
});
const name = (host: string) => (host === 'anyhook' ? 'before-browse' : 'BeforeBrowse');

describe.each(['gemini', 'cursor', 'anyhook'])('An event of %s that no table has', (host) => {
  const own = ['--host', host, '--as', host];
  const ways: [string, string[]][] = [
    ['without --event', own],
    ['with --event', [...own, '--event', name(host)]],
    ['with --event and without --host', ['--as', host, '--event', name(host)]],
    ['with a matcher', [...own, '--matcher', 'nothing']],
  ];
  test.each(
    ways,
  )('is passed to a hook of its own dialect byte for byte, and so is the response to the host: %s', async (_, args) => {
    const path = join(dir, `in-${count++}`);
    const stdin = bytes(later(host));
    const hook = `cat >'${path}'; printf ' {"decision":"deny"}\\n'; printf why >&2; exit 2`;
    const said = await run([...args, '--', hook], { stdin });
    expect(said).toMatchObject({ stdout: ' {"decision":"deny"}\n', stderr: 'why', code: 2 });
    expect(read(path)).toBe(stdin);
  });

  test('is refused by a line for another gate, and let pass by a line for an event that gates nothing', async () => {
    for (const event of [eventAt(host, 'before'), eventAt(host, 'stop')]) {
      const stdin = later(host);
      const said = await run([...own, '--event', event, '--', 'echo yes'], { stdin });
      const code = /tool/i.test(event) ? 2 : 0;
      expect(said).toMatchObject({ stdout: '', code });
      expect(said.stderr).toMatch(oneLine);
    }
  });

  test('is refused by a guard of another dialect, which says to update anyhook', async () => {
    const as = host === 'cursor' ? 'gemini' : 'cursor';
    const [gate, other] = [eventAt(as, 'before'), eventAt(as, 'stop')];
    const to = ['--host', host, '--as', as, '--event'];
    const guard = await run([...to, gate, '--', 'true'], { stdin: later(host) });
    expect(guard).toMatchObject({ stdout: '', code: 2 });
    expect(guard.stderr).toMatch(oneLine);
    expect(guard.stderr).toMatch(/until this is mended\. Update anyhook/);
    const allowed = ['--on-failure', 'allow', '--', 'true'];
    for (const rest of [
      [other, '--', 'true'],
      [gate, ...allowed],
    ]) {
      const said = await run([...to, ...rest], { stdin: later(host) });
      expect(said).toMatchObject({ stdout: '', code: 0 });
      expect(said.stderr).toContain(`no event ${name(host)}`);
    }
  });

  test.each([
    ['native', 'kill -9 $$', 0],
    ['native', 'exit 7', 7],
    ['block', 'kill -9 $$', 2],
    ['block', 'exit 7', 2],
    ['allow', 'exit 7', 0],
  ])('leads to the exit code that --on-failure %s gives to a hook that runs: %s', async (policy, hook, code) => {
    const args = [...own, '--on-failure', policy, '--', hook];
    expect(await run(args, { stdin: later(host) })).toMatchObject({ stdout: '', code });
  });
});
