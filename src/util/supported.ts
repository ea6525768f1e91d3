/** Ends a run under a Node that is too old, before anything else is loaded. As old as it can be. */
declare const require: (name: string) => typeof import('node:fs');

/** Names of events that are over: a refusal there would send an agent back to work. */
export const endedEventNames: RegExp = /^(?:after|post)|stop|end/i;

const oldest = 20;

/** Whether nothing that is named in a line or in stdin can be stopped. */
function gatesNothing(line: string): boolean {
  let stdin = '';
  try {
    stdin = line.indexOf(' --event') < 0 ? require('node:fs').readFileSync(0, 'utf8') : '';
  } catch (_) {
    // There is none.
  }
  const named = /--event[ =](\w+)|event(?:_name)?"\s*:\s*"(\w+)"/g;
  let events = 0;
  for (let found = named.exec(line + stdin); found; found = named.exec(line + stdin)) {
    if (!endedEventNames.test(found[1] || found[2] || '')) return false;
    events++;
  }
  return events > 0;
}

if (Number(process.versions.node.split('.')[0]) < oldest) {
  const line = process.argv.slice(2).join(' ');
  const runs = /^run\b/.test(line);
  const quiet = runs && (/--on-failure[ =]allow/.test(line) || gatesNothing(line));
  process.stderr.write(
    `anyhook: Node ${process.version} is too old${runs ? ', so nothing is let through until this is mended' : ''}. ` +
      `Install Node ${oldest} or newer${runs ? ", or take this hook out of the agent's settings" : ''}.\n`,
  );
  process.exit(quiet ? 0 : 2);
}
