import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFlags } from '../../src/canonical/flags.ts';
import {
  explainModulePath,
  moduleNameOf,
  modulePathOf,
  normaliseModulePath,
} from '../../src/settings/modules/names.ts';
import { property } from '../property.ts';

test.each([
  ['hooks/guard.ts', 'guard.cjs'],
  ['hooks/guard.mjs', 'guard.mjs.cjs'],
  ['hooks/a.ts.ts', 'a.ts.ts.cjs'],
  ['hooks/.guard.ts', '=2e=guard.cjs'],
  ['hooks/more/guard.ts', 'hooks+more+guard.ts.cjs'],
  ['src/guard.ts', 'src+guard.ts.cjs'],
  ['guard.ts', '+guard.ts.cjs'],
  ['hooks/a+b c=é.ts', 'a=2b=b=20=c=3d==e9=.cjs'],
])('the module file of %s is %s', (path, name) => {
  expect(moduleNameOf(path)).toBe(name);
  expect(modulePathOf(name)).toBe(path);
});

const part = fc.oneof(
  fc.constantFrom('hooks', 'a', '.a', 'a.ts', 'a.', '+', '=2b=', '..a', '-a', 'ä b', '\u{1f600}'),
  fc.stringMatching(/^[^/\\\p{Cc}\u2028\u2029]{1,6}$/u),
);
const paths = fc
  .tuple(fc.array(part, { maxLength: 3 }), part, fc.constantFrom('ts', 'js', 'mjs', 'cts'))
  .map(([folders, name, ending]) =>
    normaliseModulePath([...folders, `${name}.${ending}`].join('/')),
  )
  .filter((path) => explainModulePath(path) === undefined);

property('the name of a module file tells its source, and is a name that a line can have', {
  corpus: 'module-names',
  inputs: paths,
  runs: 200,
  holds: (path) => {
    const name = moduleNameOf(path);
    expect(modulePathOf(name)).toBe(path);
    expect(name).toMatch(/^[\w+=-][\w.+=-]*\.cjs$/);
    expect(parseFlags(['--as', 'anyhook', '--module', name]).problem).toBeUndefined();
  },
});
