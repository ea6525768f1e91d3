/** What a person wants `anyhook init` to write: from flags, from questions, or from what is there. */
import type { Vendor } from '../adapters/index.ts';
import { AnyhookError } from '../errors.ts';
import { agentVendors, neutralVendor } from '../settings/formats/index.ts';
import { moduleStarters, type Starter, starters } from '../starters/starters.ts';
import type { AgentSurvey, ProjectSurvey } from '../survey/types.ts';
import { describeUnknownWord } from '../util/words.ts';
import { type Asker, readYesOrNo } from './questions.ts';
import { readVendor, readVendors } from './words.ts';

/** The flags of `anyhook init`. */
export interface Flags {
  agents?: string;
  hooks?: string;
  hook?: string;
  from?: string;
  yes?: boolean;
  dryRun?: boolean;
  json?: boolean;
  verbose?: boolean;
}

/** What is there before. */
export interface Found {
  agents: readonly AgentSurvey[];
  /** The agents whose settings in the project have hooks that anyhook did not write, with the names of the files. */
  withHooks: readonly { agent: Vendor; title: string; files: string[]; count: number }[];
  /** The name of the neutral file, if the project has one. */
  neutral: string | undefined;
}

/** What is wanted. */
export interface Answers {
  agents: readonly Vendor[];
  starters: readonly Starter[];
  from: Vendor | undefined;
}

/** Returns what a survey says of hooks in a project. Throws `settings` if the neutral file cannot be read. */
export function findHooks({ agents, neutral }: ProjectSurvey): Found {
  if (neutral?.error !== undefined) throw new AnyhookError('settings', neutral.error);
  const withHooks = agents.flatMap(({ agent, title, files }) => {
    const own = files.filter(({ scope, role }) => scope === 'project' && role !== 'loaded');
    const hooks = own.flatMap((file) => file.hooks.filter(({ wrapped }) => !wrapped));
    const names = own.filter(({ hooks }) => hooks.some(({ wrapped }) => !wrapped));
    return hooks.length
      ? [{ agent, title, files: names.map(({ file }) => file), count: hooks.length }]
      : [];
  });
  return { agents, withHooks, neutral: neutral?.file };
}

/** Returns the agents of the project; without any, those that the person uses or has installed. */
export function suggestAgents({ agents }: Found): Vendor[] {
  const ofProject = agents.filter(({ isUsedByProject }) => isUsedByProject);
  return (ofProject.length ? ofProject : agents).map(({ agent }) => agent);
}

/** Throws `usage` or `vendor` for a flag that names no agent or no hook. */
export function checkFlags({ agents, hooks, hook, from }: Flags): void {
  if (agents !== undefined) readAgents(agents, '--agents');
  if (hooks !== undefined) readStarters(hooks, '--hooks');
  if (hook !== undefined) readLanguage(hook);
  if (from !== undefined) readVendor(from, '--from');
}

/**
 * Returns what is wanted: what the flags say, and for the rest the answers of the person.
 *
 * @param asker Undefined: nothing is asked, and what is found is wanted. Throws `usage` if that is not clear.
 */
export async function readFlags(
  flags: Flags,
  found: Found,
  asker: Asker | undefined,
): Promise<Answers> {
  const agents = await chooseAgents(flags, found, asker);
  const from = found.neutral === undefined ? await chooseSource(flags, found, asker) : undefined;
  const isNew = found.neutral === undefined && from === undefined && flags.hook === undefined;
  const hooks = isNew || flags.hooks !== undefined ? await chooseStarters(flags, asker) : [];
  const modules = flags.hook === undefined ? [] : [readLanguage(flags.hook)];
  return { agents, from, starters: [...hooks, ...modules] };
}

async function chooseAgents({ agents }: Flags, found: Found, asker: Asker | undefined) {
  if (agents !== undefined) return [...new Set(readAgents(agents, '--agents'))];
  const suggested = suggestAgents(found);
  const question = `Agents: ${agentVendors().join(', ')}\nWhich of them does your team use? (names with commas between them)`;
  if (asker)
    return asker.ask(question, suggested.join(',') || 'claude', (list) => readAgents(list));
  if (suggested.length) return suggested;
  throw new AnyhookError('usage', 'no agent was found here; say --agents claude,gemini');
}

