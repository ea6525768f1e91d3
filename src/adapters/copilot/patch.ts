import { type Change, type PatchGrammar, readPatch as read } from '../../util/patch.ts';

/** As the parser of 1.0.102 reads patches, `patchParse` of its `runtime.node`. */
const grammar: PatchGrammar = {
  lineEnd: /\r\n|[\r\n]/,
  trim: (text) => text.trim(),
  trimMark: (line) => line,
  path: (text) => text.trim(),
  indentsMove: true,
  skipsBlanks: 'always',
  stopsAt: '***',
};

/** The files a patch changes, in its order; a new file of one empty line is empty. Throws `tool`. */
export const readPatch = (text: string): Change[] =>
  read(text, grammar).map((one) =>
    one.does === 'add' && one.content === '\n' ? { ...one, content: '' } : one,
  );
