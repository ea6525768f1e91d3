import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { setAtPath, splitPath } from '../../src/mapping/paths.ts';
import type { Json } from '../../src/util/json.ts';
import { eventAt, facts, placePayload, recordedCall } from '../facts.ts';
import { bytes, folder, oneLine, read, run } from './run.ts';

const dir = folder();
let count = 0;

const name = (host: string) => (host === 'anyhook' ? 'before-browse' : 'BeforeBrowse');

/** An event that no table has, as each agent would word it: one that says no more than all do. */
const later = (host: string): Json => {
  if (host === 'anyhook') return { event: name(host), session: 's', cwd: dir };
  const paths = facts[host as Vendor].place?.paths;
  if (paths) {
    const [first] = splitPath(paths.event);
    const stated = { ...placePayload(host, recordedCall(host), { cwd: dir }), [first]: {} };
    setAtPath(stated, splitPath(paths.event), name(host));
    return stated;
  }
  const { session_id, conversation_id, transcript_path, turn_id, timestamp } = recordedCall(host);
  const around = { session_id, conversation_id, transcript_path, turn_id, timestamp };
  return { ...around, cwd: dir, hook_event_name: name(host), url: 'https://example.com' };
};

/** A payload of Copilot CLI in camelCase, which has no field that names the event. */
const unnamed = { sessionId: 's', timestamp: 1_790_000_000_000, cwd: dir, browser: 'tab-1' };

/** What Copilot CLI says around every event whose name is in PascalCase, 1.0.102. */
const pascal = { session_id: 's', timestamp: '2026-11-24T09:30:00.000Z', cwd: dir };

const kinds: [string, string, Json][] = [
  ...Object.keys(adapters).map((host): [string, string, Json] => [
    host,
    host,
    host === 'copilot' ? { ...pascal, hook_event_name: name(host) } : later(host),
  ]),
  ['copilot, which does not name it,', 'copilot', unnamed],
];

describe.each(kinds)('An event of %s that no table has', (_, host, payload) => {
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
    const stdin = bytes(payload);
    const hook = `cat >'${path}'; printf ' {"decision":"deny"}\\n'; printf why >&2; exit 2`;
    const said = await run([...args, '--', hook], { stdin });
    expect(said).toMatchObject({ stdout: ' {"decision":"deny"}\n', stderr: 'why', code: 2 });
    expect(read(path)).toBe(stdin);
  });

  test('is refused by a line for another gate, and let pass by a line for an event that gates nothing', async () => {
    for (const event of [eventAt(host, 'before'), eventAt(host, 'stop')]) {
      const stdin = payload;
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
    const guard = await run([...to, gate, '--', 'true'], { stdin: payload });
    expect(guard).toMatchObject({ stdout: '', code: 2 });
    expect(guard.stderr).toMatch(oneLine);
    expect(guard.stderr).toMatch(/until this is fixed\. A person can update anyhook/);
    const allowed = ['--on-failure', 'allow', '--', 'true'];
    for (const rest of [
      [other, '--', 'true'],
      [gate, ...allowed],
    ]) {
      const said = await run([...to, ...rest], { stdin: payload });
      expect(said).toMatchObject({ stdout: '', code: 0 });
      expect(said.stderr).toContain(
        `no event ${payload === unnamed ? 'of this form' : name(host)}`,
      );
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
    expect(await run(args, { stdin: payload })).toMatchObject({ stdout: '', code });
  });
});

test('An event that only another agent had so far is passed to a hook of its own dialect', async () => {
  const hook = ['--', 'echo taken'];
  let passed = 0;
  for (const host of ['claude', 'codex', 'cursor', 'gemini', 'qwen', 'tabnine', 'terminai']) {
    const known = adapters[host as 'claude'].bindings.nativeNames;
    const theirs = ['PostToolBatch', 'BeforeToolSelection'].find((one) => !known.includes(one));
    const stdin: Json = { ...recordedCall(host), cwd: dir, hook_event_name: theirs };
    const said = await run(['--host', host, '--as', host, ...hook], { stdin });
    expect(said, host).toMatchObject({ stdout: 'taken\n', stderr: '', code: 0 });
    // A payload of nobody in particular is more likely of the agent that has the event.
    const { hook_event_name, cwd } = stdin;
    const line = ['--host', host, '--as', host, '--event', eventAt(host, 'before'), ...hook];
    const doubtful = await run(line, { stdin: { hook_event_name, cwd } });
    expect(doubtful.stdout, host).not.toContain('taken');
    passed++;
  }
  expect(passed).toBe(7);
});
