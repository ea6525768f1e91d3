import { fstatSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import { limit } from './world.ts';

/** How long a host may take to write its payload, in milliseconds. */
const patience = 10_000;

/**
 * All of stdin, at most {@link limit} bytes and {@link patience}: what was read, and whether it is
 * cut off. A payload that is whole needs no end of file.
 */
export function readStdin(): Promise<{ bytes: Buffer; cut: boolean }> {
  const chunks: Buffer[] = [];
  const stat = fstatSync(0);
  if (stat.isFile() || stat.isCharacterDevice()) return Promise.resolve(readFile(stat.isFile()));
  return new Promise((resolve) => {
    let size = 0;
    const socket = new Socket({ fd: 0, readable: true, writable: false });
    const done = (cut: boolean) => {
      clearTimeout(clock);
      socket.destroy();
      resolve({ bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), cut });
    };
    const clock = setTimeout(() => done(false), patience);
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) done(true);
    });
    socket.on('end', () => done(false));
    socket.on('error', () => done(false));
  });
}

function readFile(regular: boolean): { bytes: Buffer; cut: boolean } {
  const chunks: Buffer[] = [];
  let size = 0;
  if (!regular && process.stdin.isTTY) return { bytes: Buffer.alloc(0), cut: false };
  for (;;) {
    const chunk = Buffer.alloc(65_536);
    const read = readSync(0, chunk, 0, chunk.length, null);
    if (!read) return { bytes: Buffer.concat(chunks), cut: false };
    chunks.push(chunk.subarray(0, read));
    size += read;
    if (size > limit) return { bytes: Buffer.concat(chunks), cut: true };
  }
}
