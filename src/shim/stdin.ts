/** Reads the payload from stdin, and ends also where the host never closes it. */
import { fstatSync, read } from 'node:fs';
import { Socket } from 'node:net';
import { maxBytes, readToLimit } from '../translate/machine.ts';
import { callAfter } from './timer.ts';

/** How long a host may take to write its payload, in milliseconds. */
const maxReadTime = 10_000;
/** Returns how long stdin is waited for at most: no longer than the hook may take, in milliseconds. */
const longestWaitFor = (limitOfHook: number): number => Math.min(maxReadTime, limitOfHook);
/**
 * If the host has not closed stdin, a payload that is complete is taken after so many milliseconds
 * without a further byte.
 */
const quietTime = 200;

// The bytes of some characters. Each byte up to `blank` counts as white space.
const blank = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** What was read from stdin, and how reading ended. */
export interface Stdin {
  bytes: Buffer;
  /** There were more than 32 MB: `bytes` is only a part. */
  isCut: boolean;
  /**
   * The time limit in milliseconds at which reading was given up. Absent: stdin was closed, the payload
   * was complete, or it was cut.
   */
  openAfter?: number;
  /** Stdin is a pipe or a socket that every writer has closed. Absent: it is still open, or a file. */
  isEnded?: true;
}

/** Returns a time in milliseconds, from a clock that stands still while the machine is suspended. */
const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * Reads stdin until it is closed, more than 32 MB have come, or the time is over: 10 seconds, or the time
 * limit of the hook if that is shorter. Some hosts never close stdin, so reading also ends when the bytes
 * are one whole JSON object and none has followed for 200 ms.
 *
 * @param take Receives what was read. It is a callback, because a promise would wait until Node has
 *   closed the pipe.
 * @param limitOfHook The time limit of the hook in milliseconds. Absent: it has none.
 * @param chunks What was read before.
 */
export function readStdin(
  take: (stdin: Stdin) => void,
  limitOfHook = maxReadTime,
  chunks: Buffer[] = [],
): void {
  let size = chunks.reduce((sum, { length }) => sum + length, 0);
  let isTaken = false;
  const socket = openStdin();
  if (!socket) {
    take(readStdinFile());
    return;
  }
  let lastByteAt = now();
  const finish = (how: Pick<Stdin, 'openAfter' | 'isEnded'> = {}) => {
    if (isTaken) return;
    isTaken = true;
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    take({ bytes, isCut: size > maxBytes, ...how });
  };
  const stopReading = (how?: Pick<Stdin, 'openAfter'>) => {
    socket.destroy();
    finish(how);
  };
  const openAfter = longestWaitFor(limitOfHook);
  // `setImmediate` lets Node first read what came while this process did not run.
  callAfter(openAfter, () => setImmediate(stopReading, { openAfter }));
  const isWholeObject = makeObjectCheck(chunks);
  const checkAfter = (wait: number) => callAfter(wait, () => setImmediate(check));
  const check = () => {
    if (isTaken) return;
    const quietTimeLeft = lastByteAt + quietTime - now();
    if (quietTimeLeft > 0) checkAfter(quietTimeLeft);
    else if (isWholeObject()) stopReading();
    else checkAfter(quietTime);
  };
  checkAfter(quietTime);
  socket.on('end', () => finish({ isEnded: true }));
  socket.on('error', () => finish());
  socket.on('data', (chunk: Buffer) => {
    lastByteAt = now();
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) stopReading();
  });
}

/** The most bytes that one read takes. */
const readSize = 65_536;

/**
 * Reads one JSON object from stdin without a stream of Node, which takes a tenth of its start to load. It ends as
 * {@link readStdin} does, but does not wait for the end of stdin once the object is whole. At the time limit a read is left
 * that nothing ends, and that keeps the process from ending: `openAfter` then says so.
 */
export function readStdinObject(take: (stdin: Stdin) => void, limitOfHook = maxReadTime): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isTaken = false;
  const finish = (how: Pick<Stdin, 'openAfter' | 'isEnded'> = {}) => {
    if (isTaken) return;
    isTaken = true;
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    take({ bytes, isCut: size > maxBytes, ...how });
  };
  const isWholeObject = makeObjectCheck(chunks);
  const readOn = () =>
    read(0, Buffer.allocUnsafeSlow(readSize), 0, readSize, null, (error, count, bytes) => {
      if (isTaken) return;
      if (error?.code === 'EAGAIN') {
        isTaken = true; // another process has made reads return at once
        readStdin(take, limitOfHook, chunks);
        return;
      }
      if (error || !count) return finish({ isEnded: true });
      size += count;
      chunks.push(bytes.subarray(0, count));
      if (size > maxBytes || isWholeObject()) finish();
      else readOn();
    });
  readOn();
  const openAfter = longestWaitFor(limitOfHook);
  callAfter(openAfter, () => finish({ openAfter }));
}

/**
 * Makes a function that tells whether the chunks that have come, put together, are one JSON object with
 * white space around it. The function may be called again when more chunks have come. It counts braces
 * outside of strings, and reads each byte once, however often it is called.
 */
function makeObjectCheck(chunks: readonly Buffer[]): () => boolean {
  let chunksRead = 0;
  let depth = 0; // of open braces
  // `string` and `escape`: in a string, and behind a backslash in it; `other`: it is no JSON object.
  let state: 'before' | 'object' | 'string' | 'escape' | 'after' | 'other' = 'before';
  const stateAfter = (byte: number): typeof state => {
    switch (state) {
      case 'string':
        return byte === backslash ? 'escape' : byte === quote ? 'object' : 'string';
      case 'escape':
        return 'string';
      case 'object':
        if (byte === quote) return 'string';
        if (byte === openBrace) depth++;
        return byte === closeBrace && --depth === 0 ? 'after' : 'object';
      case 'before':
        // A byte order mark may come before the object: its bytes are 0x80 and above.
        if (byte !== openBrace) return byte <= blank || byte >= 0x80 ? 'before' : 'other';
        depth = 1;
        return 'object';
      default:
        return byte <= blank ? state : 'other';
    }
  };
  return () => {
    for (; chunksRead < chunks.length; chunksRead++) {
      const chunk = chunks[chunksRead] as Buffer;
      for (let i = 0; i < chunk.length; i++) state = stateAfter(chunk[i] as number);
    }
    return state === 'after';
  };
}

/** Opens stdin if it is a pipe or a socket, as most hosts make it. Returns undefined for anything else. */
function openStdin(): Socket | undefined {
  try {
    // Bun 1.4 reads nothing through a new socket. Node would take 4 ms longer for `process.stdin`.
    if (process.versions.bun) return process.stdin as never;
    return new Socket({ fd: 0, readable: true, writable: false });
  } catch {
    return undefined; // stdin is a file, a terminal, or closed
  }
}

/** Reads stdin if it is a file. A terminal, and a stdin that is closed, count as empty. */
function readStdinFile(): Stdin {
  const chunks: Buffer[] = [];
  let isCut = false;
  try {
    const isTerminal = fstatSync(0).isCharacterDevice() && process.stdin.isTTY;
    isCut = !isTerminal && readToLimit(0, chunks);
  } catch {
    // Stdin is closed, or failed while it was read: there is no payload, or only a part of one.
  }
  return { bytes: Buffer.concat(chunks), isCut };
}
