import type { Draft } from '../../mapping/adapter.ts';

/** An address as a URL parser has it, changed by `change`; undefined where it is none. */
function changeAddress(text: string, change: (url: URL) => void): string | undefined {
  try {
    const url = new URL(text);
    change(url);
    return url.href;
  } catch {
    return undefined;
  }
}

/** The file of a page on GitHub, 0.24.4. */
function toRawFile(url: URL): void {
  if (!/^(?:www\.)?github\.com$/.test(url.hostname)) return;
  const path = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/');
  if (path === url.pathname) return;
  url.hostname = 'raw.githubusercontent.com';
  url.pathname = path;
}

/** A public host is asked by `https` first, unless a port is said, 0.24.4. */
function toHttps(url: URL): void {
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
}

/** A fetch of the address as it is told, and of those that the client makes of it. */
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
