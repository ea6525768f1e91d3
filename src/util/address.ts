/** Returns an address in its normal form, without a slash at the end of its path. Undefined: the value is no address. */
function normaliseAddress(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const url = new URL(text);
    url.pathname = url.pathname.replace(/\/$/, '');
    return url.href;
  } catch {
    return undefined;
  }
}

/** Tells whether two texts are the same address to a URL parser, apart from a slash at the end of the path. */
export function isSameAddress(first: unknown, second: unknown): boolean {
  const address = normaliseAddress(first);
  return address !== undefined && address === normaliseAddress(second);
}
