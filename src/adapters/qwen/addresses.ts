import type { Draft } from '../../mapping/adapter.ts';

/** Returns an address after a change, in the spelling of a URL parser, or undefined for a text that is no address. */
function changeAddress(text: string, change: (url: URL) => void): string | undefined {
  try {
    const url = new URL(text);
    change(url);
    return url.href;
  } catch {
    return undefined;
  }
}

/** Replaces the page of a file on GitHub by the file itself, which the client fetches, 0.24.4. */
function toRawFile(url: URL): void {
  if (!/^(?:www\.)?github\.com$/.test(url.hostname)) return;
  const path = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/');
  if (path === url.pathname) return;
  url.hostname = 'raw.githubusercontent.com';
  url.pathname = path;
}

/** Replaces `http` by `https`. The client tries that first for a public host without a port, 0.24.4. */
function toHttps(url: URL): void {
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
}

/**
 * Lists the calls that a fetch may mean: one with the address as it was written, and one for each address that
 * the client may fetch in its place. All are in the one inner list. It is empty for calls of other tools.
 */
export function listFetches(event: Draft): Draft[][] {
  if (event.tool !== 'fetch' || event.event !== 'before-tool') return [];
  const input = event.input ?? {};
  if (typeof input.url !== 'string') return [];
  const rawFile = changeAddress(input.url, toRawFile);
  const variants = [
    input.url,
    changeAddress(input.url, () => {}), // only spelled by the parser
    rawFile,
    rawFile && changeAddress(rawFile, toHttps),
  ];
  const addresses = new Set(variants.filter((variant) => variant !== undefined));
  return [[...addresses].map((url) => ({ ...event, input: { ...input, url } }))];
}
