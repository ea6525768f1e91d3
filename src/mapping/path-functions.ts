import { type PathFunctions, posix, win32 } from '../util/path.ts';
import { isWindowsPath } from './path-codecs.ts';

/** Returns the path functions of the operating system that a folder is on. */
export const pathFunctionsOf = (root: string): PathFunctions =>
  isWindowsPath(root) ? win32 : posix;
