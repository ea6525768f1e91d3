/**
 * From so many characters on, V8 keeps a text where what is large lies, and does not have it collect
 * garbage within a run, as it has beside all else on Node 20: that takes longer than the run's work.
 */
const large = 131_073;

/** Bytes as text, with blanks behind what would be moved about otherwise. */
export function largeText(bytes: Buffer): string {
  if (bytes.length < large / 8 || bytes.length >= large) return bytes.toString();
  const room = Buffer.alloc(large, ' ');
  bytes.copy(room);
  return room.toString();
}
