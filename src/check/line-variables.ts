/** Finds the variable of a project's folder in a command line where the shell takes its value apart. */
import type { Hook } from '../canonical/hook.ts';
import type { Finding } from '../settings/finding.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { readScript } from '../util/shell/commands.ts';
import type { Word } from '../util/shell/words.ts';
import { isSetByOwnAgent } from './script.ts';

/** Matches what a shell takes apart, or expands, in the value of a variable without quotes. */
const brokenApart = /[\s*?[]/;

/**
 * Finds a variable with the path of the project whose value the shell takes apart, since it is not in quotes and the
 * path has a space. An agent that puts the value into the line itself puts it there in quotes: then quotes around it
 * do the harm.
 * @returns undefined if the path of the project is not known, or is one word.
 */
export function findUnquotedVariable(hook: Hook, { root, scope }: Workspace): Finding | undefined {
  const { event, speaks } = hook;
  const line = shellLineOf(hook);
  if (line === undefined || scope !== 'project' || !brokenApart.test(root)) return undefined;
  const { runtime, title: agent } = adapterOf(speaks);
  const isSpawned = tableOf(speaks).commandLine.substitutesVariables;
  for (const name of new Set(line.match(/(?<=\$\{?)\w+/g) ?? [])) {
    const value = runtime.env({ event: 'prompt', cwd: root })[name];
    if (value !== root || !isSetByOwnAgent(hook, name)) continue;
    const isPut = isSpawned && runtime.commandVariables.includes(name);
    const plain = new RegExp(`\\$${name}(?!\\w)`);
    const instead = isPut ? `"\${${name}}"` : `"$${name}"`;
    const finding: Finding = {
      code: 'unquoted-variable',
      event,
      agent,
      variable: `$${name}`,
      instead,
      quoted: isPut,
    };
    // The agent replaces `$NAME` alone. What it leaves to the shell is `${NAME}`.
    if (isPut && plain.test(line) && isInQuotes(line, name)) return finding;
    const left = isPut ? line.replace(new RegExp(`\\$${name}`, 'g'), '') : line;
    if (hasUnquoted(left, name)) return finding;
  }
  return undefined;
}

/** Tells whether `$NAME` is between double quotes. */
const isInQuotes = (line: string, name: string): boolean =>
  [...line.matchAll(/"(?:\\.|[^"\\])*(?:"|\\?$)/gs)].some(([text]) =>
    new RegExp(`\\$${name}(?!\\w)`).test(text),
  );

/** Tells whether a command of a line has a variable without quotes. */
function hasUnquoted(line: string, name: string): boolean {
  const marked = line.replace(/"(?:\\.|[^"\\])*(?:"|\\?$)|'[^']*(?:'|$)/gs, '""');
  const words: Word[] = readScript(marked).commands.flatMap((command) => command.words);
  return words.some((word) => {
    const [first] = word;
    const isAssignment = first && 'text' in first && /^\w+=/.test(first.text);
    return !isAssignment && word.some((piece) => 'name' in piece && piece.name === name);
  });
}
