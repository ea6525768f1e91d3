/**
 * Ends the process if Node is too old, before anything else is loaded. The code of this file itself has to run under
 * such a Node, so it uses only old syntax.
 */
declare const require: (name: string) => typeof import('node:fs');

/** Matches the names of events that come after something. A refusal there would only send the agent back to work. */
export const endedEventNames: RegExp = /^(?:after|post)|stop|end/i;

const oldestVersion = 20;

/**
 * Tells whether the command line and the payload on stdin name an event, and no event at which something can be
 * stopped. Stdin is not read if the command line has `--event`.
 */
function namesOnlyEndedEvents(line: string): boolean {
  let stdin = '';
  try {
    stdin = line.indexOf(' --event') < 0 ? require('node:fs').readFileSync(0, 'utf8') : '';
  } catch (_) {
    // There is no stdin.
  }
  const eventNames = /--event[ =](\w+)|event(?:_name)?"\s*:\s*"(\w+)"/g;
  let events = 0;
  for (let found = eventNames.exec(line + stdin); found; found = eventNames.exec(line + stdin)) {
    if (!endedEventNames.test(found[1] || found[2] || '')) return false;
    events++;
  }
  return events > 0;
}

if (Number(process.versions.node.split('.')[0]) < oldestVersion) {
  const line = process.argv.slice(2).join(' ');
  const isRun = /^run\b/.test(line);
  const mayLetThrough = isRun && (/--on-failure[ =]allow/.test(line) || namesOnlyEndedEvents(line));
  process.stderr.write(
    `anyhook: Node ${process.version} is too old${isRun ? ', so nothing is let through until this is fixed' : ''}. ` +
      `Install Node ${oldestVersion} or newer${isRun ? ", or take this hook out of the agent's settings" : ''}.\n`,
  );
  process.exit(mayLetThrough ? 0 : 2); // at a gate, agents take exit code 2 for a refusal
}
