import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { beforeEach, inject } from 'vitest';
import { isLong, isProperty } from '../property.ts';
import { isOfTable } from '../wide.ts';

/** The suite draws the same inputs in every run; other ones are tried by `npm run fuzz`. */
const seed = 20_261_125;
fc.configureGlobal({ seed });

/** `npm run fuzz` and the long runs of `npm run test:matrix` play the properties of a file alone. */
const isLongRun = inject('properties') === 'long';
if (inject('fuzz') || isLongRun)
  beforeEach(({ task, skip }) => {
    if (!(isLongRun ? isLong(task) : isProperty(task))) skip('played elsewhere');
  });

/** Whole tables are played beside the other layers, which have the tests without a table. */
if (inject('wide'))
  beforeEach(({ task, skip }) => {
    if (!isOfTable(task)) skip('played elsewhere');
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
