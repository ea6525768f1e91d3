/**
 * `anyhook/schema`: the zod schemas of events, outcomes, tools and hooks, and the JSON schema of `anyhook.yaml`. It is
 * the only entry point beside the converter that loads zod.
 *
 * @packageDocumentation
 */

export { eventSchema } from '../canonical/event.ts';
export { type Hook, hookSchema } from '../canonical/hook.ts';
export { type Outcome, outcomeSchema } from '../canonical/outcome.ts';
export { tools } from '../canonical/tool.ts';
export { sourceJsonSchema } from '../settings/neutral/schema.ts';
