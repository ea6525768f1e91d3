// What a person may not look at is reported in words: root may, so these are processes of another user.
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectReported, runAll } from './hostile-paths.ts';
import { cursorHooks, project } from './project.ts';

test('a script behind EACCES is reported as one that cannot be reached', async () => {
  const p = project({ 'hooks/g.sh': '#!/bin/sh\n' });
  chmodSync(p.at('hooks'), 0);
  await expectReported(p, p.anyhookAsNobody, 'hooks/g.sh', 'cannot be reached (EACCES)');
  chmodSync(p.at('hooks'), 0o755); // or it could not be tidied up
});

test('EACCES at a folder of settings is reported without a stack trace', async () => {
  let met = 0;
  for (const path of ['.gemini', '.claude']) {
    const p = project({
      '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }),
      [`${path}/settings.json`]: '{}',
    });
    chmodSync(p.dir, 0o777);
    chmodSync(p.at(path), 0);
    await runAll(p.anyhookAsNobody);
    chmodSync(p.at(path), 0o755);
    met++;
  }
  expect(met).toBe(2);
});
