import { z } from 'zod';
import { adapters } from '../adapters/index.ts';
import { type EventName, events } from '../canonical/event.ts';
import type { Hook, HookField } from '../canonical/hook.ts';
import { tools } from '../canonical/tool.ts';
import { isObject } from '../equal.ts';
import { duration } from '../flags.ts';
import { adapterOf, knownAdapter } from '../host.ts';
import { formatDuration } from './lines/line.ts';

/** The dialect of hooks that say `on`. */
const canonical = 'anyhook';
const keysOf = <T extends string>(of: Record<T, unknown>) => Object.keys(of) as [T, ...T[]];
const vendors = keysOf(adapters);
const agents = vendors.filter((id) => id !== canonical);
const eventNames = keysOf<EventName>(events);
const toolEvents = eventNames.filter((name) => 'tool' in events[name]);
const nativesOf = (vendor: string): string[] => [...new Set(adapterOf(vendor).bindings.natives)];

const text = z.string();
const word = <T extends string>(what: string, words: readonly T[]) =>
  z.enum(words as [T, ...T[]], { error: ({ input }) => unknown(what, input, words) });
const choice = <T extends string>(key: string, ...words: [T, ...T[]]) =>
  z.enum(words, { error: () => `${key}: say ${words.join(', ')}` });

const time = 'timeout: say a number with its unit, such as 30s or 500ms';
const limit = 'loop-limit: say a whole number or none';
const anything = z.record(text, z.unknown());
const keep = {
  entry: anything.optional().describe('keys of its entry in that agent’s settings'),
  group: anything.optional().describe('keys of the group its entry stood in'),
  sequential: z.boolean().optional().describe('not beside the other hooks of its event'),
};

const hookFields = {
  name: text.optional().describe('what the hook is called'),
  description: text.optional().describe('what the hook is for'),
  on: z
    .enum(eventNames, { error: ({ input }) => notCanonical(input) })
    .optional()
    .describe('a canonical event: the command speaks the canonical dialect'),
  speaks: word('vendor', vendors)
    .optional()
    .describe('the agent the command was written for, instead of `on`'),
  event: text.optional().describe('the event, as that agent names it; beside `speaks`'),
  tools: z
    .array(word('tool', keysOf(tools)))
    .optional()
    .describe('the only tools it is for; beside `on` of a tool event'),
  match: text
    .optional()
    .describe(
      'with `on`: a regular expression, searched for in the names of the tool, the canonical one ' +
        'and the agent’s own; with `speaks`: the matcher, as that agent means it on that event',
    ),
  run: text.describe('the command: a shell line'),
  timeout: z
    .string(time)
    .regex(/^\d{1,300}(\.\d+)?(ms|s|m)$/, time) // more digits are infinity
    .optional()
    .describe('how long it may take: 500ms, 30s, 2m'),
  'on-failure': choice('on-failure', 'native', 'block', 'allow')
    .optional()
    .describe('what a crash or a timeout means; native: as the agent it was written for has it'),
  ask: choice('ask', 'auto', 'host', 'deny')
    .optional()
    .describe('what becomes of a question to the person; auto: passed on where someone is there'),
  halt: choice('halt', 'auto', 'strict')
    .optional()
    .describe('strict: after a halt the agent has no form for, refuse until the next prompt'),
  'loop-limit': z
    .union([z.int(limit).min(0, limit), z.literal('none')], { error: limit })
    .optional()
    .describe('follow-ups in a row it may ask for'),
  cwd: text.optional().describe('its working directory'),
  log: text.optional().describe('a file for one JSON line a run'),
  env: z.record(text, text).optional().describe('its environment variables'),
  agents: z
    .array(word('vendor', agents))
    .optional()
    .describe('the only agents it is for; absent: those present in the project'),
  keep: z
    .strictObject(keep)
    .optional()
    .describe('what another agent’s settings say of it, kept for converting back'),
};

const hookSource = z
  .strictObject(hookFields)
  .superRefine(
    (hook, context) => {
      for (const [key, message] of relations(hook)) {
        context.addIssue({ code: 'custom', path: key ? [key] : [], message });
      }
    },
    { when: ({ value }) => isObject(value) }, // all that is wrong is said at once
  )
  .meta({
    oneOf: [{ required: ['on'] }, { required: ['speaks', 'event'] }],
    dependencies: { event: ['speaks'] },
    allOf: vendors.map((vendor) => ({
      if: { required: ['speaks'], properties: { speaks: { const: vendor } } },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema
      then: { properties: { event: { enum: nativesOf(vendor) } } },
    })),
  });

