/** Unified diffs. */
import { addLine, type Change, type Hunk, LineReader } from './patch.ts';

/** The lines that may stand before the names of a file; each says one thing about it. */
const known =
  /^(diff(?: -\S+)+|Index:|index|(?:old|new) mode|(?:new|create|deleted) file mode|(?:dis)?similarity index|rename from|rename to) (.+)$|^(=+)$/;
const nothing = '/dev/null';

/** What the lines before the names of a file say, by their first words. */
type Head = ReadonlyMap<string, string>;

/** What stands behind a word at the beginning of the next line, which is taken. */
const after = (lines: LineReader, word: string): string | undefined =>
  lines.next?.startsWith(word) ? lines.take().slice(word.length).trim() : undefined;

/** The files a unified diff changes, in its order. Throws `tool` where a line is not understood. */
export function readDiff(text: string): Change[] {
  const all = text.split(/\r?\n/);
  const start = all.findIndex((line) => line.trim());
  const lines = new LineReader(
    all,
    Math.max(start, 0),
    all.findLastIndex((line) => line.trim()) + 1,
  );
  if (all.some((line) => line.includes('\r'))) return lines.fail('a line has a carriage return');
  const changes: Change[] = [];
  while (lines.next !== undefined)
    if (lines.next.trim()) changes.push(sectionIn(lines));
    else lines.take();
  return changes.length ? changes : lines.fail('it changes no file');
}

/** One file: what is said of it, and then its names and its lines, or that it is renamed. */
function sectionIn(lines: LineReader): Change {
  const head = headIn(lines);
  const from = after(lines, '--- ');
  const old = from?.split('\t', 1)[0] ?? head.get('rename from');
  const to = from === undefined ? undefined : after(lines, '+++ ');
  const now = from === undefined ? head.get('rename to') : to?.split('\t', 1)[0];
  if (!old || !now || `${old}${now}`.includes('"'))
    return lines.fail('a file has no name or no lines');
  const [path, target] = namesOf(old, now, head);
  if (!path || !target || !agrees(head, [old, now], [path, target]))
    return lines.fail('a file has two names');
  const hunks = hunksIn(lines);
  if (target === nothing) return { does: 'delete', path };
  if (path === nothing) return { does: 'add', path: target, content: addedContentOf(hunks) };
  return { does: 'update', path, hunks, ...(path !== target && { to: target }) };
}

function headIn(lines: LineReader): Head {
  const head = new Map<string, string>();
  for (let line = lines.next; line !== undefined && !line.startsWith('--- '); line = lines.next) {
    const [, words, value = '', rule] = known.exec(line) ?? [];
    const key = words?.startsWith('diff') ? 'diff' : (words ?? rule?.[0]);
    if (key === undefined) return lines.fail('a line is not known');
    if (head.has(key) && /^(?:diff|Index:)$/.test(key)) break; // the next file's
    if (head.has(key)) return lines.fail('a line stands there twice');
    head.set(key, key === 'diff' ? line : value.trim());
    lines.take();
  }
  return head;
}

/** The names without what git puts before them. */
function namesOf(old: string, now: string, head: Head): [path: string, target: string] {
  if (head.has('rename from') || head.has('rename to'))
    return [head.get('rename from') ?? '', head.get('rename to') ?? ''];
  const isGit = old === nothing || now === nothing || old.slice(2) === now.slice(2);
  const bare = (name: string, sign: string) =>
    isGit && name.startsWith(sign) ? name.slice(sign.length) : name;
  return [bare(old, 'a/'), bare(now, 'b/')];
}

/** Whether all that is said of a file is said of these names. */
function agrees(head: Head, written: [string, string], bare: [string, string]): boolean {
  const [path, target] = bare;
  const isOne = (name: string, sign: string, of: string) => name === of || name === sign + of;
  if (!isOne(written[0], 'a/', path) || !isOne(written[1], 'b/', target)) return false;
  const index = head.get('Index:');
  if (index !== undefined && ![...written, ...bare].includes(index)) return false;
  if (head.has('deleted file mode') && target !== nothing) return false;
  const line = head.get('diff');
  return line === undefined || pairs(path, target).some((pair) => isOf(line, pair));
}

/** Whether the first line of a section has these two names and no other. */
const isOf = (line: string, pair: string): boolean =>
  line.endsWith(` ${pair}`) && /^diff(?: -\S+)+$/.test(line.slice(0, -pair.length - 1));

/** How the first line of a section may write its two names. A file that is not there has the other's. */
function pairs(path: string, target: string): string[] {
  const isNone = (name: string) =>
    name === nothing || name === `a${nothing}` || name === `b${nothing}`;
  const old = isNone(path) ? target.replace(/^b\//, 'a/') : path;
  const now = isNone(target) ? path.replace(/^a\//, 'b/') : target;
  return [`a/${old} b/${now}`, `${old} ${now}`, `${path} ${target}`];
}

/** What a new file holds. */
export const addedContentOf = (hunks: readonly Hunk[]): string =>
  hunks.flatMap((one) => one.new.map((line) => `${line}\n`)).join('');

const counts = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;

/** How long a hunk is, its head says: one of its lines may look like another head. */
function hunksIn(lines: LineReader): Hunk[] {
  const hunks: Hunk[] = [];
  while (lines.next?.startsWith('@@')) {
    const head = counts.exec(lines.take()) ?? lines.fail('a hunk has no size');
    const [old, now] = [Number(head[2] ?? 1), Number(head[3] ?? 1)];
    const hunk: Hunk = { startLine: Number(head[1]), lines: [], old: [], new: [] };
    while (hunk.old.length < old || hunk.new.length < now) {
      const line = lines.take();
      if (line[0] !== '\\' && !addLine(hunk, line)) return lines.fail('a hunk is too short');
    }
    if (hunk.old.length > old || hunk.new.length > now) return lines.fail('a hunk is too long');
    if (lines.next?.[0] === '\\') lines.take(); // no newline at the end of the file
    hunks.push(hunk);
  }
  return hunks;
}
