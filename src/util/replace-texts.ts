const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const lf = (content: string): string => content.replaceAll('\r\n', '\n');

/** One of the texts that an edit replaces. */
interface Part {
  old?: unknown;
  new?: unknown;
  all?: unknown;
}

/** Texts replaced one after the other; undefined where one is not there exactly once. */
export function replaceTexts(content: string, edits: readonly Part[]): string | undefined {
  let after = lf(content);
  for (const { old, new: now, all } of edits) {
    const parts = after.split(lf(text(old)));
    if (!old || parts.length < 2 || (parts.length > 2 && !all)) return undefined;
    after = parts.join(lf(text(now)));
  }
  return content.includes('\r\n') ? after.replaceAll('\n', '\r\n') : after;
}
