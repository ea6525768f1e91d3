import { match } from 'ts-pattern';
import type { Severity } from '../../canonical/loss.ts';
import type { OutcomeKey } from '../../canonical/outcome.ts';
import type { System } from '../../mapping/settings.ts';

/** What a hook may want and not get: a closed code, and what its words are made of. */
export type Want =
  | { code: 'model-answers' } // a prompt, not a command
  | { code: 'http-answers'; url: string }
  | { code: 'mcp-answers'; server: string; tool: string }
  | { code: 'runs-elsewhere' | 'other-systems'; systems: readonly System[] }
  | { code: 'unknown-handler'; type: unknown }
  | { code: 'unknown-event'; agent: string; event: string }
  | { code: 'unknown-keys'; agent: string; keys: string[] }
  | { code: 'serves-several'; vendor: string }
  | { code: 'only-renamed'; agent: string }
  | { code: 'no-event'; agent: string; event: string; matcher?: string | undefined }
  | { code: 'no-refusal'; agent: string }
  | { code: 'question-refuses' }
  | { code: 'rewrite-refuses' }
  | { code: 'halt-refuses' }
  | { code: 'halt-hides' }
  | { code: 'failure-shown' }
  | { code: 'context-later' }
  | { code: 'variable-unset'; names: readonly string[] }
  | { code: 'side-by-side'; agent: string }
  | { code: 'order-lost' | 'order-unproved'; agent: string; first: string }
  | { code: 'order-made'; first: string }
  | { code: 'left-behind'; path: string; folder: string }
  | { code: 'windows-shell'; agent: string; shell: string }
  | { code: 'unheard'; answers: OutcomeKey[] };

/** Something a hook may want, and does not get where it is converted to. */
export type HookLoss = Want & { severity: Severity };

const answers: Partial<Record<OutcomeKey, string>> = {
  message: 'a message to the person',
  context: 'context for the agent',
  replaced: 'a result in place of the tool’s',
  output: 'a rewritten result',
  tail: 'a further tool call',
  followUp: 'a further prompt',
  clear: 'clearing the conversation',
  halt: 'a halt',
  haltReason: 'the reason of a halt',
  request: 'a changed model request',
  response: 'an answer in place of the model’s',
  toolMode: 'a choice of tools',
  toolNames: 'a list of tools',
  env: 'variables for later hooks',
  plugins: 'a list of plugins',
  quiet: 'a wish to be quiet',
  reason: 'a reason',
};

/** A loss in one sentence. */
export const describeHookLoss = (loss: HookLoss): string =>
  match(loss)
    .with({ code: 'model-answers' }, () => {
      return 'a hook that a model answers, not a command, has no form there';
    })
    .with({ code: 'http-answers' }, ({ url }) => `a hook that ${url} answers has no form there`)
    .with({ code: 'mcp-answers' }, ({ server, tool }) => {
      return `a hook that ${tool} of ${server} answers has no form there`;
    })
    .with({ code: 'runs-elsewhere' }, ({ systems }) => {
      return `a hook for ${systems.join(' and ')} alone runs nothing here`;
    })
    .with({ code: 'other-systems' }, ({ systems }) => {
      return `the line is the one for here; there is another for ${systems.join(' and ')}`;
    })
    .with({ code: 'unknown-handler' }, ({ type }) => {
      const which = type === undefined ? 'without a command' : `of type ${JSON.stringify(type)}`;
      return `a hook ${which} has no form there that is known here`;
    })
    .with({ code: 'unknown-event' }, ({ agent, event }) => {
      return `${event} is no event of ${agent} that is known here: it may be a gate`;
    })
    .with({ code: 'unknown-keys' }, ({ agent, keys }) => {
      return `only ${agent} itself knows what this means: ${keys.join(', ')}`;
    })
    .with({ code: 'serves-several' }, ({ vendor }) => {
      return `the command names ${vendor}: it seems to serve several agents itself`;
    })
    .with({ code: 'only-renamed' }, ({ agent }) => {
      return `only renamed: the script must speak as ${agent} wants it`;
    })
    .with({ code: 'no-event' }, ({ agent, event, matcher }) => {
      const which = matcher === undefined ? '' : ` that ${JSON.stringify(matcher)} matches`;
      return `${agent} has nothing like ${event}${which}`;
    })
    .with({ code: 'no-refusal' }, ({ agent }) => `${agent} does not let a hook refuse here`)
    .with({ code: 'question-refuses' }, () => 'a question becomes a refusal')
    .with({ code: 'rewrite-refuses' }, () => 'a rewritten call becomes a refusal that shows it')
    .with({ code: 'halt-refuses' }, () => 'a halt refuses this call, and the turn goes on')
    .with({ code: 'halt-hides' }, () => 'a halt hides this result, and the turn goes on')
    .with({ code: 'failure-shown' }, () => {
      return 'a result is hidden or replaced, the message of a failed call is not';
    })
    .with({ code: 'context-later' }, () => 'context comes with a later event of the session')
    .with({ code: 'variable-unset' }, ({ names }) => `not set there: ${names.join(', ')}`)
    .with({ code: 'side-by-side' }, ({ agent }) => {
      return `${agent} runs all hooks of an event side by side`;
    })
    .with({ code: 'order-lost' }, ({ agent, first }) => {
      return `at home it judges what ${first} makes of a call; ${agent} asks both about the call itself`;
    })
    .with({ code: 'order-unproved' }, ({ agent, first }) => {
      return `at home it judges what ${first} makes of a call; nobody has seen ${agent} do that`;
    })
    .with({ code: 'order-made' }, ({ first }) => {
      return `at home it judges the call itself; here only what ${first} makes of it`;
    })
    .with({ code: 'left-behind' }, ({ path, folder }) => {
      return `${path} is found in ${folder}, where the hook runs at home, and not from here`;
    })
    .with({ code: 'windows-shell' }, ({ agent, shell }) => {
      return `on Windows ${agent} runs a line in ${shell}, which may not run this one`;
    })
    .with({ code: 'unheard' }, ({ answers: keys }) => {
      return `not heard there: ${keys.map((key) => answers[key] ?? key).join(', ')}`;
    })
    .exhaustive();
