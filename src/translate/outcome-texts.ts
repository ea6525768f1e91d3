/** Texts for a model or a person that say what the host has no field for. */

import type { Json } from '../util/json.ts';

/**
 * A rewritten call or prompt that the host cannot apply. A refusal shows it, so that the agent can make the
 * call itself, or the person can send the prompt.
 */
export interface LostRewrite {
  /** The rewritten prompt. Absent: a call was rewritten. */
  prompt?: string;
  /** Name of the rewritten call's tool. Absent: the tool of the original call. */
  name?: string;
  /** Arguments under the host's names; several where parts of one call were rewritten differently. */
  input?: Json | readonly Json[];
  /** Some arguments have no name on the host, and keep their canonical names. */
  hasCanonicalNames?: true;
}

/** Length, in characters, up to which a rewritten call or prompt is shown. It is shown whole or not at all. */
const maxShownLength = 100_000;

/**
 * Returns the reason of a refusal that shows a rewritten call or prompt.
 *
 * @param why The hook's own reason, which is added. `undefined`: it gave none.
 */
export function describeRewrite(
  { name, input, prompt, hasCanonicalNames }: LostRewrite,
  why: string | undefined,
): string {
  const [what, instead, text] =
    prompt === undefined
      ? ['call', 'Make this call instead, if it still serves', JSON.stringify(input)]
      : ['prompt', 'Send this instead', prompt];
  const shown =
    text.length > maxShownLength
      ? 'It is too long to be shown here: tell the person.'
      : `${instead}: ${name ? `${name} ` : ''}${text}`;
  const note = hasCanonicalNames
    ? ' (some of its arguments go by names this agent does not have)'
    : '';
  return joinTexts(
    `A hook rewrote this ${what}, and this agent cannot apply the change. ${shown}${note}`,
    why,
  ) as string;
}

/**
 * Joins two texts, each on lines of its own. If one contains the other, or the other is empty or `undefined`,
 * it is returned alone.
 */
export function joinTexts(a: string | undefined, b: string | undefined): string | undefined {
  if (!a || !b || a.includes(b)) return a || b;
  return b.includes(a) ? b : `${a}\n${b}`;
}

/** Returns a tool's output as text for a model: the texts of an MCP result's parts, or else its JSON. */
export function outputText(output: Record<string, unknown>): string {
  const { content } = output;
  const texts = Array.isArray(content)
    ? content.map((part) => (part as { text?: unknown } | null)?.text)
    : [];
  const isAllText = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return isAllText ? texts.join('\n') : JSON.stringify(output);
}
