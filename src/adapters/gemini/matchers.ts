import type { Subjects } from '../../mapping/adapter.ts';
import { expressions, type Matchers } from '../../mapping/matchers.ts';

/** Events whose matchers are compared as words and not as expressions. `startup|resume` never matches, 0.61.0. */
const wordEvents = ['SessionStart', 'SessionEnd', 'PreCompress'];

/** The matchers that Gemini CLI and its forks have in common. */
export const familyMatchers: Matchers = {
  ...expressions,
  read(text, binding) {
    const meaning = expressions.read(text, binding);
    const isWord = meaning !== 'every' && wordEvents.includes(binding.native);
    return isWord ? { names: [text.trim()] } : meaning;
  },
};

/**
 * The client cuts names of more than 63 characters in the middle, and an expression may search for the part that
 * was cut out. A written expression therefore also matches every name with `...` in it.
 */
export const matchers: Matchers = {
  ...familyMatchers,
  write(wanted, withoutMcp) {
    const text = familyMatchers.write(wanted, withoutMcp);
    const hasPattern = wanted !== 'every' && wanted.pattern !== undefined;
    return hasPattern ? `${text}|\\.\\.\\.` : text;
  },
};

/** Native event → what its matchers are compared with. At any other event they are ignored. */
export const subjects: Subjects = {
  SessionStart: 'source',
  SessionEnd: 'reason',
  BeforeTool: 'tool_name',
  AfterTool: 'tool_name',
  PreCompress: 'trigger',
};
