import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readlinkSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { makeUnlistedFile } from './private-files.ts';

/** The ends of a pipe, for a hook that reads its payload from one. */
export interface Pipe {
  read: number;
  /** Takes at once what the pipe holds, and no more. */
  write: number;
  /** Waits until what was written is read. */
  wait: number;
}

/**
 * Opens the ends of the pipe that our own stdin was, which has ended and is empty. Node itself can
 * make no pipe, and a named one cannot be opened by name once its writer is gone. Undefined: stdin
 * was no pipe, or the system lets nobody open one by its descriptor.
 */
export function reopenStdin(): Pipe | undefined {
  const path = '/proc/self/fd/0';
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const ends: number[] = [];
  try {
    // A named pipe may have other readers.
    if (!readlinkSync(path).startsWith('pipe:')) return undefined;
    for (const flags of [O_RDONLY, O_WRONLY | O_NONBLOCK, O_WRONLY])
      ends.push(openSync(path, flags));
    const [read, write, wait] = ends as [number, number, number];
    return { read, write, wait };
  } catch {
    for (const end of ends) closeSync(end);
    return undefined;
  }
}

/** What is written at once is taken whole by a pipe or not at all. */
const atOnce = 4096;

/**
 * Gives a hook that was started all of its payload. What the pipe does not hold is written by a
 * process of its own: a child of the hook may read it when the hook and this process have ended.
 */
export function fillPipe({ read, write, wait }: Pipe, bytes: Buffer): void {
  closeSync(read);
  let sent = 0;
  try {
    while (sent < bytes.length)
      sent += writeSync(write, bytes, sent, Math.min(atOnce, bytes.length - sent));
  } catch {
    // It is full.
  }
  closeSync(write);
  if (sent < bytes.length) writeRest(wait, bytes.subarray(sent));
  else closeSync(wait);
}

function writeRest(fd: number, bytes: Buffer): void {
  const writeHere = () => {
    const socket = new Socket({ fd, readable: false, writable: true });
    socket.on('error', () => {}); // the hook need not read
    socket.end(bytes);
  };
  const file = makeUnlistedFile(bytes);
  if (file === undefined) {
    writeHere();
    return;
  }
  try {
    const writer = spawn('/bin/cat', { stdio: [file, fd, 'ignore'], detached: true, env: {} });
    writer.on('spawn', () => closeSync(fd));
    writer.on('error', writeHere); // there is none
  } catch {
    writeHere();
  } finally {
    closeSync(file);
  }
}
