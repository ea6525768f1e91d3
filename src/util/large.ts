/**
 * From so many characters on, V8 keeps a text where what is large lies, and does not have it collect
 * garbage within a run, as it has beside all else on Node 20: that takes longer than the run's work.
 */
const large = 131_073;

/** Bytes as text, with blanks behind what would be moved about otherwise. */
export function decodeUnmoved(bytes: Buffer): string {
  if (bytes.length < large / 8 || bytes.length >= large) return bytes.toString();
  const room = Buffer.alloc(large, ' ');
  bytes.copy(room);
  return room.toString();
}

/** Text as bytes, laid flat where nothing is moved about. */
export function encodeUnmoved(text: string): Buffer | string {
  if (text.length < large / 8 || text.length >= large) return text;
  const blanks = ' '.repeat(large - text.length);
  const bytes = Buffer.allocUnsafeSlow(3 * text.length + blanks.length);
  return bytes.subarray(0, bytes.write(text + blanks) - blanks.length);
}
