/** The functions of the library. */

export * from './core.ts';
export * from './whole.ts';
