/** `node:buffer`, as far as the converter uses it. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The one function of `Buffer` that converted texts need. */
export const Buffer = {
  byteLength: (text: string): number => new TextEncoder().encode(text).length,
};
