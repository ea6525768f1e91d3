/** Reads unified diffs. */
import { addLine, type Change, type Hunk, LineReader } from './patch.ts';

/** Matches a line that may stand before the names of a file: its first words and its value, or a rule of `=`. */
const headLine =
  /^(diff(?: -\S+)+|Index:|index|(?:old|new) mode|(?:new|create|deleted) file mode|(?:dis)?similarity index|rename from|rename to) (.+)$|^(=+)$/;
/** The name that a diff gives a file which is not there before or after the change. */
const noFile = '/dev/null';

/**
 * The lines before the names of a file: first words → value, such as `rename from` → `a.txt`. The key of the first
 * line is `diff`, and its value is the whole line.
 */
type Head = ReadonlyMap<string, string>;

/** Takes the next line if it begins with a mark, and returns the text after the mark. Undefined: it does not. */
const takeAfterMark = (lines: LineReader, mark: string): string | undefined =>
  lines.next?.startsWith(mark) ? lines.take().slice(mark.length).trim() : undefined;

/** Returns what a unified diff does to each file, in its order. Throws `tool` for a line that is not understood. */
export function readDiff(text: string): Change[] {
  const allLines = text.split(/\r?\n/);
  const start = allLines.findIndex((line) => line.trim());
  const end = allLines.findLastIndex((line) => line.trim()) + 1;
  const lines = new LineReader(allLines, Math.max(start, 0), end);
  if (allLines.some((line) => line.includes('\r')))
    return lines.fail('a line has a carriage return');
  const changes: Change[] = [];
  while (lines.next !== undefined)
    if (lines.next.trim()) changes.push(readFileSection(lines));
    else lines.take();
  return changes.length ? changes : lines.fail('it changes no file');
}

/**
 * Reads what the diff does to one file: the lines of its head, its two names (`--- a/x`, `+++ b/x`), and its hunks. A
 * file that is only renamed has neither names nor hunks, but two lines in its head.
 */
function readFileSection(lines: LineReader): Change {
  const head = readHead(lines);
  const oldLine = takeAfterMark(lines, '--- ');
  const newLine = oldLine === undefined ? undefined : takeAfterMark(lines, '+++ ');
  // A tab, and perhaps a time, may follow a name.
  const oldName = oldLine?.split('\t', 1)[0] ?? head.get('rename from');
  const newName = oldLine === undefined ? head.get('rename to') : newLine?.split('\t', 1)[0];
  if (!oldName || !newName || `${oldName}${newName}`.includes('"'))
    return lines.fail('a file has no name or no lines');
  const [path, newPath] = removePrefixes(oldName, newName, head);
  if (!path || !newPath || !isConsistent(head, [oldName, newName], [path, newPath]))
    return lines.fail('a file has two names');
  const hunks = readHunks(lines);
  if (newPath === noFile) return { does: 'delete', path };
  if (path === noFile) return { does: 'add', path: newPath, content: addedContentOf(hunks) };
  return { does: 'update', path, hunks, ...(path !== newPath && { to: newPath }) };
}

/** Reads the lines before the names of a file. Throws `tool` for an unknown line, and for a line that is repeated. */
function readHead(lines: LineReader): Head {
  const head = new Map<string, string>();
  for (let line = lines.next; line !== undefined && !line.startsWith('--- '); line = lines.next) {
    const [, words, value = '', rule] = headLine.exec(line) ?? [];
    const key = words?.startsWith('diff') ? 'diff' : (words ?? rule?.[0]);
    if (key === undefined) return lines.fail('a line is not known');
    if (head.has(key) && /^(?:diff|Index:)$/.test(key)) break; // the head of the next file
    if (head.has(key)) return lines.fail('a line stands there twice');
    head.set(key, key === 'diff' ? line : value.trim());
    lines.take();
  }
  return head;
}

/**
 * Returns the two names of a file without the prefixes `a/` and `b/` of git, where these are surely prefixes: the
 * names are equal without them, or one is `/dev/null`. The names of a renamed file have no prefixes in its head.
 */
function removePrefixes(
  oldName: string,
  newName: string,
  head: Head,
): [path: string, newPath: string] {
  if (head.has('rename from') || head.has('rename to'))
    return [head.get('rename from') ?? '', head.get('rename to') ?? ''];
  const isOneFile =
    oldName === noFile || newName === noFile || oldName.slice(2) === newName.slice(2);
  const withoutPrefix = (name: string, prefix: string) =>
    isOneFile && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return [withoutPrefix(oldName, 'a/'), withoutPrefix(newName, 'b/')];
}

/**
 * Tells whether all lines about a file name the same two paths.
 *
 * @param names The names as they are written.
 * @param paths The names without prefixes: the old path and the new one.
 */
function isConsistent(head: Head, names: [string, string], paths: [string, string]): boolean {
  const [path, newPath] = paths;
  const isNameOf = (name: string, prefix: string, target: string) =>
    name === target || name === prefix + target;
  if (!isNameOf(names[0], 'a/', path) || !isNameOf(names[1], 'b/', newPath)) return false;
  const index = head.get('Index:');
  if (index !== undefined && ![...names, ...paths].includes(index)) return false;
  if (head.has('deleted file mode') && newPath !== noFile) return false;
  const line = head.get('diff');
  return line === undefined || pairsOf(path, newPath).some((pair) => isDiffLineOf(line, pair));
}

/** Tells whether a line is `diff`, options, and a pair of names. */
const isDiffLineOf = (line: string, pair: string): boolean =>
  line.endsWith(` ${pair}`) && /^diff(?: -\S+)+$/.test(line.slice(0, -pair.length - 1));

/**
 * Lists the pairs of names that a `diff` line may have for two paths. Git writes both names of a new or deleted file
 * there, where the other lines have `/dev/null`.
 */
function pairsOf(path: string, newPath: string): string[] {
  const isNoFile = (name: string) =>
    name === noFile || name === `a${noFile}` || name === `b${noFile}`;
  const oldName = isNoFile(path) ? newPath.replace(/^b\//, 'a/') : path;
  const newName = isNoFile(newPath) ? path.replace(/^a\//, 'b/') : newPath;
  return [`a/${oldName} b/${newName}`, `${oldName} ${newName}`, `${path} ${newPath}`];
}

/** Returns the content of a new file, from its hunks. */
export const addedContentOf = (hunks: readonly Hunk[]): string =>
  hunks.flatMap((hunk) => hunk.new.map((line) => `${line}\n`)).join('');

/** Matches the head of a hunk, `@@ -START,SIZE +START,SIZE @@`. A size of 1 may be left out. */
const hunkHead = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;

/** Reads the hunks of a file. The sizes in its head tell where a hunk ends, since a line in it may look like a head. */
function readHunks(lines: LineReader): Hunk[] {
  const hunks: Hunk[] = [];
  while (lines.next?.startsWith('@@')) {
    const [, start, oldSize = 1, newSize = 1] =
      hunkHead.exec(lines.take()) ?? lines.fail('a hunk has no size');
    const hunk: Hunk = { startLine: Number(start), lines: [], old: [], new: [] };
    while (hunk.old.length < Number(oldSize) || hunk.new.length < Number(newSize)) {
      const line = lines.take();
      // `\ No newline at the end of file` is no line of the file.
      if (line[0] !== '\\' && !addLine(hunk, line)) return lines.fail('a hunk is too short');
    }
    if (hunk.old.length > Number(oldSize) || hunk.new.length > Number(newSize))
      return lines.fail('a hunk is too long');
    if (lines.next?.[0] === '\\') lines.take();
    hunks.push(hunk);
  }
  return hunks;
}
