/**
 * The options of a hook and of a run, each stated once. From this table come the flags of
 * `anyhook run` (`flags.ts`), the fields of a {@link Hook} (`hook.ts`), the keys of `anyhook.yaml` and
 * its JSON schema (`settings/neutral/schema.ts`), the help text of `run`, and rows of the README.
 */

/**
 * The type of an option's value in a run, by the kind of the option. `hook.ts` has the schema of a hook's field
 * of each kind, and `settings/neutral/schema.ts` that of a key of `anyhook.yaml`.
 */
export interface OptionValues<Words extends string = string> {
  text: string;
  /** The id of a vendor. */
  vendor: string;
  /** The name of an event. */
  event: string;
  /** The URL of a server, which begins with `http://` or `https://`. */
  address: string;
  /** The name of a file of hooks in the folder `modules/` beside the runner, such as `guard.cjs`. In `anyhook.yaml`: the path of its source. */
  module: string;
  /** Milliseconds; text such as `30s` on a command line and in `anyhook.yaml`. */
  duration: number;
  /** One of the row's `words`. If `hasRunDefault`, a run that does not state the option gets the first of them. */
  choice: Words;
  /** A whole number. Null (written `none`): no limit. An option that is no limit (`--proof`) is then as if absent. */
  count: number | null;
  /** Texts by the names of variables. */
  variables: Record<string, string>;
  /** Texts by the names of headers of a request. */
  headers: Record<string, string>;
  names: string[];
  /** Canonical tools. */
  tools: string[];
  /** Ids of vendors, without the canonical one. */
  agents: string[];
  /** JSON, or the key of an entry of the value record. */
  json: string;
  /** The key of an entry of the value record. */
  key: string;
  /** `true` or `false`. Absent: the option counts as `true`. */
  switch: boolean;
  /** `true` or `false`. Absent: the option does not count as `true`. */
  boolean: boolean;
  /** Any values by their names. */
  values: Record<string, unknown>;
  /**
   * The command of a run. One element is a shell line; several are a program and its arguments. Empty: the
   * hook is an address (`url`) or a module (`module`). Without these, no hook is started, and the run only remembers
   * the event.
   */
  command: string[];
}

export type OptionKind = keyof OptionValues;

/** One option of a hook, or of a run alone. */
export interface Option {
  /**
   * The name of the option among the flags of a run (`Flags`). Without `flag`, a run does not have the option, except
   * `command`, which stands after `--`.
   */
  readonly runField: string;
  /** The name of the option as a field of a hook (`Hook`). Absent: only a run has the option. */
  readonly hookField?: string;
  /** The flag on the command line of `anyhook run`. Absent: there is none. */
  readonly flag?: `--${string}`;
  /** The key of a hook in `anyhook.yaml`. A key below `keep` is written `keep.entry`. Absent: there is none. */
  readonly yamlKey?: string;
  readonly kind: OptionKind;
  /** The values that a choice may have, the default first. */
  readonly words?: readonly string[];
  /**
   * A run that does not state the option has the first of `words` as its value, or an empty object where there are
   * no words. Absent: such a run has no value, and `help` says what that means.
   */
  readonly hasRunDefault?: true;
  /** The option is one of the whole line: where a line has several hooks, it stands before the first `--hook`. */
  readonly isOfLine?: true;
  /** Every hook has the field, if only with an empty value. */
  readonly isRequired?: true;
  /** The placeholder for the value in a help text, such as `VENDOR`. */
  readonly placeholder?: string;
  /** What the option does, for help texts, editors and the README. */
  readonly help: string;
  /** What the key of `anyhook.yaml` means, where that is more than `help` says. */
  readonly keyHelp?: string;
  /** What the field of a hook means, where that is more than `help` says. */
  readonly fieldHelp?: string;
}

