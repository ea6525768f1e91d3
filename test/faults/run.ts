import { realpathSync } from 'node:fs';
import { beforeAll } from 'vitest';
import { installOnce, packedProgram } from '../packed.ts';
import * as shim from '../shim/run.ts';

/** The packed executable. */
export const bin = (): string => realpathSync(packedProgram());

beforeAll(installOnce, 90_000);

type Options = NonNullable<Parameters<typeof shim.runExecutable>[1]>;

export const start = (args: readonly string[], options: Options = {}) =>
  shim.start(args, { ...options, bin: bin() });
export const run = (args: readonly string[], options: Options = {}) =>
  shim.runExecutable(args, { ...options, bin: bin() });
