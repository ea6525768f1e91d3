import type { Derive, Draft, World } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import type { Json } from '../../util/json.ts';

const inputOf = (event: Draft): Json => event.input ?? {};
const wordsOf = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/\s+/).filter(Boolean) : [];

/** An address of the web as a URL parser has it; undefined where it is none. */
function href(text: string): string | undefined {
  if (!text.includes('://')) return undefined;
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

const hrefs = (text: unknown): string[] => wordsOf(text).flatMap((word) => href(word) ?? []);

/** Every address in the prompt of a fetch, as the client's own parser finds them, 0.61.0. */
export const addressesOf: Derive = ({ tool, input }) =>
  (tool === 'fetch' && hrefs((input as Json).prompt).join(' ')) || undefined;

/** What is fetched for an address, 0.61.0: without a last slash, and the raw file of a page on GitHub. */
export function fetched(address: string): string {
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
export const rawOnGitHub = (address: string): string =>
  address.includes('github.com') && address.includes('/blob/')
    ? address.replace('github.com', 'raw.githubusercontent.com').replace('/blob/', '/')
    : address;

/**
 * A fetch of every address its arguments hold, as it is read and as each of `ways` fetches it.
 * Where there is none the client builds the address itself: the call as it is.
 */
export const addressed =
  (...ways: readonly ((address: string) => string)[]) =>
  (event: Draft, world: World): Draft[][] => {
    if (event.tool !== 'fetch' || event.event !== 'before-tool') return [];
    const { url, prompt } = inputOf(event);
    const own =
      typeof url === 'string' && url !== addressesOf(event, world) ? href(url) : undefined;
    const found = new Set<string>();
    const isNew = (address: string) => !found.has(address) && Boolean(found.add(address));
    return [...(own === undefined ? [] : [own]), ...hrefs(prompt)].flatMap((address) => {
      const all = [address, ...ways.map((way) => way(address))].filter(isNew);
      return all.length
        ? [all.map((url) => ({ ...event, input: { ...inputOf(event), url } }))]
        : [];
    });
  };

/** With `experimental.directWebFetch` the only argument is an address; no other call is written so. */
const isDirect = (event: Draft): boolean =>
  event.name === 'web_fetch' && inputOf(event).prompt === undefined;

export const directAddress = codec(
  (url) => url,
  (url, { event }) => (isDirect(event) ? url : undefined),
);

/** The prompt of a call that has none. */
export const addressOf = (event: Draft) => inputOf(event).url;
export const soleAddress = (event: Draft) => (isDirect(event) ? undefined : addressOf(event));

/** The tool has no other argument for an address: it stands in the prompt. */
export const withAddresses = codec(
  (prompt) => prompt,
  (prompt, { event }) => {
    const told = [...wordsOf(prompt), ...hrefs(prompt)];
    const missing = wordsOf(inputOf(event).url).filter((word) => !told.includes(word));
    return [prompt, ...missing].join(' ');
  },
);
