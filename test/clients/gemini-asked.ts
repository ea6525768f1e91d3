import { type OracleQuestions, Walk } from '../matrix/matrix.ts';
import { walkSeveral } from '../matrix/several.ts';

/** All that the never-weaker matrix asks the oracle of Gemini CLI: no other host asks it more. */
export const askedOfGemini = (): OracleQuestions =>
  new Map([...new Walk().run('gemini').asked, ...walkSeveral('gemini').asked]);
