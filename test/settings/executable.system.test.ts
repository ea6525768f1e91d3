// The executable itself: what the other tests of settings call in their own process is what it runs.
import { expect, test } from 'vitest';
import { type Files, project } from './project.ts';
import { guardFiles, longFiles, neutralFiles } from './sources.ts';

const convert = ['convert', 'cursor', 'gemini', '--write'];

/** Each subcommand and exit code: the words, the code, the project, and what is run before. */
const lines: [args: string[], code: number, files: Files, before?: string[]][] = [
  [['--version'], 0, {}],
  [['--help'], 0, {}],
  [['capabilities'], 0, {}],
  [convert, 0, guardFiles],
  [['convert', 'cursor', 'gemini', '--json'], 1, longFiles],
  [['sync'], 0, neutralFiles],
  [['sync', '--check'], 3, neutralFiles],
  [['remove', 'gemini'], 0, guardFiles, convert],
  [['convert', 'cursor', 'gemini', '--wrte'], 2, guardFiles],
];

test.each(
  lines,
)('the executable does with %j what a call in this process does, and ends with %i', async (args, code, files, before) => {
  const [called, started] = [project(files), project(files)];
  if (before) for (const p of [called, started]) await p.anyhook(...before);
  const said = await called.anyhook(...args);
  expect(said).toMatchObject({ code, signal: null });
  expect((said.stdout + said.stderr).length).toBeGreaterThan(4);
  const whole = (text: string) => text.replaceAll(called.dir, started.dir);
  expect(await started.anyhookProcess(...args)).toEqual({
    ...said,
    stdout: whole(said.stdout),
    stderr: whole(said.stderr),
  });
  expect(started.texts()).toEqual(called.texts());
});
