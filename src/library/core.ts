/** The functions that read payloads and write answers. They need the dialect of an agent, and no more. */

export type { IdOf, VendorOrAdapter, VendorOrDialect } from './agent.ts';
export type { Environment } from './arguments.ts';
export { type Capability, capabilities } from './capabilities.ts';
export { eventName, type FromTo, toolName } from './names.ts';
export type { Options } from './options.ts';
export type { At } from './place.ts';
export type { Problem, ProblemCode } from './problem.ts';
export {
  type AnyRead,
  type FailedRead,
  type Native,
  type Read,
  type ReadEvent,
  read,
  type WorldOption,
} from './read.ts';
export { type Recognised, recognise } from './recognise.ts';
export { feedback, isGate, refuse } from './refuse.ts';
export { type AnswerOptions, type OutcomeAt, type Output, say } from './say.ts';
export { projectOf, sessionOf, transcriptOf } from './session.ts';
export { strictest } from './strictest.ts';
