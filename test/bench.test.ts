import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { beyond, median, playUntilSure, race, ratioOf, timesOf } from '../bench/measure.mjs';
import {
  blockOf,
  holds,
  majors,
  mostOf,
  readBlock,
  readmeLines,
  replaceCells,
  rows,
  withBlock,
} from '../bench/report.mjs';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const page = read('docs/speed.md');
const readme = read('README.md');
const block = blockOf(page, 'bench');
const names = Object.keys(rows);
const result = (name: string, value = 1) => ({
  name,
  value,
  low: value,
  high: value,
  medians: 'ours 30.0, floor 25.0, hook 5.0, node 20.0',
});

test('docs/speed.md lists every row of the bench in its order, with what the ratio is to', () => {
  const lines = [...block.replace(/\n\n[\s\S]*/, '').matchAll(/^\| (.+?) \| (.+?) \|/gm)].slice(2);
  expect(lines.map(([, ...cells]) => cells)).toEqual(
    names.map((name) => [name, rows[name]?.against]),
  );
});

test('each cell of docs/speed.md has the gate of its row and Node, and says truly whether it is held', () => {
  const { ratios } = readBlock(block);
  let played = 0;
  for (const name of names) {
    for (const major of majors) {
      const cell = ratios[name]?.[major] as string;
      const [, value, gate, verdict] =
        /^([\d.]+) \(-?[\d.]+–-?[\d.]+\)(?:, gate ([\d.]+): (\S.*))?$/.exec(cell) ?? [];
      if (value === undefined) expect([name, major, cell]).toEqual([name, major, '–']);
      else {
        played++;
        const most = mostOf(name, major);
        const verdictOf = (isHeld: boolean) => (isHeld ? 'held' : '**not held**');
        const expected = most && verdictOf(holds({ name, value: Number(value) }, major));
        expect([name, gate && Number(gate), verdict]).toEqual([name, most, expected]);
      }
    }
  }
  expect(played).toBeGreaterThan(names.length);
});

test('the lines of the README on speed say what docs/speed.md says', () => {
  expect(blockOf(readme, 'speed')).toBe(readmeLines(block));
  expect(readmeLines(block).match(/^- /gm)).toHaveLength(5);
});

test('a bench of one Node replaces the cells of that Node, of the rows that it played, and nothing else', () => {
  const all = majors.reduce(
    (text, major) =>
      replaceCells(
        text,
        major,
        names.map((name) => result(name)),
        `v${major}`,
      ),
    '',
  );
  expect(replaceCells(all, 24, [], 'v24')).toBe(all);
  const changed = replaceCells(all, 24, [result('library', 2)], 'v24.1');
  const [before, after] = [readBlock(all), readBlock(changed)];
  const differs = (table: 'ratios' | 'medians') =>
    Object.keys(after[table]).flatMap((name) =>
      majors
        .filter((major) => after[table][name]?.[major] !== before[table][name]?.[major])
        .map((major) => `${name}, ${major}`),
    );
  expect(differs('ratios')).toEqual(['library, 24']);
  expect(differs('medians')).toEqual(['played on, 24']);
  expect(replaceCells(all, 22, [result('library', 2)], 'v22')).toBe(all); // it has no column
  expect(blockOf(withBlock(page, 'bench', changed), 'bench')).toBe(changed);
});

test('the README says a range over all Nodes that were played', () => {
  const medians = 'ours 45.0, floor 25.0, hook 5.0, node 20.0';
  const name = 'line of a project, 1 KB';
  const one = replaceCells('', 20, [result(name)], 'v20');
  expect(readmeLines(one)).toContain(
    'A call costs 25 ms beyond the hook itself, which is 1.3 starts',
  );
  const two = replaceCells(one, 26, [{ ...result(name), medians }], 'v26');
  expect(readmeLines(two)).toContain(
    'costs 25 to 40 ms beyond the hook itself, which is 1.3 to 2.0',
  );
});

test('a gate may differ by Node, and accepts a ratio that rounds to it', () => {
  const name = 'line of a project, 1 KB';
  expect([20, 22, 24, 26, 28].map((major) => mostOf(name, major))).toEqual([
    1.35, 1.35, 1.4, 1.45, 1.45,
  ]);
  expect(holds({ name, value: 1.354 }, 20)).toBe(true);
  expect(holds({ name, value: 1.356 }, 20)).toBe(false);
  expect(holds({ name, value: 1.41 }, 24)).toBe(false);
  expect(holds({ name: 'import of anyhook', value: 9 }, 20)).toBe(true);
});

test('an extra cost is the median of paired differences, with the quartiles of the rounds', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median(beyond([11, 102, 13], [1, 90, 3]))).toBe(10); // a slow round is slow for both
  expect(ratioOf([1, 2, 3, 4, 5], [1, 1, 1, 1, 1])).toEqual({ value: 3, low: 2, high: 4 });
  expect(timesOf([3, 3, 3], [2, 2, 2])).toEqual({ value: 1.5, low: 1.5, high: 1.5 });
});

test('a race plays its rounds in a shuffled order, and waits for a promise', async () => {
  const turns: string[] = [];
  const slow = () => new Promise((resolve) => setTimeout(resolve, 20));
  const taken = await race({ a: () => turns.push('a'), b: () => turns.push('b') }, 40, 1);
  expect([taken.a?.length, taken.b?.length, turns.length]).toEqual([40, 40, 82]);
  expect(new Set(turns.filter((_, i) => i % 2 === 0)).size).toBe(2);
  expect((await race({ slow }, 1, 0)).slow?.[0]).toBeGreaterThan(15);
});

test('a row is played again with twice the rounds only if its gate lies within its spread', async () => {
  const roundsOf = async (value: number, low: number, most?: number) => {
    const counts: number[] = [];
    const play = async (count: number) => {
      counts.push(count);
      return [{ value: value / counts.length, low, high: value }];
    };
    const [last] = await playUntilSure(play, 10, () => most);
    return [counts, last?.value];
  };
  expect(await roundsOf(1.2, 1.1, 1.15)).toEqual([[10, 20], 0.6]);
  expect(await roundsOf(1.2, 1.16, 1.15)).toEqual([[10], 1.2]);
  expect(await roundsOf(1.1, 1, 1.15)).toEqual([[10], 1.1]);
  expect(await roundsOf(1.2, 1)).toEqual([[10], 1.2]);
});
