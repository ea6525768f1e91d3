/** The functions that need the whole adapter of an agent. */

export { type Call, callsOf } from './calls.ts';
export { decode } from './decode.ts';
export { type Encoded, encode } from './encode.ts';
export { decodeOutcome, type HookReading, hear } from './hear.ts';
export { translate, translateAll } from './translate.ts';
