import { adapters } from '../adapters/index.ts';
import type { Hook } from '../canonical/hook.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { type LineWord, scanWords } from '../util/shell/line.ts';

const anyVendor = Object.keys(adapters).join('|');
/** Matches the name of an agent as values of flags have it: `claude`, `claude-code`. */
const vendorName = new RegExp(`^(${anyVendor})(?:[-_ ]?(?:code|cli|ide|agent))?$`, 'i');
/** Matches flags that say which agent runs a tool. The value of any other flag may be a title or a text. */
const agentFlag =
  /^--?(?:agent|assistant|client|dialect|editor|for|format|harness|host|ide|integration|platform|provider|target|tool|vendor)(?:-(?:id|name|type))?$/;

/**
 * Reads a word as the choice of an agent: `--claude`, `--agent=claude`, or the value behind `--agent`.
 *
 * @param before - The word before `word` on the line.
 * @returns The id of the agent, and its name as the word spells it. Undefined: the word chooses no agent.
 */
function readAgentChoice(
  { text, varies }: LineWord,
  before: LineWord | undefined,
): { vendor: string; name: string } | undefined {
  if (varies) return undefined;
  const [flag = '', value] = text.split(/=(.*)/s);
  const name = value === undefined ? text.replace(/^--/, '') : value;
  const isFlag = value === undefined && text.startsWith('--');
  const flagOfValue = value === undefined ? before?.text : flag;
  if (!isFlag && !(flagOfValue !== undefined && agentFlag.test(flagOfValue))) return undefined;
  const vendor = vendorName.exec(name)?.[1];
  return vendor === undefined ? undefined : { vendor, name };
}

/**
 * Finds the flag that tells a command which agent it serves. A tool that knows several agents needs the name
 * of the new host there, and no translation. An agent's name anywhere else, such as the name of a program or
 * a word in a text, does not count.
 * @returns The agent that the flag names (`vendor`), a hint for the person, and the line with the host's name
 *   in the flag (`instead`), undefined if the flag does not spell the name as the agent's id.
 */
export function findAgentFlag(
  host: Adapter,
  hook: Hook,
): { vendor: string; hint: string; instead: string | undefined } | undefined {
  const line = shellLineOf(hook) ?? '';
  const { words } = scanWords(line);
  for (const [i, word] of words.entries()) {
    const choice = readAgentChoice(word, words[i - 1]);
    if (!choice) continue;
    const { vendor, name } = choice;
    const hint = '--force wraps it as it is';
    const at = line.slice(word.start, word.end).lastIndexOf(vendor);
    if (name !== vendor || at < 0) return { vendor, hint, instead: undefined };
    // The name alone is replaced: quotes, variables and the rest of the line stay as they are.
    const from = word.start + at;
    const instead = line.slice(0, from) + host.id + line.slice(from + vendor.length);
    return { vendor, hint: `if so, register this instead: ${instead}; ${hint}`, instead };
  }
  return undefined;
}
