/** Completes words of command lines in a shell: the scripts that shells load, and the words that those scripts ask for. */
import type { Command, Option } from 'commander';
import { options as runOptions } from '../canonical/option.ts';
import { listAgentIds, listArguments, listStarterIds, neutralId } from './known-words.ts';

/** A word that may be typed next, and what it means in a few words. */
interface Candidate {
  word: string;
  meaning?: string;
}

const listOtherAgents = (): readonly string[] => listAgentIds().filter((id) => id !== neutralId());

/** Words that the program does not restrict by choices of its own, by the command and the argument or the flag. */
const knownWords: Readonly<Record<string, () => readonly string[]>> = {
  'convert from': listAgentIds,
  'convert to': listAgentIds,
  'remove agents': listOtherAgents,
  'capabilities vendor': listAgentIds,
  'sync --from': listAgentIds,
  'sync --to': listOtherAgents,
  'init --agents': listOtherAgents,
  'init --from': listOtherAgents,
  'init --hooks': listStarterIds,
  'init --hook': () => ['ts', 'js'],
  'test --agent': listOtherAgents,
  'test --as': listAgentIds,
  'test --tool': () => Object.keys(listArguments()),
  'run --host': listAgentIds,
  'run --as': listAgentIds,
};
/** The flags of {@link knownWords} whose value is a list, with commas between its words. */
const flagsOfLists = ['sync --to', 'init --agents', 'init --hooks', 'test --agent'];

/** A flag of a command. */
interface Flag {
  flag: string;
  meaning: string;
  takesValue: boolean;
  choices: readonly string[];
}

const describeFlag = ({ long, description, required, optional, argChoices }: Option): Flag => ({
  flag: long ?? '',
  meaning: description,
  takesValue: required || optional,
  choices: argChoices ?? [],
});

/** Returns the flags of a command that its help shows. Those of `run` are in a table of their own. */
const flagsOf = (command: Command): readonly Flag[] =>
  command.name() === 'run'
    ? runOptions.flatMap(({ flag, help, placeholder }) =>
        flag ? [{ flag, meaning: help, takesValue: placeholder !== '', choices: [] }] : [],
      )
    : command.createHelp().visibleOptions(command).map(describeFlag);

/**
 * Returns the words that may be typed in place of the last one of a line. None are returned where a shell should propose
 * names of files.
 *
 * @param words The words behind `anyhook`, up to that in which the cursor is. bash makes `--flag=value` three words.
 */
export function listCandidates(words: readonly string[], program: Command): readonly Candidate[] {
  const before = words.slice(0, -1);
  let current = words.at(-1) ?? '';
  if (before.includes('--')) return []; // the command of a hook
  const commands = program.commands;
  const command = commands.find((one) => one.name() === before.find((word) => !/^-/.test(word)));
  if (!command && !current.startsWith('-') && before.every((word) => word === 'help'))
    return select(
      current,
      commands.map((one) => ({ word: one.name(), meaning: one.description() })),
    );
  const flags = flagsOf(command ?? program);
  const name = command?.name() ?? '';
  const listValues = (
    { flag, choices }: Flag,
    typed: string,
    prefix = '',
  ): readonly Candidate[] => {
    const key = `${name} ${flag}`;
    const list = flagsOfLists.includes(key) ? typed.replace(/[^,]*$/, '') : '';
    const found = choices.length ? choices : (knownWords[key]?.() ?? []);
    return select(
      prefix + typed,
      found.map((word) => ({ word: prefix + list + word })),
    );
  };
  const find = (word?: string) => flags.find(({ flag, takesValue }) => takesValue && flag === word);
  const [, typedFlag = '', typed = ''] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  const joined = find(typedFlag);
  if (joined) return listValues(joined, typed, `${typedFlag}=`);
  let last = before.at(-1);
  if (current === '=') [current, last] = ['', before.at(-1)];
  else if (last === '=') last = before.at(-2);
  const previous = find(last);
  if (previous) return listValues(previous, current);
  if (current.startsWith('-'))
    return select(
      current,
      flags
        .filter(({ flag }) => !before.includes(flag))
        .map(({ flag, meaning }) => ({ word: flag, meaning })),
    );
  if (!command) return [];
  const given = before
    .slice(before.indexOf(name) + 1)
    .filter((word, at, all) => !/^-|^=/.test(word) && !find(all[at - 1]) && all[at - 1] !== '=');
  const { registeredArguments: places } = command;
  const place = places[given.length] ?? (places.at(-1)?.variadic ? places.at(-1) : undefined);
  const found = place?.argChoices ?? knownWords[`${name} ${place?.name()}`]?.() ?? [];
  return select(
    current,
    found.filter((word) => !given.includes(word)).map((word) => ({ word })),
  );
}

const select = (typed: string, candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ word }) => word.startsWith(typed));

/** Prints candidates for the scripts of shells: a line for each, with its meaning behind a tab. */
export const printCandidates = (candidates: readonly Candidate[]): string =>
  candidates
    .map(
      ({ word, meaning }) =>
        `${word}${meaning ? `\t${meaning.replace(/[;:(].*/s, '').trim()}` : ''}\n`,
    )
    .join('');

/** How a shell loads its script. */
export const loadLines = {
  bash: `eval "$(anyhook completion bash)"    # in ~/.bashrc`,
  zsh: `eval "$(anyhook completion zsh)"     # in ~/.zshrc, after compinit`,
  fish: `anyhook completion fish | source     # in ~/.config/fish/config.fish`,
} as const;

/**
 * The script of each shell. What is typed is given to `anyhook complete` as words, and no shell evaluates it: a line that
 * is not sent yet may hold `$(…)` or `> file`.
 */
const scripts: Readonly<Record<keyof typeof loadLines, string>> = {
  bash: `_anyhook() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(anyhook complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _anyhook anyhook
`,
  zsh: `_anyhook() {
  local -a lines found
  local line
  lines=("\${(@f)$(anyhook complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${\${line#*$'\\t'}#\${line%%$'\\t'*}}")
  done
  if (( $#found )); then
    _describe anyhook found
  else
    _files
  fi
}
compdef _anyhook anyhook
`,
  fish: `function __anyhook_complete
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  set -l found (anyhook complete -- $before[2..-1] "$current" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path "$current"
  end
end
complete -c anyhook -f -a '(__anyhook_complete)'
`,
};

/** Returns the script by which a shell completes lines of this program. */
export const completionScript = (shell: keyof typeof scripts): string => scripts[shell];
