/** Reads the words of a command line that name an agent, an event or a tool. */
import type { Vendor } from '../adapters/index.ts';
import type { EventName } from '../canonical/event.ts';
import { toolKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/tool.ts';
import { AnyhookError, type ErrorCode } from '../errors.ts';
import { eventNames } from '../settings/neutral/names.ts';
import { findEvent, findTool, findVendor, type Meaning } from '../settings/other-names.ts';
import { vendorIds } from '../settings/tables.ts';
import { keysOf } from '../util/keys-of.ts';

/** Returns a reader of the words of one kind. */
function makeReader<T extends string>(
  code: ErrorCode,
  kind: string,
  find: (word: string) => Meaning<T> | undefined,
  listKnown: () => readonly string[],
) {
  return (word: string, flag = '', known = listKnown()): T => {
    const meaning = find(word);
    if (meaning?.isSure) return meaning.name;
    const hint = meaning ? `did you mean ${meaning.name}?` : `there are ${known.join(', ')}`;
    throw new AnyhookError(code, `${flag && `${flag} `}${word}: no such ${kind}; ${hint}`);
  };
}

/**
 * Returns the vendor that a word on a command line means: its id, or another name of it, such as its title.
 * Throws `vendor` for any other word, with the vendor that was probably meant.
 */
export const readVendor: (word: string, flag?: string, known?: readonly string[]) => Vendor =
  makeReader('vendor', 'agent', findVendor, vendorIds);

/** Returns the canonical event that a word on a command line means, which may be a native name. Throws `event`. */
export const readEvent: (word: string, flag?: string) => EventName = makeReader(
  'event',
  'event',
  findEvent,
  () => eventNames,
);

/** Returns the canonical tool that a word on a command line means, which may be a native name. Throws `tool`. */
export const readTool: (word: string, flag?: string) => ToolName = makeReader(
  'tool',
  'tool',
  findTool,
  () => keysOf(toolKinds),
);

/**
 * Returns the vendors in a list such as `gemini,cursor`. Empty items, as behind a last comma, are skipped. Throws
 * `vendor` for an empty list, or a word that means none.
 *
 * @param flag The flag that the list was given with. Empty: none.
 * @param known The vendors that a message about another word lists.
 */
export function readVendors(list: string, flag: string, known?: readonly string[]): Vendor[] {
  const words = list.split(',').flatMap((word) => word.trim() || []);
  if (words.length) return words.map((word) => readVendor(word, flag, known));
  const [start, example] = flag ? [`${flag}: `, `${flag} `] : ['', ''];
  throw new AnyhookError(
    'vendor',
    `${start}no agent is named; say which, such as ${example}claude,gemini`,
  );
}
