/** The page of every command, from the program that reads command lines. */
import type { Command, Option } from 'commander';
import { makeProgram } from '../../src/cli/commands/program.ts';
import {
  printBlock,
  printCode,
  printCodes,
  printPage,
  printTable,
  printTableIfAny,
  toSentence,
} from '../markdown.ts';

const doNothing = () => {};

/** The program, whose commands do nothing. */
const program = makeProgram({
  init: doNothing,
  doctor: doNothing,
  test: doNothing,
  list: doNothing,
  convert: doNothing,
  sync: doNothing,
  remove: doNothing,
  capabilities: doNothing,
  completion: doNothing,
});

/** Every command of the program. */
export const commands: readonly Command[] = program.commands;

/** Returns the name of a command as a person types it. */
export const titleOf = (command: Command): string =>
  command === program ? 'anyhook' : `anyhook ${command.name()}`;

/** Returns what a command prints for `--help`. */
export function printHelp(command: Command): string {
  let printed = '';
  command.configureOutput({
    writeOut: (text) => {
      printed += text;
    },
  });
  command.outputHelp();
  return printed;
}

/** An exit code of a command, and when the command ends with it. */
export interface ExitCode {
  code: string;
  when: string;
}

/** Returns the exit codes that the help of a command lists. Throws if it lists none. */
export function listExitCodes(command: Command): ExitCode[] {
  const [, text] =
    /^Exit codes: ([\s\S]*?)(?:\.\n`run`|\.\s*$|\.\n\n)/m.exec(printHelp(command)) ?? [];
  if (text === undefined) throw new Error(`the help of ${titleOf(command)} has no exit codes`);
  return text
    .replace(/\s+/g, ' ')
    .split(/; (?=\d)/)
    .map((part) => {
      const [, number = '', when = ''] = /^([\d+N]+),? (.*)$/.exec(part) ?? [];
      return { code: number, when };
    });
}

/** Returns a paragraph of a help text. Lines that are indented below it are a block of code. */
function formatParagraph(paragraph: string): string {
  const [head = '', ...lines] = paragraph.split('\n');
  if (!lines.length || !lines.every((line) => line.startsWith('  ')))
    return toSentence(paragraph.replaceAll('\n', ' '));
  const commandLines = lines.map((line) => line.slice(2).replace(/^\$ /, ''));
  return `${head}\n\n${printBlock('sh', commandLines.join('\n'))}`;
}

/** Returns the paragraphs that a help text has behind the tables of arguments and flags, without the exit codes. */
function listRemarks(command: Command): string[] {
  const usage = command.helpInformation();
  return printHelp(command)
    .slice(usage.length)
    .trim()
    .split(/\n{2,}/)
    .filter((part) => !part.startsWith('Exit codes:'))
    .map(formatParagraph);
}

const describeFlag = (option: Option): string => {
  const { description, defaultValue, argChoices } = option;
  const notes = [
    ...(argChoices ? [`${argChoices.length > 1 ? 'one of ' : ''}${printCodes(argChoices)}`] : []),
    ...(defaultValue === undefined || defaultValue === false
      ? []
      : [`default: ${printCode(String(defaultValue))}`]),
  ];
  return notes.length ? `${description} (${notes.join('; ')})` : description;
};

/** Pages that tell more of a command than its help. */
const furtherPages: Readonly<Record<string, string>> = {
  init: '[Your first hook](../first-hook.md) shows it at work.',
  doctor: '[When a hook does nothing, or too much](../troubleshooting.md) begins with it.',
  test: '[Hooks in CI](../ci.md) has tests of hooks.',
  convert: '[convert and sync](../convert.md) says what is written, and what its report means.',
  sync: '[convert and sync](../convert.md) says what is written, and what its report means.',
  capabilities:
    '[Events, side by side](../support.md) and [tools, side by side](tools.md) have its tables.',
  run: '[The shim](../shim.md) has its flags, and what it does with each answer.',
};

/** Returns the usage of `run`, whose help is one text, and its example. */
function describeRun(command: Command): string[] {
  const parts = command.helpInformation().split('\n\n');
  const example = parts.find((part) => part.startsWith('Example'));
  return [
    printBlock('text', parts[0] ?? ''),
    ...(example === undefined ? [] : [formatParagraph(example)]),
  ];
}

/** Returns the section of a command. */
function describeCommand(command: Command): string[] {
  const flags = command.options.filter(({ hidden }) => !hidden);
  const title = `## ${titleOf(command)}`;
  const more = furtherPages[command.name()];
  const what = [toSentence(command.description()), ...(more === undefined ? [] : [more])].join(' ');
  const exitCodes = printTable(
    ['exit code', 'when'],
    listExitCodes(command).map(({ code: number, when }) => [number, when]),
  );
  if (command.name() === 'run') return [title, what, ...describeRun(command), exitCodes];
  return [
    title,
    what,
    printBlock('text', `${titleOf(command)} ${command.usage()}`),
    ...printTableIfAny(
      ['argument', 'what it is'],
      command.registeredArguments.map((argument) => [
        printCode(argument.name()),
        argument.argChoices
          ? `${argument.description}: ${printCodes(argument.argChoices)}`
          : argument.description,
      ]),
    ),
    ...printTableIfAny(
      ['flag', 'what it does'],
      flags.map((option) => [printCode(option.flags), describeFlag(option)]),
    ),
    ...listRemarks(command),
    exitCodes,
  ];
}

/** Returns the page `docs/reference/commands.md`. */
export const printCommands = (): string =>
  printPage(
    '# Commands',
    `Every command of anyhook, as its \`--help\` has it. Written by \`npm run reference -- --write\`. What the exit codes of all
commands have in common is in [errors and exit codes](errors.md).`,
    printTable(
      ['command', 'what it does'],
      commands.map((command) => [
        `[${titleOf(command)}](#${titleOf(command).replaceAll(' ', '-')})`,
        command.description(),
      ]),
    ),
    `Every command takes \`--help\`, and \`anyhook --version\` prints the version.`,
    ...commands.flatMap(describeCommand),
  );
