export { surveyProject } from './survey.ts';
export type * from './types.ts';
