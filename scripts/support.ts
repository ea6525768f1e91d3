// The tables of the README, printed from the adapters' tables and the options; --write puts them there,
// and what the commands shown print.
import { readFileSync, writeFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { type EventName, events } from '../src/canonical/event.ts';
import { options } from '../src/canonical/option.ts';
import { isGateEvent } from '../src/canonical/traits.ts';
import { capabilities } from '../src/library.ts';
import { withTranscripts } from './transcript.ts';

const vendors = (Object.keys(adapters) as Vendor[]).filter((id) => id !== 'anyhook');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table(cell: (event: EventName, vendor: Vendor) => string): string {
  const head = ['event', ...vendors.map((id) => adapters[id].title)];
  const names = Object.keys(events) as EventName[];
  const lines = names.map((event) => {
    const name = isGateEvent(event) ? `**${event}**` : event;
    return row([name, ...vendors.map((vendor) => cell(event, vendor))]);
  });
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

const own = (event: EventName, vendor: Vendor) =>
  capabilities(vendor).filter((one) => one.event === event);

const fires = table((event, vendor) =>
  own(event, vendor)
    .map((one) => `\`${one.native}\``)
    .join(' '),
);
/** What each agent honours of a hook's answer, event by event. */
export const honours = table((event, vendor) => {
  const heard = new Set(own(event, vendor).flatMap((one) => one.hears));
  return own(event, vendor).length ? [...heard].join(', ') || '–' : '';
});

/** What each agent fires, as it stands in the README. */
export const matrix = `Gates, whose verdict can stop something, are bold.\n\n${fires}\n`;

/** Every flag of a run and its key in `anyhook.yaml`, as they stand in the README. */
export const flags = [
  row(['flag', 'key in `anyhook.yaml`', 'what it does']),
  row(['---', '---', '---']),
  ...options.flatMap(({ flag, yamlKey, help }) =>
    flag ? [row([`\`${flag}\``, yamlKey ? `\`${yamlKey}\`` : '', help])] : [],
  ),
  '',
].join('\n');

/** The README with a part of today. */
function withPart(readme: string, name: string, part: string): string {
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [readme.indexOf(open), readme.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`README.md has no place for ${name}`);
  return `${readme.slice(0, from + open.length)}${part}${readme.slice(to)}`;
}

/** The README with the tables of today. */
export const withTables = (readme: string): string =>
  withPart(withPart(readme, 'matrix', matrix), 'flags', flags);

if (process.argv[1]?.endsWith('support.ts')) {
  if (process.argv.includes('--write')) {
    writeFileSync('README.md', withTranscripts(withTables(readFileSync('README.md', 'utf8'))));
  } else console.log(matrix);
}
