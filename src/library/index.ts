/** The functions of the library. */

export type { Agent } from './agent.ts';
export { type Capability, capabilities } from './capabilities.ts';
export { decode } from './decode.ts';
export { type Encoded, encode } from './encode.ts';
export { decodeOutcome, type HookReading, hear } from './hear.ts';
export type { Options } from './options.ts';
export { recognise } from './recognise.ts';
export { type Saying, say } from './say.ts';
export { strictest } from './strictest.ts';
export { translate, translateAll } from './translate.ts';
