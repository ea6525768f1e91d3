/** The second bundle of the command line, which can do everything. */
import { runComplete } from '../shim/run-complete.ts';
import { runCommandLine } from './main.ts';
import { showProgress } from './progress.ts';
import { watchStdout } from './stdout-errors.ts';

watchStdout();
showProgress();
runCommandLine().then(() => process.emit(runComplete, 0));
