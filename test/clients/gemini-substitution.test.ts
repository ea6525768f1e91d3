// What Gemini CLI's own code makes of a line of its settings, held against our model of it and ours.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expanded, loaded } from '../oracles/gemini-line.ts';
import { lineInFolder, values } from '../shim/gemini-lines.ts';
import { refusesAlike, refusing } from '../shim/refusing.ts';
import { folder, runExecutable } from '../shim/run.ts';
import { pinned, realGemini } from './gemini-core.ts';

const dir = folder('lines');
const gemini = realGemini(pinned);

test('Gemini CLI expands any line in any folder to the text that test/oracles/gemini-line.ts predicts', async () => {
  const expands = await gemini.expands();
  const law = fc.property(lineInFolder, ([one, cwd]) => {
    const line = loaded(one, values);
    expect(expands(line, cwd, 'id 1')).toBe(expanded(line, cwd, '/plans', 'id 1'));
  });
  fc.assert(law, { numRuns: 5000 });
});

describe('a guard that refuses', () => {
  test.each(
    refusing,
  )('gives the reason through the shim that it gives through Gemini CLI’s runner: %j', (line) =>
    refusesAlike(
      line,
      dir,
      async (loadedLine, { stdin, env }) => {
        const { stderr, exitCode } = await gemini.runs(loadedLine, stdin, env);
        return { stderr, code: exitCode };
      },
      runExecutable,
    ));
});
