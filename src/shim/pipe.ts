import { closeSync, constants, openSync, readlinkSync } from 'node:fs';
import { Socket } from 'node:net';

/** Both ends of a pipe, for a hook that reads its payload from one. */
export interface Pipe {
  read: number;
  write: Socket;
}

/**
 * Opens both ends of the pipe that our own stdin was, which has ended and is empty. Node itself can
 * make no pipe, and a named one cannot be opened by name once its writer is gone. Undefined: stdin
 * was no pipe, or the system lets nobody open one by its descriptor.
 */
export function reopenStdin(): Pipe | undefined {
  const path = '/proc/self/fd/0';
  const ends: number[] = [];
  try {
    // A named pipe may have other readers, and Bun 1.4 does not read or write such a descriptor.
    if (process.versions.bun || !readlinkSync(path).startsWith('pipe:')) return undefined;
    for (const flag of [constants.O_RDONLY, constants.O_WRONLY | constants.O_NONBLOCK])
      ends.push(openSync(path, flag));
    const [read, fd] = ends as [number, number];
    return { read, write: new Socket({ fd, readable: false, writable: true }) };
  } catch {
    for (const end of ends) closeSync(end);
    return undefined;
  }
}
