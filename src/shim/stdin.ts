import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { gather, limit } from '../translate/io.ts';
import { later } from './later.ts';

/** How long a host may take to write its payload, in milliseconds. */
const patience = 10_000;

export interface Stdin {
  bytes: Buffer;
  /** There was more than is read. */
  cut: boolean;
}

/**
 * All of stdin, as long as {@link patience} lasts. A payload that is whole needs no end of file.
 * A callback, because a promise waits until the pipe is put away.
 */
export function readStdin(take: (stdin: Stdin) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let taken = false;
  const socket = pipe();
  if (!socket) {
    take(readFile());
    return;
  }
  const done = () => {
    if (taken) return;
    taken = true;
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    take({ bytes, cut: size > limit });
  };
  const giveUp = () => {
    socket.pause();
    done();
  };
  // What came while we were not let run is read first.
  later(patience, () => setImmediate(giveUp));
  socket.on('end', done);
  socket.on('error', done);
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > limit) giveUp();
  });
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
    cut = !terminal && gather(0, chunks);
  } catch {
    // Closed by the host: there is no payload, or only a part of one.
  }
  return { bytes: Buffer.concat(chunks), cut };
}
