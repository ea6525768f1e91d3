import { readFileSync } from 'node:fs';
import { clearedVariables, untouchedVariables } from '../../src/shim/loader-variables.ts';

/** Whole names that end as a text of C or of JavaScript ends; and what JavaScript takes by its name. */
const named =
  /(?<!\w)(NODE_[A-Z0-9_]+)(?=[\0'"`])|(?<![\w/])(?:process\.)?env\.((?:[A-Z_]|[a-z_]{4})\w*)/g;
/** Constants of `perf_hooks`. */
const constant = /^NODE_PERFORMANCE_/;

/** The names of variables that a build of Node, or a library of it, has in its text. */
export function namesIn(file: string): string[] {
  const found = readFileSync(file, 'latin1').matchAll(named);
  const names = new Set(Array.from(found, ([, text, taken]) => (text ?? taken) as string));
  return [...names].filter((name) => !constant.test(name)).sort();
}

/** Names that stand in neither list of `src/shim/loader-variables.ts`. */
export function unlisted(names: readonly string[]): string[] {
  const known = new Set([
    ...Object.keys(clearedVariables),
    ...Object.values(untouchedVariables).flat(),
  ]);
  return names.filter((name) => !known.has(name));
}
