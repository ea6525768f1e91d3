import { adapters } from '../../src/adapters/index.ts';
import type { Flags } from '../../src/canonical/flags.ts';
import type { Hook } from '../../src/canonical/hook.ts';
import { tools as canonical } from '../../src/canonical/tool.ts';
import { planHooks } from '../../src/convert/plan-hooks.ts';
import { matchesToolNames } from '../../src/coverage/names.ts';
import { AnyhookError } from '../../src/errors.ts';
import type { Adapter, World } from '../../src/mapping/adapter.ts';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { decodeEvent } from '../../src/translate/decode.ts';
import { toEquivalentCall } from '../../src/translate/equivalent-call.ts';
import { generateHookInputs, type HookInput, subjectsOf } from '../../src/translate/hook-input.ts';
import { listImpliedCalls } from '../../src/translate/implied-calls.ts';
import { isMatcherMet, isMeaningMet } from '../../src/translate/matching.ts';
import { listMcpNames } from '../../src/translate/mcp-names.ts';
import type { Json } from '../../src/util/json.ts';
import { runBounded } from '../bounded.ts';
import { firedAs } from '../conformance/fixtures.ts';
import { factOf } from '../facts.ts';
import type { Happening } from '../oracles/effect.ts';
import { happeningsIn } from '../oracles/happenings.ts';
import { startsHook } from '../oracles/index.ts';
import { type Vendor, vendors } from './arbitrary.ts';

export const hosts = vendors.filter((vendor) => vendor !== 'anyhook');

/** Every text in a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values((value ?? {}) as object).flatMap((one) => textsIn(one));

/** Files are as the edit that is about to happen needs them. */
const worldOf = (payload: Json): World => ({
  readFile: () => ({ text: textsIn(payload).join('\n') || 'a' }),
  now: () => new Date(0),
  recall: (name) => (name === 'loopCount' ? 0 : 'x'),
});

/** What a hook is told of a payload, in every form; nothing where the shim would answer itself. */
function toldOf(host: Adapter, payload: Json, dialect: Adapter, event: string): HookInput[] {
  const world = worldOf(payload);
  try {
    const said = decodeEvent(host, payload, world);
    const all = [...listImpliedCalls(host, dialect, said, world)];
    const own = toEquivalentCall({
      host,
      dialect,
      event: said,
      input: said.input as Json | undefined,
    });
    if (own) all.push(own);
    const heard = all.flatMap((one) => [...generateHookInputs(dialect, one, world, event)]);
    return heard.length ? heard : [...generateHookInputs(dialect, said, world, event)];
  } catch (error) {
    if (error instanceof AnyhookError) return [];
    throw error;
  }
}

/** As the shim does it: `isMatched` in src/shim/hook-inputs.ts. */
const matched = ({ matcher }: Pick<Flags, 'matcher'>, told: HookInput, dialect: Adapter): boolean =>
  matcher === undefined || isMatcherMet(dialect, matcher, told, runBounded);

interface Entry {
  event: string;
  matcher: string | undefined;
  flags: Flags;
}

/** What stands in a host for one hook. */
export function entriesFor(host: Vendor, hook: Hook): Entry[] {
  const placed = { hook, event: hook.event, index: 0, wrapped: false };
  const { entries: written } = planHooks(adapters[host], [placed], { launcher: 'x' });
  return written.flatMap(({ event, entry, group, kind }) => {
    if (kind === 'memory') return [];
    const matcher = (entry.matcher ?? group.matcher) as string | undefined;
    return [{ event, matcher, flags: parseShimLines(entry.command as string)[0]?.flags as Flags }];
  });
}

const plainList = /^\^?\(?(?:\?:)?([\w:.|-]+)\)?\$?$/;

/** Servers that a matcher may name: everything between its separators. */
function serversIn(matcher: string): string[] {
  const words = matcher.split(/[^\w-]+|_+/).filter(Boolean);
  return words.flatMap((_, i) =>
    words.slice(i).map((__, j) => words.slice(i, i + j + 1).join('_')),
  );
}

