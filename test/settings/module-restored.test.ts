import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeModules } from '../../src/convert/module-files.ts';
import { Ledger } from '../../src/convert/ownership/ledger.ts';
import { withRunner } from '../../src/convert/runner.ts';
import { project } from './project.ts';

const runner = join(import.meta.dirname, '../../dist/run.cjs');

test('where a file cannot be written, the modules are as before, and new ones are gone', () => {
  const p = project({ '.anyhook/modules/old.cjs': '// old\n' });
  const before = p.texts();
  const root = { path: p.dir, scope: 'project' } as const;
  const modules = new Map([
    ['modules/old.cjs', { text: '// changed\n', absent: [] }],
    ['modules/new.cjs', { text: '// new\n', absent: [] }],
  ]);
  const write = () => {
    writeModules(root, modules);
    expect(p.get('.anyhook/modules/old.cjs')).toBe('// changed\n');
    throw new Error('the disk is full');
  };
  expect(() =>
    withRunner(new Ledger(root), runner, write, { modules: [...modules.keys()], bridge: false }),
  ).toThrow('disk');
  expect(p.texts()).toEqual(before);
});
