import type { Severity } from '../canonical/loss.ts';
import { outcomeTraitsOf } from '../canonical/outcome.ts';
import type { OutcomeKey } from '../canonical/types.ts';
import type { System } from '../mapping/settings.ts';
import { formatMessage, type MessageOf } from '../settings/finding.ts';
import { keysOf } from '../util/keys-of.ts';

const lossWords = {
  'model-answers': () =>
    'a model answers this hook instead of a command, which no other agent can do',
  'module-answers': ({ path }: { path: string }) =>
    `anyhook itself calls the handler in ${path}, so no agent can start it`,
  'http-answers': ({ url }: { url: string }) =>
    `the server ${url} answers this hook, and settings there cannot name a server`,
  'values-shown': ({ names }: { names: readonly string[] }) =>
    `the values of ${names.join(', ')} are on its command line, where others can see them. Without --launcher they are not`,
  'values-personal': ({ file }: { file: string }) =>
    `the values of its env or headers are in ${file}, which one person has, and what is written here is shared: move them into a shared file, or convert with --scope user`,
  'line-unread': ({ problem }: { problem: string }) =>
    `this version of anyhook cannot read all of its line (${problem})`,
  'values-lost': () => '.anyhook/kept.json does not have the values of its env and headers',
  'mcp-answers': ({ server, tool }: { server: string; tool: string }) =>
    `the tool ${tool} of ${server} answers this hook, which no other agent can do`,
  'runs-elsewhere': ({ systems }: { systems: readonly System[] }) =>
    `this hook is for ${systems.join(' and ')} alone, and runs nothing here`,
  'other-systems': ({ systems }: { systems: readonly System[] }) =>
    `this hook has another command for ${systems.join(' and ')}, and only the one for this system is written`,
  'unknown-handler': ({ type }: { type: unknown }) =>
    `anyhook does not know how to run a hook ${type === undefined ? 'without a command' : `of type ${JSON.stringify(type)}`} for another agent`,
  'unknown-event': ({ agent, event }: { agent: string; event: string }) =>
    `${event} is no event of ${agent} that anyhook knows, so the hook may be a guard`,
  'never-runs': ({ agent }: { agent: string }) => `it never runs in ${agent}`,
  'event-voids': ({ agent, event }: { agent: string; event: string }) =>
    `${agent} may not know ${event}, and one unknown event makes it ignore the whole file`,
  'unknown-keys': ({ agent, keys }: { agent: string; keys: string[] }) =>
    `only ${agent} knows what these keys mean: ${keys.join(', ')}`,
  awaited: ({ agent }: { agent: string }) => `${agent} waits until it has ended`,
  'serves-several': ({ vendor }: { vendor: string }) =>
    `a flag of its command chooses ${vendor}, so the tool may serve other agents itself`,
  'only-renamed': ({ agent }: { agent: string }) =>
    `only its event is renamed (--raw), so the script must answer as ${agent} wants it`,
  'no-event': (of: { agent: string; event: string; matcher?: string | undefined }) =>
    `${of.agent} has no event like ${of.event}${of.matcher === undefined ? '' : ` for ${JSON.stringify(of.matcher)}`}`,
  'partly-told': ({ why }: { tool: string; why: string }) => why,
  'no-refusal': ({ agent }: { agent: string }) =>
    `${agent} does not let a hook refuse at this event`,
  'question-refuses': () => 'a question to the person becomes a refusal',
  'rewrite-refuses': () =>
    'a call that it changes is refused instead, and the refusal shows the change',
  'prompt-refuses': () =>
    'a prompt that it changes is refused instead, and the refusal shows the new prompt',
  'halt-refuses': () => 'where it ends the turn, only this call is refused',
  'halt-hides': () => 'where it ends the turn, only this result is hidden',
  'hiding-halts': () => 'where it hides something, the turn ends',
  'failure-shown': () => 'it can hide or replace a result, but not the message of a failed call',
  'context-later': ({ agent }: { agent: string }) =>
    `${agent} takes no context at this event, so anyhook adds it at a later event of the session`,
  'variable-unset': ({ agent, names }: { agent: string; names: readonly string[] }) =>
    `its command uses ${names.join(', ')}, which ${agent} does not set`,
  'settings-variable': (of: { from: string; to: string; names: readonly string[] }) =>
    `${of.from} gives it ${of.names.join(', ')} from its settings, and ${of.to} does not: give ${of.names.length > 1 ? 'them' : 'it'} as env of the hook, or set ${of.names.length > 1 ? 'them' : 'it'} where ${of.to} is started`,
  'side-by-side': ({ agent }: { agent: string }) =>
    `${agent} runs all hooks of an event side by side`,
  'order-lost': ({ agent, first }: { agent: string; first: string }) =>
    `in its own agent it sees a call as ${first} has changed it; ${agent} gives both hooks the call as it was`,
  'order-unproved': ({ agent, first }: { agent: string; first: string }) =>
    `in its own agent it sees a call as ${first} has changed it; it is not known whether ${agent} does that`,
  'order-made': ({ first }: { first: string }) =>
    `in its own agent it sees the call as it was; here it sees the call as ${first} has changed it`,
  'time-cut': ({ agent, seconds }: { agent: string; seconds: number }) =>
    `${agent} gives the hooks of this event ${seconds} s in all, whatever its own limit is: one that takes longer has failed`,
  'left-behind': ({ path, folder }: { path: string; folder: string }) =>
    `${path} is in ${folder}, where the hook runs in its own agent, and is not found from here`,
  'plugin-elsewhere': ({ folder }: { folder: string }) =>
    `its plugin lies in ${folder}, which no other checkout of the project has: move it into the project, or convert with --scope user`,
  'windows-shell': ({ agent, shell }: { agent: string; shell: string }) =>
    `on Windows, ${agent} runs its line in ${shell}, which may not run it`,
  unheard: ({ agent, answers: answerWords }: { agent: string; answers: OutcomeKey[] }) =>
    `${agent} ignores at this event: ${answerWords.map((key) => outcomeTraitsOf(key).label).join(', ')}`,
};

/** Every code that a loss can have. Printed as JSON, so that a code never changes its name. */
export const hookLossCodes = keysOf(lossWords);

/** Why a hook loses something: a code, and the values that the sentence of this code names. */
export type LossReason = MessageOf<typeof lossWords>;

/** Something that a hook can do or is given in its own agent, and not in the target. */
export type HookLoss = LossReason & { severity: Severity };

/** Describes a loss in one sentence. */
export const describeHookLoss = (loss: HookLoss): string => formatMessage(lossWords, loss);

/** Describes a loss that agents share, with `the agent` in place of the `title` of one of them. */
export const describeSharedLoss = (loss: HookLoss, title: string): string =>
  describeHookLoss(
    'agent' in loss && loss.agent === title ? { ...loss, agent: 'the agent' } : loss,
  );

/** Describes a loss in a few words, for the line of a hook: `a halt, a message to the person`. */
export const briefHookLoss = (loss: HookLoss): string =>
  loss.code === 'unheard'
    ? loss.answers.map((key) => outcomeTraitsOf(key).label).join(', ')
    : describeHookLoss(loss);

/**
 * Returns a loss in a short text that two losses share only where accepting one accepts the other: its code and what it is
 * about. It stays when the words for the loss change.
 */
export function keyOfLoss(loss: HookLoss): string {
  const { code, ...details } = loss;
  const about = Object.entries(details).flatMap(([name, value]) =>
    value === undefined || ['severity', 'agent', 'why'].includes(name) ? [] : [String(value)],
  );
  return [code, ...about].join(' ');
}
