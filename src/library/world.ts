import type { Disk, World } from '../mapping/adapter.ts';

/** A world without files, without a clock and without memory. No function of the library looks further unless it is told to. */
export const emptyWorld: World = {
  readFile: () => ({ unreadable: 'no world was given, so files are not read' }),
  now: () => new Date(0),
  recall: () => undefined,
};

/** Returns a function that computes the value for each text once. */
function rememberEach<T>(compute: (text: string) => T): (text: string) => T {
  let known: Map<string, T> | undefined;
  return (text) => {
    known ??= new Map();
    if (known.has(text)) return known.get(text) as T;
    const value = compute(text);
    known.set(text, value);
    return value;
  };
}

/**
 * Returns a world in which each file is read once, each path is examined once, and no time passes. Every function of
 * the library makes one for itself, so that whatever it computes is of one moment. In the tables, an event is often
 * decoded and encoded several times.
 */
export function freezeWorld(world: World): World {
  if (world === emptyWorld) return world;
  let now: Date | undefined;
  const { disk, surroundings } = world;
  return {
    readFile: rememberEach((path) => world.readFile(path)),
    now: () => {
      now ??= world.now();
      return now;
    },
    recall: rememberEach((name) => world.recall(name)),
    ...(disk && { disk: freezeDisk(disk) }),
    ...(surroundings && { surroundings }),
  };
}

/** Returns a disk on which each path is examined once. */
const freezeDisk = (disk: Disk): Disk => ({
  exists: rememberEach((path) => disk.exists(path)),
  real: rememberEach((path) => disk.real(path)),
  home: () => disk.home(),
  entries: rememberEach((path) => disk.entries(path)),
});
