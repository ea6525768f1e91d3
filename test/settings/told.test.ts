/** What owners of settings files are told: all that is wrong, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project } from './project.ts';

interface Told {
  line: number;
  kind: 'dead' | 'refuses' | 'odd';
  code: string;
  mend?: string;
}

interface Case {
  agent: string;
  why: string;
  source: string;
  file: string;
  text: string[];
  scripts: Record<string, string>;
  findings: Told[];
}

const folder = join(import.meta.dirname, '../../fixtures/told');
const cases = readdirSync(folder).flatMap(
  (name): Case[] => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Case[],
);

const asLine = ({ line, kind, code, mend }: Told): string =>
  `${line} ${kind} ${code}${mend === undefined ? '' : `: ${mend}`}`;

describe.each(
  cases.map((one) => [`${one.agent}: ${one.why}`, one] as const),
)('the file of the case "%s"', (_, one) => {
  test('has each of its faults reported once, and nothing else', async () => {
    const p = project({ [one.file]: one.text.join('\n'), ...one.scripts });
    const said = await p.anyhook(
      'convert',
      one.agent,
      'anyhook',
      '--json',
      '--strict',
      '--accept-loss',
    );
    const { findings } = JSON.parse(said.stdout) as {
      findings: { source: (Omit<Told, 'line'> & { at: { line: number } })[] };
    };
    const found = findings.source.map(({ at, ...finding }) => asLine({ ...finding, ...at }));
    expect(found.sort()).toEqual(one.findings.map(asLine).sort());
    expect(said.code).toBe(one.findings.some(({ kind }) => kind !== 'odd') ? 5 : 0);
  });
});

test('every kind of fault stands in the files at least twice, and at least 15 files have none', () => {
  const codes = cases.flatMap(({ findings }) => findings.map(({ code }) => code));
  const seldom = codes.filter((code) => codes.indexOf(code) === codes.lastIndexOf(code));
  expect(seldom).toEqual([]);
  expect(cases.length).toBeGreaterThanOrEqual(40);
  expect(cases.filter(({ findings }) => !findings.length).length).toBeGreaterThanOrEqual(15);
});
