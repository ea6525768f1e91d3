/**
 * Tells the person at a terminal what a command does that takes longer than a second: in one line on stderr, which is
 * drawn again in its place, and cleared before anything is printed.
 *
 * Most work does not wait for anything, so that no timer can run meanwhile: it reports its steps, and each report looks
 * at the clock. What is waited for is drawn by a timer.
 */
import { fstatSync, writeSync } from 'node:fs';
import { Script } from 'node:vm';
import { attempt } from '../util/attempt.ts';
import { type Count, listenToProgress, type ProgressListener } from '../util/progress.ts';
import { cutToWidth } from './columns.ts';
import { toPlainLine } from './paint.ts';

/** What a line of progress needs of its surroundings. */
export interface ProgressPlace {
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  /** Writes to the terminal at once. */
  write(text: string): void;
  /** Returns how many columns the terminal has. Undefined: it is none after all, so nothing is drawn. */
  findWidth(): number | undefined;
  /** Calls a function every so many milliseconds, until the function that is returned is called. */
  repeat(work: () => void, milliseconds: number): () => void;
  /** Is called when the line appears. */
  appears?(): void;
}

/** A line of progress. */
export interface ProgressLine extends Omit<ProgressListener, 'compute'> {
  /** Clears the line. It appears again after a second in which nothing else is printed. */
  clear(): void;
}

/** Milliseconds without any output after which the line appears. */
const quietTime = 1000;
/** Milliseconds between two drawings. */
const drawingPause = 100;
/** What clears a line of a terminal from its beginning. */
const clearLine = '\r\u001b[K';

/** Something that is waited for. */
interface Wait {
  what: string;
  since: number;
}

const formatNumber = (count: number): string => count.toLocaleString('en');

/** Makes a line of progress. Its first second begins now. */
export function makeProgressLine(place: ProgressPlace): ProgressLine {
  const { now, write, findWidth, repeat, appears } = place;
  const waits = new Set<Wait>();
  let step: { what: string; count: Count | undefined } | undefined;
  let shown: string | undefined;
  let nextDrawing = now() + quietTime;
  let stopTimer: (() => void) | undefined;

  const describe = (time: number): string | undefined => {
    const [first, ...others] = waits;
    if (first) {
      const seconds = Math.floor((time - first.since) / 1000);
      const more = others.length ? ` and ${others.length} more` : '';
      return `Waiting for ${first.what}${more}${seconds ? `, ${seconds} s` : ''}`;
    }
    if (!step) return undefined;
    const { what, count } = step;
    return count
      ? `${what}: ${formatNumber(count.done)} of ${formatNumber(count.of)}`
      : `${what} …`;
  };
  const draw = () => {
    const time = now();
    if (time < nextDrawing) return;
    nextDrawing = time + drawingPause;
    const text = describe(time);
    const width = text === undefined ? undefined : findWidth();
    if (text === undefined || width === undefined) return;
    // A line that reaches the last column would be broken by some terminals.
    const line = cutToWidth(toPlainLine(text), width - 1);
    if (line === shown) return;
    if (shown === undefined) appears?.();
    shown = line;
    write(`${clearLine}${line}`);
  };
  return {
    step(what, count) {
      step = { what, count };
      draw();
    },
    wait(what) {
      const wait = { what, since: now() };
      waits.add(wait);
      stopTimer ??= repeat(draw, drawingPause);
      draw();
      return () => {
        waits.delete(wait);
        if (waits.size) return;
        stopTimer?.();
        stopTimer = undefined;
      };
    },
    clear() {
      if (shown !== undefined) write(clearLine);
      shown = undefined;
      step = undefined;
      nextDrawing = now() + quietTime;
    },
  };
}

/** Tells whether a command line and its surroundings leave room for a line of progress, as far as that is known without asking a terminal. */
export function allowsProgress(
  words: readonly string[],
  { CI = '', TERM }: Readonly<Record<string, string | undefined>>,
): boolean {
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const isForMachines = own.some((word) => word === '--json' || word === '--quiet');
  return !isForMachines && TERM !== 'dumb' && ['', '0', 'false'].includes(CI);
}

/** Tells whether stderr may be a terminal, and stdout is read by no program that may print on it, such as a pager. */
function mayDraw(): boolean {
  const stderr = attempt(() => fstatSync(2));
  const stdout = attempt(() => fstatSync(1));
  const isUnread = stdout === undefined || stdout.isCharacterDevice() || stdout.isFile();
  return stderr?.isCharacterDevice() === true && isUnread;
}

/** The name of the global function by which {@link endAtInterrupt} calls its work. */
const workName = 'anyhookWork';

/**
 * Calls work that does not wait, and ends this process at once when the person presses Ctrl+C, as it would be ended
 * without this function, after `clean` was called. A handler of the signal could only run after the work.
 */
function endAtInterrupt<T>(work: () => T, clean: () => void): T {
  Object.defineProperty(globalThis, workName, { value: work, configurable: true });
  try {
    const call = new Script(`${workName}()`);
    return call.runInThisContext({ breakOnSigint: true, displayErrors: false }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') {
      clean();
      process.kill(process.pid, 'SIGINT');
    }
    throw error;
  } finally {
    Reflect.deleteProperty(globalThis, workName);
  }
}

/** Calls a function before the next text is printed on stdout or stderr. */
function callBeforePrinting(work: () => void): void {
  const streams = [process.stdout, process.stderr];
  for (const stream of streams) {
    const { write } = stream;
    stream.write = (...args: unknown[]) => {
      for (const one of streams) Reflect.deleteProperty(one, 'write');
      work();
      return Reflect.apply(write, stream, args) as boolean;
    };
  }
}

/** Shows what commands of this process do, where a person can see it and nothing else is in the way. */
export function showProgress(words: readonly string[] = process.argv.slice(2)): void {
  if (!allowsProgress(words, process.env) || !mayDraw()) return;
  const line = makeProgressLine({
    now: () => performance.now(),
    write: (text) => void attempt(() => writeSync(2, text)),
    findWidth: () => (process.stderr.isTTY ? process.stderr.columns || 80 : undefined),
    repeat(work, milliseconds) {
      const timer = setInterval(work, milliseconds).unref();
      return () => clearInterval(timer);
    },
    appears: () => callBeforePrinting(line.clear),
  });
  process.once('exit', line.clear);
  let isComputing = false;
  let waiting = 0;
  const endProcess = () => {
    line.clear();
    process.removeListener('SIGINT', endProcess);
    // Without a handler the signal ends the process. Another handler gets it as well, and does that itself.
    if (!process.listenerCount('SIGINT')) process.kill(process.pid, 'SIGINT');
  };
  listenToProgress({
    step: line.step,
    wait(what) {
      const end = line.wait(what);
      if (!waiting++) process.on('SIGINT', endProcess);
      return () => {
        if (!--waiting) process.removeListener('SIGINT', endProcess);
        end();
      };
    },
    compute(work) {
      // A handler of the signal would no longer be called after this.
      if (isComputing || process.listenerCount('SIGINT') || 'bun' in process.versions)
        return work();
      isComputing = true;
      try {
        return endAtInterrupt(work, line.clear);
      } finally {
        isComputing = false;
      }
    },
  });
}
