/** What is chosen on the page, as the fragment of an address: `#script?v=1&code=2&stderr=no`. */
/** The tabs of the page, by their words in addresses. */
export const tabs = ['script', 'translate', 'convert'] as const;
export type Tab = (typeof tabs)[number];

/** The values of a tab, by their names in addresses. */
export type Fields = Readonly<Record<string, string>>;

/** The form of addresses. A later form has another number. */
const version = '1';
/** The most characters of a fragment, which chat programs and browsers pass on whole. */
export const maxFragment = 16_000;

/** What is wrong with a link, as a sentence. */
export interface LinkProblem {
  problem: string;
}

/**
 * Returns the fragment, with `#`, that leads to a tab with these values, or says why there is none.
 *
 * @param usual The values with which the tab begins; they are left out.
 */
export function fragmentOf(
  tab: Tab,
  fields: Fields,
  usual: Fields,
): { fragment: string } | LinkProblem {
  const changed = Object.entries(fields).filter(([key, value]) => usual[key] !== value);
  const least = changed.reduce((sum, [, value]) => sum + value.length, 0);
  if (least <= maxFragment) {
    const query = changed.length ? `?${new URLSearchParams([['v', version], ...changed])}` : '';
    const fragment = `#${tab}${query}`;
    if (fragment.length <= maxFragment) return { fragment };
  }
  return {
    problem: `the link would have more than ${maxFragment.toLocaleString('en')} characters: shorten the texts`,
  };
}

/**
 * Reads a fragment, or says why it cannot be read. Undefined: it leads to no tab, such as the anchor of a heading.
 *
 * @param usual The values with which each tab begins. Values of other names are a mistake.
 */
export function readFragment(
  fragment: string,
  usual: Readonly<Record<Tab, Fields>>,
): { tab: Tab; fields: Fields } | LinkProblem | undefined {
  const [name = '', ...rest] = fragment.replace(/^#/, '').split('?');
  const tab = tabs.find((one) => one === name);
  if (!tab && !rest.length) return undefined;
  if (!tab) return unreadable(`${quote(name)} is no tab; there are ${tabs.join(', ')}`);
  if (fragment.length > maxFragment)
    return unreadable(`it is longer than ${maxFragment.toLocaleString('en')} characters`);
  const given = new URLSearchParams(rest.join('?'));
  const stated = given.get('v') ?? version;
  if (stated !== version)
    return unreadable(`it has the form ${quote(stated)}, and this page reads ${version}`);
  const twice = [...given.keys()].find((key) => given.getAll(key).length > 1);
  if (twice !== undefined) return unreadable(`it has ${quote(twice)} twice`);
  given.delete('v');
  const known = usual[tab];
  const unknown = [...given.keys()].find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined)
    return unreadable(`it has ${quote(unknown)}; there are ${Object.keys(known).join(', ')}`);
  return { tab, fields: { ...known, ...Object.fromEntries(given) } };
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 40));

const unreadable = (why: string): LinkProblem => ({ problem: `the link cannot be read: ${why}` });
