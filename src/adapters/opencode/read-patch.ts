import { AnyhookError } from '../../errors.ts';
import { addLine, type Change, type Hunk, LineReader } from '../../util/patch.ts';

const hereDocument = /^(?:cat\s+)?<<['"]?(\w+)['"]?\s*\n([\s\S]*?)\n\1\s*$/;
/** Matches a line that names a file. The name may have separators of lines other than the one that ends the line. */
const fileHeader = /^\*\*\* (Add|Delete|Update) File:(.*)$/s;
const moveMark = '*** Move to:';

/** Reads the lines of an added file. The client skips lines without `+`, and puts a line break after the last line. */
function readAddedLines(lines: LineReader): string {
  const added: string[] = [];
  while (lines.next !== undefined && !lines.next.startsWith('***')) {
    const line = lines.take();
    if (line[0] === '+') added.push(`${line.slice(1)}\n`);
  }
  return added.join('');
}

/** Reads a hunk after its line with `@@`. The client skips lines without a sign. */
function readHunk(lines: LineReader, anchor: string): Hunk {
  const hunk: Hunk = { lines: [], old: [], new: [], ...(anchor && { anchor }) };
  while (lines.next !== undefined && !/^(?:@@|\*\*\*)/.test(lines.next)) {
    const line = lines.take();
    if (line) addLine(hunk, line);
  }
  if (lines.next !== '*** End of File') return hunk;
  lines.take();
  return { ...hunk, isAtEnd: true };
}

/** Reads the hunks of a changed file. The client skips lines before the first `@@`. */
function readHunks(lines: LineReader): Hunk[] {
  const hunks: Hunk[] = [];
  while (lines.next !== undefined && !lines.next.startsWith('***')) {
    const line = lines.take();
    if (line.startsWith('@@')) hunks.push(readHunk(lines, line.slice(2).trim()));
  }
  return hunks;
}

/**
 * Reads the changes of a patch as `parsePatch` of 1.18.33 does, in the order of the patch. It reads what is between the
 * first line that is `*** Begin Patch` and the first that is `*** End Patch`, and skips every line it does not know.
 *
 * Throws `tool` for a text without changes, at which the client fails.
 */
export function readPatch(text: string): Change[] {
  const body = hereDocument.exec(text.trim())?.[2] ?? text.trim();
  const allLines = body.split('\n');
  const indexOf = (mark: string) => allLines.findIndex((line) => line.trim() === mark);
  const [begin, end] = [indexOf('*** Begin Patch'), indexOf('*** End Patch')];
  if (begin < 0 || end <= begin) throw new AnyhookError('tool', 'the patch has no begin or no end');
  const lines = new LineReader(allLines, begin + 1, end);
  const changes: Change[] = [];
  while (lines.next !== undefined) {
    const [, action, name = ''] = fileHeader.exec(lines.take()) ?? [];
    const path = name.trim();
    if (!action || !path) continue;
    if (action === 'Add') changes.push({ does: 'add', path, content: readAddedLines(lines) });
    else if (action === 'Delete') changes.push({ does: 'delete', path });
    else {
      const to = lines.next?.startsWith(moveMark) ? lines.take().slice(moveMark.length).trim() : '';
      changes.push({ does: 'update', path, ...(to && { to }), hunks: readHunks(lines) });
    }
  }
  if (changes.length) return changes;
  throw new AnyhookError('tool', 'the patch changes no file');
}
