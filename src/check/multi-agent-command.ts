import { adapters } from '../adapters/index.ts';
import type { Hook } from '../canonical/hook.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { type LineWord, scanWords } from '../util/shell/line.ts';

const anyVendor = Object.keys(adapters).join('|');
/** An agent's name, as flags have it. */
const vendorName = new RegExp(`^(${anyVendor})(?:[-_ ]?(?:code|cli|ide|agent))?$`, 'i');
/** Flags with which a tool is told which agent runs it; of others a name may be a title or a text. */
const choosing =
  /^--?(?:agent|assistant|client|dialect|editor|for|format|harness|host|ide|integration|platform|provider|target|tool|vendor)(?:-(?:id|name|type))?$/;

/** A word that names an agent behind a flag that chooses one: the vendor, and where its name begins in the word. */
function choiceIn(
  words: readonly LineWord[],
  i: number,
): { vendor: string; name: string } | undefined {
  const { text, varies } = words[i] as LineWord;
  if (varies) return undefined;
  const [flag = '', value] = text.split(/=(.*)/s);
  const alone = value === undefined ? text.replace(/^--/, '') : value;
  const isFlag = value === undefined && text.startsWith('--');
  const chooses = value === undefined ? words[i - 1]?.text : flag;
  if (!isFlag && !(chooses !== undefined && choosing.test(chooses))) return undefined;
  const vendor = vendorName.exec(alone)?.[1];
  return vendor === undefined ? undefined : { vendor, name: alone };
}

/**
 * Whether a command is told by a flag which agent it serves: a tool that knows agents wants the
 * name of the new one, not a translation. A name anywhere else, as of a program or in a text, is
 * no such choice.
 */
export function findAgentFlag(
  host: Adapter,
  hook: Hook,
): { vendor: string; hint: string; instead: string | undefined } | undefined {
  const line = shellLineOf(hook) ?? '';
  const { words } = scanWords(line);
  for (const [i, { start, end }] of words.entries()) {
    const choice = choiceIn(words, i);
    if (!choice) continue;
    const { vendor, name } = choice;
    // Only the name is another: quotes, variables and what follows stay as they are.
    const raw = line.slice(start, end);
    const at = name === vendor ? raw.lastIndexOf(vendor) : -1;
    const other = raw.slice(0, at) + host.id + raw.slice(at + vendor.length);
    const instead = at < 0 ? undefined : line.slice(0, start) + other + line.slice(end);
    const register = instead === undefined ? '' : `if so, register this instead: ${instead}; `;
    return { vendor, hint: `${register}--force wraps it as it is`, instead };
  }
  return undefined;
}
