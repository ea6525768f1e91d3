import { expressions, type Matchers } from '../../mapping/matchers.ts';

/** Events whose matcher must equal the word. `startup|resume` never matches, 0.61.0. */
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
 * Names of more than 63 characters are cut in the middle, so an expression may look for the part
 * that is missing. A written expression therefore also matches every cut name.
 */
export const matchers: Matchers = {
  ...familyMatchers,
  write(wanted, builtIn) {
    const text = familyMatchers.write(wanted, builtIn);
    const looks = wanted !== 'every' && wanted.pattern !== undefined;
    return looks ? `${text}|\\.\\.\\.` : text;
  },
};
