/** What is chosen on the page, as the fragment of an address: `#script?v=1&code=2&stderr=no`. */
import { AnyhookError } from 'anyhook';

/** The tabs of the page, by their words in addresses. */
export const tabs = ['script', 'translate', 'convert'] as const;
export type Tab = (typeof tabs)[number];

/** The values of a tab, by their names in addresses. */
export type Fields = Readonly<Record<string, string>>;

/** The form of addresses. A later form has another number. */
const version = '1';
/** The most characters of a fragment, which chat programs and browsers pass on whole. */
export const maxFragment = 16_000;

/**
 * Returns the fragment, with `#`, that leads to a tab with these values.
 *
 * @param usual The values with which the tab begins; they are left out.
 * @throws {AnyhookError} `usage`: it would be too long
 */
export function fragmentOf(tab: Tab, fields: Fields, usual: Fields): string {
  const changed = Object.entries(fields).filter(([key, value]) => usual[key] !== value);
  const fragment = `#${tab}${changed.length ? `?${new URLSearchParams([['v', version], ...changed])}` : ''}`;
  if (fragment.length <= maxFragment) return fragment;
  throw new AnyhookError(
    'usage',
    `the link would have ${fragment.length.toLocaleString('en')} characters, and ${maxFragment.toLocaleString('en')} are possible: shorten the texts`,
  );
}

/**
 * Reads a fragment. Undefined: it leads to no tab, such as the anchor of a heading.
 *
 * @param usual The values with which each tab begins. Values of other names are an error.
 * @throws {AnyhookError} `usage`: it leads to a tab, and cannot be read
 */
export function readFragment(
  fragment: string,
  usual: Readonly<Record<Tab, Fields>>,
): { tab: Tab; fields: Fields } | undefined {
  const [name = '', ...rest] = fragment.replace(/^#/, '').split('?');
  const tab = tabs.find((one) => one === name);
  if (!tab) {
    if (!rest.length) return undefined;
    throw unreadable(
      `${JSON.stringify(name.slice(0, 40))} is no tab; there are ${tabs.join(', ')}`,
    );
  }
  if (fragment.length > maxFragment)
    throw unreadable(`it is longer than ${maxFragment.toLocaleString('en')} characters`);
  const given = new URLSearchParams(rest.join('?'));
  const stated = given.get('v') ?? version;
  if (stated !== version)
    throw unreadable(
      `it has the form ${JSON.stringify(stated.slice(0, 40))}, and this page reads ${version}`,
    );
  given.delete('v');
  const known = usual[tab];
  for (const key of given.keys())
    if (!Object.hasOwn(known, key))
      throw unreadable(
        `it has ${JSON.stringify(key.slice(0, 40))}; there are ${Object.keys(known).join(', ')}`,
      );
  return { tab, fields: { ...known, ...Object.fromEntries(given) } };
}

const unreadable = (why: string): AnyhookError =>
  new AnyhookError('usage', `the link cannot be read: ${why}`);
