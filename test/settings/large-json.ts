// Settings in JSON with as many hooks as one likes, and edits of a part of them.
import type { FileEdits } from '../../src/mapping/settings.ts';

const group = (i: number) => ({
  matcher: `tool_${i}`,
  hooks: [{ type: 'command', command: `node run.cjs run -- "./guard.sh" ${i}`, timeout: 6000 }],
});
const groups = (count: number) => Array.from({ length: count }, (_, i) => group(i));
const settings = (count: number) => ({
  hooks: Object.fromEntries([...'ABCD'].map((event) => [event, groups(count)])),
});

/** A megabyte has 1150. */
export const tall = (count: number): string => JSON.stringify(settings(count), null, 2);
export const tight = (count: number): string => JSON.stringify(settings(count));

/** Takes every fourth hook out of the first four fifths, and puts as many in. */
export function fourths(text: string): FileEdits['lists'] {
  const { hooks } = JSON.parse(text) as { hooks: Record<string, unknown[]> };
  return Object.entries(hooks).map(([event, { length }]) => ({
    path: ['hooks', event],
    remove: Array.from({ length: Math.floor(length / 5) }, (_, i) => i * 4),
    add: groups(Math.floor(length / 5)).map((added) => ({ ...added, timeout: 1 })),
  }));
}
