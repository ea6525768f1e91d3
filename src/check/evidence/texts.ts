/** Joins texts of which some parts are not known. */
import { someWords, unknownPart } from './steps.ts';

/** The most texts that one value is taken to have. */
export const maxTexts = 24;

/** Returns the JSON of a text. The parts that are not known stay as they are. */
export const toJsonText = (text: string): string =>
  JSON.stringify(text).replaceAll('\\u0000', unknownPart).replaceAll('\\u0001', someWords);

/** Returns the texts without doubles, and not more than {@link maxTexts} of them. */
export const distinctTexts = (texts: readonly string[]): string[] =>
  [...new Set(texts)].slice(0, maxTexts);

/** Joins each text of one list to each text of another. */
export const joinTexts = (heads: readonly string[], tails: readonly string[]): string[] =>
  distinctTexts(heads.flatMap((head) => tails.map((tail) => (head + tail).slice(0, 8000))));
