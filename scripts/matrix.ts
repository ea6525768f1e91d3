// Plays the never-weaker matrix, which tries every host with every dialect and every way in which a hook can
// end. Prints the table and its reasons. --write puts the reasons into docs/impossible.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { tableOf, vendorIds } from '../src/settings/tables.ts';
import { Lines, lines } from '../test/matrix/lines.ts';
import { kinds, type Matrix, Walk } from '../test/matrix/matrix.ts';
import { walkParts } from '../test/matrix/parts.ts';
import { type Reason, reasons } from '../test/matrix/reasons.ts';
import { walkSeveral } from '../test/matrix/several.ts';
import { walkTurns } from '../test/matrix/turns.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
/** Returns a table of reasons. */
const printReasons = (listed: readonly Reason[]) =>
  [
    row(['where', 'what', 'severity']),
    row(['---', '---', '---']),
    ...listed.map(({ where, why, severity }) => row([where, why, severity])),
  ].join('\n');

/** The rows of the calls and sessions in which an agent fires no hooks. */
const coverage = vendorIds().flatMap((id) =>
  (tableOf(id).firing.gaps ?? []).map(({ events, scope, what }) => {
    const where = scope ? `, hooks of a ${scope}` : '';
    return row([
      `${adapters[id].title}${where}`,
      events?.join(', ') ?? 'every event',
      what,
      'lossy',
    ]);
  }),
);

/** The text of `docs/impossible.md`, which lists every reason. */
export const page = `# What an agent cannot do for a hook of another

anyhook translates what a hook answers into what the agent that fires it, the *host*, can do. This page lists every case in which
the result differs from what the hook's own agent would have done. The list is complete: \`npm run matrix\` tries every host with
the hooks of every agent, and a difference that is in none of these tables fails the tests. Written by
\`npx tsx scripts/matrix.ts --write\`.

## Impossible

The host has no form for what the hook answers. \`unsafe\`: a guard is weaker. \`lossy\`: something that the hook does is missing.
\`cosmetic\`: nothing that matters is missing.

${printReasons(reasons.filter(({ severity }) => severity !== 'stricter'))}

## Coverage

For these calls and sessions the agent fires no hook, whatever its settings say. \`convert\` and \`sync\` name those that concern
the hooks that they write, once for each agent, and write the hooks all the same.

${[row(['where', 'events', 'what', 'severity']), row(['---', '---', '---', '---']), ...coverage].join('\n')}

## Order

Hooks that share a line keep the order of their own agent. This is about hooks with lines of their own: addresses, with \`--lines apart\`, in
Codex CLI, or where one of the lines was changed by hand, so that it stays.

Copilot CLI runs the hooks of an event one after another, a \`sequential\` group of Gemini CLI does as well, and Cursor asks hooks
of \`preToolUse\` before those of a call's own event: a guard behind a rewriter then judges the call as the rewriter has left it. To
get that order in Gemini CLI, \`convert\` and \`sync\` write \`sequential\`. In these cases the order cannot be kept, which is an unsafe loss:

- Tabnine CLI: its pages describe \`sequential\`, and do not say that a rewrite reaches the next hook.
- Claude Code, Codex CLI and Cursor run the hooks of one event side by side, so the rewriter does not run before its guard.
- Copilot CLI, and Gemini CLI where \`sequential\` is written: a guard behind a rewriter that both get the original call in their own
  agent, such as two hooks of Claude Code or of Cursor's \`preToolUse\`, gets only what the rewriter made of it. An address,
  and a script that cannot be read, may be such a rewriter.
- Hooks beside a line that was changed by hand: a new line stands behind it, also where its rewriter stood before.

## Stricter

Nothing is lost here. The host refuses, or applies, what the hook’s own agent would have let through.

${printReasons(reasons.filter(({ severity }) => severity === 'stricter'))}
`;

/** Prints how many cells of each kind there are, by host and dialect, and the first cells that are weaker. */
function printMatrix(title: string, { cells, table, weaker }: Matrix): void {
  console.log(`${title}: ${cells} cells, ${weaker.length} weaker`);
  const name = (id: string) => adapters[id as Vendor].title;
  for (const [key, count] of table) {
    const [host, dialect] = key.split(' ') as [string, string];
    const shown = kinds.map((kind) => `${kind} ${count[kind]}`.padEnd(20)).join('');
    console.log(`  ${name(host).padEnd(12)} runs ${name(dialect).padEnd(12)} ${shown}`);
  }
  for (const cell of weaker.slice(0, 20)) console.log(`  WEAKER ${cell}`);
}

if (process.argv.includes('--write')) {
  mkdirSync('docs', { recursive: true });
  writeFileSync('docs/impossible.md', page);
} else if (process.argv[1]?.endsWith('matrix.ts')) {
  const walk = new Walk().run();
  const several = walkSeveral();
  printMatrix('One hook', walk);
  printMatrix('Two hooks on one event', several);
  const turns = walkTurns();
  printMatrix('The order of several hooks', turns);
  const parts = walkParts();
  printMatrix('Calls that are told in several ways', parts);
  // This needs a build and takes a few minutes, since each cell starts a shell, a runner and a hook.
  const whole = await new Lines().run(lines());
  printMatrix('Whole lines as they are converted and synced', whole);
  for (const reason of reasons)
    console.log(
      `${walk.used.get(reason) ?? 0} × ${reason.severity}: ${reason.where}: ${reason.why}`,
    );
  const all = [walk, several, turns, parts, whole];
  process.exitCode = all.some(({ weaker }) => weaker.length) ? 1 : 0;
}
