/**
 * Functions that make outcomes. Each returns a plain object with nothing but the keys that it sets, so several are combined
 * by spreading them: `{ ...deny('no'), ...message('see the log') }`.
 */
import type { Outcome } from '../canonical/types.ts';

const reasoned = <D extends 'allow' | 'ask'>(decision: D, reason: string | undefined) =>
  reason === undefined ? { decision } : { decision, reason };

/**
 * Refuses a call or a prompt. At a stop it asks for another turn, and after a call it hides the result.
 *
 * @param reason Why, for the agent.
 * @example
 * hook({ beforeTool: (call) => (call.tool === 'delete' ? deny('move it to the trash') : undefined) });
 */
export const deny = (reason: string) => ({ decision: 'deny' as const, reason });

/**
 * Asks the person whether a call may be made. Where nobody can be asked, it is refused.
 *
 * @param reason Why, for the person.
 * @example
 * hook({ beforeTool: (call) => (call.tool === 'fetch' ? ask('it leaves this machine') : undefined) });
 */
export const ask = (reason?: string) => reasoned('ask', reason);

/**
 * Lets a call through without asking the person, in agents where a hook can do that. To have no opinion, return nothing.
 *
 * @example
 * hook({ permission: (call) => (call.tool === 'list' ? allow() : undefined) });
 */
export const allow = (reason?: string) => reasoned('allow', reason);

/**
 * Has no opinion: the agent goes on as if there was no hook. A handler that returns nothing says that as well.
 *
 * @example
 * hook({ beforeTool: (call) => (call.tool === 'delete' ? deny('no') : pass()) });
 */
export const pass = (): Record<never, never> => ({});

/**
 * Ends the turn of the agent.
 *
 * @param reason Why, for the person.
 * @example
 * hook({ afterTool: (call) => (call.status === 'timeout' ? halt('the machine is too slow') : undefined) });
 */
export const halt = (reason?: string) =>
  reason === undefined ? { halt: true as const } : { halt: true as const, haltReason: reason };

/**
 * Gives the agent a text, beside what it was about to see.
 *
 * @example
 * hook({ sessionStart: () => context('The tests are run by: npm test') });
 */
export const context = (text: string) => ({ context: text });

/**
 * Gives the person a text.
 *
 * @example
 * hook({ sessionEnd: () => message('The notes are in notes.md.') });
 */
export const message = (text: string) => ({ message: text });

/**
 * Changes the arguments of a call that is about to be made. An agent that cannot do that refuses the call, and the reason
 * shows the changed one.
 *
 * @param input The whole arguments, by the keys that `call.input` has.
 * @example
 * hook({
 *   beforeTool(call) {
 *     if (call.tool === 'shell') return rewrite({ ...call.input, command: `nice ${call.input.command}` });
 *   },
 * });
 */
export const rewrite = (input: NonNullable<Outcome['input']>) => ({ input });

/**
 * Gives the agent a text in place of the result of a call.
 *
 * @example
 * hook({ afterTool: (call) => (call.tool === 'fetch' ? replaceResult('[removed]') : undefined) });
 */
export const replaceResult = (text: string) => ({ replaced: text });

/**
 * Changes the result of a call.
 *
 * @param output The whole result, by the keys that `call.result` has.
 * @example
 * hook({
 *   afterTool(call) {
 *     if (call.tool === 'shell' && call.result)
 *       return rewriteResult({ ...call.result, output: call.result.output?.replaceAll('s3cret', '***') });
 *   },
 * });
 */
export const rewriteResult = (output: NonNullable<Outcome['output']>) => ({ output });

/**
 * Changes the prompt of the person.
 *
 * @example
 * hook({ prompt: ({ prompt }) => rewritePrompt(prompt.trim()) });
 */
export const rewritePrompt = (text: string) => ({ prompt: text });

/**
 * Asks for another turn when the agent stops. The text is its prompt.
 *
 * @example
 * hook({ stop: ({ loopCount }) => (loopCount ? undefined : followUp('Run the tests.')) });
 */
export const followUp = (text: string) => ({ followUp: text });
