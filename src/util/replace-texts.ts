/** Returns a value if it is a text, else an empty text. */
const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
const withLineFeeds = (content: string): string => content.replaceAll('\r\n', '\n');

/** One replacement of an edit. */
interface Replacement {
  old?: unknown;
  new?: unknown;
  /** Every place of `old` is replaced, not its only one. */
  all?: unknown;
}

/**
 * Returns a content after replacements, made one after the other. All line breaks become CR LF if the content has one.
 * Undefined: an old text is not found, or it is found several times and not all of them are to be replaced.
 */
export function replaceTexts(content: string, edits: readonly Replacement[]): string | undefined {
  let after = withLineFeeds(content);
  for (const { old, new: newText, all } of edits) {
    const parts = after.split(withLineFeeds(textOrEmpty(old)));
    if (!old || parts.length < 2 || (parts.length > 2 && !all)) return undefined;
    after = parts.join(withLineFeeds(textOrEmpty(newText)));
  }
  return content.includes('\r\n') ? after.replaceAll('\n', '\r\n') : after;
}
