import type { Flags } from '../../src/canonical/flags.ts';
import type { Loss } from '../../src/canonical/loss.ts';
import type { Adapter, Binding } from '../../src/mapping/adapter.ts';
import { argumentsOf } from '../../src/translate/native-call.ts';
import { readHookOutput } from '../../src/translate/reading.ts';
import { isSameJson } from '../../src/util/equal.ts';
import type { Effect, FinishedCommand } from '../oracles/effect.ts';
import { effectOnPayload, oracles, partialRewrites } from '../oracles/index.ts';
import { answerHook, listCases, type MatrixCase } from './cases.ts';
import { compareEffects, type Difference } from './compare.ts';
import { listEndings, type NamedEnding } from './endings.ts';
import { explains, type Reason, reasons } from './reasons.ts';

/** One cell of the matrix: a hook that ended in one way, in one case, with its effects in its own agent and in the host. */
export interface Cell {
  place: MatrixCase;
  rec: NamedEnding;
  flags: Flags;
  native: Effect;
  host: Effect;
  losses: readonly Loss[];
  difference: Difference;
}

export const kinds = ['equal', 'stricter', 'impossible', 'weaker'] as const;
export type Kind = (typeof kinds)[number];
export type Count = Record<Kind, number>;

export interface Matrix {
  cells: number;
  /** By host and dialect. */
  table: Map<string, Count>;
  /** How often each reason was given. */
  used: Map<Reason, number>;
  /** Descriptions of the cells whose result is weaker, which fail the tests. */
  weaker: string[];
}

/** Questions to an oracle, with its answers. A test asks the real client the same questions. */
export type OracleQuestions = Map<
  string,
  { event: string; ran: readonly FinishedCommand[]; heard: Effect }
>;

/** Returns the arguments of a call, as the hook gets them and as the host has them. */
export const inputsOf = ({ told, payload, run, dialect }: MatrixCase) => ({
  keeps: partialRewrites[dialect] === 'merge',
  told: argumentsOf(told.binding, told.payload),
  host: argumentsOf(run.host.bindings[0] as Binding, payload),
});

const json = JSON.stringify;

const policies: Partial<Flags>[] = [
  {},
  { onFailure: 'block' },
  { onFailure: 'allow' },
  { ask: 'host' },
  { ask: 'deny' },
];

/** Tells whether either agent reads any outcome from a hook in a case. */
const isAnyOutcomeRead = ({ run, told }: MatrixCase): boolean =>
  [told.binding, ...run.host.bindings].some(({ outcome }) => Object.keys(outcome).length > 0);

/** The effect of one ending in the host. Endings from which the shim reads one thing share it. */
interface HostResult {
  host: Effect;
  losses: readonly Loss[];
  differences: Map<Effect, Difference>;
}

/** Every n-th cell is computed although the result of an equal one is cached, to check the cache. */
const auditedShare = 101;

/**
 * Caches of what does not depend on the host. Walks through several hosts can share them if they use the same
 * adapters.
 */
export class Shared {
  /** Answers of the oracles, by question. */
  readonly heard = new Map<string, Effect>();
  /** Effects in the hook's own agent. An ending belongs to one event of one dialect. */
  readonly natives = new Map<NamedEnding, Effect>();
  /** What the shim reads of an ending, as text, by binding and tool. */
  readonly readings = new Map<Binding, Map<string, Map<NamedEnding, string>>>();
}

/** Computes the matrix, whole or for one host, and counts its cells. */
export class Walk implements Matrix {
  cells = 0;
  readonly table = new Map<string, Count>();
  readonly used = new Map<Reason, number>();
  /** The dialects of the cells for which each reason was given. */
  readonly dialects = new Map<Reason, Set<string>>();
  readonly weaker: string[] = [];
  /** All questions to the oracle of Gemini CLI, without those of earlier walks. */
  readonly asked: OracleQuestions = new Map();
  readonly #shared: Shared;

  constructor(shared: Shared = new Shared()) {
    this.#shared = shared;
  }

  /** @param table Other adapters in place of ours, to show that the matrix finds their faults. */
  run(only?: string, table?: Record<string, Adapter>, every = 1): this {
    for (const place of listCases(only, table)) {
      const { full, short, brief } = listEndings(place.dialect, place.native);
      const { firstOfEvent, firstOfTool, run } = place;
      const once = firstOfTool ? short : brief;
      this.#all(place, firstOfEvent && isAnyOutcomeRead(place) ? full : once, run.flags, every);
      if (!firstOfEvent) continue;
      for (const policy of policies.slice(1))
        this.#all(place, short, { ...place.run.flags, ...policy }, every);
    }
    return this;
  }

