/**
 * The executable. It loads the shim's bundle for `run`, and the command line's bundle for any other word.
 * The code that V8 compiled on an earlier run is loaded with the bundle, which saves a third of the
 * time. It calls few of Node's own functions, since those are compiled first.
 */
import '../util/supported.ts';
import { runBundle } from './run-bundle.ts';

const words = process.argv.slice(2);
/** The words before `--`; the words after it are the hook's command. */
const ownWords = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
const asksForHelp = ownWords.includes('--help') || ownWords.includes('-h');
/** Whether the line is a usual conversion: the first bundle of the command line would only load the second. */
const isConversion =
  /^convert(?: [a-z]+){2}(?: --(?:write|json|dry-run|verbose|strict|accept-loss))*$/.test(
    words.join(' '),
  );
const bundle = isConversion ? 'cli/main.cjs' : 'cli/start.cjs';
const filename = `${__dirname}/${words[0] === 'run' && !asksForHelp ? 'run.cjs' : bundle}`;
const isRunner = filename.endsWith('run.cjs');

globalThis.require = require;
// In the shim's bundle, what is run stands in a comment: see `shim/runner-start.ts`.
const bodyOf = (text: string) => text.slice(text.indexOf('/*') + 2, text.indexOf('*/'));
runBundle(filename, isConversion ? 'convert.' : '', isRunner ? bodyOf : undefined);
