import type { Finished } from '../../mapping/adapter.ts';
import type { UnheardAnswer } from '../../mapping/settings.ts';
import { asObject, isObject } from '../../util/equal.ts';
import { parseJson } from '../../util/json.ts';

/** Tells whether a hook asks a person. */
const asks = ({ code, stdout }: Finished): boolean =>
  code === 0 && asObject(parseJson(stdout)).permission === 'ask';

/** Answers that the client takes for nothing. */
export const unheardAnswers: readonly UnheardAnswer[] = [
  {
    natives: ['preToolUse', 'subagentStart'],
    holds({ code, stdout }) {
      const said = parseJson(stdout);
      return code === 0 && isObject(said) && said.permission === undefined;
    },
    isSeen: true,
    // Seen in CLI 2026.09.28.
    why: 'the client reads permission, and not decision, which its pages named until February 2026',
  },
  {
    natives: ['preToolUse'],
    holds: asks,
    isSeen: true,
    why: 'the client knows the word ask here, and asks nobody',
  },
  {
    // The IDE 3.9.16 refused, the IDE 3.20.21 ran the command, and the CLI 2026.07.23 asked.
    natives: ['beforeShellExecution', 'beforeMCPExecution'],
    holds: asks,
    isSeen: false,
    why: 'some builds ask a person, some refuse, and some make the call',
  },
  {
    natives: ['beforeSubmitPrompt'],
    holds: ({ code, stdout }) => code === 0 && !isObject(parseJson(stdout)),
    isSeen: true,
    why: 'the client takes the prompt although the output is no JSON object',
  },
];