/** Every option, in the order of a command line. */
export const optionTable = [
  {
    runField: 'host',
    flag: '--host',
    kind: 'vendor',
    placeholder: 'VENDOR',
    isOfLine: true,
    help: 'who fires the hook (default: recognised from the payload)',
  },
  {
    runField: 'hostEvent',
    flag: '--host-event',
    kind: 'event',
    placeholder: 'NAME',
    isOfLine: true,
    help: 'which of its events fires the hook, where its payloads do not say (default: guessed from the payload)',
  },
  {
    runField: 'as',
    hookField: 'speaks',
    flag: '--as',
    yamlKey: 'speaks',
    kind: 'vendor',
    placeholder: 'VENDOR',
    help: 'whose dialect the command speaks; anyhook: the neutral dialect, in which a hook may also answer as any agent has it',
    isRequired: true,
    keyHelp: 'the agent that the command was written for; a hook has this or `on`',
  },
  {
    runField: 'event',
    hookField: 'event',
    flag: '--event',
    yamlKey: 'event',
    kind: 'event',
    placeholder: 'NAME',
    help: 'the native event it was written for; needed where that agent has several for what happened',
    isRequired: true,
    keyHelp: 'the event, as that agent names it; beside `speaks`',
  },
  {
    runField: 'exit',
    flag: '--exit',
    kind: 'choice',
    words: ['own', '0'],
    placeholder: 'WHOSE',
    isOfLine: true,
    help: 'own (default): with the exit code of the hook, if the host is the agent that it was written for; 0: always with 0, and the answer as JSON',
  },
  {
    runField: 'proof',
    flag: '--proof',
    kind: 'count',
    placeholder: 'FD',
    isOfLine: true,
    help: 'end with 9 if an answer was printed, and with 12 if stderr holds a refusal, so that a shell line can tell an answer from none. The value is the file descriptor that gets what would go to stderr (2: stderr)',
  },
  {
    runField: 'root',
    flag: '--root',
    kind: 'choice',
    words: ['given', 'search'],
    placeholder: 'HOW',
    isOfLine: true,
    help: 'given (default): the project is the folder that the agent names, or starts the hook in; search: the project is the folder whose settings hold this line, for agents that start hooks in subfolders',
  },
  {
    runField: 'tools',
    hookField: 'tools',
    yamlKey: 'tools',
    kind: 'tools',
    help: 'the only canonical tools it is for; for tool events of the neutral dialect only',
    keyHelp: 'the only tools it is for; beside `on` of a tool event',
  },
  {
    runField: 'matcher',
    hookField: 'matcher',
    flag: '--matcher',
    yamlKey: 'match',
    kind: 'text',
    placeholder: 'RE',
    help: 'start the hook only if this matches, as the agent of --as would match it on that event',
    keyHelp:
      'with `on`: a regular expression, searched for in the names of the tool, the canonical one ' +
      'and the agent’s own; with `speaks`: the matcher, as that agent means it on that event',
  },
  {
    runField: 'condition',
    hookField: 'condition',
    flag: '--if',
    yamlKey: 'if',
    kind: 'text',
    placeholder: 'RULE',
    help: 'start the hook only if this rule holds for the call, as the agent of --as reads rules',
    keyHelp: 'beside `speaks`: a rule of that agent for the calls that it is for',
  },
  {
    runField: 'answer',
    hookField: 'answer',
    flag: '--answer',
    yamlKey: 'answer',
    kind: 'choice',
    words: ['heard', 'ignored', 'later'],
    placeholder: 'HOW',
    isOfLine: true,
    help: 'heard (default): what the hook says counts; ignored: nothing of it counts; later: nothing of it counts, and nobody waits for the hook',
    hasRunDefault: true,
  },
  {
    runField: 'timeout',
    hookField: 'timeout',
    flag: '--timeout',
    yamlKey: 'timeout',
    kind: 'duration',
    placeholder: 'TIME',
    help: 'how long the hook may run, such as 30s, 500ms, 2m (default: the shorter limit of the two agents, less 5s or a quarter); then it is ended with all processes that it has started',
    fieldHelp: 'milliseconds',
  },
  {
    runField: 'onFailure',
    hookField: 'onFailure',
    flag: '--on-failure',
    yamlKey: 'on-failure',
    kind: 'choice',
    words: ['native', 'block', 'allow'],
    placeholder: 'WHAT',
    help: 'what a crash or a timeout means. native (default): what it means in the agent that the hook was written for, and in the neutral dialect a refusal, at a gate; block: a refusal, at a gate; allow: nothing',
    hasRunDefault: true,
  },
  {
    runField: 'guard',
    hookField: 'guard',
    flag: '--guard',
    yamlKey: 'guard',
    kind: 'switch',
    placeholder: 'BOOLEAN',
    help: 'false: the hook only watches, as a logger or a formatter does, so it may run in agents that cannot refuse. If it refuses all the same, that is passed on where the host can say it. A failure of such a hook in the neutral dialect is ignored',
  },
  {
    runField: 'wordings',
    hookField: 'wordings',
    flag: '--wordings',
    yamlKey: 'wordings',
    kind: 'choice',
    words: ['auto', 'one', 'both'],
    placeholder: 'WHICH',
    help: 'one: a gate is asked once; both: unless it refuses, it is asked again with the other form of a path (absolute, relative) or of an address (with and without a last slash); auto (default): as one, and a conversion writes `both` for a script that may know a file by its relative path only',
  },
  {
    runField: 'servers',
    flag: '--servers',
    kind: 'text',
    placeholder: 'NAMES',
    isOfLine: true,
    help: 'the MCP servers of the host, with commas between. If the name of a tool can be divided into server and tool in several ways, only those with one of these servers count',
  },
  {
    // In a verbatim run, `auto` passes a question through; `deny` refuses there as well.
    runField: 'ask',
    hookField: 'ask',
    flag: '--ask',
    yamlKey: 'ask',
    kind: 'choice',
    words: ['auto', 'host', 'deny'],
    placeholder: 'WHEN',
    isOfLine: true,
    help: 'what becomes of a question to the person. auto (default): a refusal, unless the hook was written for the host itself, which then asks; deny: always a refusal; host: a question, if the host can ask',
    hasRunDefault: true,
  },
  {
    runField: 'halt',
    hookField: 'halt',
    flag: '--halt',
    yamlKey: 'halt',
    kind: 'choice',
    words: ['auto', 'strict'],
    placeholder: 'WHEN',
    help: 'what happens if a hook ends the turn and the host cannot do that. auto (default): this one call is refused; strict: this gate refuses every call until the next prompt',
    hasRunDefault: true,
  },
  {
    runField: 'loopLimit',
    hookField: 'loopLimit',
    flag: '--loop-limit',
    yamlKey: 'loop-limit',
    kind: 'count',
    placeholder: 'N',
    help: 'how many follow-ups in a row the hook may ask for when the agent stops; none: no limit',
    fieldHelp: 'follow-ups in a row; null: no limit',
  },
  {
    runField: 'cwd',
    hookField: 'cwd',
    flag: '--cwd',
    yamlKey: 'cwd',
    kind: 'text',
    placeholder: 'DIR',
    help: 'the working directory of the command (default: the project)',
  },
  {
    runField: 'env',
    hookField: 'env',
    flag: '--env',
    yamlKey: 'env',
    kind: 'variables',
    placeholder: 'NAME=VALUE',
    help: 'a variable of the command; may be repeated',
    keyHelp: 'variables of the command, by their names',
    hasRunDefault: true,
  },
  {
    runField: 'name',
    hookField: 'name',
    flag: '--name',
    yamlKey: 'name',
    kind: 'text',
    placeholder: 'TEXT',
    help: 'what messages and the log call the hook',
  },
  {
    runField: 'description',
    hookField: 'description',
    yamlKey: 'description',
    kind: 'text',
    help: 'what the hook is for',
  },
  {
    runField: 'log',
    hookField: 'log',
    flag: '--log',
    yamlKey: 'log',
    kind: 'text',
    placeholder: 'FILE',
    help: 'append one line of JSON for each run to this file (mode 0600, rotated at 10 MB)',
  },
  {
    runField: 'agents',
    hookField: 'agents',
    yamlKey: 'agents',
    kind: 'agents',
    help: 'the only agents it is for',
    keyHelp: 'the only agents it is for; absent: those present in the project',
  },
  {
    runField: 'acceptLoss',
    hookField: 'acceptLoss',
    yamlKey: 'accept-loss',
    kind: 'boolean',
    help: 'true: the other hooks are written although this one is lost or weaker in an agent; reports still tell what is lost',
  },
  {
    runField: 'rest',
    hookField: 'rest',
    yamlKey: 'keep.entry',
    kind: 'values',
    help: 'further keys of its entry in that agent’s settings, kept for the way back',
  },
  {
    runField: 'group',
    hookField: 'group',
    yamlKey: 'keep.group',
    kind: 'values',
    help: 'keys of the group its entry stood in, kept for the way back',
  },
  {
    runField: 'sequential',
    hookField: 'sequential',
    yamlKey: 'keep.sequential',
    kind: 'boolean',
    help: 'the hook runs after the others of its event, not beside them',
  },
  {
    runField: 'headers',
    hookField: 'headers',
    flag: '--header',
    yamlKey: 'headers',
    kind: 'headers',
    placeholder: 'NAME=VALUE',
    help: 'beside --url: a header of the request; may be repeated',
    keyHelp: 'beside `url`: the headers of the request, by their names',
  },
  {
    // A reference to another name stays as it is if the name has small letters.
    runField: 'headerEnv',
    hookField: 'headerEnv',
    flag: '--header-env',
    yamlKey: 'header-env',
    kind: 'names',
    placeholder: 'NAME',
    help: 'a variable that headers may use as $NAME, and the address too if the hook’s own agent replaces names there. Other names become empty, unless they have small letters: those stay as they are; may be repeated',
    keyHelp:
      'beside `url`: the variables that headers may use as $NAME, and the address too if the hook’s own agent replaces names there. Other names become empty, unless they have small letters: those stay as they are',
  },
  {
    runField: 'url',
    hookField: 'url',
    flag: '--url',
    yamlKey: 'url',
    kind: 'address',
    placeholder: 'URL',
    help: 'post the payload to this address instead of running a command; the reply is the output of the hook. In the neutral dialect, an empty reply at a gate refuses, unless its status is 204',
  },
  {
    runField: 'module',
    hookField: 'module',
    flag: '--module',
    yamlKey: 'module',
    kind: 'module',
    placeholder: 'FILE',
    help: 'call the handler in this file of .anyhook/modules, beside the runner, instead of running a command; sync writes the file',
    keyHelp:
      'in place of `run`: a file whose default export is hook({ … }) of anyhook/hook, in TypeScript or JavaScript; sync makes one file of it and what it imports',
    fieldHelp: 'the file whose handler is called instead of running a command',
  },
  {
    runField: 'values',
    flag: '--values',
    kind: 'key',
    placeholder: 'KEY',
    help: 'take variables and headers from this key of .anyhook/kept.json, beside the runner, so that no command line shows them',
  },
  {
    runField: 'carry',
    flag: '--carry',
    kind: 'json',
    placeholder: 'KEY',
    help: 'a key of .anyhook/kept.json, or JSON: settings that a conversion back needs; a run does not use them',
  },
  {
    runField: 'inTurn',
    flag: '--in-turn',
    kind: 'switch',
    placeholder: 'BOOLEAN',
    help: 'true: the hooks of this dialect on the line run one after another, each with the call as those before it changed it. Without it they run as the agent of --as runs the hooks of one event',
  },
  {
    runField: 'hook',
    flag: '--hook',
    kind: 'text',
    placeholder: 'COMMAND',
    help: 'one of several hooks of the line, in place of the command after --: a shell line. The flags after it, up to the next --hook, are those of this hook; the flags before the first --hook are those of every hook. The host gets one answer',
  },
  {
    runField: 'command',
    hookField: 'command',
    yamlKey: 'run',
    kind: 'command',
    help: 'the command: a shell line, run as that agent would run it',
    isRequired: true,
    fieldHelp:
      'the command: a shell line, run as that agent would run it; empty beside `url` and `module`',
  },
] as const satisfies readonly Option[];

/** One row of the table, with its literal words. */
export type OptionRow = (typeof optionTable)[number];

/**
 * The rows, each with the common type `Option`. In the executable, the build replaces this list by one that has
 * only the rows with a flag, without help texts (`scripts/build.mjs`).
 */
export const options: readonly Option[] = optionTable;