const fileFields = {
  version: z.literal(1, {
    error: ({ input }) =>
      input === undefined
        ? '"version" is missing: begin with "version: 1"'
        : `version ${shown(input)}: this anyhook reads version 1`,
  }),
  hooks: z.array(hookSource).nullish().describe('in the order in which they run'),
};

/** The schema of `anyhook.yaml`. */
export const sourceSchema = z.strictObject(fileFields);
/** One hook of it. */
export type HookSource = z.infer<typeof hookSource>;

/** The same for editors. */
export function sourceJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(sourceSchema, { target: 'draft-7', io: 'input' });
  const $id = 'https://unpkg.com/anyhook/dist/anyhook.schema.json';
  return { $schema, $id, title: 'anyhook.yaml: hooks written once for every agent', ...rest };
}

/** What is wrong with one hook beyond its single keys. */
function* relations(hook: Partial<HookSource>): Iterable<[key: string, message: string]> {
  const { on, speaks, event, match } = hook;
  if (on !== undefined) {
    if (speaks !== undefined) yield ['speaks', '"on" and "speaks" exclude each other'];
    else if (event !== undefined) yield ['event', '"event" needs "speaks"; with "on" leave it out'];
  } else if (speaks === undefined) {
    const what = '"on: " and a canonical event, or "speaks:" and "event:"';
    yield event === undefined ? ['', `say ${what}`] : ['event', '"event" needs "speaks"'];
  } else if (event === undefined) yield ['', '"event" is missing: "speaks" needs it'];
  else if (typeof event === 'string' && knownAdapter(speaks)) {
    const natives = nativesOf(speaks);
    if (!natives.includes(event)) yield ['event', unknown(`event of ${speaks}`, event, natives)];
  }
  const told = on ?? (speaks === canonical ? event : undefined);
  const odd = told !== undefined && !eventNames.includes(told as EventName); // said already
  if (hook.tools !== undefined && !odd && !toolEvents.includes(told as EventName))
    yield ['tools', `"tools" needs "on" of a tool event: ${toolEvents.join(', ')}`];
  if (on !== undefined && typeof match === 'string' && badExpression(match) !== undefined)
    yield ['match', `match: ${badExpression(match)}`];
}

