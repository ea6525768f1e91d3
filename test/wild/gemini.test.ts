/** Settings files of Gemini CLI in the shapes that people write, converted to Cursor: only guards are refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convertFile, describeHookLoss } from '../../src/exports/settings.ts';
import { project } from '../settings/project.ts';
import { wild } from './corpus.ts';

interface Case {
  /** Whether a hook can refuse or hide something. */
  guards: boolean;
  /** The events with a hook of which Cursor would lose a refusal. Absent: none. */
  refused?: string[];
  /** Events of hooks that may be refused as well: the call is refused there, and something else is lost. */
  mayBeRefused?: string[];
  why: string;
}

const folder = join(wild, 'gemini');
const textOf = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

/** Converts the file of a case to Cursor, and returns the events of the hooks that are refused, with their losses. */
async function convert(name: string) {
  const scripts = readdirSync(join(folder, name)).includes('hooks')
    ? readdirSync(join(folder, name, 'hooks'))
    : [];
  const p = project({
    '.gemini/settings.json': textOf(name, 'settings.json'),
    ...Object.fromEntries(scripts.map((file) => [`hooks/${file}`, textOf(name, 'hooks', file)])),
  });
  const { unaccepted } = await convertFile({
    from: 'gemini',
    to: 'cursor',
    root: p.dir,
    home: p.home,
  });
  return unaccepted;
}

const names = readdirSync(folder).sort();
const cases = names.map((name) => ({ name, said: JSON.parse(textOf(name, 'case.json')) as Case }));
const results = await Promise.all(
  cases.map(async (one) => ({ ...one, refused: await convert(one.name) })),
);

const describe = ({ name, said, refused }: (typeof results)[number]): string =>
  [
    `${name}: ${said.why}`,
    ...refused.map(
      ({ hook: { event }, losses }) => `  ${event}: ${losses.map(describeHookLoss).join('; ')}`,
    ),
  ].join('\n');

test('No file is refused whose hooks cannot print a verdict', () => {
  const wrong = results.filter(({ said, refused }) => !said.guards && refused.length);
  expect(wrong.map(describe).join('\n')).toBe('');
  expect(results.filter(({ said }) => !said.guards).length).toBeGreaterThanOrEqual(28);
});

test('Of a file with guards the hooks are refused whose refusals Cursor would not hear', () => {
  const guards = results.filter(({ said }) => said.guards);
  const events = ({ refused, said }: (typeof results)[number]) =>
    refused.map(({ hook }) => hook.event).filter((event) => !said.mayBeRefused?.includes(event));
  for (const one of guards) expect(events(one), describe(one)).toEqual(one.said.refused ?? []);
  expect(results.filter(({ said }) => said.guards).length).toBeGreaterThanOrEqual(6);
});
