/** `node:fs` of a machine on which no file exists, and none can be written. */

/** Throws the error of Node for a file that does not exist. */
function fail(path: unknown): never {
  throw Object.assign(new Error(`ENOENT: no such file or directory, open '${String(path)}'`), {
    code: 'ENOENT',
  });
}

export const constants = {
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
  F_OK: 0,
  O_RDONLY: 0,
  O_NONBLOCK: 0,
  O_WRONLY: 1,
  O_CREAT: 0,
  O_EXCL: 0,
  O_NOFOLLOW: 0,
};
export const existsSync = (): boolean => false;

/** Returns nothing where the caller accepts that there is no file, as Node does. */
export function statSync(path: unknown, options?: { throwIfNoEntry?: boolean }): undefined {
  if (options?.throwIfNoEntry !== false) fail(path);
}
export const lstatSync = statSync;

export const accessSync = fail;
export const closeSync = fail;
export const fchmodSync = fail;
export const fchownSync = fail;
export const fstatSync = fail;
export const fsyncSync = fail;
export const mkdirSync = fail;
export const openSync = fail;
export const readdirSync = fail;
export const readFileSync = fail;
export const readlinkSync = fail;
export const readSync = fail;
export const realpathSync = Object.assign(fail, { native: fail });
export const renameSync = fail;
export const rmdirSync = fail;
export const rmSync = fail;
export const unlinkSync = fail;
export const writeFileSync = fail;
