import { type Change, type PatchGrammar, readPatch as read } from '../../util/patch.ts';

/** How 1.0.102 reads patches: the function `patchParse` of its `runtime.node`. */
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
 * Reads the changes of a patch, in its order. A new file of one empty line is empty.
 *
 * Throws `tool` for a text that is no patch.
 */
export const readPatch = (text: string): Change[] =>
  read(text, grammar).map((one) =>
    one.does === 'add' && one.content === '\n' ? { ...one, content: '' } : one,
  );
