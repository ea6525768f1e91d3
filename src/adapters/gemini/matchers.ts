import { expressions, type Matchers } from '../../mapping/matchers.ts';

/** Events whose matcher must equal the word: `startup|resume` never does, 0.61.0. */
const wordEvents = ['SessionStart', 'SessionEnd', 'PreCompress'];

/** Matchers of the family. */
export const familyMatchers: Matchers = {
  ...expressions,
  read(text, binding) {
    const meaning = expressions.read(text, binding);
    const isWord = meaning !== 'every' && wordEvents.includes(binding.native);
    return isWord ? { names: [text.trim()] } : meaning;
  },
};

/** Names of more than 63 signs are cut in the middle: what is looked for may be what is gone. */
export const matchers: Matchers = {
  ...familyMatchers,
  write(wanted, builtIn) {
    const text = familyMatchers.write(wanted, builtIn);
    const looks = wanted !== 'every' && wanted.pattern !== undefined;
    return looks ? `${text}|\\.\\.\\.` : text;
  },
};