  #all(place: MatrixCase, recs: readonly NamedEnding[], flags: Flags, every: number): void {
    const known = new Map<string, HostResult>();
    recs.forEach((rec, i) => {
      if (i % every === 0) this.#try(place, rec, flags, known);
    });
  }

  /** Asks an oracle, once for each question. */
  #ask(
    vendor: keyof typeof oracles,
    event: string,
    ran: FinishedCommand,
    side: 'native' | 'host',
  ): Effect {
    const end = ran.timedOut ? 't' : (ran.notStarted ?? ran.code);
    const key = `${vendor} ${event} ${side} ${end} ${ran.stdout}\0${ran.stderr}`;
    const known = this.#shared.heard.get(key);
    if (known) return known;
    const heard = oracles[vendor](event, ran, side);
    this.#shared.heard.set(key, heard);
    if (vendor === 'gemini') this.asked.set(key, { event, ran: [ran], heard });
    return heard;
  }

  /** Returns, as a key, what the shim reads of an ending and everything else that its answer depends on. */
  #reading({ run, told, tool }: MatrixCase, rec: NamedEnding): string {
    const { readings } = this.#shared;
    const tools = readings.get(told.binding) ?? new Map<string, Map<NamedEnding, string>>();
    readings.set(told.binding, tools);
    const of = tools.get(tool) ?? new Map<NamedEnding, string>();
    tools.set(tool, of);
    const { stdout: _, code, ...end } = rec.ran;
    const reading = () => readHookOutput(run.dialect, told.binding, rec.ran, told.variant.event);
    const key = of.get(rec) ?? json([reading(), code === null, end]);
    of.set(rec, key);
    return key;
  }

  #conclude(place: MatrixCase, rec: NamedEnding, flags: Flags): HostResult {
    const { host: agent, dialect, fired, told } = place;
    const said = answerHook({ ...place.run, flags }, told, rec.ran);
    // The same bytes mean the same on both sides; a person who wants `ask` trusts the host with it.
    const side = agent === dialect || flags.ask === 'host' ? 'native' : 'host';
    const host = effectOnPayload(agent, this.#ask(agent, fired, said, side), place.payload);
    const losses = (said.log.losses as Loss[] | undefined) ?? [];
    return { host, losses, differences: new Map() };
  }

  #try(place: MatrixCase, rec: NamedEnding, flags: Flags, known: Map<string, HostResult>): void {
    const { host: agent, dialect, told } = place;
    const { natives } = this.#shared;
    const own = natives.get(rec) ?? this.#ask(dialect, place.native, rec.ran, 'native');
    natives.set(rec, own);
    const native = effectOnPayload(dialect, own, told.payload);
    const key = agent === dialect ? rec.name : this.#reading(place, rec);
    const said = known.get(key) ?? this.#conclude(place, rec, flags);
    if (known.has(key) && this.cells % auditedShare === 0) {
      const { host, losses } = this.#conclude(place, rec, flags);
      if (!isSameJson([host, losses], [said.host, said.losses]))
        throw new Error(`${rec.name} is not what ends alike: ${key.slice(0, 300)}`);
    }
    known.set(key, said);
    const { host, losses, differences } = said;
    const found =
      differences.get(native) ?? compareEffects(place.event, native, host, inputsOf(place));
    differences.set(native, found);
    this.#count({ place, rec, flags, native, host, losses, difference: found });
  }

  #count(cell: Cell): void {
    const { host, dialect } = cell.place;
    const row = countOf(this.table, host, dialect);
    this.cells++;
    const verdict = kindOf(cell);
    row[verdict.kind]++;
    for (const reason of verdict.reasons) {
      this.used.set(reason, (this.used.get(reason) ?? 0) + 1);
      this.dialects.set(reason, (this.dialects.get(reason) ?? new Set()).add(dialect));
    }
    if (verdict.kind === 'weaker') this.weaker.push(describeCell(cell, verdict.why ?? ''));
  }
}

/** Returns the counts of a host and a dialect, which are made at the first use. */
export function countOf(table: Map<string, Count>, host: string, dialect: string): Count {
  const key = `${host} ${dialect}`;
  const row = table.get(key) ?? { equal: 0, stricter: 0, impossible: 0, weaker: 0 };
  table.set(key, row);
  return row;
}

interface Ruling {
  kind: Kind;
  reasons: Reason[];
  why?: string;
}

const equalRuling: Ruling = { kind: 'equal', reasons: [] };

/** Tells which kind a cell is. Every difference needs a reason on the list; without one the cell is weaker. */
export function kindOf(cell: Cell): Ruling {
  const { lost, stricter, made } = cell.difference;
  if (!lost.length && !stricter && !made.length) return equalRuling;
  const found: Reason[] = [];
  for (const what of [...lost, ...made, ...(stricter ? ['stricter'] : [])]) {
    const reason = reasons.find((one) => explains(one, what, cell));
    if (!reason) {
      const why = lost.includes(what) ? 'lost' : made.includes(what) ? 'made up' : 'for no reason';
      return { kind: 'weaker', reasons: [], why: `${what} ${why}` };
    }
    found.push(reason);
  }
  const kind = found.some((one) => one.severity !== 'stricter') ? 'impossible' : 'stricter';
  return { kind, reasons: found };
}

const short = (value: unknown): string => json(value).slice(0, 160);

/** Describes a cell in one line. */
export function describeCell(
  { place, rec, flags, native, host, losses }: Cell,
  why: string,
): string {
  const { onFailure, ask } = flags;
  const policy = `${onFailure === 'native' ? '' : ` --on-failure ${onFailure}`}${ask === 'auto' ? '' : ` --ask ${ask}`}`;
  return (
    `${place.host} ${place.fired} ${place.tool} (${place.fixture}) ← ${place.dialect} ${place.native}` +
    `${policy}; ${rec.name.slice(0, 160)}: ${why}; natively ${short(native)}, here ${short(host)}, ${short(losses)}`
  );
}
