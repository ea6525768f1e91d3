/** A text in a shell's single quotes: it says exactly that, whatever is in it. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", () => `'\\''`)}'`;
