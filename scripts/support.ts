// The support matrix of the README, printed from the adapters' tables; --write puts it there, and
// what the commands shown print.
import { readFileSync, writeFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { type EventName, events } from '../src/canonical/event.ts';
import { gates } from '../src/canonical/kinds.ts';
import { capabilities } from '../src/library.ts';
import { withTranscripts } from './transcript.ts';

const vendors = (Object.keys(adapters) as Vendor[]).filter((id) => id !== 'anyhook');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table(cell: (event: EventName, vendor: Vendor) => string): string {
  const head = ['event', ...vendors.map((id) => adapters[id].title)];
  const names = Object.keys(events) as EventName[];
  const lines = names.map((event) => {
    const name = gates.includes(event) ? `**${event}**` : event;
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
const honours = table((event, vendor) => {
  const heard = new Set(own(event, vendor).flatMap((one) => one.hears));
  return own(event, vendor).length ? [...heard].join(', ') || '–' : '';
});

/** Both tables, as they stand in the README. */
export const matrix = `What each agent fires; gates, whose verdict can stop something, are bold.\n\n${fires}\n
What each agent honours of a hook's answer. What is missing is made stricter where it guards, and
named as a loss otherwise.\n\n${honours}\n`;

const marks = ['<!-- matrix -->\n', '<!-- /matrix -->'] as const;

/** The README with the matrix of today. */
export function withMatrix(readme: string): string {
  const [from, to] = [readme.indexOf(marks[0]), readme.indexOf(marks[1])];
  if (from < 0 || to < from) throw new Error('README.md has no place for the matrix');
  return `${readme.slice(0, from + marks[0].length)}${matrix}${readme.slice(to)}`;
}

if (process.argv.includes('--write')) {
  writeFileSync('README.md', withTranscripts(withMatrix(readFileSync('README.md', 'utf8'))));
} else if (process.argv[1]?.endsWith('support.ts')) console.log(matrix);
