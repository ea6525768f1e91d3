import type { Command } from 'commander';
import { siteUrl } from '../../util/site-url.ts';
import { readVersion } from '../version.ts';

/** What each command does, in as few words as possible. */
const summaries: Readonly<Record<string, string>> = {
  init: 'set up hooks in this project: asks, then writes',
  doctor: 'what works here, what does not, and what to do',
  test: 'ask the hooks about a call, which is not made',
  list: 'the hooks here, and what each is under each agent',
  convert: "put one agent's hooks into another agent's settings",
  sync: 'write anyhook.yaml into the settings of every agent',
  remove: "take anyhook's entries out of settings again",
  capabilities: 'what each agent honours of a hook',
  completion: 'a script with which a shell completes commands',
  run: 'what settings call: runs one hook under another agent',
};

/** Returns what is printed for `anyhook` alone: what to type first, the commands, and where to read on. */
export const shortHelp = ({ commands }: Command): string =>
  `anyhook ${readVersion()}: one hook script for every AI coding agent.

Begin with:
  anyhook init               # asks which agents you use, and writes the files
  anyhook test 'rm -rf /'    # asks every guard about a call; nothing is removed

Commands:
${commands
  .map(
    (command) =>
      `  ${command.name().padEnd(13)} ${summaries[command.name()] ?? command.description()}`,
  )
  .join('\n')}

Read on: anyhook COMMAND --help, with examples and exit codes; anyhook --help
${siteUrl}`;
