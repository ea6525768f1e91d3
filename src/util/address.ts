/** An address without the slash that its path may end with; undefined where a text is none. */
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

/** Whether two texts are wordings of one address: as a URL parser has it, but for a last slash of its path. */
export function isSameAddress(one: unknown, two: unknown): boolean {
  const address = normaliseAddress(one);
  return address !== undefined && address === normaliseAddress(two);
}
