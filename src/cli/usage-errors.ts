/** Says in plain words what is wrong with a command line that commander refused. */
import { type Command, CommanderError } from 'commander';

/**
 * Throws if the value of a flag is missing and the next word is a flag of the command, which commander would take as
 * the value: `--output --json` would write a file called `--json`.
 *
 * @param words The words behind `anyhook`.
 */
export function checkValues([name = '', ...words]: readonly string[], { commands }: Command): void {
  const options = commands.find((command) => command.name() === name)?.options ?? [];
  const find = (word = '') => options.find(({ long, short }) => [long, short].includes(word));
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  for (let at = 0; at < end; at += 1) {
    const option = find(words[at]);
    if (!option?.required) continue;
    if (find(words[at + 1]))
      throw new CommanderError(
        1,
        'commander.optionMissingArgument',
        `error: option '${option.flags}' argument missing`,
      );
    at += 1;
  }
}

/** Sentences of commander, and what is said in their place. */
const sentences: readonly [RegExp, (command: string, ...parts: string[]) => string][] = [
  [
    /^missing required argument '(.*)'$/,
    (command, name = '') => `${command}: <${name}> is missing`,
  ],
  [/^option '(?:-\w, )?(.*)' argument missing$/, (_, flag) => `${flag}: the value is missing`],
  [
    /^option '(?:-\w, )?(--[\w-]+)(?![\w-])[^']*' argument '(.*)' is invalid\. Allowed choices are ([^.]*)\.$/,
    (_, flag, value, choices = '') =>
      `${flag} ${value}: say ${choices.includes(', ') ? choices.replaceAll(', ', ' or ') : `${choices}, or leave it out`}`,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are ([^.]*)\.$/,
    (command, value, _, choices = '') =>
      `${command} ${value}: say ${choices.replaceAll(', ', ' or ')}`,
  ],
  [
    /^too many arguments for '.*'\. Expected (\d+) arguments? but got (\d+)\.$/,
    (command, most, given) =>
      most === '0'
        ? `${command} takes flags only`
        : most === '1'
          ? `${command} takes one word, not ${given}: put quotes around words that belong together`
          : `${command} takes ${most} words, not ${given}`,
  ],
  [
    /^option '(--[\w-]+)(?![\w-])[^']*' cannot be used with option '(--[\w-]+)(?![\w-])[^']*'$/,
    (_, one, other) => `${one} and ${other} exclude each other`,
  ],
];

/** What `sync` reads in its source in place of a flag that another command has. */
const keysOfSource: Readonly<Record<string, string>> = {
  '--lines': 'write lines: apart into anyhook.yaml',
};

/**
 * Returns the message for an error of commander.
 *
 * @param name The word that was typed for the command.
 */
export function describeUsageError(
  error: CommanderError,
  name: string,
  commands: readonly Command[],
): string {
  const names = commands.map((one) => one.name());
  const command = names.includes(name) ? name : 'anyhook';
  const text = error.message
    .replace(/^error: /, '')
    .trimEnd()
    .replace(/\n/g, ' ');
  const [, kind, word = ''] =
    /^error: unknown (command|option) '(.*?)'(?:\n|$)/s.exec(error.message) ?? [];
  if (kind === 'command')
    return `there is no command ${word.slice(0, 80)}; the commands are ${names.join(', ')}`;
  if (kind === 'option') {
    const [flag = ''] = word.split('=');
    const how = command === 'sync' ? keysOfSource[flag] : undefined;
    return `${command === name ? `${command} has` : 'there is'} no flag ${word.slice(0, 80)}${how ? `: ${how}` : ''}`;
  }
  for (const [pattern, say] of sentences) {
    const parts = pattern.exec(text);
    if (parts) return say(command, ...parts.slice(1));
  }
  return text;
}