/** Words for every one of a list. */
const isAll = (list: string): boolean => /^(?:all|\*)$/i.test(list.trim());

/**
 * Returns the agents in a list, or all. Throws `vendor` for a word that is none, and `usage` for the id of the neutral
 * dialect.
 *
 * @param flag The flag that the list was given with. Absent: it is the answer to a question.
 */
function readAgents(list: string, flag = ''): Vendor[] {
  if (isAll(list)) return agentVendors();
  const agents = readVendors(list, flag, agentVendors());
  if (!agents.includes(neutralVendor())) return agents;
  const start = flag && `${flag}: `;
  throw new AnyhookError('usage', `${start}anyhook is no agent; say the agents that get its hooks`);
}

async function chooseSource(
  { from, hooks, hook }: Flags,
  { withHooks }: Found,
  asker: Asker | undefined,
): Promise<Vendor | undefined> {
  if (from !== undefined && hooks !== undefined)
    throw new AnyhookError('usage', '--from and --hooks exclude each other');
  if (from !== undefined && hook !== undefined)
    throw new AnyhookError('usage', '--from and --hook exclude each other');
  if (from !== undefined) return readVendor(from, '--from');
  const [first, ...others] = withHooks;
  if (hooks !== undefined || hook !== undefined || !first) return undefined;
  const names = withHooks.map(({ agent }) => agent);
  if (!asker) {
    if (!others.length) return first.agent;
    throw new AnyhookError(
      'usage',
      `${names.join(' and ')} have hooks here; say which become the hooks of all agents: --from ${first.agent}; or --hooks none, if none of them`,
    );
  }
  if (!others.length) {
    const question = `Take the hooks of ${first.title} for all agents? They are copied to anyhook.yaml, from where anyhook sync writes each agent's file. (y, n)`;
    return (await asker.ask(question, 'y', readYesOrNo)) ? first.agent : undefined;
  }
  const question = `Whose hooks become those of all agents? They are copied to anyhook.yaml. (${names.join(', ')}, none)`;
  return asker.ask(question, first.agent, (answer) =>
    answer === 'none' ? undefined : readVendor(answer),
  );
}

/** Other words for the languages of `--hook`. */
const languages: Readonly<Record<string, string>> = {
  typescript: 'ts',
  javascript: 'js',
  mjs: 'js',
};

/** Returns the starter in a language. Throws `usage` for a word that is none. */
function readLanguage(word: string): Starter {
  const wanted = word.trim().toLowerCase();
  const found = moduleStarters.find(({ id }) => id === (languages[wanted] ?? wanted));
  if (found) return found;
  const known = moduleStarters.map(({ id }) => id);
  throw new AnyhookError('usage', `--hook: ${describeUnknownWord('language', word, known)}`);
}

async function chooseStarters({ hooks }: Flags, asker: Asker | undefined) {
  if (hooks !== undefined) return readStarters(hooks, '--hooks');
  const all = starters.map(({ id }) => id).join(',');
  if (!asker) return readStarters(all);
  const lines = starters.map(({ id, title }) => `  ${id.padEnd(8)} ${title}`).join('\n');
  return asker.ask(`Hooks to begin with:\n${lines}\nWhich? (names, or none)`, all, (list) =>
    readStarters(list),
  );
}

/**
 * Returns the starters in a list, or all. Throws `usage` for a word that is none, and for `none` beside others.
 *
 * @param flag The flag that the list was given with. Absent: it is the answer to a question.
 */
function readStarters(list: string, flag = ''): Starter[] {
  const words = list.split(',').flatMap((word) => word.trim().toLowerCase() || []);
  if (words.join() === 'none') return [];
  if (isAll(list)) return [...starters];
  const known = starters.map(({ id }) => id);
  const start = flag && `${flag}: `;
  const unknown = words.find((word) => !known.includes(word) && word !== 'none');
  if (unknown !== undefined)
    throw new AnyhookError(
      'usage',
      `${start}${describeUnknownWord('hook', unknown, [...known, 'none'])}`,
    );
  const others = words.filter((word) => word !== 'none').join(',');
  if (others.length < words.join(',').length)
    throw new AnyhookError('usage', `${start}none stands alone; say none, or ${others}`);
  return starters.filter(({ id }) => words.includes(id));
}
