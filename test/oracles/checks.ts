/** Tells whether a value in a response has the kind that the client's schema demands. */
export type Check = (value: unknown) => boolean;
export const text: Check = (value) => typeof value === 'string';
export const flag: Check = (value) => typeof value === 'boolean';
export const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string);
