import { hasErrorCode, reasonOf } from '../files/file-errors.ts';
import { runComplete } from '../shim/run-complete.ts';
import { main } from './main.ts';

/** Whoever read it has had enough, as `head` has; whatever else, the answer is lost. */
function unwritten(error: Error): void {
  if (hasErrorCode(error, 'EPIPE')) return;
  process.exitCode = 4;
  console.error(`anyhook: what is to be said here could not be printed: ${reasonOf(error)}`);
}

process.stdout.on('error', unwritten);
main().then(() => process.emit(runComplete, 0));
