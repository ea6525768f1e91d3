import { envFile } from './env-file.ts';
import { exitCode } from './exit-code.ts';
import { forms } from './forms.ts';
import { patch } from './patch.ts';
import { strict } from './strict.ts';
import { unnamed } from './unnamed.ts';

/** Agents that do not exist, each with one trait of those that are next. */
export const throwaways = [forms, envFile, strict, patch, unnamed, exitCode];
