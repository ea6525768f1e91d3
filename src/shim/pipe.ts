import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readlinkSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { makeUnlistedFile } from './private-files.ts';

/** File descriptors of an empty pipe, from which a hook reads its payload. */
export interface Pipe {
  read: number;
  /** Non-blocking end for writing: takes what the pipe can hold, and fails for more. */
  write: number;
  /** Blocking end for writing: waits until the hook has read what the pipe cannot hold. */
  wait: number;
}

/**
 * Opens the ends of the pipe that was the stdin of this process, which is at its end and empty. It is
 * used again because Node cannot make a pipe, and a named pipe cannot be opened by its name once its
 * writer is gone.
 *
 * @returns undefined where stdin was no pipe, or the system has no `/proc/self/fd`.
 */
export function reopenStdin(): Pipe | undefined {
  const path = '/proc/self/fd/0';
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const ends: number[] = [];
  try {
    // A named pipe, which may have other readers, has a path here.
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

/** Bytes that one write puts into a pipe as a whole or not at all. */
const maxWrite = 4096;

/**
 * Writes the payload of a hook that was started into its pipe. What the pipe cannot hold is written by
 * a process of its own, because a child of the hook may read it after the hook and this process have
 * ended. All descriptors are closed.
 */
export function fillPipe({ read, write, wait }: Pipe, bytes: Buffer): void {
  closeSync(read);
  let sent = 0;
  try {
    while (sent < bytes.length)
      sent += writeSync(write, bytes, sent, Math.min(maxWrite, bytes.length - sent));
  } catch {
    // The pipe is full.
  }
  closeSync(write);
  if (sent < bytes.length) writeRest(wait, bytes.subarray(sent));
  else closeSync(wait);
}

/** Writes bytes through a process of `cat`, or in this process where that cannot be started. */
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
    writer.on('error', writeHere); // there is no `cat`
  } catch {
    writeHere();
  } finally {
    closeSync(file);
  }
}
