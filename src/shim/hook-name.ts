/** What messages call a hook. */
import type { Flags } from '../canonical/flags.ts';
import { toOneLine } from '../translate/shim-output.ts';

/** Number of characters of a hook's name that a message shows. */
const maxLength = 60;

/**
 * Returns what messages call a hook, such as `the hook guard`. A hook without a name that is alone on its line is called
 * `the hook`; one of several is called by its command.
 *
 * @param isAlone The line has no other hook.
 */
export function titleOfHook({ name, command }: Flags, isAlone: boolean): string {
  const label = name ?? (isAlone ? '' : command.join(' '));
  // The cut may leave a half of a character, which `toOneLine` removes.
  const start = toOneLine(label.slice(0, maxLength)).trim();
  if (!start) return unnamedHook;
  const shown = label.length > maxLength ? `${start}…` : start;
  return `${unnamedHook} ${name === undefined ? `\`${shown}\`` : shown}`;
}

/** What messages call a hook without a name. */
export const unnamedHook = 'the hook';

/** Returns what messages call a hook, as a sentence begins with it. */
export const toSentenceStart = (title: string): string => `T${title.slice(1)}`;

/** Returns a remark about a hook that begins with the hook, if it has a name. */
export const remarkOn = (title: string, remark: string): string =>
  title === unnamedHook ? remark : `${title}: ${remark}`;
