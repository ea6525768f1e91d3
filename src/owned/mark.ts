/**
 * The mark by which an entry of a settings file is known to be of one owner: `# installed by NAME`. In a file that was made
 * for such entries it is `# installed with this file by NAME`, so that the file can be deleted with the last of them.
 *
 * It stands at the end of the entry's description where the agent's entries have one, and otherwise at the end of the
 * command, where POSIX shells and PowerShell read it as a comment. A key of our own would not last: Claude Code drops
 * keys that it does not know each time it writes its settings.
 */
import { AnyhookError } from '../errors.ts';
import { describeValue } from '../util/describe-value.ts';

const beginning = '# installed by ';
const beginningInMadeFile = '# installed with this file by ';

/** What a mark says. */
export interface Mark {
  owner: string;
  /** True: the file was made for entries of owners. */
  isFileMade: boolean;
}

/** Tells whether a text can be an owner: it means nothing to a shell, to an agent or to JSON. */
const isOwner = (text: string): boolean =>
  /^[!-~](?:[ -~]{0,62}[!-~])?$/.test(text) && !/[#$%"'`\\]/.test(text);

/** Returns the owner. Throws `usage` for a text that no mark can hold. */
export function requireOwner(owner: unknown): string {
  if (typeof owner === 'string' && isOwner(owner)) return owner;
  throw new AnyhookError(
    'usage',
    `owner: ${describeValue(owner)} is no name of 1 to 64 printable ASCII characters without # $ % " ' \` \\ and without a blank at its ends`,
  );
}

/** Returns a text with the mark of an owner. What a shell makes of the text stays as it was. */
export function addMark(text: string, { owner, isFileMade }: Mark): string {
  const mark = (isFileMade ? beginningInMadeFile : beginning) + owner;
  if (!text) return mark;
  // After a backslash, or in the text of a here-document, the mark would be no comment.
  return /[\r\n]|\\$/.test(text) ? `${mark}\n${text}` : `${text} ${mark}`;
}

/**
 * Reads the mark of a text.
 *
 * @returns What it says, and the text without the mark. Undefined: the text has no mark.
 */
export function readMark(text: unknown): (Mark & { text: string }) | undefined {
  if (typeof text !== 'string') return undefined;
  const [firstLine = '', ...others] = text.split(/\r\n?|\n/);
  const startOf = (mark: string) => (others.length ? -1 : firstLine.lastIndexOf(` ${mark}`));
  const start = Math.max(startOf(beginning), startOf(beginningInMadeFile));
  const isFileMade = firstLine.startsWith(beginningInMadeFile, start + 1);
  const mark = isFileMade ? beginningInMadeFile : beginning;
  const marked = (owner: string, rest: string) =>
    isOwner(owner) ? { owner, isFileMade, text: rest } : undefined;
  if (start >= 0) {
    const before = firstLine.slice(0, start);
    // A blank after a backslash belongs to a word, and what follows it is no comment.
    if (before.endsWith('\\')) return undefined;
    return marked(firstLine.slice(start + 1 + mark.length).trim(), before);
  }
  if (!firstLine.startsWith(mark)) return undefined;
  const rest = text.slice(firstLine.length).replace(/^(?:\r\n?|\n)/, '');
  return marked(firstLine.slice(mark.length).trim(), rest);
}
