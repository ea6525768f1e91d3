export { listLoadedFiles } from './files.ts';
export { readHookNumbers } from './numbers.ts';
export type * from './runner.ts';
export { surveyRunner } from './runner.ts';
export { surveyProject } from './survey.ts';
export type * from './types.ts';
