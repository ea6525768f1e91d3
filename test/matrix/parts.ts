import type { Vendor } from '../../src/adapters/index.ts';
import type { Loss } from '../../src/canonical/loss.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import { answerFromHook } from '../../src/shim/hook-answer.ts';
import { hookInputsOf } from '../../src/shim/hook-inputs.ts';
import type { HookRun } from '../../src/shim/judge-hook.ts';
import type { Run } from '../../src/shim/prepare-run.ts';
import type { HookInput } from '../../src/translate/hook-input.ts';
import { argumentsOf } from '../../src/translate/native-call.ts';
import type { Json } from '../../src/util/json.ts';
import { type Effect, rank } from '../oracles/effect.ts';
import { effectOnPayload, oracles } from '../oracles/index.ts';
import { listCases, type MatrixCase } from './cases.ts';
import { type Cell, type Count, countOf, type Matrix } from './matrix.ts';
import { explains, reasons } from './reasons.ts';

const json = JSON.stringify;
const mark = 'rewritten by a hook';

const verdict = (word: string) =>
  json({ decision: word, permission: word, reason: `${word}!`, user_message: `${word}!` });

/** Returns a response that changes one argument of a hook input, in the words of every dialect. */
function rewrite({ binding, payload }: HookInput): string {
  const input = { ...argumentsOf(binding, payload) } as Json;
  const key = Object.keys(input).findLast((one) => typeof input[one] === 'string');
  if (key === undefined) return '{}';
  const changed = { ...input, [key]: `${input[key]} ${mark}` };
  return json({
    updated_input: changed,
    hookSpecificOutput: { tool_input: changed },
    input: changed,
  });
}

/** The answers that a hook may give to one hook input of a call, by name. */
const answers: Record<string, (told: HookInput) => Partial<Finished>> = {
  neutralResponse: () => ({}),
  nothing: () => ({ stdout: '{}' }),
  allow: () => ({ stdout: verdict('allow') }),
  ask: () => ({ stdout: verdict('ask') }),
  deny: () => ({ stdout: verdict('deny') }),
  halt: () => ({ stdout: json({ continue: false, stopReason: 'halt!', halt: true }) }),
  rewrite: (told) => ({ stdout: rewrite(told) }),
  'exit 2': () => ({ code: 2, stderr: 'two!' }),
  'exit 3': () => ({ code: 3, stderr: 'three!' }),
  text: () => ({ stdout: 'all good' }),
};

const ended = (some: Partial<Finished>) =>
  ({ code: 0, stdout: '', stderr: '', ...some }) as Finished;

/** An answer to one hook input of a call, with its effect in the hook's own agent. */
interface Answered extends HookRun {
  heard: Effect;
}

/** Returns every answer to one hook input, by name. */
const answersTo = (told: HookInput, dialect: Vendor, native: string): Record<string, Answered> =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const finished = ended(answer(told));
      const heard = effectOnPayload(
        dialect,
        oracles[dialect](native, finished, 'native'),
        told.payload,
      );
      return [name, { input: told, finished, heard }];
    }),
  );

/** Yields every combination of answers to a number of hook inputs. */
function* ways(count: number): Generator<string[]> {
  if (!count) return yield [];
  for (const rest of ways(count - 1)) for (const name in answers) yield [...rest, name];
}

/** The number of hook inputs of a call whose answers are combined; the hook says nothing to further ones. */
const deepest = 3;

/**
 * Tries calls for which a hook is started several times, with every combination of answers. The effect in the
 * host is compared with the strictest effect that any of the answers has in the hook's own agent.
 */
export function walkParts(every = 1): Matrix & { calls: number } {
  const table = new Map<string, Count>();
  const weaker: string[] = [];
  const seen = new Set<Run>();
  let cells = 0;
  let calls = 0;
  for (const place of listCases()) {
    if (seen.has(place.run) || place.event !== 'before-tool') continue;
    seen.add(place.run);
    const told = hookInputsOf(place.run, () => true);
    if (told.length < 2) continue;
    calls++;
    const { host, dialect, native } = place;
    const row = countOf(table, host, dialect);
    const answered = told.map((one) => answersTo(one, dialect, native));
    let nth = 0;
    for (const names of ways(Math.min(told.length, deepest))) {
      if (nth++ % every) continue;
      const parts = answered.map((all, i) => all[names[i] ?? 'nothing'] as Answered);
      const due = parts.map(({ heard }) => heard);
      const said = answerFromHook(place.run, parts);
      const is = effectOnPayload(host, oracles[host](place.fired, said, 'host'), place.payload);
      cells++;
      const losses = (said.log.losses as Loss[] | undefined) ?? [];
      const kind = kindOf(place, parts, is, losses);
      row[kind]++;
      if (kind !== 'weaker') continue;
      weaker.push(
        `${host} ${place.fired} ${place.fixture} ← ${dialect} ${native}; ${names.join(', ')}: ` +
          `natively ${due.map((one) => one.verdict)}, here ${json(is).slice(0, 300)}`,
      );
    }
  }
  return { cells, calls, table, used: new Map(), weaker };
}

function kindOf(
  place: MatrixCase,
  parts: readonly Answered[],
  is: Effect,
  losses: readonly Loss[],
): keyof Count {
  const due = parts.map(({ heard }) => heard);
  const wanted = due.reduce((a, b) => (rank(b.verdict) > rank(a.verdict) ? b : a));
  const rewrites = parts.filter(({ heard }) => json(heard.input ?? {}).includes(mark));
  // A rewrite of a call that the host does not make has nothing to change, and is named.
  const rewritten = rewrites.some(({ input }) => !input.isHypothetical);
  const isNamed = losses.some(({ kind }) => kind === 'unmade');
  const over = rank(is.verdict) >= rank('deny');
  if (over && !reads(is, due)) return 'weaker';
  // A rewrite is said with it where it is applied only so.
  const verdict = rewritten && is.verdict === 'allow' ? 'pass' : is.verdict;
  const lost: string[] = [];
  if (!over && !isNamed && rewrites.some(({ input }) => input.isHypothetical)) lost.push('input');
  if (rewritten && !over && !json(is.input ?? {}).includes(mark)) lost.push('input');
  if (rank(verdict) < rank(wanted.verdict)) lost.push(wanted.verdict);
  if (due.some(({ ends }) => ends) && !ends(is)) lost.push('halt');
  if (!lost.length) return rank(verdict) > rank(wanted.verdict) ? 'stricter' : 'equal';
  const rec = { name: 'parts', ran: ended({}), plain: true };
  const difference = { lost: [], stricter: false, made: [] };
  const { flags } = place.run;
  const cell: Cell = { place, rec, flags, native: wanted, host: is, losses, difference };
  return lost.every((what) => cannotSay(cell, what)) ? 'impossible' : 'weaker';
}

const ends = (one: Effect): boolean => one.ends === true || one.verdict === 'halt';

/** Tells whether the host shows the reasons of all answers that are the strictest. The end of a turn counts as the strictest. */
function reads({ reason = '' }: Effect, due: readonly Effect[]): boolean {
  const weight = (one: Effect) => rank(ends(one) ? 'halt' : one.verdict);
  const most = Math.max(...due.map(weight));
  return due.every(
    (one) =>
      most < rank('deny') ||
      weight(one) !== most ||
      !one.reason?.endsWith('!') ||
      reason.includes(one.reason.replace(/.*: /, '')),
  );
}

/** Tells whether the list of reasons has a row which says that the host has no form for a field of the effect. */
const cannotSay = (cell: Cell, what: string): boolean =>
  reasons.some((one) => one.severity === 'unsafe' && explains(one, what, cell));
