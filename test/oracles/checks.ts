/** Whether a value of an answer is as its client's schema has it. */
export type Check = (value: unknown) => boolean;
export const text: Check = (value) => typeof value === 'string';
export const flag: Check = (value) => typeof value === 'boolean';
export const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string);
