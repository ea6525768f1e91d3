/** `node:os` of nobody's machine. */
export const homedir = (): string => '/home/you';
export const hostname = (): string => 'browser';
