/** How often the shim starts one hook for one tool call of a host. */
import type { Vendor } from '../../src/adapters/index.ts';
import { findStartCauses, type StartCause } from '../../src/coverage/repeated-starts.ts';
import { AnyhookError } from '../../src/errors.ts';
import type { Draft } from '../../src/mapping/adapter.ts';
import { hookInputsOf } from '../../src/shim/hook-inputs.ts';
import type { Run } from '../../src/shim/prepare-run.ts';
import type { HookInput } from '../../src/translate/hook-input.ts';
import { toolNameOf } from '../../src/translate/native-call.ts';
import { payloadPlanOf } from '../../src/translate/payload-plan.ts';
import type { Json } from '../../src/util/json.ts';
import { runBounded } from '../bounded.ts';
import { payloads, vendors } from '../conformance/fixtures.ts';
import { listCasesOf, type MatrixCase } from './cases.ts';

/** The calls for which hooks of one kind are started, and how often. */
export interface Starts {
  calls: number;
  starts: number;
  worst: number;
}

/** Kinds of hooks, by event and matcher. */
export const kinds = {
  guard: 'Before a tool, without a matcher',
  matched: 'Before a tool, with a matcher of the tool’s name',
  observer: 'After a tool, without a matcher',
} as const;
export type Kind = keyof typeof kinds;

/** Calls of one tool that start some hook more than once. */
export interface Repeated {
  host: Vendor;
  tool: string;
  cause: StartCause;
  worst: number;
  dialects: Set<Vendor>;
}

export class StartCount {
  readonly #table = new Map<string, Starts>();
  readonly #repeated = new Map<string, Repeated>();
  /** Descriptions of objects for which a hook is started more than once in one call. */
  readonly same: string[] = [];

  /** Returns the counts of a host and a dialect. They are 0 for a dialect without such an event. */
  of(kind: Kind, host: Vendor, dialect: Vendor): Starts {
    const key = `${kind} ${host} ${dialect}`;
    const known = this.#table.get(key) ?? { calls: 0, starts: 0, worst: 0 };
    this.#table.set(key, known);
    return known;
  }

  /** Lists the tools for which some call starts a hook more than once for a given reason. */
  repeated(cause: StartCause): Repeated[] {
    return [...this.#repeated.values()].filter((one) => one.cause === cause);
  }

  /** Counts every captured tool call of every host. */
  run(): this {
    for (const host of vendors as Vendor[])
      for (const [fixture, { payload, outside }] of Object.entries(payloads[host] ?? {})) {
        // Without links the disk is not looked at: a client has one.
        const places = listCasesOf({ host, fixture, payload }, { links: {}, ...outside });
        for (const place of firstOfEachRun(places)) this.#count(place);
      }
    return this;
  }

  #count(place: MatrixCase): void {
    const { event, run } = place;
    if (event !== 'before-tool' && event !== 'after-tool') return;
    const kind = event === 'before-tool' ? 'guard' : 'observer';
    const all = this.#add(kind, place, run);
    const matcher = all && kind === 'guard' && matcherOf(all);
    if (matcher) this.#add('matched', place, { ...run, flags: { ...run.flags, matcher } });
  }

  #add(kind: Kind, place: MatrixCase, run: Run): readonly HookInput[] {
    const { host, dialect } = place;
    const told = startsIn(run);
    if (!told.length) return told;
    const starts = this.of(kind, host, dialect);
    starts.calls++;
    starts.starts += told.length;
    starts.worst = Math.max(starts.worst, told.length);
    for (const object of sameIn(told))
      this.same.push(`${host} ${place.fixture} ← ${dialect} ${place.native}: ${object}`);
    for (const cause of findStartCauses(told)) {
      const tool = String(run.fullEvent().name);
      const key = `${host} ${tool} ${cause}`;
      const one = this.#repeated.get(key) ?? { host, tool, cause, worst: 0, dialects: new Set() };
      this.#repeated.set(key, one);
      one.worst = Math.max(one.worst, told.length);
      one.dialects.add(dialect);
    }
    return told;
  }
}

/** Yields one case for each hook that is started for a payload. */
export function* firstOfEachRun(places: Iterable<MatrixCase>): Generator<MatrixCase> {
  const seen = new Set<Run>();
  for (const place of places) {
    if (seen.has(place.run)) continue;
    seen.add(place.run);
    yield place;
  }
}

/**
 * Lists the hook inputs for which a hook is started, if no answer of it is a refusal that ends the list
 * early.
 */
export function startsIn(run: Run): readonly HookInput[] {
  try {
    return hookInputsOf(run, runBounded);
  } catch (error) {
    if (error instanceof AnyhookError && error.code === 'tool') return []; // refused without a start
    throw error;
  }
}

/**
 * Returns the matcher that people write for the tool of a call; undefined where the event is about one
 * tool or none.
 */
export function matcherOf([first]: readonly HookInput[]): string | undefined {
  if (!first || payloadPlanOf(first.binding).name === undefined) return undefined;
  const name = toolNameOf(first);
  const { tool } = (first.variant.event.mcp ?? {}) as { tool?: string };
  return tool !== undefined && name.endsWith(tool) ? `${name.slice(0, -tool.length)}.*` : name;
}

const json = JSON.stringify;

const inputOf = ({ input }: Draft): Json => (input ?? {}) as Json;

/**
 * Returns what a start is about, as text: the tool and its object, which is the same in every wording of a
 * path.
 */
function objectOf({ variant: { event } }: HookInput): string {
  const { path, directory, command, url, pattern, query } = inputOf(event);
  return json([event.tool, event.mcp, path, directory, command, url, pattern, query]);
}

/** Tells whether arguments have a text with `..`, which may lead to another place than the path without it. */
const hasSteps = ({ payload }: HookInput): boolean => /"(?:[^"]*\/)?\.\.\//.test(json(payload));

/**
 * Lists the objects of a call for which a hook is started more than once. A path that the model wrote with `..` may be two
 * places, so a hook that hears it as it was written hears the place that it leads to as well.
 */
function sameIn(told: readonly HookInput[]): string[] {
  const objects = told.filter((one) => !hasSteps(one)).map(objectOf);
  return objects.filter((one, i) => objects.indexOf(one) < i);
}
