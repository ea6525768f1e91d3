import type { Derive, Draft, World } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import type { Json } from '../../util/json.ts';

const inputOf = (event: Draft): Json => event.input ?? {};
const splitWords = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/\s+/).filter(Boolean) : [];

/** An address of the web as a URL parser has it; undefined where it is none. */
function toAddress(text: string): string | undefined {
  if (!text.includes('://')) return undefined;
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

const findAddresses = (text: unknown): string[] =>
  splitWords(text).flatMap((word) => toAddress(word) ?? []);

/** Every address in the prompt of a fetch, as the client's own parser finds them, 0.61.0. */
export const joinAddresses: Derive = ({ tool, input }) =>
  (tool === 'fetch' && findAddresses((input as Json).prompt).join(' ')) || undefined;

/** What is fetched for an address, 0.61.0: without a last slash, and the raw file of a page on GitHub. */
export function fetchedAddress(address: string): string {
  const url = new URL(address);
  if (url.pathname.endsWith('/') && url.pathname.length > 1) {
    url.pathname = url.pathname.slice(0, -1);
  }
  if (url.hostname === 'github.com' && url.pathname.includes('/blob/')) {
    url.hostname = 'raw.githubusercontent.com';
    url.pathname = url.pathname.replace(/^\/([^/]+\/[^/]+)\/blob\//, '/$1/');
  }
  return url.href;
}

/** The same until some version after 0.28: by its text, whatever the host. */
export const rawGitHubAddress = (address: string): string =>
  address.includes('github.com') && address.includes('/blob/')
    ? address.replace('github.com', 'raw.githubusercontent.com').replace('/blob/', '/')
    : address;

/**
 * A fetch of every address its arguments hold, as it is read and as each of `ways` fetches it.
 * Where there is none the client builds the address itself: the call as it is.
 */
export const listFetches =
  (...rewrites: readonly ((address: string) => string)[]) =>
  (event: Draft, world: World): Draft[][] => {
    if (event.tool !== 'fetch' || event.event !== 'before-tool') return [];
    const { url, prompt } = inputOf(event);
    const urlArgument =
      typeof url === 'string' && url !== joinAddresses(event, world) ? toAddress(url) : undefined;
    const seen = new Set<string>();
    const isNew = (address: string) => !seen.has(address) && Boolean(seen.add(address));
    return [...(urlArgument === undefined ? [] : [urlArgument]), ...findAddresses(prompt)].flatMap(
      (address) => {
        const variants = [address, ...rewrites.map((way) => way(address))].filter(isNew);
        return variants.length
          ? [variants.map((url) => ({ ...event, input: { ...inputOf(event), url } }))]
          : [];
      },
    );
  };

/** With `experimental.directWebFetch` the only argument is an address; no other call is written so. */
const isDirectFetch = (event: Draft): boolean =>
  event.name === 'web_fetch' && inputOf(event).prompt === undefined;

export const directAddress = codec(
  (url) => url,
  (url, { event }) => (isDirectFetch(event) ? url : undefined),
);

/** The prompt of a call that has none. */
export const addressOf = (event: Draft) => inputOf(event).url;
export const addressUnlessDirect = (event: Draft) =>
  isDirectFetch(event) ? undefined : addressOf(event);

/** The tool has no other argument for an address: it stands in the prompt. */
export const promptWithAddress = codec(
  (prompt) => prompt,
  (prompt, { event }) => {
    const told = [...splitWords(prompt), ...findAddresses(prompt)];
    const missing = splitWords(inputOf(event).url).filter((word) => !told.includes(word));
    return [prompt, ...missing].join(' ');
  },
);
