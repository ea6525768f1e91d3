import { type Change, type PatchGrammar, readPatch as read } from '../../util/patch.ts';

/** How the tool `apply_patch` of 3.0.65 reads patches. */
const grammar: PatchGrammar = {
  lineEnd: /\r?\n/,
  trim: (text) => text,
  trimMark: (line) => line,
  readPath: (text) => text.trim(),
  skipsEmptyLines: 'after-end',
  nextHeaderStart: '***',
};

const [beginMark, endMark] = ['*** Begin Patch', '*** End Patch'];
/** Matches lines that the tool takes away around a patch without marks. */
const wrapperLine = /^(?:%%bash|apply_patch|EOF|```)|^$/;

/**
 * Reads the changes of a patch, in the order of the patch. The tool reads what stands between the first and the last mark, and
 * adds the marks to a patch without any. Throws `tool` for a text that is no patch.
 */
export function readPatch(text: string): Change[] {
  const lines = text.split(grammar.lineEnd);
  const begin = lines.findIndex((line) => line.startsWith(beginMark));
  const end = lines.findLastIndex((line) => line.startsWith(endMark));
  if (begin >= 0 && end > begin)
    return read([beginMark, ...lines.slice(begin + 1, end), endMark].join('\n'), grammar);
  let [from, to] = [0, lines.length];
  while (from < to && wrapperLine.test(lines[from] as string)) from++;
  while (to > from && wrapperLine.test(lines[to - 1] as string)) to--;
  return read([beginMark, ...lines.slice(from, to), endMark].join('\n'), grammar);
}
