import type { Disk, Paths, WrittenPath } from '../../mapping/adapter.ts';
import { toAbsolutePath } from '../../mapping/path-codecs.ts';
import { attempt } from '../../util/attempt.ts';

/** Blanks of Unicode, which the client takes for a blank. */
const otherBlanks = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** Returns the path of a `file:` address. Undefined: the address is invalid, so that the client opens nothing. */
const pathOfAddress = (address: string): string | undefined =>
  attempt(() => decodeURIComponent(new URL(address).pathname));

/** Changes a path to the spelling that macOS gives the names of screenshots: a narrow blank before AM and PM. */
const withNarrowBlank = (path: string): string => path.replace(/ (AM|PM)\./gi, '\u202F$1.');
const withDecomposedLetters = (path: string): string => path.normalize('NFD');
const withCurlyQuotes = (path: string): string => path.replaceAll("'", '\u2019');

/** Returns the file that `read` opens where none has the written name: the first of these spellings that exists. */
function findOtherSpelling(path: string, disk: Disk): string {
  const spellings = [
    withNarrowBlank(path),
    withDecomposedLetters(path),
    withCurlyQuotes(path),
    withCurlyQuotes(withDecomposedLetters(path)),
  ];
  return spellings.find((spelling) => spelling !== path && disk.exists(spelling)) ?? path;
}

/** Replaces `~` at the start of a path by the home folder, or an address of a file by its path. */
function expandPath(name: string, disk: Disk | undefined): string {
  if (disk && (name === '~' || name.startsWith('~/'))) return disk.home() + name.slice(1);
  return (name.startsWith('file://') ? pathOfAddress(name) : undefined) ?? name;
}

/** Resolves a path as `resolveToCwd` of 1.5.2 does on POSIX systems, and the path of a read as `resolveReadPath` does. */
function resolveOpened({ text, use, root }: WrittenPath, disk?: Disk): string {
  const withBlanks = text.replace(otherBlanks, ' ');
  const name = withBlanks[0] === '@' ? withBlanks.slice(1) : withBlanks;
  const path = toAbsolutePath(expandPath(name, disk), root);
  return use === 'file' && disk && !disk.exists(path) ? findOtherSpelling(path, disk) : path;
}

export const paths: Paths = { resolveOpened, asWritten: true };
