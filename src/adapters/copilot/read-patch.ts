import { type Change, type PatchGrammar, readPatch as read } from '../../util/patch.ts';

/** How 1.0.102 reads patches, taken from the function `patchParse` of its `runtime.node`. */
const grammar: PatchGrammar = {
  lineEnd: /\r\n|[\r\n]/,
  trim: (text) => text.trim(),
  trimMark: (line) => line,
  readPath: (text) => text.trim(),
  allowsIndentedMove: true,
  skipsEmptyLines: 'always',
  nextHeaderStart: '***',
};

/**
 * Reads the changes of a patch, in the order of the patch. A new file whose only line is empty becomes an empty file.
 *
 * Throws `tool` for a text that is no patch.
 */
export const readPatch = (text: string): Change[] =>
  read(text, grammar).map((change) =>
    change.does === 'add' && change.content === '\n' ? { ...change, content: '' } : change,
  );
