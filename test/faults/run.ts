import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, inject } from 'vitest';
import { install, programIn } from '../packed.ts';
import * as shim from '../shim/run.ts';

/** The packed executable. */
export const bin = (): string => realpathSync(programIn(inject('packedIn')));

beforeAll(async () => {
  const folder = inject('packedIn');
  const done = join(folder, 'done');
  try {
    mkdirSync(join(folder, 'begun')); // one worker can
  } catch {
    if (!(await shim.until(() => existsSync(done), 60_000))) throw new Error('npm pack failed');
    return;
  }
  install(folder);
  writeFileSync(done, '');
}, 90_000);

type Options = NonNullable<Parameters<typeof shim.run>[1]>;

export const start = (args: readonly string[], options: Options = {}) =>
  shim.start(args, { ...options, bin: bin() });
export const run = (args: readonly string[], options: Options = {}) =>
  shim.run(args, { ...options, bin: bin() });
