/** Whether a hook's script may know a file by its path in the project alone. */

import type { Hook } from '../../canonical/hook.ts';
import { toolKinds } from '../../canonical/kinds.ts';
import { traitsOf } from '../../canonical/traits.ts';
import type { EntryPoint } from '../../coverage/entry-points.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { scriptOf } from '../../settings/command-line/script.ts';
import { isAsked, ownBindingOf, shellLineOf } from '../../settings/own-agent.ts';
import type { Workspace } from '../../settings/workspace.ts';
import { adapterOf } from '../../translate/host.ts';
import { scriptPathOf } from '../script.ts';
import { readScriptText } from '../script-text.ts';
import { Comparisons } from './comparisons.ts';
import { readProgram } from './program.ts';
import { readShellScript } from './shell.ts';

/** What a guard compares paths with: such as may be relative, and what its text does not show. */
export interface ComparedPaths {
  paths: readonly string[];
  unseen: readonly string[];
}

/** Which language a script is in: by what starts it, its first line, or its name. */
function languageOf(line: string, path: string, text: string): 'sh' | 'js' | 'python' | undefined {
  const [first = ''] = text.startsWith('#!') ? text.split('\n', 1) : [];
  const named = /\.(?:(?<sh>sh|bash|zsh)|(?<js>[mc]?[jt]s)|(?<python>py))$/.exec(path)?.groups;
  for (const one of [line.slice(0, Math.max(0, line.indexOf(path))), first]) {
    if (/\b(?:node|nodejs|bun|deno|tsx|ts-node)\b/.test(one)) return 'js';
    if (/\bpython[\d.]*\b/.test(one)) return 'python';
    if (/(?:^|[\s/])(?:ba|da|z|k)?sh\b/.test(one)) return 'sh';
  }
  return named?.sh ? 'sh' : named?.js ? 'js' : named?.python ? 'python' : undefined;
}

const unreadable: ComparedPaths = { paths: [], unseen: ['cannot be read'] };

/** What a hook's script compares paths with that may be relative, as far as its text shows. */
export function readComparisons(hook: Hook, place: Workspace | undefined): ComparedPaths {
  const line = shellLineOf(hook);
  if (line === undefined) return unreadable;
  const script = scriptOf(line);
  const path = script && place ? scriptPathOf(hook, place) : undefined;
  if (script && path === undefined) return unreadable;
  const text = script ? place && readScriptText(hook, place) : line;
  if (text === undefined) return unreadable;
  const language = script && path ? languageOf(line, script.path, text) : 'sh';
  const found = new Comparisons();
  try {
    if (language === 'sh') readShellScript(text, found);
    else if (language) readProgram(text.replace(/^#!.*/, ''), language, found);
    else return unreadable;
  } catch (error) {
    // Only a text that is made so nests that deep.
    if (error instanceof RangeError) return unreadable;
    throw error;
  }
  return { paths: [...found.paths], unseen: [...found.unseen] };
}

/** Whether a host fires a hook for calls that are about a path. */
const tellsPaths = (host: Adapter, ways: readonly EntryPoint[]): boolean =>
  ways.some(({ binding, own }) =>
    own.some((name) => {
      const rows = host.tools.filter(({ names }) => names.includes(name));
      const isComposite = Object.hasOwn(host.composites ?? {}, name) && !rows.length;
      return traitsOf(binding.event).begins === 'call' && (isComposite || rows.some(hasPath));
    }),
  );

const hasPath = ({ tool }: Adapter['tools'][number]): boolean => 'path' in toolKinds[tool].input;

/**
 * Whether a hook that may know a file by its relative path is to be asked in both wordings, since its
 * own agent passes on what the model wrote and a host does not; and why: unless its text shows that it
 * compares with no path that may be relative.
 */
export function reasonsForBothWordings(
  host: Adapter,
  hook: Hook,
  ways: readonly EntryPoint[],
  place: Workspace | undefined,
): ComparedPaths | undefined {
  const dialect = adapterOf(hook.speaks);
  // The files of a patch are told by their whole paths, whatever the patch says.
  const passesOn = host.paths?.asWritten && !host.kin?.patch;
  if (dialect === host || !dialect.paths?.asWritten || passesOn) return undefined;
  const isGuard = isAsked(hook) && hook.guard !== false && hook.wordings === undefined;
  if (!isGuard || traitsOf(ownBindingOf(hook).event).begins !== 'call') return undefined;
  if (!tellsPaths(host, ways)) return undefined;
  const compared = readComparisons(hook, place);
  return compared.paths.length || compared.unseen.length ? compared : undefined;
}
