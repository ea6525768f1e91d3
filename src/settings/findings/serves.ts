import { adapters } from '../../adapters/index.ts';
import type { Hook } from '../../canonical/hook.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { scan } from '../command-line/shell-words.ts';
import { shellLineOf } from '../home.ts';

const anyVendor = Object.keys(adapters).join('|');
const namesVendor = new RegExp(`(?:^|[^a-z])(${anyVendor})(?:[^a-z]|$)`, 'i');

/** Where programs are installed; a project's own folder of that name may be one of its scripts'. */
const installed =
  /^(?:(?:\/|\$\{HOME\}\/)(?:.*\/)?s?bin\/|(?:.*\/)?node_modules\/\.bin\/)(?=[^/]+$)/;

/** A file of a project is written for one agent; an installed tool may know several. */
const isFileName = (word: string): boolean => word.includes('/') || /\.[a-z]{1,4}$/i.test(word);

/**
 * Whether a command says itself which agent it serves: a tool that knows agents wants the name of
 * the new one, not a translation.
 */
export function servesBoth(
  host: Adapter,
  hook: Hook,
): { vendor: string; hint: string; instead: string | undefined } | undefined {
  const line = shellLineOf(hook) ?? '';
  for (const { text: word, start, end } of scan(line).words) {
    const folder = installed.exec(word)?.[0] ?? '';
    const said = word.slice(folder.length).replace(/\$\{?\w+\}?/g, '');
    const vendor = isFileName(said.replace(/^--?[\w-]+=/, ''))
      ? undefined
      : namesVendor.exec(said)?.[1];
    if (!vendor) continue;
    // Only the name is another: quotes, variables and what follows stay as they are.
    const raw = line.slice(start, end);
    const at = raw.lastIndexOf(vendor);
    const other = raw.slice(0, at) + host.id + raw.slice(at + vendor.length);
    const instead = at < 0 ? undefined : line.slice(0, start) + other + line.slice(end);
    const register = instead === undefined ? '' : `if so, register this instead: ${instead}; `;
    return { vendor, hint: `${register}--force wraps it as it is`, instead };
  }
  return undefined;
}
