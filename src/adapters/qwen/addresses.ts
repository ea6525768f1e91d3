import type { Draft } from '../../mapping/adapter.ts';

/** Changes an address with a URL parser. Returns undefined for a text that is no address. */
function changeAddress(text: string, change: (url: URL) => void): string | undefined {
  try {
    const url = new URL(text);
    change(url);
    return url.href;
  } catch {
    return undefined;
  }
}

/** Turns the page of a file on GitHub into the raw file, which the client fetches, 0.24.4. */
function toRawFile(url: URL): void {
  if (!/^(?:www\.)?github\.com$/.test(url.hostname)) return;
  const path = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/');
  if (path === url.pathname) return;
  url.hostname = 'raw.githubusercontent.com';
  url.pathname = path;
}

/**
 * Turns `http` into `https`, which the client tries first for a public host without a port, 0.24.4.
 */
function toHttps(url: URL): void {
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
}

/**
 * Lists the calls that a fetch may mean: with its address, and with those that the client makes of
 * it.
 */
export function listFetches(event: Draft): Draft[][] {
  if (event.tool !== 'fetch' || event.event !== 'before-tool') return [];
  const input = event.input ?? {};
  if (typeof input.url !== 'string') return [];
  const rawFile = changeAddress(input.url, toRawFile);
  const variants = [
    input.url,
    changeAddress(input.url, () => {}),
    rawFile,
    rawFile && changeAddress(rawFile, toHttps),
  ];
  const addresses = new Set(variants.filter((one) => one !== undefined));
  return [[...addresses].map((url) => ({ ...event, input: { ...input, url } }))];
}
