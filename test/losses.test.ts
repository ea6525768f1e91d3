import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { decode, translate } from '../src/index.ts';
import { getAtPath } from '../src/mapping/paths.ts';
import { attempt } from '../src/util/attempt.ts';
import type { Json } from '../src/util/json.ts';
import { payloads, vendors, worldOf } from './conformance/fixtures.ts';
import { hasTable, isWide } from './wide.ts';

type Path = readonly string[];

function* leaves(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  if (typeof value !== 'object' || value === null) yield [path, value];
  else for (const [key, item] of Object.entries(value)) yield* leaves(item, [...path, key]);
}

function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json;
  copy[key] = changed(copy[key], rest, to);
  return copy;
}

const tokens: Record<string, unknown> = { string: 'known7to7nobody', number: 918273645 };
const names = ['hook_event_name', 'hookName', 'event', 'tool_name', 'toolName', 'tool', 'name'];
/** A line counted from 0 is another counted from 1, and a last line may be told as a number of lines from the third one; a time may be told in milliseconds or in seconds. */
const holds = (text: string, token: unknown): boolean =>
  typeof token === 'number'
    ? [0, 1, -1, -2].some((step) => text.includes(String(token + step))) ||
      text.includes(String(token / 1000)) ||
      text.includes(new Date(token).toISOString())
    : text.includes(String(token));
/** One change in so many. */
const every = isWide ? 9 : 27;

/** Where a value is in an event, and in the payload it came from. */
function placesOf(event: unknown, native: Path, token: unknown): string[] {
  const { rest, ...known } = event as Json & { rest?: { fields: Json } };
  const found = [...leaves(known)].filter(([, value]) => holds(String(value), token));
  const places = found.map(([path]) => path.join('.'));
  const isUnread = rest && getAtPath(rest.fields, native) !== undefined;
  return isUnread ? [...places, `rest.${native.join('.')}`] : places;
}

for (const from of vendors as Vendor[]) {
  test(
    `every value of a payload of ${from} is in the payload of the hook or is named as a loss, never both`,
    hasTable,
    () => {
      const wrong: unknown[] = [];
      let [count, compared] = [0, 0];
      for (const [fixture, { payload, outside }] of Object.entries(payloads[from] ?? {})) {
        for (const [path, was] of leaves(payload)) {
          const token = tokens[typeof was];
          if (token === undefined || names.includes(path.join('.'))) continue;
          const given = changed(payload, path, token) as Json;
          for (const to of Object.keys(adapters) as Vendor[]) {
            if (count++ % every) continue;
            const world = worldOf(outside);
            let told: ReturnType<typeof translate>;
            let event: unknown;
            try {
              event = decode(from, given, { world });
              told = translate(given, { from, to, world });
            } catch {
              continue; // it is refused, and not told
            }
            if (!told) continue;
            compared++;
            const here = holds(JSON.stringify(told.payload), token);
            const places = placesOf(event, path, token);
            // A value that stands in two places of the event may be told by one of them, and lost in the other.
            const isNamed = (place: string) =>
              told.losses.some(({ path }) => place === path || place.startsWith(`${path}.`));
            const named = here ? places.length > 0 && places.every(isNamed) : places.some(isNamed);
            if (here !== named) continue;
            const why = here ? 'told, and named' : 'neither told nor named';
            wrong.push([
              `${fixture} → ${to} ${told.native}: ${path.join('.')}: ${why}`,
              places,
              told.losses.map((l) => l.path).join(),
            ]);
          }
        }
      }
      expect(wrong.slice(0, 15)).toEqual([]);
      expect(compared).toBeGreaterThan(count / every / 4);
      expect(count).toBeGreaterThan(100);
      expect(compared).toBeGreaterThan(10);
    },
  );
}

test('The losses of a payload are the same whether time passes or not', () => {
  for (const from of vendors as Vendor[]) {
    for (const [name, { payload, outside }] of Object.entries(payloads[from] ?? {})) {
      const world = worldOf(outside);
      let seconds = 0;
      const passing = { ...world, now: () => new Date(1000 * seconds++) };
      for (const to of Object.keys(adapters) as Vendor[]) {
        const translateIn = (one: typeof world) =>
          attempt(() => translate(payload, { from, to, world: one }));
        const fixed = translateIn(world);
        expect(translateIn(passing)?.losses, `${from} ${name} → ${to}`).toEqual(fixed?.losses);
      }
    }
  }
});
