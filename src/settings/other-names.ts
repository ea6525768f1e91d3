/** Finds the agent, the event or the tool that a person means by a word that is not its name here. */
import type { Vendor } from '../adapters/index.ts';
import type { EventName } from '../canonical/event.ts';
import type { ToolName } from '../canonical/tool.ts';
import { findNearestWord } from '../util/words.ts';
import {
  listEvents,
  listNativeEvents,
  listNativeTools,
  listTools,
  listVendorNames,
  listVendors,
  type Rows,
} from './known-names.ts';

/** What a word was found to mean. `isSure`: it is another name of that, and no misspelling. */
export interface Meaning<T extends string> {
  name: T;
  isSure: boolean;
}

/** Returns a word in lower case without what separates its parts: `BeforeTool` and `before_tool` are one. */
const foldWord = (word: string): string => word.toLowerCase().replace(/[\s_./-]+/g, '');

/** Returns names by their folded words. A word that is given for two names means neither. */
function collectNames<T extends string>(rows: Rows<T>): Map<string, T | undefined> {
  const names = new Map<string, T | undefined>();
  for (const [word, name] of rows) {
    const folded = foldWord(word);
    names.set(folded, names.has(folded) && names.get(folded) !== name ? undefined : name);
  }
  return names;
}

/**
 * Finds what a word means.
 *
 * @param known The right names, which mean themselves.
 * @param listNativeNames Lists what agents call the same. A word in `otherWords` means the same, whatever they call so.
 */
function findMeaning<T extends string>(
  word: string,
  known: readonly T[],
  otherWords: Rows<T>,
  listNativeNames: () => Rows<T> = () => [],
): Meaning<T> | undefined {
  const exact = known.find((name) => name === word);
  if (exact !== undefined) return { name: exact, isSure: true };
  if (word.length > 40) return undefined; // no known word is as long
  const own = collectNames([...known.map((name) => [name, name] as const), ...otherWords]);
  const all = new Map([...collectNames(listNativeNames()), ...own]);
  const sure = all.get(foldWord(word));
  if (sure !== undefined) return { name: sure, isSure: true };
  if (all.has(foldWord(word))) return undefined; // it means several
  const begun = findOnlyBegun(foldWord(word), all);
  if (begun !== undefined) return { name: begun, isSure: false };
  const nearest =
    findNearestWord(foldWord(word), [...own.keys()]) ??
    (all.size > own.size ? findNearestWord(foldWord(word), [...all.keys()]) : undefined);
  const name = nearest === undefined ? undefined : all.get(nearest);
  return name === undefined ? undefined : { name, isSure: false };
}

/** Returns what all names that begin with a word of four letters or more stand for. Undefined: none does, or several. */
function findOnlyBegun<T>(word: string, names: ReadonlyMap<string, T | undefined>): T | undefined {
  if (word.length < 4) return undefined;
  const begun = [...names].filter(([name]) => name.startsWith(word)).map(([, name]) => name);
  return new Set(begun).size === 1 ? begun[0] : undefined;
}

/** Finds the vendor that a word means, such as by its title. Undefined: no vendor is meant by it. */
export const findVendor = (word: string): Meaning<Vendor> | undefined =>
  findMeaning(word, listVendors(), listVendorNames());

/** Returns rows for several words with one meaning. */
const rowsOf = <T extends string>(name: T, ...words: string[]): Rows<T> =>
  words.map((word) => [word, name] as const);

/** What people call events, beside the native names that the agents have for them. */
const eventWords: Rows<EventName> = [
  ...rowsOf('before-tool', 'pre-tool', 'pre-tool-call', 'before-tool-call', 'tool-call', 'tool'),
  ...rowsOf('after-tool', 'post-tool', 'post-tool-call', 'after-tool-call', 'tool-result'),
  ...rowsOf('prompt', 'user-prompt', 'before-prompt', 'prompt-submit', 'on-prompt'),
  ...rowsOf('session-start', 'start', 'begin', 'on-start'),
  ...rowsOf('session-end', 'end', 'exit', 'session-stop'),
  ...rowsOf('stop', 'finish', 'done', 'agent-stop', 'turn-end', 'on-stop'),
  ...rowsOf('permission', 'approval', 'permission-ask'),
  ...rowsOf('compact', 'pre-compact', 'before-compact'),
  ...rowsOf('compacted', 'post-compact', 'after-compact'),
  ...rowsOf('notification', 'notify'),
];

/** Finds the canonical event that a word means, such as by a native name. Undefined: none, or several. */
export const findEvent = (word: string): Meaning<EventName> | undefined =>
  findMeaning(word, listEvents(), eventWords, listNativeEvents);

/** What people call tools, beside the native names that the agents have for them. */
const toolWords: Rows<ToolName> = [
  ...rowsOf('shell', 'bash', 'terminal', 'sh', 'zsh', 'command', 'cmd', 'exec', 'run', 'console'),
  ...rowsOf('write', 'save', 'new-file', 'create-file'),
  ...rowsOf('read', 'view', 'open', 'cat', 'file'),
  ...rowsOf('edit', 'multi-edit', 'change', 'replace', 'modify', 'update', 'patch'),
  ...rowsOf('delete', 'rm', 'remove', 'unlink'),
  ...rowsOf('fetch', 'web', 'http', 'url', 'curl', 'browse'),
  ...rowsOf('task', 'subagent', 'agent'),
  ...rowsOf('list', 'ls', 'dir'),
  ...rowsOf('glob', 'find'),
];

/** Finds the canonical tool that a word means, such as by a native name. Undefined: none, or several. */
export const findTool = (word: string): Meaning<ToolName> | undefined =>
  findMeaning(word, listTools(), toolWords, listNativeTools);
