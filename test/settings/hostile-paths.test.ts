// A path that cannot be reached is reported in words by every command, and never as a stack trace.
import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectReported, runAll } from './hostile-paths.ts';
import { cursorHooks, type Project, project } from './project.ts';

const long = 'x'.repeat(300);

/** What stands at `path`; nothing below it can be reached, for the reason that is named. */
const obstacles: [code: string, make: (p: Project, path: string) => void][] = [
  ['ENOTDIR', (p, path) => p.put(path, 'x')],
  ['ELOOP', (p, path) => symlinkSync(p.at(path), p.at(path))],
];

test.each([
  ...obstacles,
  ['ENAMETOOLONG', () => {}] as const,
])('a script behind %s is reported as one that cannot be reached', async (code, make) => {
  const p = project();
  make(p, 'hooks');
  const script = code === 'ENAMETOOLONG' ? `${long}/g.sh` : 'hooks/g.sh';
  await expectReported(p, p.anyhook, script, `cannot be reached (${code})`);
});

test.each(
  obstacles,
)('%s at a folder of settings is reported without a stack trace', async (_, make) => {
  let met = 0;
  for (const path of [
    '.gemini',
    '.gemini/settings.json',
    '.claude',
    '.claude/settings.json',
    '.anyhook',
  ]) {
    const p = project({ '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }) });
    if (path.includes('/')) p.put(`${path}/../x`, '');
    make(p, path);
    await runAll(p.anyhook);
    met++;
  }
  expect(met).toBe(5);
});
