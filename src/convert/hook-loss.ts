import type { Severity } from '../canonical/loss.ts';
import { type OutcomeKey, outcomeTraitsOf } from '../canonical/outcome.ts';
import type { System } from '../mapping/settings.ts';
import { formatMessage, type MessageOf } from '../settings/finding.ts';
import { keysOf } from '../util/keys-of.ts';

const lossWords = {
  'model-answers': () => 'a hook that a model answers, not a command, has no form there',
  'http-answers': ({ url }: { url: string }) => `a hook that ${url} answers has no form there`,
  'values-shown': ({ names }: { names: readonly string[] }) =>
    `what ${names.join(', ')} says stands on its line, which others can see; without --launcher it does not`,
  'values-personal': ({ file }: { file: string }) =>
    `what its env or its headers say stands in ${file}, which one person has, and what is written here is shared: move it into a shared file, or convert with --scope user`,
  'values-lost': () => 'what its env and its headers said is lost: .anyhook/kept.json lacks it',
  'mcp-answers': ({ server, tool }: { server: string; tool: string }) =>
    `a hook that ${tool} of ${server} answers has no form there`,
  'runs-elsewhere': ({ systems }: { systems: readonly System[] }) =>
    `a hook for ${systems.join(' and ')} alone runs nothing here`,
  'other-systems': ({ systems }: { systems: readonly System[] }) =>
    `the line is the one for here; there is another for ${systems.join(' and ')}`,
  'unknown-handler': ({ type }: { type: unknown }) =>
    `a hook ${type === undefined ? 'without a command' : `of type ${JSON.stringify(type)}`} has no form there that is known here`,
  'unknown-event': ({ agent, event }: { agent: string; event: string }) =>
    `${event} is no event of ${agent} that is known here: it may be a gate`,
  'never-runs': ({ agent }: { agent: string }) => `it never runs in ${agent}`,
  'event-voids': ({ agent, event }: { agent: string; event: string }) =>
    `one event that ${agent} does not know voids its whole file, and ${event} may be one`,
  'unknown-keys': ({ agent, keys }: { agent: string; keys: string[] }) =>
    `only ${agent} itself knows what this means: ${keys.join(', ')}`,
  awaited: ({ agent }: { agent: string }) => `${agent} waits for it`,
  'serves-several': ({ vendor }: { vendor: string }) =>
    `a flag of the command chooses ${vendor}: it serves several agents itself`,
  'only-renamed': ({ agent }: { agent: string }) =>
    `only renamed: the script must speak as ${agent} wants it`,
  'no-event': (of: { agent: string; event: string; matcher?: string | undefined }) =>
    `${of.agent} has nothing like ${of.event}${of.matcher === undefined ? '' : ` that ${JSON.stringify(of.matcher)} matches`}`,
  'partly-told': ({ why }: { tool: string; why: string }) => why,
  'no-refusal': ({ agent }: { agent: string }) => `${agent} does not let a hook refuse here`,
  'question-refuses': () => 'a question becomes a refusal',
  'rewrite-refuses': () => 'a rewritten call becomes a refusal that shows it',
  'halt-refuses': () => 'a halt refuses this call, and the turn goes on',
  'halt-hides': () => 'a halt hides this result, and the turn goes on',
  'hiding-halts': () => 'what is to be hidden ends the turn',
  'failure-shown': () => 'a result is hidden or replaced, the message of a failed call is not',
  'context-later': ({ agent }: { agent: string }) =>
    `${agent} hears no context here: it is said at a later event of the session`,
  'variable-unset': ({ agent, names }: { agent: string; names: readonly string[] }) =>
    `its line names ${names.join(', ')}, which ${agent} does not set`,
  'settings-variable': (of: { from: string; to: string; names: readonly string[] }) =>
    `${of.from} gives it ${of.names.join(', ')} from its settings, and ${of.to} does not: give ${of.names.length > 1 ? 'them' : 'it'} as env of the hook, or set ${of.names.length > 1 ? 'them' : 'it'} where ${of.to} is started`,
  'side-by-side': ({ agent }: { agent: string }) =>
    `${agent} runs all hooks of an event side by side`,
  'order-lost': ({ agent, first }: { agent: string; first: string }) =>
    `at home it judges what ${first} makes of a call; ${agent} asks both about the call itself`,
  'order-unproved': ({ agent, first }: { agent: string; first: string }) =>
    `at home it judges what ${first} makes of a call; nobody has seen ${agent} do that`,
  'order-made': ({ first }: { first: string }) =>
    `at home it judges the call itself; here only what ${first} makes of it`,
  'left-behind': ({ path, folder }: { path: string; folder: string }) =>
    `${path} is found in ${folder}, where the hook runs at home, and not from here`,
  'plugin-elsewhere': ({ folder }: { folder: string }) =>
    `its plugin lies in ${folder}, which no other checkout of the project has: move it into the project, or convert with --scope user`,
  'windows-shell': ({ agent, shell }: { agent: string; shell: string }) =>
    `on Windows ${agent} runs a line in ${shell}, which may not run this one`,
  unheard: ({ agent, answers: answerWords }: { agent: string; answers: OutcomeKey[] }) =>
    `${agent} does not hear here: ${answerWords.map((key) => outcomeTraitsOf(key).label).join(', ')}`,
};

/** Every code that a loss can have. Printed as JSON, so that a code never changes its name. */
export const hookLossCodes = keysOf(lossWords);

/** Why a hook loses something: a code, and the values that the sentence of this code names. */
export type LossReason = MessageOf<typeof lossWords>;

/** Something that a hook can do or is given in its own agent, and not in the target. */
export type HookLoss = LossReason & { severity: Severity };

/** Describes a loss in one sentence. */
export const describeHookLoss = (loss: HookLoss): string => formatMessage(lossWords, loss);
