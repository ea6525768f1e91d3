import type { Vendor } from '../../src/adapters/index.ts';
import type { Loss } from '../../src/canonical/loss.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import { answerOf } from '../conformance/fixtures.ts';
import { type Effect, type FinishedCommand, rank } from '../oracles/effect.ts';
import { mergingOracles } from '../oracles/index.ts';
import { answerHook, listCases } from './cases.ts';
import { type Cell, type Count, countOf, type Matrix, type OracleQuestions } from './matrix.ts';
import { explains, reasons } from './reasons.ts';

const json = JSON.stringify;
const both = (word: string, more: object = {}) =>
  json({ ...more, decision: word, permission: word, reason: word, user_message: word });

/**
 * Returns what hooks print that say one thing each, by name: in the words of all dialects, and in those of
 * this one.
 */
export const hooksOf = (dialect: Vendor, native: string): Record<string, Partial<Finished>> => ({
  ...hooks,
  ...Object.fromEntries(
    ['allow', 'ask', 'deny'].map((word) => {
      const more = word === 'allow' ? { continue: true } : {};
      return [word, { stdout: both(word, { ...answerOf(dialect, native, word), ...more }) }];
    }),
  ),
});
const hooks: Record<string, Partial<Finished>> = {
  neutralResponse: {},
  nothing: { stdout: '{}' },
  allow: {},
  note: { stdout: json({ systemMessage: 'note', message: 'note' }) },
  ask: {},
  deny: {},
  'no prompt': { stdout: json({ continue: false, user_message: 'no', reason: 'no' }) },
  halt: { stdout: json({ continue: false, stopReason: 'enough', halt: true }) },
  'exit 2': { code: 2, stderr: 'two' },
  'exit 3': { code: 3, stderr: 'three' },
  text: { stdout: 'all good' },
  'text on stderr': { stderr: 'looking' },
  request: {
    stdout: json({
      hookSpecificOutput: { llm_request: { messages: [{ role: 'user', content: 'x' }] } },
      request: { messages: [{ role: 'user', content: 'x' }] },
    }),
  },
};

export const ranOf = (some: Partial<Finished>) =>
  ({ code: 0, stdout: '', stderr: '', ...some }) as Finished;

/**
 * Compares the effect of two hooks of one event in their own agent with that through the shim, for all
 * hosts or one.
 */
export function walkSeveral(only?: Vendor): Matrix & { asked: OracleQuestions } {
  const table = new Map<string, Count>();
  const used: Matrix['used'] = new Map();
  const weaker: string[] = [];
  const asked: OracleQuestions = new Map();
  /** Effects in the hooks' own agents, which do not depend on the host. */
  const dues = new Map<string, Effect>();
  let cells = 0;
  const ask = (
    vendor: Vendor,
    event: string,
    ran: readonly FinishedCommand[],
    side: 'native' | 'host',
  ) => {
    const heard = mergingOracles[vendor](event, ran, side);
    if (vendor === 'gemini') asked.set(`${event} ${json(ran)}`, { event, ran, heard });
    return heard;
  };
  for (const place of listCases(only)) {
    if (!place.firstOfEvent) continue;
    const { host, dialect, fired, native } = place;
    const row = countOf(table, host, dialect);
    const hooks = Object.entries(hooksOf(dialect, native)).map(([name, some]) => {
      const ran = ranOf(some);
      return { name, ran, out: answerHook(place.run, place.told, ran) };
    });
    for (const first of hooks) {
      for (const second of hooks) {
        const pair = `${first.name} and ${second.name}`;
        const ran = [first.ran, second.ran];
        const outs = [first.out, second.out];
        const question = `${dialect} ${native} ${pair}`;
        const due = dues.get(question) ?? ask(dialect, native, ran, 'native');
        dues.set(question, due);
        const is = ask(host, fired, outs, dialect === host ? 'native' : 'host');
        const losses = outs.flatMap(({ log }) => (log.losses as Loss[] | undefined) ?? []);
        const rec = { name: pair, ran: first.ran, plain: true };
        const difference = { lost: [], stricter: false, made: [] };
        const { flags } = place.run;
        const cell: Cell = { place, rec, flags, native: due, host: is, losses, difference };
        cells++;
        const [a, b] = [rank(is.verdict), rank(due.verdict)];
        if (a === b) row.equal++;
        else if (a > b) row.stricter++;
        else if (cannotSay(cell) || place.event === 'stop' || isOver(cell, outs)) row.impossible++;
        else {
          row.weaker++;
          weaker.push(
            `${host} ${fired} ← ${dialect} ${native}; ${pair}: natively ${due.verdict}, here ${is.verdict}`,
          );
        }
      }
    }
  }
  return { cells, table, used, weaker, asked };
}

const prompts = ['prompt', 'expansion'];

/**
 * Tells whether a difference in the halt does not matter: no turn begins after a refused prompt, and the
 * host decides which of two refusals counts.
 */
function isOver({ place, native, host }: Cell, outs: readonly FinishedCommand[]): boolean {
  if (native.verdict !== 'halt' || host.verdict !== 'deny') return false;
  const alone = outs.map((out) => mergingOracles[place.host](place.fired, [out], 'host').verdict);
  return prompts.includes(place.event) || (alone.includes('deny') && alone.includes('halt'));
}

/** Finds the row of the list which says that the host has no form for the halt or the refusal. */
const cannotSay = (cell: Cell): boolean =>
  reasons.some((one) => one.severity === 'unsafe' && explains(one, cell.native.verdict, cell));
