export type * from './runner.ts';
export { surveyRunner } from './runner.ts';
export { surveyProject } from './survey.ts';
export type * from './types.ts';
