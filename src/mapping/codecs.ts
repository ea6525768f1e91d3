import { isObject } from '../util/equal.ts';
import { headerName } from '../util/header.ts';
import type { Codec } from './adapter.ts';
import { makeCodec } from './fields.ts';

/** Reads an empty text as an absent value. */
export const unlessEmpty = makeCodec((value) => (value === '' ? undefined : value));

/** Reads an empty text as null, and writes null as an empty text. */
export const emptyIsNull = makeCodec(
  (value) => (value === '' ? null : value),
  (value) => value ?? '',
);

/**
 * Makes a codec for a field with a fixed list of words. Every word is read as it is.
 *
 * @param other The word that is written for a word which is not in the list.
 */
export const makeWordCodec = /* @__NO_SIDE_EFFECTS__ */ (words: readonly string[], other: string) =>
  ({
    words,
    other,
    read: (value) => value,
    write(value) {
      return this.words?.some((word) => word === value) ? value : this.other;
    },
  }) satisfies Codec;

/** Native paths at which scripts written for any of the agents may give a reason. */
export const otherReasons: readonly string[] = [
  ...['reason', 'user_message', 'agent_message', 'userMessage', 'agentMessage', 'stopReason'],
  ...['permissionDecisionReason', 'hookSpecificOutput.permissionDecisionReason', 'message'],
];

/** The row for the matcher of an entry. A blank matcher and `*` match everything, and are read as an absent one. */
export const matcher = {
  at: 'matcher',
  codec: makeCodec((value) =>
    typeof value === 'string' && ['', '*'].includes(value.trim()) ? undefined : value,
  ),
} as const;

/** The row for a time limit: natively in seconds, which are read to the microsecond, and canonically in milliseconds. */
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
 * Returns the names and values of an object whose values are all texts. `__proto__` is left out, because setting it
 * in another object adds no key.
 *
 * @returns Undefined: the value is no such object.
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

/** Reads headers as they can be sent: without invalid names, and without NUL in their texts. */
const headers = makeCodec((value) => {
  const sent = textEntriesOf(value)?.filter(([name]) => headerName.test(name));
  return sent && Object.fromEntries(sent.map(([name, text]) => [name, text.replaceAll('\0', '')]));
});

/** The rows for an entry with an address. Every agent that has such entries uses these keys. */
export const httpHookFields = {
  url: 'url',
  headers: { at: 'headers', codec: headers },
  headerEnv: {
    at: 'allowedEnvVars',
    codec: makeCodec((value) => (Array.isArray(value) && value.every(isText) ? value : undefined)),
  },
} as const;

/** The row for a hook that the agent does not wait for: `async: true` natively, `later` canonically. */
export const asyncField = {
  at: 'async',
  codec: makeCodec(
    (value) => (value === true ? 'later' : undefined),
    (value) => (value === 'later' ? true : undefined),
  ),
} as const;

/** Returns those of the values that are texts. */
export const selectTexts = (values: readonly unknown[]) =>
  values.filter((value) => typeof value === 'string');
