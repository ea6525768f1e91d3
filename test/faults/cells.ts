import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { expect } from 'vitest';
import type { FinishedCommand } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { type Host, shell, speaks, stop } from '../shim/payloads.ts';
import { bytes, ended, type Result, run } from '../shim/run.ts';
import { heard, refused, words } from '../shim/verdict.ts';
import { isWide } from '../wide.ts';
import { bin } from './run.ts';

type Policy = 'native' | 'block' | 'allow';

/** One way for a hook to be fired. */
export interface Cell {
  host: Host;
  dialect: keyof typeof oracles;
  policy: Policy;
  event: 'shell' | 'stop';
}

const cell = (
  event: Cell['event'],
  host: Host,
  dialect: Cell['dialect'],
  policy: Policy,
): Cell => ({
  event,
  host,
  dialect,
  policy,
});

/** Every kind of fault meets every host, dialect and policy, a gate and what gates nothing. */
export const cells: readonly Cell[] = [
  cell('shell', 'gemini', 'cursor', 'native'),
  cell('shell', 'cursor', 'gemini', 'native'),
  cell('shell', 'cursor', 'tabnine', 'block'),
  cell('shell', 'terminai', 'terminai', 'block'),
  cell('shell', 'tabnine', 'anyhook', 'allow'),
  cell('stop', 'gemini', 'cursor', 'block'),
  cell('stop', 'cursor', 'gemini', 'block'),
];

/**
 * What a fault must come to. `ours`: our own failure, a refusal whatever the hook's policy, unless
 * it is to allow. `served`: the hook's answer counts. `forgetful`: the same, but a
 * follow-up is dropped where the host would not end the loop. `refused`: a deny, and no follow-up.
 * `ran`: how the command ends, as the dialect's vendor would see it. The failure policy then decides,
 * unless `denied` says that the hook's own agent refuses always, or under the policy `native`.
 */
export type Due =
  | 'served'
  | 'forgetful'
  | 'refused'
  | 'ours'
  | { ran: Partial<FinishedCommand>; denied?: 'always' | 'natively' };

export const unstarted: Due = { ran: { code: null, notStarted: '/no/such' } };

/** A hook that refuses, and one that goes on; in every dialect. */
export const answers = {
  shell: `echo '{"permission":"deny","user_message":"no","decision":"deny","reason":"no"}'`,
  stop: `echo '{"followup_message":"go on","decision":"deny","reason":"go on"}'`,
};

const flagsOf = ({ host, dialect, policy, event }: Cell): string[] => {
  const failure = ['--on-failure', policy];
  return ['--host', host, ...speaks(dialect, event), ...failure];
};
export const payloadOf = ({ host, event }: Cell, command?: string): object =>
  event === 'shell' ? shell(host, command) : stop(host);

/** How a run is begun. */
export interface Firing {
  flags?: readonly string[];
  /** The hook; what of {@link answers} fits, unless said. */
  hook?: readonly string[];
  /** A shell line that runs the shim as `"$@"`, in worse surroundings. */
  around?: string;
  /** In namespaces of its own. */
  apart?: boolean;
  stdin?: (good: object) => string | Buffer | object;
}

/** Runs a hook in a cell, by the packed executable or by the shim in this process. */
export function fire(
  cell: Cell,
  { flags = [], hook, around, apart, stdin }: Firing = {},
  isInProcess = false,
): Promise<Result> {
  const command = hook ?? [answers[cell.event]];
  const args = [...flagsOf(cell), ...flags, '--', ...command];
  const payload = payloadOf(cell);
  const input = bytes(stdin ? stdin(payload) : payload);
  if (isInProcess) return run(args, { stdin: input });
  const words = [process.execPath, bin(), 'run', ...args];
  // bash reads ~/.bashrc where its stdin is a socket, which the pipes of Node are.
  const line = around === undefined ? words : ['bash', '--norc', '-c', around, 'bash', ...words];
  const [file, ...more] = (apart ? ['unshare', '-rm', ...line] : line) as [string, ...string[]];
  const child: ChildProcessWithoutNullStreams = spawn(file, more);
  child.stdin.on('error', () => {}); // it may end before it has read everything
  child.stdin.end(input);
  return ended(child as never);
}

const stack = /\n {4}at |node:internal|\bERR_|undefined \(/;

/** Fails unless a host makes of what the shim printed what is due. */
export function judge(cell: Cell, due: Due, said: Result): void {
  const { host, dialect, event, policy } = cell;
  const about = `${host} ← ${dialect} ${event}, ${policy}: ${JSON.stringify(said)}`;
  expect(said.stderr, about).not.toMatch(stack);
  expect(said.signal, about).toBeNull();
  const is = heard(host, payloadOf(cell), said, dialect);
  if (event === 'stop') {
    expect(said.code, about).toBe(0);
    if (goesOn(cell, due)) expect(is.followUp, about).toContain(due === 'served' ? 'go on' : '');
    else expect({ ...is, message: undefined }, about).toEqual({ verdict: 'pass' });
    return;
  }
  expect(refused(is), about).toBe(refuses(cell, due));
  if (!refuses(cell, due)) expect(is.verdict, about).toBe('pass'); // never an allow nobody asked for
  if (due === 'served') expect(is.reason, about).toContain('no');
  if (due === 'ours' && policy !== 'allow') expect(is.reason, about).toMatch(words);
}

const natively = ({ dialect, event }: Cell, ran: Partial<FinishedCommand>) => {
  const native = speaks(dialect, event).at(-1) as string;
  return oracles[dialect](native, { code: 0, stdout: '', stderr: '', ...ran }, 'native');
};

function refuses(cell: Cell, due: Due): boolean {
  if (due === 'ours') return cell.policy !== 'allow';
  if (typeof due === 'string') return true;
  if (due.denied === 'always') return true;
  if (cell.policy !== 'native') return cell.policy === 'block';
  return due.denied === 'natively' || refused(natively(cell, due.ran));
}

function goesOn(cell: Cell, due: Due): boolean {
  if (typeof due !== 'string') {
    // What cannot start never prompts an agent again.
    return due.ran.notStarted === undefined && natively(cell, due.ran).followUp !== undefined;
  }
  return due === 'served' || (due === 'forgetful' && cell.host === 'cursor');
}

/**
 * One fault in several cells, in turn: the system layer plays one gate for each fault, so that every
 * cell meets some faults and every fault a cell; the matrix plays one more gate, and the stops that
 * are left, without the start of Node where the fault is the hook's alone.
 */
export async function among(turn: number, due: Due, firing: Firing): Promise<Result[]> {
  const [gates, stops] = (['shell', 'stop'] as const).map((event) =>
    cells.filter((one) => one.event === event),
  ) as [Cell[], Cell[]];
  const some = [
    ...gates.filter((_, i) => (i + turn) % gates.length === (isWide ? 1 : 0)),
    ...stops.filter((_, i) => isWide !== ((i + turn) % 4 === 0)),
  ];
  const isInProcess = isWide && firing.around === undefined && !firing.apart;
  // Where nothing has to be remembered, no session is left behind.
  const flags = [...(firing.flags ?? []), ...(due === 'forgetful' ? [] : ['--loop-limit', 'none'])];
  const all = await Promise.all(some.map((one) => fire(one, { ...firing, flags }, isInProcess)));
  all.forEach((said, i) => {
    judge(some[i] as Cell, due, said);
  });
  return all;
}

/** Rows for `test.each`: a name, what it says, and whose turn it is. */
export const rows = <T>(table: Record<string, T>): [string, T, number][] =>
  Object.entries(table).map(([name, row], i) => [name, row, i]);
