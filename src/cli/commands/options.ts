/** What the commands are made of: the options that several of them have, and the type of what they do. */
import { type Command, Option } from 'commander';

/** What a command does with a command line: it gets the arguments, then the values of the flags, then the command. */
export type Action = Parameters<Command['action']>[0];

/** Makes the option `--scope`. */
export const makeScopeOption = () =>
  new Option('--scope <scope>', 'whose settings').choices(['project', 'user']).default('project');

/** Makes the option `--for`. */
export const makeForOption = () =>
  new Option('--for <platform>', 'where the agent will run (default: here)').choices(['windows']);

/** Makes the option `--accept-loss`, for all hooks. */
export const makeAcceptLossOption = () =>
  new Option('--accept-loss', 'write although a guard is lost or weaker; =NAME: this one');

/** Adds the value of an option that may be given several times to those before it. */
const collectNames = (name: string, names: string[] = []): string[] => [...names, name];

/**
 * Makes the hidden option that `--accept-loss=NAME` is rewritten to. If `--accept-loss` had an optional
 * value, it would take the next word of the line as its value.
 */
export const makeAcceptLossOfOption = () =>
  new Option('--accept-loss-of <name>').argParser(collectNames).hideHelp();

/** Makes the option `--guards-nothing`, which can be given several times. */
export const makeGuardsNothingOption = () =>
  new Option(
    '--guards-nothing <name>',
    'this hook neither refuses nor hides anything: a logger, a formatter (remembered)',
  ).argParser(collectNames);

/** Makes the option `--verbose`. */
export const makeVerboseOption = () =>
  new Option('-v, --verbose', 'also each loss, every changed line, and what else is known');

/** Makes the option `--strict`. */
export const makeStrictOption = () =>
  new Option('--strict', 'end with 5 if a hook never runs, or refuses every call');
