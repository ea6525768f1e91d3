// Cells of the never-weaker matrix, many to a session of the real client.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Flags } from '../../src/canonical/flags.ts';
import { concluded, type Place, places } from '../matrix/places.ts';
import { type Rec, records } from '../matrix/records.ts';
import type { Heard } from '../oracles/heard.ts';
import { oracles } from '../oracles/index.ts';
import type { Run } from './gemini.ts';
import type { FunctionCall, Turn } from './mock-model.ts';
import { call } from './model-view.ts';

/** One hook that ends in one way. */
export interface Cell {
  number: number;
  rec: Rec;
  /** What the hook's own vendor makes of it, and the client of what anyhook says. */
  native: Heard;
  due: Heard;
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
export function gates(host: string, fixtures: readonly string[]): Place[] {
  const all = [...places(host)];
  const found = new Map<string, Place>();
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

const kindOf = ({ ran }: Rec, said: Heard): Kind => {
  if (ran.timedOut) return 'hung';
  if (ran.notStarted !== undefined) return 'not started';
  return said.verdict === 'ask' ? 'asking' : 'ended';
};

/** Without a person, a question that reaches Gemini CLI is the end of the session. */
const flagsOf = ({ host }: Place, kind: Kind): Partial<Flags> => {
  if (kind === 'hung') return { timeout: 500 };
  return kind === 'asking' && host === 'gemini' ? { ask: 'deny' } : {};
};

/** The command line that goes with them. */
export function command(place: Place, kind: Kind, script: string): string[] {
  const { timeout, ask } = flagsOf(place, kind);
  const { host, dialect, native, run } = place;
  const flags = ['--host', host, '--as', dialect, '--event', native];
  if (run.flags.hostEvent !== undefined) flags.push('--host-event', run.flags.hostEvent);
  if (timeout !== undefined) flags.push('--timeout', `${timeout}ms`);
  if (ask !== undefined) flags.push('--ask', ask);
  const hook = kind === 'not started' ? ['/no/such/hook', 'x'] : ['sh', script];
  return [...flags, '--', ...hook];
}

/** The whole product, or all that is printed at exit code 0 and a part of the rest. */
export function cellsOf(place: Place, whole: boolean): Map<Kind, Cell[]> {
  const { full, short } = records(place.dialect, place.native);
  // What a hook printed that hangs or never stops is not read: a few of them will do.
  const slow = ({ ran }: Rec) => ran.timedOut || ran.tooMuch;
  const some = whole
    ? full.filter((rec, i) => i % 16 === 0 || !slow(rec))
    : short.filter((rec, i) => i % (slow(rec) ? 6 : 2) === 0 || rec.plain || rec.ran.notStarted);
  const side = place.dialect === place.host ? 'native' : 'host';
  const cells = new Map<Kind, Cell[]>();
  for (const [number, rec] of some.entries()) {
    const heard = (more: Partial<Flags>): Heard => {
      const run = { ...place.run, flags: { ...place.run.flags, ...more } };
      return oracles[place.host](place.fired, concluded(run, place.told, rec.ran), side);
    };
    const kind = kindOf(rec, heard({}));
    const native = oracles[place.dialect](place.native, rec.ran, 'native');
    const cell = { number, rec, native, due: heard(flagsOf(place, kind)) };
    cells.set(kind, [...(cells.get(kind) ?? []), cell]);
  }
  return cells;
}

const end = ({ ran }: Rec): string => {
  if (ran.timedOut) return 'exec sleep 60';
  if (ran.tooMuch) return 'exec yes';
  return ran.signal ? `kill -s ${ran.signal.slice(3)} $$` : `exit ${ran.code}`;
};

export function inParts<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}

const script = `
input=$(cat)
cell=\${input#*cell-}
cell=\${cell%%[!0-9]*}
cd "\${0%/*}" && . "./$cell"
`;

/** A hook that finds its cell in what it is told, and does what is written there. */
export function scripts(cells: readonly Pick<Cell, 'number' | 'rec'>[]): Record<string, string> {
  const files: Record<string, string> = { 'hook.sh': script };
  for (const { number, rec } of cells) {
    files[`${number}`] = `cat ${number}.out\ncat ${number}.err >&2\n${end(rec)}\n`;
    files[`${number}.out`] = rec.ran.stdout;
    files[`${number}.err`] = rec.ran.stderr;
  }
  return files;
}
