/** The entry point `anyhook/hook`: what the file of a hook imports. It loads no table, no zod and no module of Node. */
export type { Event, EventName, Outcome, ToolEvent } from '../canonical/types.ts';
export type { HandlerName } from './handler-names.ts';
export type { Handler, HandlerOutcome, HandlerResult, Handlers } from './hook.ts';
export { hook } from './hook.ts';
export {
  allow,
  ask,
  context,
  deny,
  followUp,
  halt,
  message,
  pass,
  replaceResult,
  rewrite,
  rewritePrompt,
  rewriteResult,
} from './outcomes.ts';
