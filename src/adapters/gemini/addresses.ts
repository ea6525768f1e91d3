import type { ComputeField, Draft, World } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import type { Json } from '../../util/json.ts';

const inputOf = (event: Draft): Json => event.input ?? {};
const splitWords = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/\s+/).filter(Boolean) : [];

/** Returns a web address as a URL parser writes it. Returns undefined for any other text. */
function toAddress(text: string): string | undefined {
  if (!text.includes('://')) return undefined;
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the web addresses among the words of a text. */
const findAddresses = (text: unknown): string[] =>
  splitWords(text).flatMap((word) => toAddress(word) ?? []);

/**
 * Returns every address in the prompt of a fetch, as the client's own parser finds them, 0.61.0.
 */
export const joinAddresses: ComputeField = ({ tool, input }) =>
  (tool === 'fetch' && findAddresses((input as Json).prompt).join(' ')) || undefined;

/**
 * Returns the address that the client fetches for an address: without a last slash, and for the
 * page of a file on GitHub that of the raw file, 0.61.0.
 */
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

/**
 * Returns the address that older clients fetch, until some version after 0.28. They replace text in
 * the address, whatever its host.
 */
export const rawGitHubAddress = (address: string): string =>
  address.includes('github.com') && address.includes('/blob/')
    ? address.replace('github.com', 'raw.githubusercontent.com').replace('/blob/', '/')
    : address;

/**
 * Makes the function that lists what a fetch may mean: for each address in its arguments, a call
 * with the address as written and one for each address that the client may make of it. It lists
 * nothing for a call without an address, for which the client builds the address itself.
 *
 * @param rewrites how versions of the client change an address before they fetch it
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

/**
 * Tells whether a call has no prompt, as with the setting `experimental.directWebFetch`. Its only
 * argument is the address.
 */
const isDirectFetch = (event: Draft): boolean =>
  event.name === 'web_fetch' && inputOf(event).prompt === undefined;

export const directAddress = makeCodec(
  (url) => url,
  (url, { event }) => (isDirectFetch(event) ? url : undefined),
);

/** Returns the address of a call, which stands in for a missing prompt. */
export const addressOf = (event: Draft) => inputOf(event).url;
/** Returns the address of a call that can only state it in its prompt; undefined for any other call. */
export const addressUnlessDirect = (event: Draft) =>
  isDirectFetch(event) ? undefined : addressOf(event);

/** The prompt with the address of the call added, since the tool has no argument for an address. */
export const promptWithAddress = makeCodec(
  (prompt) => prompt,
  (prompt, { event }) => {
    const present = [...splitWords(prompt), ...findAddresses(prompt)];
    const missing = splitWords(inputOf(event).url).filter((word) => !present.includes(word));
    return [prompt, ...missing].join(' ');
  },
);
