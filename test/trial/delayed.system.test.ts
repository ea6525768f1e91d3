/** `anyhook test` about a hook whose text its agent takes at a later event only, and about hooks that one line starts. */
import { expect, test } from 'vitest';
import { canonicalId } from '../../src/settings/neutral/names.ts';
import { listAdapters } from '../../src/translate/host.ts';
import { hosts } from '../settings/delivery.ts';
import { type Files, project } from '../settings/project.ts';

const script = `#!/bin/sh\necho '{"context":"hello"}'\n`;

test.each([
  'prompt',
  'session-start',
] as const)('text for the model that an agent does not take at %s is said to be kept, and never to be nothing', async (event) => {
  const { anyhookProcess } = project({ 'say.sh': script });
  const agents = listAdapters().filter(({ id }) => id !== canonicalId);
  const { stdout } = await anyhookProcess('test', '--event', event, '--', './say.sh');
  for (const { id, bindings } of agents) {
    const takesText = bindings.listFor(event).some(({ outcome }) => outcome.context);
    const line = stdout.split('\n').find((one) => one.trim().startsWith(`${id} `)) ?? '';
    const kept = 'its text for the model is kept for a later event';
    expect(line, `${id}\n${stdout}`).toContain(takesText ? 'hello' : kept);
  }
});

test('the story says what is kept', async () => {
  const { anyhookProcess } = project({ 'say.sh': script });
  const { stdout } = await anyhookProcess(
    ...['test', '--prompt', 'hi', '--agent', 'cursor', '-v', '--', './say.sh'],
  );
  expect(stdout).toMatch(/not now +its text for the model is kept for a later event/);
});

const hooks: Files = {
  'silent.sh': '#!/bin/sh\n',
  'say.sh': script,
  'guard.sh': '#!/bin/sh\ngrep -q "rm -rf" && { echo no >&2; exit 2; }\nexit 0\n',
};

test.each([
  ['ls', '--tool', 'shell'],
  ['rm -rf /', '--tool', 'shell'],
  ['--prompt', 'hi'],
  ['--prompt', 'rm -rf /'],
])('of a hook that starts beside others by one line, the same is said as of it alone: %s %s', async (...call) => {
  const event = call.includes('--prompt') ? 'prompt' : 'before-tool';
  const names = Object.keys(hooks);
  const list = names.map((name) => `  - { name: ${name}, on: ${event}, run: ./${name} }\n`);
  const { anyhook } = project({ ...hooks, 'anyhook.yaml': `version: 1\nhooks:\n${list.join('')}` });
  const ask = async (...more: string[]) => (await anyhook('test', ...call, ...more)).stdout;
  const blocks = new Map(
    (await ask()).split('\n\n').map((block) => [/\S+\.sh/.exec(block)?.[0], block.split('\n')]),
  );
  const withoutTime = (row: string) => row.replace(/ +\d+ ms.*$/, '').trim();
  for (const name of names) {
    const rowsOf = (rows: readonly string[]) =>
      rows.filter((row) => / ms( for its line)?$/.test(row));
    const beside = rowsOf(blocks.get(name) ?? []);
    const alone = rowsOf((await ask(`--hook=${name}`)).split('\n'));
    expect(beside.map(withoutTime)).toEqual(alone.map(withoutTime));
    // Codex CLI gives each hook a line of its own.
    expect(beside.filter((row) => row.endsWith(' ms for its line')).length).toBe(hosts.length - 1);
    expect(alone.some((row) => row.endsWith(' for its line'))).toBe(false);
  }
});
