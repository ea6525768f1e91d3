import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { machine } from '../../src/exports/machine.ts';
import * as library from '../../src/index.ts';

const folder = new URL('../../src/library/', import.meta.url);

/** The examples in the docstrings of exported functions, by the function. */
const examples = readdirSync(folder).flatMap((file) => {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const docs = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\nexport (?:function|const) (\w+)/g);
  return [...docs].flatMap(([, doc = '', name = '']) => {
    const [, example] = doc.split('@example\n');
    return example === undefined ? [] : [{ name, example: example.replace(/^ \* ?/gm, '').trim() }];
  });
});

/** Code that runs an example, and gives `check` each value beside the one that a comment states. */
const toProgram = (example: string): string =>
  example
    .replaceAll(';\n// ', '; // ')
    .split('\n')
    .map((line) => {
      const [, code, value] = /^(?!const )(.*); \/\/ (.*)$/.exec(line) ?? [];
      return code === undefined ? line : `check((${code}), (${value}));`;
    })
    .join('\n');

test('Every function of the library has an example', () => {
  const others = ['AnyhookError', 'describeLoss', 'isWeaker', 'severityOf', 'verdictOf'];
  const functions = Object.entries(library).filter(([, one]) => typeof one === 'function');
  const names = [...functions.map(([name]) => name), 'machine'];
  expect(examples.map(({ name }) => name)).toEqual(
    expect.arrayContaining(names.filter((name) => !others.includes(name))),
  );
});

test.each(examples)('The example of $name runs, and gives what its comments say', ({ example }) => {
  let checked = 0;
  const check = (value: unknown, expected: unknown): void => {
    expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(expected)));
    checked++;
  };
  runInNewContext(toProgram(example), { ...library, machine, check });
  expect(checked).toBeGreaterThan(0);
});
