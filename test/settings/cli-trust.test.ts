import { expect, test } from 'vitest';
import { cursorHooks, type Project, project } from './project.ts';

const hooks = (timeout: number) =>
  cursorHooks({ beforeShellExecution: [{ command: './guard.sh', timeout }] });
const again = /trust these hooks again in \/hooks/;

/** What a conversion says, on one line. */
async function convert(p: Project, to: string): Promise<string> {
  const { stdout } = await p.anyhook('convert', 'cursor', to, '--write', '--accept-loss');
  return stdout.replace(/\s+/g, ' ');
}

test('that Codex CLI must be told to trust hooks again is said once, where lines of ours were replaced', async () => {
  const p = project({ '.cursor/hooks.json': hooks(10) });
  expect(await convert(p, 'codex')).not.toMatch(again);
  p.put('.cursor/hooks.json', hooks(20));
  expect(await convert(p, 'codex')).toMatch(again);
  expect(await convert(p, 'codex')).not.toMatch(again);
  const more = { ...hooks(20).hooks, stop: [{ command: './stop.sh' }] };
  p.put('.cursor/hooks.json', cursorHooks(more));
  expect(await convert(p, 'codex')).not.toMatch(again);
});

test('that lines must be trusted again is said of no agent that does not ask', async () => {
  const p = project({ '.cursor/hooks.json': hooks(10) });
  await convert(p, 'gemini');
  p.put('.cursor/hooks.json', hooks(20));
  expect(await convert(p, 'gemini')).not.toMatch(/again in/);
});

test('sync says it as well', async () => {
  const hook = (run: string) =>
    `version: 1\nhooks:\n  - { on: before-tool, run: ./guard.sh, timeout: ${run} }\n`;
  const p = project({ 'anyhook.yaml': hook('10s') });
  await p.anyhook('sync', '--to', 'codex', '--accept-loss');
  p.put('anyhook.yaml', hook('20s'));
  const { stdout } = await p.anyhook('sync', '--to', 'codex', '--accept-loss');
  expect(stdout.replace(/\s+/g, ' ')).toMatch(again);
});
