// Prints the table of events from the adapters. --write puts it and the table of flags into docs/, and writes the
// output of the commands that the README and docs/ show.
import { readFileSync, writeFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { type EventName, events } from '../src/canonical/event.ts';
import { options } from '../src/canonical/option.ts';
import { isGateEvent } from '../src/canonical/traits.ts';
import { capabilities } from '../src/index.ts';
import { agentTable } from './agent-facts.ts';
import { describeBundles, describePackage, proofTable } from './figures.ts';
import { replacePart } from './markdown.ts';
import { withTranscripts } from './transcript.ts';
import { verdictTable } from './verdicts.ts';

const vendors = (Object.keys(adapters) as Vendor[]).filter((id) => id !== 'anyhook');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Returns a table with a row for each canonical event and a column for each vendor. */
function printEventTable(cell: (event: EventName, vendor: Vendor) => string): string {
  const head = ['event', ...vendors.map((id) => adapters[id].title)];
  const names = Object.keys(events) as EventName[];
  const lines = names.map((event) => {
    const name = isGateEvent(event) ? `**${event}**` : event;
    return row([name, ...vendors.map((vendor) => cell(event, vendor))]);
  });
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

/** Lists the native events of a vendor for a canonical event. */
const nativeEventsOf = (event: EventName, vendor: Vendor) =>
  capabilities(vendor).filter((capability) => capability.event === event);

const fires = printEventTable((event, vendor) =>
  nativeEventsOf(event, vendor)
    .map(({ native }) => `\`${native}\``)
    .join(' '),
);
/** The table of what each agent honours in the answer of a hook, for each event. */
export const honours = printEventTable((event, vendor) => {
  const natives = nativeEventsOf(event, vendor);
  const keys = new Set(natives.flatMap(({ hears }) => hears));
  return natives.length ? [...keys].join(', ') || '–' : '';
});

/** The table of the events that each agent fires, as it is in `docs/support.md`. */
export const matrix = `Gates, whose verdict can stop something, are bold.\n\n${fires}\n`;

/** The table of the flags of a run, with their keys in `anyhook.yaml`, as it is in `docs/shim.md`. */
export const flags = [
  row(['flag', 'key in `anyhook.yaml`', 'what it does']),
  row(['---', '---', '---']),
  ...options.flatMap(({ flag, yamlKey, help }) =>
    flag ? [row([`\`${flag}\``, yamlKey ? `\`${yamlKey}\`` : '', help])] : [],
  ),
  '',
].join('\n');

/** File → a function that returns the text of this page with its generated parts written anew. */
export const generatedPages: Record<string, (page: string) => string> = {
  'README.md': (page) =>
    withTranscripts(replacePart(replacePart(page, 'verdicts', verdictTable), 'agents', agentTable)),
  'docs/convert.md': withTranscripts,
  'docs/first-hook.md': withTranscripts,
  'docs/guides/audit-log.md': withTranscripts,
  'docs/guides/policy-server.md': withTranscripts,
  'docs/guides/team.md': withTranscripts,
  'docs/comparison.md': withTranscripts,
  'docs/how-it-works.md': withTranscripts,
  'docs/moving.md': withTranscripts,
  'docs/start.md': withTranscripts,
  'docs/troubleshooting.md': withTranscripts,
  'docs/library.md': (page) => replacePart(page, 'bundles', describeBundles()),
  'docs/support.md': (page) => replacePart(page, 'matrix', matrix),
  'docs/shim.md': (page) => replacePart(page, 'flags', flags),
  'docs/versions.md': (page) =>
    replacePart(replacePart(page, 'agents', proofTable), 'package', describePackage()),
};

if (process.argv[1]?.endsWith('support.ts')) {
  if (process.argv.includes('--write')) {
    for (const [file, generate] of Object.entries(generatedPages))
      writeFileSync(file, generate(readFileSync(file, 'utf8')));
  } else console.log(matrix);
}
