import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { beforeEach, inject, type TestContext } from 'vitest';
import { isLong, isProperty } from '../property.ts';
import { isOfTable, isWide } from '../wide.ts';

/** The suite draws the same inputs in every run; other ones are tried by `npm run fuzz`. */
const seed = 20_261_125;
fc.configureGlobal({ seed });

/**
 * `npm run fuzz` plays only properties. From files of other layers, `npm run test:matrix` plays only
 * the tests that have more inputs or a larger table there.
 */
const isOfMatrix = (task: TestContext['task']): boolean =>
  task.file.name.endsWith('.matrix.test.ts') || isLong(task) || isOfTable(task);
if (inject('fuzz') || isWide)
  beforeEach(({ task, skip }) => {
    if (!(inject('fuzz') ? isProperty(task) : isOfMatrix(task))) skip('played elsewhere');
  });

/** What starts processes is slow, and has a layer of its own. */
if (!inject('processes')) {
  const refuse = () => {
    throw new Error('a test that starts processes belongs into a file *.system.test.ts');
  };
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'])
    Object.assign(childProcess, { [name]: refuse });
  syncBuiltinESMExports();
}
