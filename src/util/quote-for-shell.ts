/** Returns a text in single quotes of a shell, so that the shell reads exactly that text. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", () => `'\\''`)}'`;
