/** What the text of a hook's script proves. */
export {
  readEvidence,
  readScriptEvidence,
  type ScriptEvidence,
  unknownPartsOf,
} from './evidence.ts';
export type { KeyPath } from './jq.ts';
export { type PossibleAnswers, possibleAnswersOf } from './possible-answers.ts';
export { isProvenHarmless, provenKeysOf } from './proof.ts';
export type { ScriptRun } from './steps.ts';
export { keysTakenFrom } from './taken-keys.ts';
