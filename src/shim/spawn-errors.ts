import { isFolder } from '../util/stat.ts';

/**
 * Describes an error of `spawn` because of which no command at all could be started.
 *
 * @returns undefined if the error is about this command alone: see {@link describeCommandError}.
 */
export function describeOwnSpawnError(
  cwd: string | undefined,
  error: NodeJS.ErrnoException,
): string | undefined {
  if (cwd !== undefined && !isFolder(cwd)) return `the working directory ${cwd} is not there`;
  return systemErrors[error.code ?? ''];
}

const systemErrors: Record<string, string> = {
  EMFILE: 'too many open files, so the hook could not be started',
  ENFILE: 'too many open files, so the hook could not be started',
  EAGAIN: 'too many processes, so the hook could not be started',
  ENOMEM: 'too little memory, so the hook could not be started',
  E2BIG: 'the hook could not be started: its arguments and environment are too large',
};

/** Describes why the program of a hook command could not be started. */
export function describeCommandError(file: string, error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return `${file}: not found`;
  if (error.code === 'EACCES') return `${file}: not executable (chmod +x it)`;
  return `${file}: ${error.code ?? error.message}`;
}
