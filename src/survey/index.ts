export { readHookNumbers } from './numbers.ts';
export type * from './runner.ts';
export { surveyRunner } from './runner.ts';
export { surveyFiles, surveyProject } from './survey.ts';
export { whyNeverStarted } from './truth.ts';
export type * from './types.ts';
export { findUnwrittenHooks } from './unwritten.ts';
