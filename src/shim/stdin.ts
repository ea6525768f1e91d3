import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { maxBytes, readToLimit } from '../translate/machine.ts';
import { callAfter } from './timer.ts';

/** How long a host may take to write its payload, in milliseconds. */
const patience = 10_000;
/** After this long without a byte a payload that is whole is taken, although stdin is open. */
const silence = 200;

export interface Stdin {
  bytes: Buffer;
  /** There was more than is read. */
  isCut: boolean;
  /** Milliseconds until it was there, where that took long: the hook has so much less. */
  waited?: number;
  /** It was given up after so many milliseconds, and still open. */
  openAfter?: number;
  /** Nobody has the other end of it open any longer. */
  isEnded?: true;
}

/** Milliseconds, without those that a suspended machine sleeps. */
const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * All of stdin, as long as {@link patience} and the time limit of the hook last. A payload that is
 * whole needs no end of file. A callback, because a promise waits until the pipe is put away.
 */
export function readStdin(take: (stdin: Stdin) => void, limitOfHook = patience): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let taken = false;
  const socket = pipe();
  if (!socket) {
    take(readFile());
    return;
  }
  const began = now();
  let last = began;
  const done = (open?: number, ended?: true) => {
    if (taken) return;
    taken = true;
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    const waited = now() - began;
    const late = waited < silence ? {} : { waited };
    take({
      bytes,
      isCut: size > maxBytes,
      ...late,
      ...(open === undefined ? {} : { openAfter: open }),
      ...(ended && { isEnded: ended }),
    });
  };
  const giveUp = (open?: number) => {
    socket.pause();
    done(open);
  };
  const most = Math.min(patience, limitOfHook);
  // What came while we were not let run is read first.
  callAfter(most, () => setImmediate(giveUp, most));
  const isWhole = makeScan(chunks);
  const watch = (wait: number) => callAfter(wait, () => setImmediate(look));
  const look = () => {
    if (taken) return;
    const left = last + silence - now();
    if (left > 0) watch(left);
    else if (isWhole()) giveUp();
    else watch(silence);
  };
  watch(silence);
  socket.on('end', () => done(undefined, true));
  socket.on('error', () => done());
  socket.on('data', (chunk: Buffer) => {
    last = now();
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) giveUp();
  });
}

/** Whether all that came is one JSON object and space around it; each byte is looked at once. */
function makeScan(chunks: readonly Buffer[]): () => boolean {
  let at = 0;
  let depth = 0;
  let state: 'before' | 'object' | 'text' | 'escape' | 'after' | 'other' = 'before';
  const scan = (byte: number): typeof state => {
    switch (state) {
      case 'text':
        return byte === 0x5c ? 'escape' : byte === 0x22 ? 'object' : 'text';
      case 'escape':
        return 'text';
      case 'object':
        if (byte === 0x22) return 'text';
        if (byte === 0x7b) depth++;
        return byte === 0x7d && --depth === 0 ? 'after' : 'object';
      case 'before':
        if (byte !== 0x7b) return byte <= 0x20 || byte >= 0x80 ? 'before' : 'other'; // a mark of the byte order
        depth = 1;
        return 'object';
      default:
        return byte <= 0x20 ? state : 'other';
    }
  };
  return () => {
    for (; at < chunks.length; at++) {
      const chunk = chunks[at] as Buffer;
      for (let i = 0; i < chunk.length; i++) state = scan(chunk[i] as number);
    }
    return state === 'after';
  };
}

/** What hosts give: a pipe or a socket. */
function pipe(): Socket | undefined {
  try {
    // Bun 1.4 reads nothing from a socket of its own; Node takes 4 ms longer to start this one.
    if (process.versions.bun) return process.stdin as never;
    return new Socket({ fd: 0, readable: true, writable: false });
  } catch {
    return undefined; // a file, a terminal, or nothing at all
  }
}

function readFile(): Stdin {
  const chunks: Buffer[] = [];
  let cut = false;
  try {
    // Nobody types a payload.
    const terminal = fstatSync(0).isCharacterDevice() && process.stdin.isTTY;
    cut = !terminal && readToLimit(0, chunks);
  } catch {
    // Closed by the host: there is no payload, or only a part of one.
  }
  return { bytes: Buffer.concat(chunks), isCut: cut };
}
