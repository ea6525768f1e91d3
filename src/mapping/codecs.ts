import { isObject } from '../util/equal.ts';
import { headerName } from '../util/header.ts';
import type { Codec } from './adapter.ts';
import { makeCodec } from './fields.ts';

/** Reads an empty text as an absent value. */
export const unlessEmpty = makeCodec((value) => (value === '' ? undefined : value));

/** `""` natively, null in the model. */
export const emptyIsNull = makeCodec(
  (value) => (value === '' ? null : value),
  (value) => value ?? '',
);

/** Makes a codec for a field with a fixed list of words: any other word is written as `other`. */
export const makeWordCodec = (words: readonly string[], other: string) =>
  ({
    words,
    other,
    read: (value) => value,
    write(value) {
      return this.words?.some((word) => word === value) ? value : this.other;
    },
  }) satisfies Codec;

/** Where scripts say why, whichever agent they were written for first. */
export const otherReasons: readonly string[] = [
  ...['reason', 'user_message', 'agent_message', 'userMessage', 'agentMessage', 'stopReason'],
  ...['permissionDecisionReason', 'hookSpecificOutput.permissionDecisionReason', 'message'],
];

/** The matcher of an entry. Absent, blank and `*` all match everything. */
export const matcher = {
  at: 'matcher',
  codec: makeCodec((value) =>
    typeof value === 'string' && ['', '*'].includes(value.trim()) ? undefined : value,
  ),
} as const;

/** A time limit in seconds, which may have fractions. */
export const seconds = {
  at: 'timeout',
  codec: makeCodec(
    (value) => (isNonNegative(value) ? Math.round(value * 1e6) / 1e3 : undefined),
    (value) => Math.round(Number(value)) / 1000,
  ),
} as const;

/** Tells whether a value is a number from 0 to the largest safe integer. */
export const isNonNegative = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;

const isText = (value: unknown): boolean => typeof value === 'string';

/**
 * Returns the names and texts of an object that holds nothing but texts, without `__proto__`, which
 * would not be set.
 *
 * @returns Undefined: it is no such object.
 */
export function textEntriesOf(value: unknown): [name: string, text: string][] | undefined {
  if (!isObject(value)) return undefined;
  const texts: [string, string][] = [];
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') return undefined;
    if (name !== '__proto__') texts.push([name, text]);
  }
  return texts;
}

/** Headers as they can be sent: what no header is called goes, and so does NUL. */
const headers = makeCodec((value) => {
  const sent = textEntriesOf(value)?.filter(([name]) => headerName.test(name));
  return sent && Object.fromEntries(sent.map(([name, text]) => [name, text.replaceAll('\0', '')]));
});

/** What an entry with an address says beside it, as every agent that has such calls it. */
export const httpHookFields = {
  url: 'url',
  headers: { at: 'headers', codec: headers },
  headerEnv: {
    at: 'allowedEnvVars',
    codec: makeCodec((value) => (Array.isArray(value) && value.every(isText) ? value : undefined)),
  },
} as const;

/** `async: true`: nobody waits for what it says. */
export const asyncField = {
  at: 'async',
  codec: makeCodec(
    (value) => (value === true ? 'later' : undefined),
    (value) => (value === 'later' ? true : undefined),
  ),
} as const;
