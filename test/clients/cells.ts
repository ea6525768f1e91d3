// Cells of the never-weaker matrix, many to a session of the real client.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Flags } from '../../src/canonical/flags.ts';
import { answerHook, listCases, type MatrixCase } from '../matrix/cases.ts';
import { listEndings, type NamedEnding } from '../matrix/endings.ts';
import { type Effect, rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import type { Run } from './gemini.ts';
import type { FunctionCall, Turn } from './mock-model.ts';
import { call } from './model-view.ts';
import { shellQuote } from './workspace.ts';

/** One hook that ends in one way, before a call. */
export interface Cell {
  /** No other cell of its session has it. */
  number: number;
  place: MatrixCase;
  kind: Kind;
  rec: NamedEnding;
  /** The strictest that the vendor makes of such a hook, and what the client makes of the runner. */
  native: Effect;
  due: Effect;
}

/** How a tool is called for a cell, and how one can tell that it ran. */
export interface Door {
  turn(cell: number, input: FunctionCall['args']): Turn;
  ran(run: Run, cell: number, output: string): boolean;
}

const ran = 'the tool ran';

export const doors: Record<string, Door> = {
  shell: {
    turn: (cell, input) =>
      call('run_shell_command', { ...input, command: `echo ${ran} > cell-${cell}` }),
    ran: ({ project }, cell) => existsSync(join(project, `cell-${cell}`)),
  },
  mcp: {
    turn: (cell) => call('mcp_my-notes_write_note', { text: `cell-${cell}.` }),
    ran: (run, cell) => (run.file('notes.txt') ?? '').includes(`cell-${cell}.`),
  },
  read: {
    turn: (cell) => call('read_file', { file_path: `cell-${cell}` }),
    ran: (_, __, output) => output.includes(ran),
  },
};

export const filesToRead = (cells: readonly Cell[]): Record<string, string> =>
  Object.fromEntries(cells.map(({ number }) => [`cell-${number}`, ran]));

/** Every dialect's event before the call of the first fixture, and those it alone has before the others. */
export function gates(host: string, fixtures: readonly string[]): MatrixCase[] {
  const all = [...listCases(host)];
  const found = new Map<string, MatrixCase>();
  for (const name of fixtures)
    for (const place of all.filter(({ fixture }) => fixture === name)) {
      const key = `${place.dialect} ${place.native}`;
      if (!found.has(key)) found.set(key, place);
    }
  return [...found.values()];
}

/** Ways to play a hook that the client must be given flags for. */
export const kinds = ['ended', 'hung', 'not started', 'asking'] as const;
export type Kind = (typeof kinds)[number];

const kindOf = ({ ran }: NamedEnding, said: Effect): Kind => {
  if (ran.timedOut) return 'hung';
  if (ran.notStarted !== undefined) return 'not started';
  return said.verdict === 'ask' ? 'asking' : 'ended';
};

/** Without a person, a question that reaches Gemini CLI is the end of the session. */
const flagsOf = ({ host }: MatrixCase, kind: Kind): Partial<Flags> => {
  // Where less than half of the time is left for the hook, the runner was late, and refuses.
  if (kind === 'hung') return { timeout: 5000 };
  return kind === 'asking' && host === 'gemini' ? { ask: 'deny' } : {};
};

/** What the runner is given for a cell, whose hook is the script. */
function argumentsOf({ place, kind }: Cell, script: string): string[] {
  const { timeout, ask } = flagsOf(place, kind);
  const { host, dialect, native, run } = place;
  const flags = ['--host', host, '--as', dialect, '--event', native];
  if (run.flags.hostEvent !== undefined) flags.push('--host-event', run.flags.hostEvent);
  if (timeout !== undefined) flags.push('--timeout', `${timeout}ms`);
  if (ask !== undefined) flags.push('--ask', ask);
  const hook = kind === 'not started' ? ['/no/such/hook', 'x'] : ['sh', script];
  return [...flags, '--', ...hook];
}

/** What a client is given of a run: what stands on stderr is read after a failure alone. */
const given = ({ code, stdout, stderr }: ReturnType<typeof answerHook>): unknown[] =>
  code === 0 ? [stdout] : [code, stdout, stderr];

/**
 * The cells of places: all ways to end with exit code 0 by what is printed, half of those with
 * another code, and a sixth of those that hang or never stop printing. Of those after which the
 * runner gives the client the same bytes before the same tool, whatever the dialect, the first
 * stands for all.
 */
export function cellsOf(places: readonly MatrixCase[]): Omit<Cell, 'number'>[] {
  // What a hook printed that hangs or never stops is not read: a few of them will do.
  const slow = ({ ran }: NamedEnding) => ran.timedOut || ran.tooMuch;
  const cells = new Map<string, Omit<Cell, 'number'>>();
  for (const place of places) {
    const side = place.dialect === place.host ? 'native' : 'host';
    const some = listEndings(place.dialect, place.native).short.filter(
      (rec, i) => i % (slow(rec) ? 6 : 2) === 0 || rec.plain || rec.ran.notStarted,
    );
    for (const rec of some) {
      const said = (more: Partial<Flags>) =>
        answerHook({ ...place.run, flags: { ...place.run.flags, ...more } }, place.told, rec.ran);
      const heard = (output: ReturnType<typeof said>): Effect =>
        oracles[place.host](place.fired, output, side);
      const kind = kindOf(rec, heard(said({})));
      const output = said(flagsOf(place, kind));
      const { signal, tooMuch } = rec.ran;
      // How a hook hangs or fails to start is the runner's part, and is tried in every dialect.
      const ofDialect = kind === 'hung' || kind === 'not started' ? place.dialect : '';
      const how = [place.tool, place.fired, side, kind, ofDialect, signal, tooMuch];
      const key = JSON.stringify([how, given(output)]);
      const native = oracles[place.dialect](place.native, rec.ran, 'native');
      const known = cells.get(key);
      if (!known) cells.set(key, { place, kind, rec, native, due: heard(output) });
      else if (rank(native.verdict) > rank(known.native.verdict)) known.native = native;
    }
  }
  return [...cells.values()];
}

/** As few sessions as there can be of at most so many cells; each has some of every place. */
export function sessionsOf(cells: readonly Omit<Cell, 'number'>[], most: number): Cell[][] {
  const count = Math.ceil(cells.length / most);
  const sessions: Cell[][] = Array.from({ length: count }, () => []);
  for (const [i, cell] of cells.entries()) sessions[i % count]?.push({ ...cell, number: i });
  return sessions;
}

/** How a hook ends, as its last words. */
const end = ({ ran }: NamedEnding): string => {
  if (ran.timedOut) return 'exec sleep 60';
  if (ran.tooMuch) return 'exec yes';
  return ran.signal ? `kill -s ${ran.signal.slice(3)} $$` : `exit ${ran.code}`;
};

export function inParts<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}

