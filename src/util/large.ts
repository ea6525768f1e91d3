/**
 * From this many characters on, V8 keeps a text in the memory for large objects, which garbage collection does not
 * move. With a smaller text beside all other objects, Node 20 collects garbage within a run, and that takes longer
 * than the work of the run. So texts of at least an eighth of this size are padded with blanks to it.
 */
const largeSize = 131_073;

/** Returns the text of bytes in UTF-8. Blanks may follow the text, so that garbage collection does not move it. */
export function decodeUnmoved(bytes: Buffer): string {
  if (bytes.length < largeSize / 8 || bytes.length >= largeSize) return bytes.toString();
  const padded = Buffer.alloc(largeSize, ' ');
  bytes.copy(padded);
  return padded.toString();
}

/**
 * Returns a text as bytes in UTF-8, or the text itself where its size makes that no advantage. A text is padded with
 * blanks while it is encoded, since V8 joins its parts to one text for that, and garbage collection should not move
 * the joined text. The bytes hold no blanks.
 */
export function encodeUnmoved(text: string): Buffer | string {
  if (text.length < largeSize / 8 || text.length >= largeSize) return text;
  const blanks = ' '.repeat(largeSize - text.length);
  const bytes = Buffer.allocUnsafeSlow(3 * text.length + blanks.length); // a character has at most 3 bytes
  return bytes.subarray(0, bytes.write(text + blanks) - blanks.length);
}
