/** `anyhook test` about a hook whose text its agent takes at a later event only. */
import { expect, test } from 'vitest';
import { canonicalId } from '../../src/settings/neutral/names.ts';
import { listAdapters } from '../../src/translate/host.ts';
import { project } from '../settings/project.ts';

const script = `#!/bin/sh\necho '{"context":"hello"}'\n`;

test.each([
  'prompt',
  'session-start',
] as const)('text for the model that an agent does not take at %s is said to be kept, and never to be nothing', async (event) => {
  const { anyhookProcess } = project({ 'say.sh': script });
  const agents = listAdapters().filter(({ id }) => id !== canonicalId);
  const { stdout } = await anyhookProcess('test', '--event', event, '--', './say.sh');
  for (const { id, bindings } of agents) {
    const [first] = bindings.listFor(event);
    const line = stdout.split('\n').find((one) => one.trim().startsWith(`${id} `)) ?? '';
    const kept = 'its text for the model is kept for a later event';
    expect(line, `${id}\n${stdout}`).toContain(first?.outcome.context ? 'hello' : kept);
  }
});

test('the story says what is kept', async () => {
  const { anyhookProcess } = project({ 'say.sh': script });
  const { stdout } = await anyhookProcess(
    ...['test', '--prompt', 'hi', '--agent', 'cursor', '-v', '--', './say.sh'],
  );
  expect(stdout).toMatch(/not now +its text for the model is kept for a later event/);
});
