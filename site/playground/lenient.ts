/**
 * Cases in which an agent takes no refusal, or no question, from a script, although anyhook does: it reads what the agent's pages promise
 * and what older clients did as well, so that a guard is never weaker. A test compares all other cases with what the
 * clients were seen to do.
 */
import type { Finished } from 'anyhook';

/** What a client is known for. */
interface Lenience {
  agent: string;
  /** The events of the agent. Absent: all of them. */
  natives?: readonly string[];
  holds(finished: Finished): boolean;
  /** Whether the client was seen to do so. Otherwise its pages and the program that it is made from differ. */
  isSeen: boolean;
  /** Why, as a sentence without its full stop. */
  why: string;
}

/** Returns the value of a JSON text. Undefined: it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the JSON object that a text is. Undefined: it is none. */
function objectIn(text: string): Record<string, unknown> | undefined {
  const value = parse(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

const bySourcesOfTabnine =
  'by its pages the exit code decides here, and by the program that it is made from the output does';

const leniences: readonly Lenience[] = [
  {
    agent: 'cursor',
    natives: ['preToolUse', 'subagentStart'],
    holds({ code, stdout }) {
      const said = objectIn(stdout);
      return code === 0 && said !== undefined && said.permission === undefined;
    },
    isSeen: true,
    why: 'the client reads permission, and not decision, which its pages named until February 2026',
  },
  {
    agent: 'cursor',
    natives: ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution'],
    holds: ({ code, stdout }) => code === 0 && objectIn(stdout)?.permission === 'ask',
    isSeen: true,
    why: 'the client knows the word ask, and asks nobody',
  },
  {
    agent: 'cursor',
    natives: ['beforeSubmitPrompt'],
    holds: ({ code, stdout }) => code === 0 && objectIn(stdout) === undefined,
    isSeen: true,
    why: 'the client takes the prompt although the output is no JSON object',
  },
  {
    agent: 'tabnine',
    holds({ code, stdout, stderr }) {
      if (code !== 2) return code !== 0;
      if (parse(stdout) === undefined) return (stdout + stderr).trim() === '';
      const { decision, continue: goesOn } = objectIn(stdout) ?? {};
      return goesOn !== false && !/^(?:deny|block)$/i.test(String(decision));
    },
    isSeen: false,
    why: bySourcesOfTabnine,
  },
  {
    agent: 'tabnine',
    natives: ['AfterAgent'],
    holds: ({ code, stderr }) => code === 2 && stderr.trim() === '',
    isSeen: false,
    why: bySourcesOfTabnine,
  },
  {
    agent: 'tabnine',
    natives: ['AfterAgent', 'AfterTool'],
    holds: ({ code, stdout }) => code === 2 && objectIn(stdout)?.continue === false,
    isSeen: false,
    why: bySourcesOfTabnine,
  },
  {
    agent: 'terminai',
    holds: ({ code }) => code === null,
    isSeen: true,
    why: 'the client reads an answer at exit code 0 alone',
  },
];

/** Finds out why an agent may take no refusal or question from a script that anyhook would hear refuse or ask. Undefined: it takes it. */
export const findLenience = (
  agent: string,
  native: string,
  finished: Finished,
): Lenience | undefined =>
  leniences.find(
    (one) => one.agent === agent && one.natives?.includes(native) !== false && one.holds(finished),
  );
