// How long the lines are that `convert` writes, by agent. Prints the tables; --write puts the page into docs/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { convertText } from '../src/convert/convert-text.ts';
import { launcherFor } from '../src/convert/launcher.ts';
import type { Scope } from '../src/mapping/settings.ts';
import { readSettingsText } from '../src/settings/formats/index.ts';
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
  const { value } = readSettingsText(to, written, tableOf(to).files.own[scope]);
  const lines = commandsIn(value).filter((line) => line.includes(command));
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

\`convert\` and \`sync\` write one line for a hook, or for the hooks of one event and matcher. People review this line, trust it and commit
it. The tables show how many characters the longest line with one hook has, without the words of the hook's own command. The hook has one matcher and a time limit of ${limit} s. It is a
guard (\`PreToolUse\`, \`beforeShellExecution\`) or a hook that guards nothing (\`PostToolUse\`, \`afterShellExecution\`).
\`npm run lengths -- --write\` generates this page, and a test compares it.

## In a project

For a hook of Claude Code a line has at most 160 characters. In Copilot CLI it has at most 166, and in Codex CLI at most 213, because
there the line looks for its project in the folders above. For a hook of Cursor it has up to ten more, because the names of Cursor's
events are longer.

Lines marked \`(JSON)\` are longer, because that agent takes a refusal only as JSON. The refusal is in the line itself, so that there is
one even if the loader is missing. If the loader is there, it says in the refusal what is wrong.

Each further hook on a line takes \`--hook\`, its command, and the flags in which it differs from the others.

Flags that few hooks need make a line longer: a name, values and what only converting back needs (both by a key), a condition, and a
second wording of paths.

${tableFor('project')}

## For a person (\`--scope user\`)

Here the line holds the absolute path of the home folder, which is \`${home}\` in this table.

${tableFor('user')}

## After lines have changed

Some agents trust a line by its text, and ask the person again after the text has changed. In Codex CLI the hook is off until somebody
trusts it in \`/hooks\`. \`convert\` and \`sync\` say so when they replace a line of anyhook by another.
`;

if (process.argv[1]?.endsWith('lengths.ts')) {
  if (process.argv.includes('--write')) {
    mkdirSync('docs', { recursive: true });
    writeFileSync('docs/lengths.md', page);
  } else {
    for (const scope of ['project', 'user'] as const) console.log(`${scope}\n${tableFor(scope)}\n`);
  }
}
