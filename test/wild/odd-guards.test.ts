/** Guards that refuse in unusual ways: what their text does not show may not be taken for "it never refuses". */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convertFile } from '../../src/index.ts';
import { project } from '../settings/project.ts';
import { wild } from './corpus.ts';

/** Each refused a call under Gemini CLI's own rules when it was run with a call of `a bad # thing`. */
const guards: { name: string; file: string; text: string[] }[] = JSON.parse(
  readFileSync(join(wild, 'odd-guards.json'), 'utf8'),
);

/** Guards that are taken for scripts without a verdict. */
const open: readonly string[] = ['mjs-writeFileSync0'];

const programs: Record<string, string> = { sh: 'bash', py: 'python3', cjs: 'node', mjs: 'node' };

/** Tells whether the conversion to Cursor, which has no such event, refuses to lose the guard. */
async function isKept({ file, text }: (typeof guards)[number]): Promise<boolean> {
  const command = `${programs[file.slice(file.lastIndexOf('.') + 1)]} ${file}`;
  const p = project({
    '.gemini/settings.json': {
      hooks: { BeforeModel: [{ hooks: [{ type: 'command', command }] }] },
    },
    [file]: text.join('\n'),
  });
  const job = { from: 'gemini', to: 'cursor', root: p.dir, home: p.home };
  return (await convertFile(job)).unaccepted.length > 0;
}

test('No guard is lost because its text is not understood', async () => {
  const lost: string[] = [];
  for (const one of guards.filter(({ name }) => !open.includes(name)))
    if (!(await isKept(one))) lost.push(`${one.name}:\n${one.text.join('\n')}`);
  expect(lost.join('\n\n')).toBe('');
  expect(guards.length).toBeGreaterThan(100);
});
