import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { maxBytes, readToLimit } from '../translate/machine.ts';
import { callAfter } from './timer.ts';

/** How long a host may take to write its payload, in milliseconds. */
const patience = 10_000;
/**
 * Milliseconds without a byte after which a complete payload is taken, although the host has not
 * closed stdin.
 */
const silence = 200;

/** What came on stdin, and how. */
export interface Stdin {
  bytes: Buffer;
  /** There were more than 32 MB: `bytes` is only a part. */
  isCut: boolean;
  /**
   * Milliseconds until all of it had come: the hook has so much less time. Absent: less than 200.
   */
  waited?: number;
  /** Milliseconds after which reading was given up. Absent: stdin was closed, or complete. */
  openAfter?: number;
  /** Stdin is a pipe that every writer has closed. */
  isEnded?: true;
}

/** Returns a time in milliseconds that stands still while the machine is suspended. */
const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * Reads stdin, for 10 seconds or the time limit of the hook, whichever is shorter. A complete JSON
 * object needs no end of file, because some hosts never close stdin.
 *
 * @param take Receives what was read. A callback, because a promise would wait until Node has closed
 *   the pipe.
 * @param limitOfHook The time limit of the hook in milliseconds. Absent: none.
 */
export function readStdin(take: (stdin: Stdin) => void, limitOfHook = patience): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let taken = false;
  const socket = openStdin();
  if (!socket) {
    take(readStdinFile());
    return;
  }
  const began = now();
  let last = began;
  const done = (open?: number, ended?: true) => {
    if (taken) return;
    taken = true;
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    const waited = now() - began;
    const delay = waited < silence ? {} : { waited };
    take({
      bytes,
      isCut: size > maxBytes,
      ...delay,
      ...(open === undefined ? {} : { openAfter: open }),
      ...(ended && { isEnded: ended }),
    });
  };
  const giveUp = (open?: number) => {
    socket.pause();
    done(open);
  };
  const most = Math.min(patience, limitOfHook);
  // Delayed once more: what came while this process did not run is read first.
  callAfter(most, () => setImmediate(giveUp, most));
  const isComplete = makeScan(chunks);
  const checkAfter = (wait: number) => callAfter(wait, () => setImmediate(check));
  const check = () => {
    if (taken) return;
    const left = last + silence - now();
    if (left > 0) checkAfter(left);
    else if (isComplete()) giveUp();
    else checkAfter(silence);
  };
  checkAfter(silence);
  socket.on('end', () => done(undefined, true));
  socket.on('error', () => done());
  socket.on('data', (chunk: Buffer) => {
    last = now();
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) giveUp();
  });
}

/**
 * Makes a function that tells whether all chunks together are one JSON object with white space around
 * it. It reads each byte once, however often it is called.
 */
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
        if (byte !== 0x7b) return byte <= 0x20 || byte >= 0x80 ? 'before' : 'other'; // 0x80 and above: a byte order mark
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

/** Opens stdin where it is a pipe or a socket, as hosts make it; undefined for anything else. */
function openStdin(): Socket | undefined {
  try {
    // Bun 1.4 reads nothing through a new socket. Node would take 4 ms longer for `process.stdin`.
    if (process.versions.bun) return process.stdin as never;
    return new Socket({ fd: 0, readable: true, writable: false });
  } catch {
    return undefined; // a file, a terminal, or nothing at all
  }
}

/** Reads stdin where it is a file, or nothing at all. A terminal counts as empty. */
function readStdinFile(): Stdin {
  const chunks: Buffer[] = [];
  let isCut = false;
  try {
    const isTerminal = fstatSync(0).isCharacterDevice() && process.stdin.isTTY;
    isCut = !isTerminal && readToLimit(0, chunks);
  } catch {
    // The host has closed it: there is no payload, or only a part of one.
  }
  return { bytes: Buffer.concat(chunks), isCut };
}
