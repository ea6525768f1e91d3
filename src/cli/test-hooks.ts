import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { AnyhookError } from '../errors.ts';
import { agentVendors, neutralVendor, readHooks } from '../settings/formats/index.ts';
import { type HookNumbers, selectByName } from '../settings/hook-names.ts';
import { canonicalId } from '../settings/neutral/names.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { readHookNumbers } from '../survey/index.ts';
import { adapterOf } from '../translate/host.ts';
import type { FoundEntry } from '../trial/entries.ts';
import {
  type AgentHooks,
  agentsOf,
  entriesForSource,
  findAgentHooks,
} from '../trial/project-hooks.ts';
import { startAlone } from '../trial/shared-line.ts';
import { makeTrialRunner } from '../trial/trial-runner.ts';
import { quoteWord } from '../util/shell/quote.ts';
import type { TestFlags } from './test-asking.ts';
import { callSourceOf, hasCall } from './test-flags.ts';
import { readVendor, readVendors } from './words.ts';

/**
 * Finds the hooks that are asked: those of the project, or the command behind `--`.
 *
 * @param scratch A temporary folder, in which modules are put beside a runner.
 */
export async function findHooks(
  command: string | undefined,
  flags: TestFlags,
  workspace: Workspace,
  scratch: string,
): Promise<AgentHooks[]> {
  const { agent, commandWords, as, onEvent } = flags;
  if (commandWords === undefined && (as ?? onEvent) !== undefined)
    throw new AnyhookError('usage', '--as and --on-event need a command: it comes after --');
  const words = commandWords === undefined ? undefined : (JSON.parse(commandWords) as string[]);
  const named =
    agent === undefined ? undefined : readVendors(agent, '--agent').map((id) => adapterOf(id));
  if (words) {
    checkScript(words, workspace);
    const text = sourceFor(words, command, flags);
    const all = named ?? agentVendors().map((id) => adapterOf(id));
    return setNumbers(
      all.map((one) => entriesForSource(one, text, workspace)),
      { numberOf: () => undefined, count: 0 },
    );
  }
  const hooks: AgentHooks[] = [];
  const runner = await makeTrialRunner(workspace, scratch);
  for (const one of named ?? agentsOf(workspace))
    hooks.push(await findAgentHooks(one, workspace, runner));
  if (!hooks.some(({ entries, notCarried }) => entries.length + notCarried.length))
    throw new AnyhookError('usage', explainNoHooks(hooks, workspace));
  return setNumbers(hooks, readHookNumbers(workspace));
}

/** Programs whose first argument is a script. */
const interpreters = /^(?:node|bun|deno|tsx|python3?|ruby|perl|php|sh|bash|zsh|dash)$/;

/** Throws `usage` if a command starts a script that is neither in the project nor in the working directory. */
function checkScript(words: readonly string[], { root }: Workspace): void {
  const [only = ''] = words;
  const parts = words.length > 1 ? words : /^[\w./ -]+$/.test(only) ? only.trim().split(/\s+/) : [];
  const [program = '', argument = ''] = parts;
  const script = program.includes('/')
    ? program
    : interpreters.test(program) && /^[^-].*[./]/.test(argument)
      ? argument
      : undefined;
  if (script === undefined || [root, '.'].some((folder) => existsSync(resolve(folder, script))))
    return;
  throw new AnyhookError(
    'usage',
    `${script}: there is no such file; say the path from ${resolve(root)}, or write the script first`,
  );
}

/** Says that there are no hooks, and how to begin. */
function explainNoHooks(hooks: readonly AgentHooks[], { scope }: Workspace): string {
  const nameOf = (id: string) => `${scope === 'user' ? '~/' : ''}${tableOf(id).files.own[scope]}`;
  const [file, ...others] = hooks.map(({ agent }) => nameOf(agent.id));
  const where = file === undefined || others.length ? 'the settings of any agent' : file;
  const source = nameOf(neutralVendor());
  return [
    `there are no hooks here: neither in ${source} nor in ${where}`,
    ...(scope === 'user'
      ? [
          `To begin: write hooks into ${source}, then put them into the settings of your agents:`,
          '  anyhook sync --scope user',
        ]
      : ['To write the first one:    anyhook init']),
    "To try a script as a hook: anyhook test 'rm -rf /' -- ./guard.sh",
  ].join('\n');
}

/** Returns a text of `anyhook.yaml` that has one command as its only hook. */
function sourceFor(
  words: readonly string[],
  command: string | undefined,
  flags: TestFlags,
): string {
  if (!words.length) throw new AnyhookError('usage', 'there is no command after --');
  const run =
    words.length > 1 ? words.map((word) => quoteWord(word, false)).join(' ') : (words[0] as string);
  const event = hasCall(command, flags) ? callSourceOf(command, flags).event : 'before-tool';
  const dialect = adapterOf(readVendor(flags.as ?? canonicalId, '--as'));
  if (dialect.id === canonicalId)
    return stringify({ version: 1, hooks: [{ on: flags.onEvent ?? event, run }] });
  const native = flags.onEvent ?? dialect.bindings.listFor(event)[0]?.native;
  if (native === undefined)
    throw new AnyhookError('usage', `${dialect.title} has no event for ${event}: say --on-event`);
  const text = stringify({ version: 1, hooks: [{ speaks: dialect.id, event: native, run }] });
  readHooks(neutralVendor(), text, 'the command after --'); // says what is wrong with --on-event
  return text;
}

/** Gives each hook the number that it has in every command. A hook that is none of the project is counted after these. */
function setNumbers(hooks: readonly AgentHooks[], { numberOf, count }: HookNumbers): AgentHooks[] {
  const others = new Map<string, number>();
  const numberFor = ({ name, started, hook }: FoundEntry): number => {
    // Some settings have a field for the name, so that the line has none.
    const named = hook.name === undefined ? started : { ...started, name: hook.name };
    const known = numberOf(named) ?? numberOf(started);
    const number = known ?? others.get(name) ?? count + others.size + 1;
    if (number > count) others.set(name, number);
    return number;
  };
  return hooks.map((one) => ({
    ...one,
    entries: one.entries.map((entry) => ({ ...entry, number: numberFor(entry) })),
  }));
}

/**
 * Returns the hooks without those that a person did not ask for. What else is on their lines is not started either. Throws
 * `usage` if no hook is called so.
 */
export function selectHook(hooks: readonly AgentHooks[], wanted: string | undefined): AgentHooks[] {
  if (wanted === undefined) return [...hooks];
  const placed = hooks.flatMap(({ entries }) =>
    entries.map(({ started, name, number }) => ({ hook: { ...started, name }, number })),
  );
  const isWanted = selectByName(placed, [wanted], '--hook');
  return hooks.map((one) => ({
    ...one,
    entries: startAlone(
      one.entries.filter(({ started, name, number }) =>
        isWanted({ hook: { ...started, name }, number }),
      ),
    ),
  }));
}
