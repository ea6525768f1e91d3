/** Unified diffs. */
import { addLine, type Change, type Hunk, Lines } from './patch.ts';

const preamble =
  /^(?:diff |index |Index: |=+$|(?:old|new|create|deleted) (?:file )?mode |(?:dis)?similarity index |copy )/;

/** What stands behind a word at the beginning of the next line, which is taken. */
const after = (lines: Lines, word: string): string | undefined =>
  lines.next?.startsWith(word) ? lines.take().slice(word.length).trim() : undefined;

/** The files a unified diff changes, in its order. Throws `tool`. */
export function readDiff(text: string): Change[] {
  const all = text.split(/\r?\n/);
  const start = all.findIndex((line) => line.trim());
  const lines = new Lines(all, Math.max(start, 0), all.findLastIndex((line) => line.trim()) + 1);
  const changes = changesIn(lines);
  return changes.length ? changes : lines.fail('it changes no file');
}

function changesIn(lines: Lines): Change[] {
  const changes: Change[] = [];
  let moved: string | undefined;
  while (lines.next !== undefined) {
    const from = after(lines, '--- ');
    if (from !== undefined) {
      const to = after(lines, '+++ ') ?? lines.fail('a file has no new name');
      changes.push(changeIn(lines, from, to));
      moved = undefined;
    } else if (lines.next.startsWith('rename from ')) moved = after(lines, 'rename from ');
    else if (lines.next.startsWith('rename to ')) {
      const to = after(lines, 'rename to ');
      if (!moved || !to) return lines.fail('a file is renamed to nothing');
      changes.push({ does: 'update', path: moved, hunks: [], to });
    } else if (!lines.next.trim() || preamble.test(lines.next)) lines.take();
    else return lines.fail('a line is not known');
  }
  return changes;
}

const nothing = '/dev/null';

function changeIn(lines: Lines, from: string, to: string): Change {
  const [old, now] = [from, to].map((name) => name.split('\t', 1)[0] as string) as [string, string];
  const git = old === nothing || now === nothing || old.slice(2) === now.slice(2);
  const bare = (name: string, sign: string) =>
    git && name.startsWith(sign) ? name.slice(sign.length) : name;
  const [path, target] = [bare(old, 'a/'), bare(now, 'b/')];
  if (!path || !target || `${path}${target}`.includes('"')) return lines.fail('a file has no name');
  const hunks = hunksIn(lines);
  if (target === nothing) return { does: 'delete', path };
  if (path !== nothing)
    return { does: 'update', path, hunks, ...(path !== target && { to: target }) };
  return { does: 'add', path: target, content: addedBy(hunks) };
}

/** What a new file holds. */
export const addedBy = (hunks: readonly Hunk[]): string =>
  hunks.flatMap((one) => one.new.map((line) => `${line}\n`)).join('');

const counts = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;

/** How long a hunk is, its head says: one of its lines may look like another head. */
function hunksIn(lines: Lines): Hunk[] {
  const hunks: Hunk[] = [];
  while (lines.next?.startsWith('@@')) {
    const head = counts.exec(lines.take()) ?? lines.fail('a hunk has no size');
    const [old, now] = [Number(head[2] ?? 1), Number(head[3] ?? 1)];
    const hunk: Hunk = { line: Number(head[1]), lines: [], old: [], new: [] };
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
