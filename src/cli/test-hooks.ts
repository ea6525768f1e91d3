import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { AnyhookError } from '../errors.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { agentVendors, neutralVendor, readHooks } from '../settings/formats/index.ts';
import { canonicalId } from '../settings/neutral/names.ts';
import { tableOf } from '../settings/tables.ts';
import { findPlugin } from '../settings/vendor-files.ts';
import type { Workspace } from '../settings/workspace.ts';
import { type ProjectSurvey, surveyProject } from '../survey/index.ts';
import { adapterOf } from '../translate/host.ts';
import { entriesIn, type FoundEntry } from '../trial/entries.ts';
import {
  type AgentHooks,
  agentsOf,
  entriesForSource,
  findAgentHooks,
} from '../trial/project-hooks.ts';
import { quoteWord } from '../util/shell/quote.ts';
import { findNearestWord } from '../util/words.ts';
import type { Asking, TestFlags } from './test-asking.ts';
import { callSourceOf, hasCall } from './test-flags.ts';
import { readVendor, readVendors } from './words.ts';

/** Finds the hooks that are asked: those of the project, or the command behind `--`. */
export async function findHooks(
  command: string | undefined,
  flags: TestFlags,
  workspace: Workspace,
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
    return (named ?? agentVendors().map((id) => adapterOf(id))).map((one) =>
      entriesForSource(one, text, workspace),
    );
  }
  const survey = surveyProject(workspace);
  const hooks: AgentHooks[] = [];
  for (const one of named ?? agentsOf(workspace)) {
    const found = await findAgentHooks(one, workspace);
    hooks.push({ ...found, entries: [...found.entries, ...pluginEntriesOf(one, survey)] });
  }
  if (!hooks.some(({ entries, notCarried }) => entries.length + notCarried.length))
    throw new AnyhookError('usage', explainNoHooks(hooks));
  return hooks;
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
function explainNoHooks(hooks: readonly AgentHooks[]): string {
  const [file, ...others] = hooks.map(({ agent }) => tableOf(agent.id).files.own.project);
  const where = file === undefined || others.length ? 'the settings of any agent' : file;
  return [
    `there are no hooks here: neither in anyhook.yaml nor in ${where}`,
    'To write the first one:    anyhook init',
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

/** Lists the hooks that plugins bring to an agent. */
const pluginEntriesOf = (agent: Adapter, { agents }: ProjectSurvey): FoundEntry[] =>
  agents
    .flatMap((one) => (one.agent === agent.id ? one.files : []))
    .filter(({ role, trust }) => role === 'plugin' && trust !== 'untrusted')
    .flatMap(({ file, path, settings }) => {
      const { folder: pluginFolder } = findPlugin(path, agent.id) ?? {};
      const entries = settings ? entriesIn(agent, { file, text: settings.text }) : [];
      return entries.map((entry) => ({ ...entry, ...(pluginFolder && { pluginFolder }) }));
    });

/** Returns the number of each hook by its name: the one that `anyhook list` prints, or a later one. */
export function numberHooks(
  hooks: readonly AgentHooks[],
  workspace: Workspace,
): ReadonlyMap<string, number> {
  const { agents, neutral } = surveyProject(workspace);
  const files = [...(neutral ? [neutral] : []), ...agents.flatMap((one) => one.files)];
  const numbers = new Map<string, number>();
  for (const { name, number } of files.flatMap((file) => file.hooks))
    if (!numbers.has(name)) numbers.set(name, number);
  for (const { name } of hooks.flatMap(({ entries }) => entries))
    if (!numbers.has(name)) numbers.set(name, Math.max(0, ...numbers.values()) + 1);
  return numbers;
}

/** Returns the hooks without those that a person did not ask for. */
export function selectHook(
  { hooks, numbers }: Pick<Asking, 'hooks' | 'numbers'>,
  wanted: string | undefined,
): AgentHooks[] {
  if (wanted === undefined) return [...hooks];
  const names = [...numbers.keys()];
  const name = names.find((one) => one === wanted || String(numbers.get(one)) === wanted);
  if (name === undefined) {
    const near = findNearestWord(wanted, names);
    const list = names.map((one) => `${numbers.get(one)} ${one}`).join(', ');
    if (/^#\d+$/.test(wanted)) {
      const text = `--hook ${wanted}: reports of convert and sync count the hooks of their source so; here the numbers are those of anyhook list: ${list}`;
      throw new AnyhookError('usage', text);
    }
    const hint = near === undefined ? `there are ${list}` : `did you mean ${near}?`;
    throw new AnyhookError('usage', `--hook ${wanted}: no hook here is called so; ${hint}`);
  }
  return hooks.map((one) => ({
    ...one,
    entries: one.entries.filter((entry) => entry.name === name),
  }));
}
