import { closed } from '../errors.ts';
import type { Disk, Surroundings, World } from '../mapping/adapter.ts';
import { describeValue } from '../util/describe-value.ts';

/** A world without files, without a clock and without memory. No function of the library looks further unless it is told to. */
export const emptyWorld: World = {
  readFile: () => ({ unreadable: 'no world was given' }),
  now: () => new Date(0),
  recall: () => undefined,
};

/** For each member: whether what it returned is of the right kind. Awaiting a promise is up to the caller. */
type Checks<T> = {
  [K in keyof T]-?: T[K] extends (...given: never[]) => infer R ? (answer: R) => unknown : never;
};

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNone = (value: unknown): boolean => isText(value ?? '');

const worldChecks: Checks<Omit<World, 'disk' | 'surroundings'>> = {
  readFile: (file: { text?: unknown; missing?: unknown; unreadable?: unknown }) =>
    isText(file.text ?? file.unreadable) || file.missing === true,
  now: (now) => now.toISOString(),
  recall: (value: unknown) =>
    JSON.stringify(value ?? '') && !(value as { then?: unknown } | undefined)?.then,
};
const diskChecks: Checks<Disk> = {
  exists: (is) => typeof is === 'boolean',
  real: isText,
  home: isText,
  entries: (list) => list.every(({ name }) => isText(name)),
};
const surroundingsChecks: Checks<Surroundings> = { folder: isTextOrNone, variable: isTextOrNone };

/**
 * Returns members of a world that ask the given ones once for each text. They throw `usage` where the given one throws, or
 * returns a value of a wrong kind, such as a promise: a guard would judge what is not there.
 */
function freezeMembers<T extends object>(members: T, checks: Checks<T>): T {
  const frozen: Record<string, unknown> = {};
  for (const name of Object.keys(checks) as (keyof T & string)[]) {
    const answers = new Map<string, unknown>();
    frozen[name] = (text = '') => {
      if (!answers.has(text)) {
        const answer = closed(() => {
          const one: never = (members[name] as (text: string) => never)(text);
          if (checks[name](one)) return one;
          throw new TypeError(`${describeValue(one)} is of a wrong kind`);
        }, `${name} of the world`);
        answers.set(text, answer ?? undefined);
      }
      return answers.get(text);
    };
  }
  return frozen as T;
}

/**
 * Returns a world in which each file is read once, each path is examined once, and no time passes. Every function of
 * the library makes one for itself, so that whatever it computes is of one moment. In the tables, an event is often
 * decoded and encoded several times.
 */
export function freezeWorld(world: World): World {
  if (world === emptyWorld) return world;
  const { disk, surroundings } = world;
  return {
    ...freezeMembers(world, worldChecks),
    ...(disk && { disk: freezeMembers(disk, diskChecks) }),
    ...(surroundings && { surroundings: freezeMembers(surroundings, surroundingsChecks) }),
  };
}
