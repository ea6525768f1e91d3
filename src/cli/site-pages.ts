/** The pages of the site about findings and losses, and links to them in a terminal. */
import type { HookLoss } from '../convert/hook-loss.ts';
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

/** Returns the address of the row about a loss of a hook in the page of all losses. */
export const findLossRow = (code: HookLoss['code']): string => `${siteUrl}reference/losses#${code}`;

/** Returns a sentence about a loss, whose first word leads to the row about it where the terminal shows links. */
export const linkLoss = (text: string, code: HookLoss['code']): string =>
  text.replace(/\S+/, (shown) => linkText(findLossRow(code), shown));
