/** The page of the codes of errors, and of the exit codes of commands. */
import { AnyhookError, type ErrorCode } from '../../src/errors.ts';
import { groupBy } from '../../src/util/group.ts';
import { keysOf } from '../../src/util/keys-of.ts';
import { printBlock, printCode, printPage, printTable } from '../markdown.ts';
import { commands, listExitCodes, titleOf } from './commands.ts';

/** What an error of each code means, and what to do. */
export const errorMeanings = {
  usage: {
    means:
      'a flag, an argument, or a value that a function of the library got, is none that it takes',
    remedy: 'correct what the message names',
  },
  payload: {
    means:
      'a payload, an event or the output of a hook cannot be read: it is no JSON object, lacks a key that it always has, or has a value of another kind',
    remedy:
      'in a program: refuse the call, since nobody can judge it; on a command line: name the agent that sends it (`--host`)',
  },
  vendor: {
    means: 'no agent has that name, or it has no settings of its own',
    remedy: 'one of the names that `anyhook capabilities --json` has as keys',
  },
  event: {
    means: 'there is no such event, or the agent has none like it',
    remedy: 'one of the events that `anyhook capabilities AGENT` lists',
  },
  tool: {
    means:
      'a call cannot be judged, for instance since its patch cannot be read, or it cannot be written for an agent that has no such tool',
    remedy: 'in a program: refuse the call',
  },
  line: {
    means:
      'the command of a hook must not be run: a value that its agent would put into the line would run as shell code',
    remedy: 'read the variable in the script, or take it out of the quotes',
  },
  system: {
    means:
      'the system refuses what a run needs, such as a working directory that is gone, or a new process',
    remedy: 'what the message says',
  },
  settings: {
    means: 'a settings file, a module that it names, or a file in `.anyhook` cannot be read',
    remedy: 'correct the file at the line that the message names',
  },
  write: {
    means: 'a file could not be written, or it changed meanwhile',
    remedy: 'correct what the message says, and run the command again',
  },
  state: {
    means:
      'the memory of a session in `~/.anyhook/state` cannot be read or written, and the answer would depend on it',
    remedy: 'begin a new session; make the folder one that you own and can write',
  },
} as const satisfies Readonly<Record<ErrorCode, { means: string; remedy: string }>>;

const example = `import { AnyhookError, callsOf, type ErrorCode, read } from 'anyhook';

let code: ErrorCode | undefined;
try {
  callsOf('cursor', read('cursor', 'no JSON'));
} catch (error) {
  if (!(error instanceof AnyhookError)) throw error;
  code = error.code;
}
code; // 'payload'`;

/** Returns the page `docs/reference/errors.md`. */
export function printErrors(): string {
  const all = commands
    .filter((command) => command.name() !== 'run')
    .flatMap((command) =>
      listExitCodes(command).map((one) => ({ ...one, title: titleOf(command) })),
    );
  const rows = [...groupBy(all, (one) => `${one.code} ${one.when}`).values()].flatMap((group) => {
    const [first] = group;
    const titles = group.map(({ title }) => printCode(title)).join(', ');
    return first ? [[first.code, first.when, titles]] : [];
  });
  return printPage(
    '# Errors and exit codes',
    'Written by `npm run reference -- --write`.',
    '## Errors of the library',
    `Everything that a function of the library throws is an \`AnyhookError\`. Its \`code\` is one of these words, its \`message\` is
one line that says what to do, and \`exitCode\` is the exit code of a command that ends because of it.`,
    printTable(
      ['code', 'what it means', 'what to do', 'exit code'],
      keysOf(errorMeanings).map((one) => [
        printCode(one),
        errorMeanings[one].means,
        errorMeanings[one].remedy,
        String(new AnyhookError(one, '').exitCode),
      ]),
    ),
    printBlock('ts', example),
    '## Exit codes of commands',
    `Each command is in [commands](commands.md). \`anyhook run\` answers an agent, so it ends as that agent expects it:
see [the shim](../shim.md).`,
    printTable(
      ['exit code', 'when', 'commands'],
      rows.sort(
        ([a = '', b = ''], [c = '', d = '']) =>
          Number(a) - Number(c) || Number(d === 'done') - Number(b === 'done'),
      ),
    ),
  );
}
