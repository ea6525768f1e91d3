/** Finds the variable of a project's folder in a command line where the shell takes its value apart. */
import type { Hook } from '../canonical/hook.ts';
import { scriptOf } from '../settings/command-line/script.ts';
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

/** Where a variable stands in a line: in what is started, or only in what that gets. */
type Place = 'started' | 'argument';

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
  const found: { finding: Finding; place: Place }[] = [];
  for (const name of new Set(line.match(/(?<=\$\{?)\w+/g) ?? [])) {
    const value = runtime.env({ event: 'prompt', cwd: root })[name];
    if (value !== root || !isSetByOwnAgent(hook, name)) continue;
    const isPut = isSpawned && runtime.commandVariables.includes(name);
    const place = findBroken(line, name, isPut);
    if (!place) continue;
    const finding: Finding = {
      code: 'unquoted-variable',
      event,
      agent,
      variable: `$${name}`,
      instead: isPut ? `"\${${name}}"` : `"$${name}"`,
      quoted: isPut,
      ...(place === 'argument' && { argument: true }),
    };
    found.push({ finding, place });
  }
  return (found.find(({ place }) => place === 'started') ?? found[0])?.finding;
}

/** Returns where a line has a variable whose value is taken apart. Undefined: nowhere. */
function findBroken(line: string, name: string, isPut: boolean): Place | undefined {
  if (!isPut) return placeIn(withoutQuoted(line), name);
  // The agent replaces `$NAME` alone. What it leaves to the shell is `${NAME}`.
  const put = new RegExp(`\\$${name}(?!\\w)`, 'g');
  const bared = line.replace(quotedText, (text) =>
    text[0] === '"' && text.search(put) >= 0
      ? text.replace(/"/g, '').replace(put, `$${quotedName}`)
      : harmlessWord,
  );
  return placeIn(bared, quotedName) ?? placeIn(withoutQuoted(line.replace(put, '')), name);
}

/** Stands for a variable between double quotes. */
const quotedName = 'between_quotes';
/** Matches a text in quotes. */
const quotedText = /"(?:\\.|[^"\\])*(?:"|\\?$)|'[^']*(?:'|$)/gs;
/** Stands for a text in quotes: a word that may be a path. */
const harmlessWord = './quoted';
const withoutQuoted = (line: string): string => line.replace(quotedText, harmlessWord);

/** Returns where the commands of a line have a variable. */
function placeIn(line: string, name: string): Place | undefined {
  let place: Place | undefined;
  for (const { words } of readScript(line).commands) {
    const first = words.findIndex((word) => !isAssignment(word));
    const shown = words.slice(Math.max(first, 0)).map((word) => ({
      has: !isAssignment(word) && word.some((piece) => 'name' in piece && piece.name === name),
      text: word.map((piece) => ('text' in piece ? piece.text : '$X')).join(''),
    }));
    const [program] = shown;
    // `echo` joins with a space what a space took apart.
    if (!shown.some(({ has }) => has) || program?.text === 'echo') continue;
    const script = scriptOf(shown.map(({ text }) => text.replace(/[^\w./$@=+-]/g, '_')).join(' '));
    const isStarted =
      program?.has ||
      // What follows would be done in another folder, or not at all.
      /^(?:cd|pushd)$/.test(program?.text ?? '') ||
      shown.some(({ has, text }) => has && text === script?.path);
    if (isStarted) return 'started';
    place = 'argument';
  }
  return place;
}

const isAssignment = ([first]: Word): boolean =>
  first !== undefined && 'text' in first && /^\w+=/.test(first.text);
