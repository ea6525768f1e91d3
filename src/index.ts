/**
 * `anyhook`: one hook, every agent. `read` a payload and `say` an answer, with the id of an agent. Settings files are
 * in `anyhook/settings`, zod schemas in `anyhook/schema`, and the functions without any agent in `anyhook/core`.
 *
 * @packageDocumentation
 */

import { dialects } from './adapters/dialects.ts';
import { setKnownDialects } from './library/agent.ts';
import { setHints } from './library/hints.ts';
import { hint } from './util/nearest.ts';

export {
  callsOf,
  decode,
  decodeOutcome,
  encode,
  hear,
  toolName,
  translate,
  translateAll,
} from './library/by-id.ts';
export * from './library/index.ts';
export * from './library/model.ts';

setKnownDialects(dialects);
setHints(hint);
