import { expect, test } from 'vitest';
import { parseFlags } from '../../src/canonical/flags.ts';
import { hookFields } from '../../src/canonical/hook.ts';
import { options as rows } from '../../src/canonical/option.ts';
import { makeRunCommand } from '../../src/cli/commands/run.ts';
import { keepKeys, sourceKeys as keys } from '../../src/settings/neutral/schema.ts';

const sorted = (list: readonly (string | undefined)[]) =>
  list.filter((one) => one !== undefined).sort();

test('every field of a hook has an option, and every option has a field of a hook', () => {
  expect(sorted(rows.map(({ hookField }) => hookField))).toEqual(sorted(Object.keys(hookFields)));
});

test('every key of anyhook.yaml belongs to one option, but for "on", which stands for two', () => {
  const kept = Object.keys(keepKeys).map((key) => `keep.${key}`);
  const known = Object.keys(keys).filter((key) => !['on', 'keep'].includes(key));
  expect(sorted(rows.map(({ yamlKey }) => yamlKey))).toEqual(sorted([...known, ...kept]));
});

const flags = rows.flatMap((row) => (row.flag ? [{ ...row, flag: row.flag }] : []));
const sample: Record<string, [text: string, value: unknown]> = {
  ...{ text: ['x', 'x'], vendor: ['x', 'x'], event: ['x', 'x'], address: ['x', 'x'] },
  duration: ['1.5s', 1500],
  count: ['none', null],
  ...{ variables: ['A=b=c', { A: 'b=c' }], headers: ['A=b=c', { A: 'b=c' }] },
  names: ['A', ['A']],
  switch: ['false', false],
  json: ['{"n":1}', '{"n":1}'],
  key: ['0123456789', '0123456789'],
  module: ['x.cjs', 'x.cjs'],
};

/** What stands on the line beside it. */
const beside: Record<string, string[]> = {
  '--url': [],
  '--module': [],
  '--header': ['--url', 'x'],
  '--header-env': ['--url', 'x'],
  '--hook': [],
};

test.each(flags)('the option $flag is read from the command line and explained by run --help', ({
  flag,
  runField,
  kind,
  words,
}) => {
  const [text, value] =
    kind === 'choice' ? [words?.[1], words?.[1]] : (sample[kind] as [string, unknown]);
  const hook = beside[flag] ?? ['--', 'hook'];
  const read = parseFlags(['--as', 'anyhook', flag, text as string, ...hook]);
  expect(read.problem).toBeUndefined();
  expect(read.flags).toMatchObject(
    flag === '--hook' ? { command: [value] } : { [runField]: value },
  );
  expect(makeRunCommand().helpInformation()).toContain(`\n  ${flag} `);
});
