/**
 * Tells whether a guard's script answers the same for a relative and an absolute wording of a path. A wording
 * is a path as it is written: `src/a.ts` or `/project/src/a.ts`. Some agents give a hook the path as the model
 * wrote it, others make it absolute. A script that compares with `src/a.ts` misses `/project/src/a.ts`. Therefore, if the host makes
 * paths absolute, such a guard is asked in both wordings.
 *
 * 1. The script is read as shell commands (`util/shell`) or as tokens (`tokens.ts`), never run.
 * 2. `shell-values.ts` and `program-values.ts` tell which values are *fixed*: the same for both wordings.
 *    All others vary with the path, or may.
 * 3. `shell.ts`, `program.ts` (JavaScript, Python) and `jq.ts` look at each comparison of a value that
 *    varies, and note what it is compared with: `patterns.ts` tells whether that may match one wording alone.
 *
 * Where the text does not show it (an unknown value, another program, another language), the comparison
 * is noted as undecided (`unseen`), and the guard is asked in both wordings: one question too many is harmless.
 */

import type { Hook } from '../../canonical/hook.ts';
import { toolKinds } from '../../canonical/kinds.ts';
import { traitsOf } from '../../canonical/traits.ts';
import type { EntryPoint } from '../../coverage/entry-points.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { scriptOf } from '../../settings/command-line/script.ts';
import { answersGate, ownBindingOf, shellLineOf } from '../../settings/own-agent.ts';
import type { Workspace } from '../../settings/workspace.ts';
import { adapterOf } from '../../translate/host.ts';
import { scriptPathOf } from '../script.ts';
import { languageOf, readScriptText } from '../script-source.ts';
import { Comparisons } from './comparisons.ts';
import { readProgram } from './program.ts';
import { readShellScript } from './shell.ts';

/** What a guard compares paths with. */
export interface ComparedPaths {
  /** Texts that may match a relative path alone, or an absolute path alone. */
  paths: readonly string[];
  /** Steps of the script whose effect cannot be told from its text: `compares with …`, `runs …`. */
  unseen: readonly string[];
}

const unreadable: ComparedPaths = { paths: [], unseen: ['cannot be read'] };

/**
 * Reads what a hook's script, or its command line where it starts no script, compares paths with.
 * @param workspace - Where the script is looked for. Undefined: scripts are not read, and a hook that starts
 *   one counts as unreadable; a command line is read.
 */
export function readComparisons(hook: Hook, workspace: Workspace | undefined): ComparedPaths {
  const line = shellLineOf(hook);
  if (line === undefined) return unreadable;
  const script = scriptOf(line);
  const path = script && workspace && scriptPathOf(hook, workspace);
  const text = script ? workspace && path && readScriptText(hook, workspace) : line;
  if (text === undefined) return unreadable;
  const language = script ? languageOf(line, script.path, text) : 'sh';
  const comparisons = new Comparisons();
  try {
    if (language === 'sh') readShellScript(text, comparisons);
    else if (language) readProgram(text.replace(/^#!.*/, ''), language, comparisons);
    else return unreadable;
  } catch (error) {
    // The recursive readers overflowed the stack: only a text that was made for this nests so deep.
    if (error instanceof RangeError) return unreadable;
    throw error;
  }
  return { paths: [...comparisons.paths], unseen: [...comparisons.unseen] };
}

/** Tells whether a host fires a hook before calls of tools that take a path. */
const firesBeforePathTools = (host: Adapter, entryPoints: readonly EntryPoint[]): boolean =>
  entryPoints.some(({ binding, hostTools }) =>
    hostTools.some((name) => {
      const rows = host.tools.filter(({ names }) => names.includes(name));
      const isComposite = Object.hasOwn(host.composites ?? {}, name) && !rows.length;
      return traitsOf(binding.event).begins === 'call' && (isComposite || rows.some(hasPath));
    }),
  );

/** Tells whether a tool of the host takes a path. */
const hasPath = ({ tool }: Adapter['tools'][number]): boolean => 'path' in toolKinds[tool].input;

/**
 * Tells whether a hook must be asked about a path in both wordings: its own agent passes on what the model
 * wrote, the host does not, and the script does not show that both are the same to it.
 * @returns What the script compares paths with; undefined where one wording is enough.
 */
export function reasonsForBothWordings(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  workspace: Workspace | undefined,
): ComparedPaths | undefined {
  const dialect = adapterOf(hook.speaks);
  // Where the host's edits are patches, hooks get the absolute paths of the patched files, whatever the
  // patch says. So the wording is not passed on, although `asWritten` is set.
  const passesOn = host.paths?.asWritten && !host.equivalentTools?.patch;
  if (dialect === host || !dialect.paths?.asWritten || passesOn) return undefined;
  const mayRefuse = answersGate(hook) && hook.guard !== false;
  const isDecidedByOwner = hook.wordings !== undefined;
  if (!mayRefuse || isDecidedByOwner || traitsOf(ownBindingOf(hook).event).begins !== 'call')
    return undefined;
  if (!firesBeforePathTools(host, entryPoints)) return undefined;
  const compared = readComparisons(hook, workspace);
  return compared.paths.length || compared.unseen.length ? compared : undefined;
}
