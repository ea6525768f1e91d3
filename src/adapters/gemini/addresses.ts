import type { ComputeField, Draft, World } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import type { Json } from '../../util/json.ts';

const inputOf = (event: Draft): Json => event.input ?? {};
const splitWords = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/\s+/).filter(Boolean) : [];

/** Returns a web address in the spelling of a URL parser, or undefined for any other text. */
function toAddress(text: string): string | undefined {
  if (!text.includes('://')) return undefined;
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the words of a text that are web addresses, in the spelling of a URL parser. */
const findAddresses = (text: unknown): string[] =>
  splitWords(text).flatMap((word) => toAddress(word) ?? []);

/**
 * Returns the addresses in the prompt of a fetch, joined with blanks. They are found as the client finds them,
 * 0.61.0. Undefined: the call is no fetch, or its prompt has no address.
 */
export const joinAddresses: ComputeField = ({ tool, input }) =>
  (tool === 'fetch' && findAddresses((input as Json).prompt).join(' ')) || undefined;

/**
 * Returns the address that the client really fetches, 0.61.0. It removes a slash at the end, and for the page of
 * a file on GitHub it fetches the file itself.
 */
export function toFetchedAddress(address: string): string {
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
 * Returns the address that older clients really fetch, until some version after 0.28. They replace these texts
 * anywhere in the address, whatever its host is.
 */
export const toRawGitHubAddress = (address: string): string =>
  address.includes('github.com') && address.includes('/blob/')
    ? address.replace('github.com', 'raw.githubusercontent.com').replace('/blob/', '/')
    : address;

/**
 * Makes the function that lists what a fetch may mean. For each address in the arguments there is a list with a
 * call for the address as it was written, and a call for each address that the client may fetch in its place.
 * If the arguments have no address, the client makes one up, and nothing is listed.
 *
 * @param changes The ways in which versions of the client change an address before they fetch it.
 */
export const listFetches =
  (...changes: readonly ((address: string) => string)[]) =>
  (event: Draft, world: World): Draft[][] => {
    if (event.tool !== 'fetch' || event.event !== 'before-tool') return [];
    const { url, prompt } = inputOf(event);
    // A `url` that was only filled in from the prompt is no argument of its own.
    const urlArgument =
      typeof url === 'string' && url !== joinAddresses(event, world) ? toAddress(url) : undefined;
    const seen = new Set<string>();
    const isNew = (address: string) => !seen.has(address) && Boolean(seen.add(address));
    return [...(urlArgument === undefined ? [] : [urlArgument]), ...findAddresses(prompt)].flatMap(
      (address) => {
        const variants = [address, ...changes.map((change) => change(address))].filter(isNew);
        return variants.length
          ? [variants.map((url) => ({ ...event, input: { ...inputOf(event), url } }))]
          : [];
      },
    );
  };

/**
 * Tells whether a call has an address as its only argument, and no prompt. That is how the tool is called with the
 * setting `experimental.directWebFetch`.
 */
const isDirectFetch = (event: Draft): boolean =>
  event.name === 'web_fetch' && inputOf(event).prompt === undefined;

/** Writes the address of a direct fetch. In any other call it is part of the prompt. */
export const directAddress = makeCodec(
  (url) => url,
  (url, { event }) => (isDirectFetch(event) ? url : undefined),
);

/** Returns the address of a call, which is written in place of a missing prompt. */
export const addressOf = (event: Draft) => inputOf(event).url;
/** Returns the address of a call that has to name it in its prompt, or undefined for a direct fetch. */
export const addressUnlessDirect = (event: Draft) =>
  isDirectFetch(event) ? undefined : addressOf(event);

/** Writes a prompt, and adds those words of the address that the prompt does not contain yet. */
export const promptWithAddress = makeCodec(
  (prompt) => prompt,
  (prompt, { event }) => {
    const present = [...splitWords(prompt), ...findAddresses(prompt)];
    const missing = splitWords(inputOf(event).url).filter((word) => !present.includes(word));
    return [prompt, ...missing].join(' ');
  },
);
