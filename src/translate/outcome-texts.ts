/** What is told in words where there is no form for it. */

import type { Json } from '../util/json.ts';

/** A rewritten call that the host cannot apply, for its agent to make itself. */
export interface LostRewrite {
  /** The tool, where it is another than that of the call. */
  name?: string;
  /** Arguments, as the host calls them. */
  input: Json | readonly Json[];
  /** Some are called as the hook's agent calls them: the host has none like them. */
  hasForeignNames?: true;
}

/** As long as a rewritten call may be, in characters: it is shown whole or not at all. */
const maxShownLength = 100_000;

/** A rewritten call as words, for an agent to make itself. */
export function describeRewrite(
  { name, input, hasForeignNames }: LostRewrite,
  why: string | undefined,
): string {
  const text = JSON.stringify(input);
  const call = `${name ? `${name} ` : ''}${text}`;
  const instead =
    text.length > maxShownLength
      ? 'The new call is too long to be shown here: tell the person.'
      : `Make this call instead, if it still serves: ${call}`;
  const note = hasForeignNames
    ? ' (some of its arguments go by names this agent does not have)'
    : '';
  return joinTexts(
    `A hook rewrote this call, and this agent cannot apply the change. ${instead}${note}`,
    why,
  ) as string;
}

/** Both texts, the one that says the other as well alone. */
export function joinTexts(a: string | undefined, b: string | undefined): string | undefined {
  if (!a || !b || a.includes(b)) return a || b;
  return b.includes(a) ? b : `${a}\n${b}`;
}

/** A tool's output as the text a model reads: that of an MCP result's parts, or its JSON. */
export function outputText(output: Record<string, unknown>): string {
  const { content } = output;
  const texts = Array.isArray(content)
    ? content.map((part) => (part as { text?: unknown } | null)?.text)
    : [];
  const plain = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return plain ? texts.join('\n') : JSON.stringify(output);
}
