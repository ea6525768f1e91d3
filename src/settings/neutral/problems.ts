import type { z } from 'zod';
import type { YamlLocation } from '../../edit/yaml/parse.ts';
import { isObject } from '../../util/equal.ts';
import { describeUnknownWord, formatValue } from '../../util/words.ts';
import { fileKeys, keepKeys, sourceKeys, sourceSchema } from './schema.ts';
import { testKeys } from './test-schema.ts';

/** A mistake in `anyhook.yaml`, with the value or key where it is. */
export interface Problem extends YamlLocation {
  message: string;
}

/** Finds every mistake in the content of `anyhook.yaml`, which is given as plain data. */
export function findProblems(file: unknown): Problem[] {
  const { error } = sourceSchema.safeParse(file, { error: explainIssue });
  const found = (error?.issues ?? []).flatMap((issue): Problem[] => {
    const { path, message } = issue;
    if (issue.code !== 'unrecognized_keys') return [{ path, message }];
    const known = Object.keys(keysAt(path));
    return issue.keys.map((key) => {
      const rightKey = path.length === 2 && path[0] === 'hooks' ? commonMistakes[key] : undefined;
      const message = rightKey
        ? `unknown key ${formatValue(key)}; say "${rightKey}"`
        : describeUnknownWord('key', key, known);
      return { path: [...path, key], key: true, message };
    });
  });
  const hooks = isObject(file) && Array.isArray(file.hooks) ? file.hooks : [];
  for (const [i, hook] of hooks.entries()) {
    const path = ['hooks', i, 'env', '__proto__']; // zod does not report this key
    if (isObject(hook) && isObject(hook.env) && Object.hasOwn(hook.env, '__proto__'))
      found.push({ path, key: true, message: 'unknown key "__proto__"' });
  }
  return found;
}

/**
 * Returns the keys that are known at a path: `[]` is the file, `['hooks', 0]` a hook, `['hooks', 0, 'keep']` its `keep`,
 * and `['tests', 0]` a test.
 */
function keysAt([list, , ...below]: readonly PropertyKey[]): object {
  if (list === undefined) return fileKeys;
  if (list === 'tests') return testKeys;
  return below.length ? keepKeys : sourceKeys;
}

/**
 * Wrong keys that people write from habit, with the right ones. YAML 1.1 reads `on` as `true`, so some
 * editors write that.
 */
const commonMistakes: Record<string, string | undefined> = Object.assign(Object.create(null), {
  true: 'on',
  command: 'run',
  matcher: 'match',
  failClosed: 'on-failure: block',
});

/** The words of messages for the types that zod names. */
const typeNames: Record<string, string> = {
  string: 'text',
  object: 'a map',
  record: 'a map',
  array: 'a list',
  boolean: 'true or false',
};

/** Returns the message about a value of the wrong type. Undefined: zod's own message is used. */
function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  const { input, path = [] } = issue;
  const [first, index, ...keys] = path;
  const where =
    keys.map(String).join('.') ||
    (index === undefined ? String(first ?? 'the file') : first === 'tests' ? 'a test' : 'a hook');
  if (input === undefined) return `"${where}" is missing`;
  const wanted = typeNames[issue.expected] ?? issue.expected;
  const quotes = wanted === 'text' && typeof input !== 'object' ? '; put it in quotes' : '';
  const isWord = wanted === 'a list' && typeof input === 'string';
  const list = isWord
    ? `; write [${input
        .split(/[\s,]+/)
        .filter(Boolean)
        .join(', ')}]`.slice(0, 80)
    : '';
  return `${where}: expected ${wanted}, got ${describeKind(input)}${quotes}${list}`;
}

/** Returns the kind of a value, or the value itself if that is short, for messages. */
function describeKind(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object'
    ? 'a map'
    : typeof value === 'string'
      ? 'text'
      : formatValue(value);
}
