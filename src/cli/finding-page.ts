/** The pages of the site about findings, and links to them in a terminal. */
import { findingCodes } from '../settings/finding.ts';
import { siteUrl } from '../util/site-url.ts';
import { linkText, wantsLinks, wrapText } from './paint.ts';

const knownCodes: ReadonlySet<string> = new Set(findingCodes);

/** Returns the address of the page about a finding, or undefined for a code that is none of a finding. */
export const findFindingPage = (code: string | undefined): string | undefined =>
  code !== undefined && knownCodes.has(code) ? `${siteUrl}findings/${code}` : undefined;

/**
 * Returns a text whose beginning leads to the page about a finding, where the terminal shows links.
 *
 * @param code The code of the finding. The text of any other code, and of none, stays as it is.
 * @param part Matches the part that is linked. Default: the first word.
 */
export function linkFinding(text: string, code: string | undefined, part = /\S+/): string {
  const address = findFindingPage(code);
  return address === undefined ? text : text.replace(part, (shown) => linkText(address, shown));
}

/** Returns the line that says where findings are explained. No line: the marks before them are links. */
export const describeFindingPages = (): string[] =>
  wantsLinks() ? [] : [wrapText('', `What each finding means: ${siteUrl}findings`)];
