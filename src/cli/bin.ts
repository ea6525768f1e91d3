/** The executable: `run` loads the hot bundle, anything else the command line, never both. */
import '../util/supported.ts';
import { load } from './code-cache.ts';

/** Flags end at `--`: what comes after is the hook's. */
function asksHelp(words: string[]): boolean {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  return own.includes('--help') || own.includes('-h');
}

if (process.argv[2] === 'run' && !asksHelp(process.argv.slice(3))) {
  load(`${__dirname}/run.cjs`, require);
} else {
  load(`${__dirname}/cli/main.cjs`, require);
}
