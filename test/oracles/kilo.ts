import type { Oracle } from './effect.ts';
import { mergingOracle } from './opencode.ts';

/** Kilo 7.7.7 with anyhook's plugin: in one run it did what OpenCode does; facts/opencode.md, 9. */
export const kilo: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

export {
  callPlugin,
  effectOnPayload,
  listHappenings,
  matcherOracle,
  mergingOracle,
  rewrites,
} from './opencode.ts';
