import { type Flags, type ParsedLine, parseFlags } from '../canonical/flags.ts';
import { splitWords } from '../util/shell/line.ts';

/** An entry of a generated plugin: the command line of a hook. */
export interface PluginEntry {
  command: string;
  /** A hook of the line refuses if anyhook cannot run. The generated code reads it. */
  failClosed?: boolean;
}

/** The lines of one native event, read. */
export interface EventLines {
  /** The hooks whose answer the agent waits for, as one line. Absent: there are none. */
  heard?: ParsedLine;
  /** The lines whose answer is not waited for, or is ignored, with their words after `run`. */
  unheard: readonly { line: ParsedLine; words: readonly string[] }[];
}

/** Matches the word before `run` on a line of ours: the runner, or the executable. */
const runnerWord = /(?:^|[\\/])(?:run\.cjs|anyhook(?:\.cjs)?)$/;

/** Returns the words after `run` on a line that starts a runner of ours. Undefined: it is another command. */
function readRunWords(command: string): string[] | undefined {
  const words = splitWords(command) ?? [];
  const at = words.slice(0, 4).indexOf('run');
  return at > 0 && runnerWord.test(words[at - 1] as string) ? words.slice(at + 1) : undefined;
}

/**
 * Reads the entries of one native event. A command that starts no runner of ours is one that speaks the agent's own
 * dialect: it is run as a hook of that.
 */
export function readEntries(
  vendor: string,
  native: string,
  entries: readonly PluginEntry[],
): EventLines {
  const lines = entries.map(({ command }) => {
    const words = readRunWords(command) ?? [
      ...['--host', vendor, '--as', vendor, '--event', native],
      ...['--', command],
    ];
    return { line: parseFlags(words), words };
  });
  const isHeard = ({ line }: (typeof lines)[number]) => line.flags.answer === 'heard';
  const heard = lines.filter(isHeard).map(({ line }) => line);
  return {
    ...(heard.length && { heard: joinLines(heard) }),
    unheard: lines
      .filter((one) => !isHeard(one))
      .map((one) => ({ ...one, line: detach(one.line) })),
  };
}

/** Returns a line whose hooks run in a process of their own: the agent would wait for a hook that it ignores, and may end before it. */
const detach = (line: ParsedLine): ParsedLine => ({
  ...line,
  flags: { ...line.flags, answer: 'later' },
  hooks: line.hooks.map((flags) => ({ ...flags, answer: 'later' })),
});

/** Makes one line of several: it has the hooks of all, in order. A mistake on one of them is one of its hooks alone. */
function joinLines(lines: readonly ParsedLine[]): ParsedLine {
  const [first, ...others] = lines as [ParsedLine, ...ParsedLine[]];
  if (!others.length) return first;
  const hookProblems = new Map<Flags, NonNullable<ParsedLine['problem']>>();
  for (const { hooks, problem, hookProblems: ofHooks } of lines)
    for (const flags of hooks) {
      const mistake = ofHooks?.get(flags) ?? problem;
      if (mistake) hookProblems.set(flags, mistake);
    }
  const hooks = lines.flatMap((one) => one.hooks);
  const numbered = lines.flatMap((one, i) => one.hooks.map((flags) => [flags, i] as const));
  return { flags: first.flags, hooks, hookProblems, lineNumbers: new Map(numbered) };
}

/** Returns a copy of a line for one run, which changes its flags. The answer of each hook is JSON on stdout. */
export function copyLine({
  flags,
  hooks,
  hookProblems,
  lineNumbers,
  problem,
}: ParsedLine): ParsedLine {
  const copies = new Map(
    [flags, ...hooks].map((one): [Flags, Flags] => [
      one,
      {
        ...one,
        exit: one.exit ?? '0',
        ...(one.answer !== 'heard' && { onFailure: 'allow' as const }),
      },
    ]),
  );
  const copyOf = (one: Flags) => copies.get(one) as Flags;
  const copyKeys = <Value>(map: ReadonlyMap<Flags, Value>) =>
    new Map([...map].map(([one, value]) => [copyOf(one), value] as const));
  return {
    flags: copyOf(flags),
    hooks: hooks.map(copyOf),
    ...(problem && { problem }),
    ...(hookProblems && { hookProblems: copyKeys(hookProblems) }),
    ...(lineNumbers && { lineNumbers: copyKeys(lineNumbers) }),
  };
}
