// Counts how often a hook is started for one tool call, by host and dialect, over the recorded calls of
// fixtures/. Prints the tables. --write puts the page into docs/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { type StartCause, startCauses } from '../src/coverage/repeated-starts.ts';
import { type Kind, kinds, StartCount } from '../test/matrix/starts.ts';

const vendors = (Object.keys(adapters) as Vendor[]).filter((id) => id !== 'anyhook');
const titleOf = (id: Vendor): string => adapters[id].title;
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const rowsOf = (head: readonly string[], lines: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...lines].map(row).join('\n');

export const count = new StartCount().run();

/** Returns the average number of starts with the greatest in brackets, or `1` if every call starts the hook once. */
function cell(kind: Kind, host: Vendor, dialect: Vendor): string {
  const { calls, starts, worst } = count.of(kind, host, dialect);
  if (!calls) return '–';
  return worst === 1 ? '1' : `${(starts / calls).toFixed(2)} (${worst})`;
}

/** Returns the table for one kind of hook, or a sentence if every cell of it is 1. */
function tableOf(kind: Kind): string {
  const lines = vendors.map((host) => [
    titleOf(host),
    ...vendors.map((dialect) => cell(kind, host, dialect)),
  ]);
  if (lines.every(([, ...cells]) => cells.every((text) => text === '1')))
    return 'Every call starts the hook once, under every agent and for hooks of every agent, if the line has no `--wordings both`.';
  return rowsOf(['host', ...vendors.map((id) => `${titleOf(id)} hook`)], lines);
}

const order = Object.keys(startCauses) as StartCause[];

/** Returns the rows of tools whose calls start hooks more than once for one reason. Tools with equal cells share a row. */
function repeatedFor(cause: StartCause): string[][] {
  const rows = new Map<string, { tools: string[]; cells: string[] }>();
  for (const { host, tool, dialects, worst } of count.repeated(cause)) {
    const titles = vendors.filter((id) => dialects.has(id)).map(titleOf);
    const cells = [titles.join(', '), String(worst)];
    const key = [titleOf(host), ...cells].join(' | ');
    const row = rows.get(key) ?? { tools: [], cells: [titleOf(host), ...cells] };
    rows.set(key, row);
    row.tools.push(`\`${tool}\``);
  }
  return [...rows.values()].map(({ tools, cells: [host = '', ...cells] }) => [
    host,
    tools.join(', '),
    ...cells,
  ]);
}

const reasons = order.flatMap((cause) => {
  const lines = repeatedFor(cause);
  const head = ['host', 'tools', 'hooks of', 'most starts for a call'];
  return lines.length ? [`### More than once ${startCauses[cause]}\n\n${rowsOf(head, lines)}`] : [];
});

/** The text of `docs/starts.md`. */
export const page = `# How often a hook is started for one call

An agent starts its own hook once for a call. Under another agent, anyhook starts a hook once for each object of the call (each file,
each address), with a payload as the hook’s own agent would send it.

The tables count the starts for the tool calls that were captured from each agent (\`fixtures/\`). They hold for a hook of every event
that gets these calls. Each cell is the average and, in brackets, the highest number; \`1\` means that every call starts the hook once.

- A hook that refuses is not started again for the same object under another name or in another spelling.
- A hook that can refuse nothing (\`guard: false\`, \`--answer later\`) is started once for each object.
- Cursor makes a \`Read\` before every change, which is a call of its own.
- \`convert\` says which calls of an agent start a hook more than once.

**The tables count lines without \`--wordings both\`.** A line with it starts its hook up to twice where the tables say once: for the
whole path and, unless the hook refuses that, for the relative path. \`convert\` writes this flag for guards of agents that send paths as
the model wrote them, if they run under agents that send whole paths. It does not write it if the guard’s script shows that the guard
treats both alike. The report names such lines (\`both-wordings\` in [findings](findings.md)).

\`npm run starts -- --write\` generates this page, and a test compares it.

${Object.entries(kinds)
  .map(([kind, title]) => `## ${title}\n\n${tableOf(kind as Kind)}`)
  .join('\n\n')}

## Why more than once

${reasons.join('\n\n')}
`;

/** The tables for a terminal. Rows are hosts and columns are dialects, both by id. */
const printed = Object.entries(kinds)
  .map(([kind, title]) => {
    const lines = vendors.map((host) => [
      host,
      ...vendors.map((dialect) => cell(kind as Kind, host, dialect)),
    ]);
    const all = [['starts', ...vendors], ...lines];
    return [title, ...all.map((line) => line.map((text) => text.padEnd(10)).join(''))].join('\n');
  })
  .join('\n\n');

if (process.argv.includes('--write')) {
  mkdirSync('docs', { recursive: true });
  writeFileSync('docs/starts.md', page);
} else if (process.argv[1]?.endsWith('starts.ts')) console.log(printed);
