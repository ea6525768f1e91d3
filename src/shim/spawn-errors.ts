import { isFolder } from '../util/stat.ts';

/** What keeps us from running anything at all. */
export function describeOwnSpawnError(
  cwd: string | undefined,
  error: NodeJS.ErrnoException,
): string | undefined {
  if (cwd !== undefined && !isFolder(cwd)) return `the working directory ${cwd} is not there`;
  return lacks[error.code ?? ''];
}

const lacks: Record<string, string> = {
  EMFILE: 'too many open files, so the hook could not be started',
  ENFILE: 'too many open files, so the hook could not be started',
  EAGAIN: 'too many processes, so the hook could not be started',
  ENOMEM: 'too little memory, so the hook could not be started',
  E2BIG: 'the hook could not be started: its arguments and environment are too large',
};

/** Why the command itself could not be started. */
export function describeCommandError(file: string, error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return `${file}: not found`;
  if (error.code === 'EACCES') return `${file}: not executable (chmod +x it)`;
  return `${file}: ${error.code ?? error.message}`;
}
