/** The executable: `run` loads the hot bundle, anything else the command line, never both. */
declare const require: (name: string) => void;

if (process.argv[2] === 'run' && !process.argv.slice(3).some(asksHelp, { ended: false })) {
  require('./run.cjs');
} else {
  import('./cli/main.js' as string).then((cli: { main(): Promise<void> }) => cli.main());
}

function asksHelp(this: { ended: boolean }, word: string): boolean {
  if (word === '--') this.ended = true;
  return !this.ended && (word === '--help' || word === '-h');
}
