import type { UnheardAnswer } from '../../mapping/settings.ts';
import { asObject } from '../../util/equal.ts';
import { parseJson } from '../../util/json.ts';

const why =
  'by its pages the exit code decides here, and by the program that it is made from the output does';

/** Answers of which the sources about the client differ. Nobody has run it. */
export const unheardAnswers: readonly UnheardAnswer[] = [
  {
    holds({ code, stdout, stderr }) {
      if (code !== 2) return code !== 0;
      const said = parseJson(stdout);
      if (said === undefined) return (stdout + stderr).trim() === '';
      const { decision, continue: goesOn } = asObject(said);
      return goesOn !== false && !/^(?:deny|block)$/i.test(String(decision));
    },
    isSeen: false,
    why,
  },
  {
    natives: ['AfterAgent'],
    holds: ({ code, stderr }) => code === 2 && stderr.trim() === '',
    isSeen: false,
    why,
  },
  {
    natives: ['AfterAgent', 'AfterTool'],
    holds: ({ code, stdout }) => code === 2 && asObject(parseJson(stdout)).continue === false,
    isSeen: false,
    why,
  },
];