/** Why a matcher is no expression; what is empty or `*` matches everything. */
function badExpression(match: string): string | undefined {
  try {
    if (!['', '*'].includes(match.trim())) new RegExp(match.trim());
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What is right and yet hardly meant, of a hook without problems. */
export function* doubts(hook: Hook): Iterable<[key: string, message: string]> {
  const { speaks, event, matcher } = hook;
  for (const key of ['tools', 'agents'] as const)
    if (hook[key]?.length === 0) yield [key, `${key}: an empty list: the hook never runs`];
  if (matcher === undefined) return;
  const bindings = adapterOf(speaks)
    .bindings.all()
    .filter(({ native }) => native === event);
  if (bindings.every(({ subject }) => subject === undefined))
    yield ['match', `match: has no meaning on ${event}: the hook runs each time`];
  else if (badExpression(matcher) !== undefined)
    yield ['match', `match: taken as it stands: ${badExpression(matcher)}`];
}

/** Something wrong at a path; `key`: with the key, not with the value. */
export interface Problem {
  path: readonly PropertyKey[];
  key?: true;
  message: string;
}

/** Everything that is wrong with a file, as plain data. */
export function problemsOf(file: unknown): Problem[] {
  const { error } = sourceSchema.safeParse(file, { error: explain });
  const found = (error?.issues ?? []).flatMap((issue): Problem[] => {
    const { path, message } = issue;
    if (issue.code !== 'unrecognized_keys') return [{ path, message }];
    const known = Object.keys(path.length === 0 ? fileFields : path.length > 2 ? keep : hookFields);
    return issue.keys.map((key) => {
      const meant = path.length === 2 ? habits[key] : undefined;
      const odd = meant ? `unknown key ${shown(key)}; say "${meant}"` : unknown('key', key, known);
      return { path: [...path, key], key: true, message: odd };
    });
  });
  const hooks = isObject(file) && Array.isArray(file.hooks) ? file.hooks : [];
  for (const [i, hook] of hooks.entries()) {
    const path = ['hooks', i, 'env', '__proto__']; // zod passes it over
    if (isObject(hook) && isObject(hook.env) && Object.hasOwn(hook.env, '__proto__'))
      found.push({ path, key: true, message: 'unknown key "__proto__"' });
  }
  return found;
}

/** What people write from habit; some editors turn `on` into what YAML 1.1 took it for. */
const habits: Record<string, string | undefined> = Object.assign(Object.create(null), {
  true: 'on',
  command: 'run',
  matcher: 'match',
  failClosed: 'on-failure: block',
});

const named: Record<string, string> = {
  string: 'text',
  object: 'a map',
  record: 'a map',
  array: 'a list',
  boolean: 'true or false',
};

function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  const { input, path = [] } = issue;
  const [first, index, ...keys] = path;
  const where =
    keys.map(String).join('.') || (index === undefined ? String(first ?? 'the file') : 'a hook');
  if (input === undefined) return `"${where}" is missing`;
  const wanted = named[issue.expected] ?? issue.expected;
  const quotes = wanted === 'text' && typeof input !== 'object' ? '; put it in quotes' : '';
  return `${where}: expected ${wanted}, got ${kindOf(input)}${quotes}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : typeof value === 'string' ? 'text' : shown(value);
}

/** A value of the file, in short. */
export const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);

function unknown(what: string, input: unknown, known: readonly string[]): string {
  const near = typeof input === 'string' ? nearest(input, known) : undefined;
  const hint = near === undefined ? `; there are ${known.join(', ')}` : `; did you mean "${near}"?`;
  return `unknown ${what} ${shown(input)}${hint}`;
}

function notCanonical(event: unknown): string {
  const owner = agents.find((vendor) => nativesOf(vendor).includes(event as string));
  return owner === undefined
    ? unknown('event', event, eventNames)
    : `${shown(event)} is an event of ${owner}: say "speaks: ${owner}" and "event: ${event}"`;
}

/** The word that was most likely meant. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const low = word.toLowerCase();
  const most = Math.max(1, low.length / 3);
  const near = known
    .filter((to) => Math.abs(to.length - low.length) <= most)
    .map((to) => ({ to, by: distance(low, to.toLowerCase()) }))
    .sort((a, b) => a.by - b.by);
  return near[0] && near[0].by <= most ? near[0].to : undefined;
}

/** Letters to put in, take out, change or swap. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const [row, above] = rows as [number[], number[]?];
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swaps = above && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = swaps ? (above[j - 2] as number) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    rows.unshift(next);
  }
  return rows[0]?.[b.length] as number;
}

/** Hook field → key of the file, in the order they are written; those of `keep` have a dot. */
const places = {
  name: 'name',
  description: 'description',
  speaks: 'speaks',
  event: 'event',
  tools: 'tools',
  matcher: 'match',
  command: 'run',
  timeout: 'timeout',
  onFailure: 'on-failure',
  ask: 'ask',
  halt: 'halt',
  loopLimit: 'loop-limit',
  cwd: 'cwd',
  log: 'log',
  env: 'env',
  agents: 'agents',
  rest: 'keep.entry',
  group: 'keep.group',
  sequential: 'keep.sequential',
} as const satisfies Record<HookField, keyof HookSource | `keep.${keyof typeof keep}`>;

/** A hook as it stands in `anyhook.yaml`. */
export function hookToSource(hook: Hook): HookSource {
  const source: Record<string, unknown> = {};
  const kept: Record<string, unknown> = {};
  // a matcher that is no expression has no meaning beside `on`
  const on = hook.speaks === canonical && badExpression(hook.matcher ?? '') === undefined;
  for (const [field, place] of Object.entries(places) as [HookField, string][]) {
    let value: unknown = hook[field];
    if (value === undefined || (on && field === 'speaks')) continue;
    if (field === 'timeout') value = formatDuration(value as number);
    if (field === 'loopLimit') value ??= 'none';
    if (place.startsWith('keep.')) kept[place.slice(5)] = value;
    else source[on && field === 'event' ? 'on' : place] = value;
  }
  return { ...source, ...(Object.keys(kept).length ? { keep: kept } : {}) } as HookSource;
}

/** The same read. What is as the vendor has it anyway is left out. */
export function sourceToHook(source: HookSource): Hook {
  const { on, keep: kept = {}, ...said } = source;
  const flat: Record<string, unknown> =
    on === undefined ? said : { ...said, speaks: canonical, event: on };
  for (const [key, value] of Object.entries(kept)) flat[`keep.${key}`] = value;
  if (source['on-failure'] === 'native') delete flat['on-failure'];
  for (const key of ['ask', 'halt'] as const) if (source[key] === 'auto') delete flat[key];
  if (source.timeout !== undefined) flat.timeout = duration(source.timeout);
  if (source['loop-limit'] === 'none') flat['loop-limit'] = null;
  const fields = Object.entries(places).map(([field, place]) => [field, flat[place]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Hook;
}
