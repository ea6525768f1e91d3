import { hasErrorCode, reasonOf } from '../files/file-errors.ts';
import { runComplete } from '../shim/run-complete.ts';
import { runCommandLine } from './main.ts';

/** Whoever read it has had enough, as `head` has; whatever else, the answer is lost. */
function reportUnprinted(error: Error): void {
  if (hasErrorCode(error, 'EPIPE')) return;
  process.exitCode = 4;
  console.error(`anyhook: what is to be said here could not be printed: ${reasonOf(error)}`);
}

process.stdout.on('error', reportUnprinted);
runCommandLine().then(() => process.emit(runComplete, 0));