/** Whether a hook must hear of it. What the shim lets through beyond that is nobody's loss. */
function wanted(hook: Hook, told: HookInput, dialect: Adapter, server?: string): boolean {
  const { matcher, tools } = hook;
  if (tools && !tools.includes(told.variant.event.tool as string)) return false;
  if (matcher === undefined || !matched({ matcher }, told, dialect)) return matcher === undefined;
  const mcp = told.variant.event.mcp as { server?: string; tool: string } | undefined;
  const other = told.variant.event.tool === 'other';
  const all = subjectsOf(told, dialect);
  if (!all) return true;
  const trimmed = matcher.trim();
  const names = plainList.exec(trimmed)?.[1]?.split('|') ?? [];
  const own = dialect.tools.length
    ? [...dialect.tools.flatMap((row) => row.names), ...Object.keys(dialect.composites ?? {})]
    : Object.keys(canonical);
  const meaning = dialect.matchers.read(matcher, told.binding);
  const listed = typeof meaning === 'object' && 'names' in meaning;
  const known = names.length > 0 && names.every((name) => own.includes(name));
  // A list of names is names, whatever the flavour of expressions.
  if (known && listed && matchesToolNames(told.binding)) {
    return !mcp && !other && names.some((name) => all.includes(name));
  }
  // No other tool is called as a built-in one is.
  if (!mcp) return !(other && names.length > 0 && own.includes(String(told.variant.event.name)));
  // One whose server is not told is meant where its server, or else some server, makes it so.
  const servers = mcp.server ? [] : server ? [server] : serversIn(trimmed);
  const others = servers.flatMap((server) => listMcpNames(dialect, { server, tool: mcp.tool }));
  const may = [...(server && !mcp.server ? [] : all), ...others];
  return isMeaningMet(
    meaning,
    may.filter((name) => !own.includes(name)),
    runBounded,
  );
}

type Heard = { payload: Json; told: HookInput[] }[];
const heard = new Map<string, { happening: Happening; heard: Heard }[]>();

/** All that happens in a host, and what a hook of an event is told of it. */
function heardIn(host: Vendor, dialect: Vendor, event: string) {
  const key = `${host} ${dialect} ${event}`;
  const found =
    heard.get(key) ??
    happeningsIn(host)
      .map((happening) => ({
        happening,
        heard: happening.payloads.map((payload) => ({
          payload,
          told: toldOf(adapters[host], payload, adapters[dialect], event),
        })),
      }))
      .filter(({ heard }) => heard.some(({ told }) => told.length));
  heard.set(key, found);
  return found;
}

const serverOf = (told: HookInput) =>
  (told.variant.event.mcp as { server?: string } | undefined)?.server;

const typeOf = ({ variant }: HookInput): unknown => variant.event.type;

/** What is wrong with the entries of a hook in a host. */
export function* faults(host: Vendor, hook: Hook): Iterable<string> {
  const dialect: Adapter = adapters[hook.speaks as Vendor];
  const entries = entriesFor(host, hook);
  const fired = (payload: Json) => firedAs(host, payload);
  // What stands for these tells no server: hooks for one server's tools are not heard of all.
  const untold = factOf(host, 'serverUntold');
  for (const { happening, heard } of heardIn(host, hook.speaks as Vendor, hook.event)) {
    const server = heard.flatMap(({ told }) => told.map(serverOf)).find(Boolean);
    // Where one event of a happening tells the type, what is supplied to another is not it.
    const typed = heard.some(({ told }) => told.some((one) => typeOf(one) !== undefined));
    const knows = (one: HookInput) => !typed || typeOf(one) !== undefined;
    const must = heard.some(
      ({ payload, told }) =>
        !untold.includes(fired(payload)) &&
        told.some((one) => knows(one) && wanted(hook, one, dialect, server)),
    );
    const started = entries.filter(({ event, matcher, flags }) =>
      heard.some(
        ({ payload, told }) =>
          fired(payload) === event &&
          startsHook(host, event, matcher, payload) &&
          told.some((one) => matched(flags, one, dialect)),
      ),
    );
    const shown = entries.map(({ event, matcher }) => `${event} ${matcher}`).join(', ');
    const where = `${happening.name} (${JSON.stringify(happening.mcp ?? heard[0]?.payload.tool_name)})`;
    if (must && !started.length) yield `too narrow for ${where}: ${shown || 'lost'}`;
    if (started.length > 1) yield `twice for ${where}: ${shown}`;
  }
}