/** The turns of a session: of so many cells, of those that hang and would hold up others, and the `last` of a session. */
export function turnsOf(
  cells: readonly Cell[],
  size: number,
  isLast: (cell: Cell) => boolean,
): Cell[][] {
  const others = cells.filter((cell) => !isLast(cell));
  const hangs = ({ kind }: Cell) => kind === 'hung';
  const last = cells.filter(isLast);
  return [
    ...inParts(
      others.filter((cell) => !hangs(cell)),
      size,
    ),
    ...inParts(others.filter(hangs), size / 2),
    ...(last.length ? [last] : []),
  ];
}

/** Finds the cell that its call is of; `input` is what it is told, in one line. Starts no process. */
const which = `
IFS= read -r input
cell=\${input#*cell-}
cell=\${cell%%[!0-9]*}
`;

const prints = (text: string, to = ''): string =>
  text === '' ? '' : `printf %s ${shellQuote(text)}${to}\n`;

/** A hook that does what is written for its cell. */
export function scripts(cells: readonly Pick<Cell, 'number' | 'rec'>[]): Record<string, string> {
  const files: Record<string, string> = { 'hook.sh': `${which}. "\${0%/*}/$cell"\n` };
  for (const { number, rec } of cells) {
    const { stdout, stderr } = rec.ran;
    files[`${number}`] = `${prints(stdout)}${prints(stderr, ' >&2')}${end(rec)}\n`;
  }
  return files;
}

/**
 * The same, and `gate.sh`, which the client runs: it becomes the runner for that hook, with the
 * arguments that the cell needs. They lie in the folder; `program` are the runner's first words.
 */
export function gateScripts(
  cells: readonly Cell[],
  folder: string,
  program: readonly string[],
): Record<string, string> {
  const files = scripts(cells);
  files['gate.sh'] = `${which}. "\${0%/*}/$cell.gate"\n`;
  for (const cell of cells) {
    const line = [...program, ...argumentsOf(cell, join(folder, 'hook.sh'))].map(shellQuote);
    files[`${cell.number}.gate`] = `exec ${line.join(' ')} <<E\n$input\nE\n`;
  }
  return files;
}
