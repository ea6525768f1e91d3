import type { World } from '../mapping/adapter.ts';
import { optionsOf, textFrom, worldFrom, wrongValue } from './arguments.ts';
import { emptyWorld, freezeWorld } from './world.ts';

/** Options of every library call. */
export interface Options {
  /**
   * The files, the clock and the memory that a call may read besides the payload, such as `machine()`. Default: none,
   * so that nothing outside the arguments is looked at: links are not followed, and what a payload lacks is not
   * looked up in files.
   */
  world?: World | undefined;
}

/**
 * Returns the options of a call, with a world of its own in which everything is looked at once. Throws `usage` for an
 * unknown one, and where one is of a wrong kind.
 *
 * @param known The keys that the options may have.
 */
export function settle<O extends Options>(
  options: O | undefined,
  known: readonly (keyof O & string)[] = ['world'],
): Partial<O> & { world: World } {
  const given: Partial<O> & { native?: unknown; wordings?: unknown } = optionsOf(options, known);
  if (given.native !== undefined) textFrom(given.native, 'name of the native event');
  if (given.wordings !== undefined && given.wordings !== 'both')
    throw wrongValue('wordings', given.wordings, 'both');
  return { ...given, world: freezeWorld(worldFrom(given.world, emptyWorld)) };
}
