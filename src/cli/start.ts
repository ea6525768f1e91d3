import { hasErrorCode, reasonOf } from '../files/file-errors.ts';
import { runComplete } from '../shim/run-complete.ts';
import { runCommandLine } from './main.ts';

/** Reports that stdout could not be written. If the reader closed it early, as `head` does, that is no error. */
function reportUnprinted(error: Error): void {
  if (hasErrorCode(error, 'EPIPE')) return;
  process.exitCode = 4;
  console.error(`anyhook: this message could not be printed: ${reasonOf(error)}`);
}

process.stdout.on('error', reportUnprinted);
runCommandLine().then(() => process.emit(runComplete, 0));
