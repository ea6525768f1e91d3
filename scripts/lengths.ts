// How long the lines are that `convert` writes, by agent. Prints the tables; --write puts the page into docs/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { convertText } from '../src/convert/convert-text.ts';
import { launcherFor } from '../src/convert/launcher.ts';
import type { Scope } from '../src/mapping/settings.ts';
import { tableOf, vendorIds } from '../src/settings/tables.ts';

const vendors = vendorIds().filter((id) => id !== 'anyhook');
const titleOf = (id: Vendor): string => adapters[id].title;
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const command = './guard.sh';
const limit = 60;
const entry = { command, timeout: limit };
const group = { matcher: 'Bash', hooks: [{ type: 'command', ...entry }] };
/** Settings with one hook that has a matcher, if its agent has one there, and a time limit. */
const sources: Record<'claude' | 'cursor', Record<'gate' | 'other', [name: string, object]>> = {
  claude: {
    gate: ['PreToolUse', { PreToolUse: [group] }],
    other: ['PostToolUse', { PostToolUse: [group] }],
  },
  cursor: {
    gate: ['beforeShellExecution', { beforeShellExecution: [{ ...entry, matcher: 'rm' }] }],
    other: ['afterShellExecution', { afterShellExecution: [{ ...entry, matcher: 'rm' }] }],
  },
};
type Source = keyof typeof sources;
type Kind = keyof (typeof sources)[Source];

const home = '/home/ada';

function commandsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' ? (key === 'command' ? [one] : []) : commandsIn(one),
  );
}

/** Returns the longest line that starts the hook of a source under an agent; undefined where the agent is the hook's own. */
export function lineOf(from: Source, kind: Kind, to: Vendor, scope: Scope): string | undefined {
  if (from === to) return undefined;
  const [, hooks] = sources[from][kind];
  const text = JSON.stringify({ version: 1, hooks });
  const { text: written } = convertText({
    from,
    to,
    source: { text, file: tableOf(from).files.own[scope] },
    target: { text: '', file: tableOf(to).files.own[scope] },
    ...(scope === 'user' && { launcher: launcherFor(to, { scope, home, root: '/' }, false) }),
  });
  const lines = commandsIn(JSON.parse(written)).filter((line) => line.includes(command));
  const [longest] = lines.sort((a, b) => b.length - a.length);
  return longest?.replace(process.execPath, '/usr/bin/node');
}

/** Returns the number of characters of a line without those of its command. */
export const besideCommand = (line: string): number => line.length - command.length;

/** Tells whether a line holds a refusal in JSON. */
export const refusesInJson = (line: string): boolean => line.includes('"deny"');

function tableFor(scope: Scope): string {
  const columns = (['claude', 'cursor'] as const).flatMap((from) =>
    (['gate', 'other'] as const).map((kind) => ({ from, kind })),
  );
  const head = columns.map(({ from, kind }) => `${titleOf(from)} \`${sources[from][kind][0]}\``);
  const lines = vendors.map((to) => [
    titleOf(to),
    ...columns.map(({ from, kind }) => {
      const line = lineOf(from, kind, to, scope);
      if (line === undefined) return '–';
      return `${besideCommand(line)}${refusesInJson(line) ? ' (JSON)' : ''}`;
    }),
  ]);
  const all = [['agent', ...head], ['---', ...head.map(() => '---')], ...lines];
  return all.map(row).join('\n');
}

/** The page as it should be. */
export const page = `# How long the lines in your settings are

\`convert\` and \`sync\` write one line for a hook, which people review, trust and commit. The tables have the
characters of the longest such line beside the words of the hook's own command, for a hook with one
matcher and a limit of ${limit} s: of a guard (\`PreToolUse\`, \`beforeShellExecution\`), and of a hook that guards
nothing. Written by \`npm run lengths -- --write\`; a test compares it.

## In a project

At most 160 characters for a hook of Claude Code, 166 in Copilot CLI, and 213 in Codex CLI, whose line looks
for its project in the folders above; for one of Cursor up to ten more, since the names of its events are longer. Longer are
those marked \`(JSON)\`: that agent takes a refusal in JSON alone. It stands on the line, so that there is one
where the loader is missing; else the loader says in it what is wrong. Flags that few hooks need come on
top: a name, values and what only converting back needs (both by a key), a condition, a second wording of paths.

${tableFor('project')}

## For a person (\`--scope user\`)

Here the line has the absolute path of the home, which is \`${home}\` in this table.

${tableFor('user')}

## After lines have changed

An agent that trusts lines by their text asks again once they have changed: in Codex CLI the hooks are off until
they are trusted in \`/hooks\`. \`convert\` and \`sync\` say so when they replace lines of anyhook by others.
`;

if (process.argv[1]?.endsWith('lengths.ts')) {
  if (process.argv.includes('--write')) {
    mkdirSync('docs', { recursive: true });
    writeFileSync('docs/lengths.md', page);
  } else {
    for (const scope of ['project', 'user'] as const) console.log(`${scope}\n${tableFor(scope)}\n`);
  }
}
