/** Gives a hook its payload through a pipe, for agents that give pipes and hooks that open stdin by its name. */
import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readlinkSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { makeUnlistedFile } from './private-files.ts';

/** File descriptors of one empty pipe, from which a hook will read its payload. */
export interface Pipe {
  read: number;
  /** Non-blocking end for writing. A write fails if the pipe has no room. */
  write: number;
  /** Blocking end for writing. A write waits until the hook has made room. */
  wait: number;
}

/**
 * Opens anew the pipe that is the stdin of this process. All of it has been read, so it is empty. It is
 * used again because Node cannot make a pipe, and a named pipe cannot be opened by its name once its
 * writer is gone.
 *
 * @returns undefined if stdin is no pipe, or the system has no `/proc/self/fd`.
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
 * Writes the payload into the pipe of a hook that was started, and closes all descriptors. If the pipe
 * cannot hold all of it, a separate process writes the rest, because a child of the hook may read it
 * after the hook and this process have ended.
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

/** Writes bytes by a `cat` that outlives this process, or in this process if that cannot be started. */
function writeRest(fd: number, bytes: Buffer): void {
  const writeHere = () => {
    const socket = new Socket({ fd, readable: false, writable: true });
    socket.on('error', () => {}); // a hook need not read its payload
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
