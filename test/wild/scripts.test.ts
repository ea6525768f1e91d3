/** What the text of a script shows, for scripts in the shapes that people write; half of them have no fault. */
import { expect, test } from 'vitest';
import { describeFinding } from '../../src/exports/settings.ts';
import { codesOfKind, findingsOf, type Kind, scriptCases } from './corpus.ts';

const kinds = Object.keys(codesOfKind) as Kind[];
const codesOf = (some: readonly Kind[]): readonly string[] =>
  some.flatMap((kind): readonly string[] => codesOfKind[kind]);

const results = scriptCases.map((name) => {
  const { said, found } = findingsOf(name);
  const right = codesOf([...said.expect, ...(said.allowed ?? [])]);
  const codes = found.map(({ code }): string => code);
  return {
    name,
    said,
    wrong: found.filter(({ code }) => !right.includes(code)),
    missed: said.expect.filter((kind) => !codesOf([kind]).some((code) => codes.includes(code))),
  };
});

test('No script is said to have a fault that it does not have', () => {
  const lines = results.flatMap(({ name, wrong }) =>
    wrong.map((one) => `${name}: ${describeFinding(one)}`),
  );
  expect(lines.join('\n')).toBe('');
});

test('Every fault of the scripts is found', () => {
  const rows = kinds.map((kind) => {
    const faulty = results.filter(({ said }) => said.expect.includes(kind));
    const missed = faulty.filter((one) => one.missed.includes(kind));
    return { kind, all: faulty.length, missed };
  });
  const lines = rows.flatMap(({ kind, all, missed }) =>
    missed.map(
      ({ name, said }) => `${kind} (${all - missed.length} of ${all}): ${name}: ${said.why}`,
    ),
  );
  expect(lines.join('\n')).toBe('');
  for (const row of rows) expect(row.all, `scripts with ${row.kind}`).toBeGreaterThanOrEqual(4);
});

test('Half of the scripts have no fault', () => {
  const clean = results.filter(({ said }) => said.expect.length === 0);
  expect(results.length).toBeGreaterThanOrEqual(140);
  expect(clean.length * 2).toBeGreaterThanOrEqual(results.length);
});
