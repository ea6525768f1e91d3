// Lines as they are converted and synced, run by Gemini CLI's own runner.
import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { Lines, lines } from '../matrix/lines.ts';
import { selectEvenly } from '../matrix/selection.ts';
import { pinned, realGemini } from './gemini-core.ts';

/** Gemini CLI and its kin, which put folders into a line before a shell reads it. */
const kin = Object.entries(adapters)
  .filter(([, { runtime }]) => runtime.commandVariables.length > 0)
  .map(([host]) => host);

/** Lines of each of them. */
const most = 24;

test('a converted line gives no weaker verdict than its hook’s agent where Gemini CLI’s code runs it', async () => {
  const gemini = realGemini(pinned);
  const fires = async (host: Vendor, line: string, stdin: object) => {
    const { exitCode, stdout, stderr, heard } = await gemini.fires(line, stdin);
    return { code: exitCode, stdout, stderr, ...(host === 'gemini' ? { heard } : {}) };
  };
  const all = [...lines()].filter(({ place }) => kin.includes(place.host));
  const { cells, weaker, table } = await new Lines(fires).run(
    selectEvenly(all, ({ place }) => place.host, most),
  );
  expect(weaker.slice(0, 10)).toEqual([]);
  expect(new Set([...table.keys()].map((key) => key.split(' ')[0]))).toEqual(new Set(kin));
  expect(cells).toBeGreaterThan((kin.length * most) / 2);
});
