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
   * hook is an address (`url`). If that is absent as well, no hook is started, and the run only remembers the event.
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
    help: 'who fires the hook (default: recognised from the payload)',
  },
  {
    runField: 'hostEvent',
    flag: '--host-event',
    kind: 'event',
    placeholder: 'NAME',
    help: 'which of its events fires it, where its payloads do not say (default: as it looks)',
  },
  {
    runField: 'as',
    hookField: 'speaks',
    flag: '--as',
    yamlKey: 'speaks',
    kind: 'vendor',
    placeholder: 'VENDOR',
    help: 'whose dialect the command speaks; anyhook: the canonical one, which also takes the answers of every agent',
    isRequired: true,
    keyHelp: 'the agent the command was written for, instead of `on`',
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
    help: 'own (default): the hook’s own exit code, where host and dialect are one; 0: always 0, and the answer as JSON',
  },
  {
    runField: 'proof',
    flag: '--proof',
    kind: 'count',
    placeholder: 'FD',
    help: 'end with 9 if an answer was printed, and with 12 if stderr holds a refusal, so that a shell line can tell an answer from none; what goes to stderr goes to this file descriptor (2: stderr)',
  },
  {
    runField: 'root',
    flag: '--root',
    kind: 'choice',
    words: ['given', 'search'],
    placeholder: 'HOW',
    help: 'given (default): the project is the folder that the agent says, or starts the hook in; search: it is that in whose settings this line stands, for an agent that starts hooks below it',
  },
  {
    runField: 'tools',
    hookField: 'tools',
    yamlKey: 'tools',
    kind: 'tools',
    help: 'the only canonical tools it is for; canonical tool events alone',
    keyHelp: 'the only tools it is for; beside `on` of a tool event',
  },
  {
    runField: 'matcher',
    hookField: 'matcher',
    flag: '--matcher',
    yamlKey: 'match',
    kind: 'text',
    placeholder: 'RE',
    help: 'start it only if this matches, as that agent would match on that event',
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
    help: 'start it only if this rule holds for the call, as that agent would hold it',
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
    help: 'heard (default); ignored: nothing that it says counts; later: nor is it waited for',
    hasRunDefault: true,
  },
  {
    runField: 'timeout',
    hookField: 'timeout',
    flag: '--timeout',
    yamlKey: 'timeout',
    kind: 'duration',
    placeholder: 'TIME',
    help: '30s, 500ms, 2m (default: the shorter of what the two agents give a hook, less 5s or a quarter); the whole tree is ended',
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
    help: 'a crash or a timeout: native (default): as its agent would have it; block: a guard refuses; allow',
    hasRunDefault: true,
  },
  {
    runField: 'guard',
    hookField: 'guard',
    flag: '--guard',
    yamlKey: 'guard',
    kind: 'switch',
    placeholder: 'BOOLEAN',
    help: 'false: it neither refuses nor hides anything, such as a logger or a formatter, so that no agent is too weak for it; a refusal that it says all the same is passed on where there is a form for it, and a failure in the canonical dialect is let pass',
  },
  {
    runField: 'wordings',
    hookField: 'wordings',
    flag: '--wordings',
    yamlKey: 'wordings',
    kind: 'choice',
    words: ['auto', 'one', 'both'],
    placeholder: 'WHICH',
    help: 'a gate is asked about a path that can be written absolute and relative, or an address with and without a last slash, once (one), or in both wordings, one after the other, up to the first refusal; auto (default): once, and conversion writes both where its script may know a file by its relative path alone',
  },
  {
    runField: 'servers',
    flag: '--servers',
    kind: 'text',
    placeholder: 'NAMES',
    help: 'MCP servers that the host has, with commas between: a tool whose name may be that of several servers is told as of these alone, where it may be of one of them',
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
    help: 'auto (default) and deny: a question to the person refuses; host: it is passed on',
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
    help: 'auto (default): a halt the host has no form for refuses one call; strict: this gate then refuses until the next prompt',
    hasRunDefault: true,
  },
  {
    runField: 'loopLimit',
    hookField: 'loopLimit',
    flag: '--loop-limit',
    yamlKey: 'loop-limit',
    kind: 'count',
    placeholder: 'N',
    help: 'follow-ups in a row at a stop, or none',
    fieldHelp: 'follow-ups in a row; null: no limit',
  },
  {
    runField: 'cwd',
    hookField: 'cwd',
    flag: '--cwd',
    yamlKey: 'cwd',
    kind: 'text',
    placeholder: 'DIR',
    help: 'its working directory (default: the project)',
  },
  {
    runField: 'env',
    hookField: 'env',
    flag: '--env',
    yamlKey: 'env',
    kind: 'variables',
    placeholder: 'NAME=VALUE',
    help: 'a variable of the command; may be repeated',
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
    help: 'append one JSON line a run (mode 0600, rotated at 10 MB)',
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
    help: 'not beside the other hooks of its event',
  },
  {
    runField: 'headers',
    hookField: 'headers',
    flag: '--header',
    yamlKey: 'headers',
    kind: 'headers',
    placeholder: 'NAME=VALUE',
    help: 'beside --url: a header of the request; may be repeated',
  },
  {
    // A reference to another name stays as it is if the name has small letters.
    runField: 'headerEnv',
    hookField: 'headerEnv',
    flag: '--header-env',
    yamlKey: 'header-env',
    kind: 'names',
    placeholder: 'NAME',
    help: 'a variable whose value stands for $NAME in headers, others for nothing; may be repeated',
  },
  {
    runField: 'url',
    hookField: 'url',
    flag: '--url',
    yamlKey: 'url',
    kind: 'address',
    placeholder: 'URL',
    help: 'post the payload there instead of running a command, and read the reply as its output; in the canonical dialect an empty reply refuses at a gate, unless its status is 204',
  },
  {
    runField: 'values',
    flag: '--values',
    kind: 'key',
    placeholder: 'KEY',
    help: 'variables and headers as .anyhook/kept.json, beside the runner, has them under this key: no line shows them',
  },
  {
    runField: 'carry',
    flag: '--carry',
    kind: 'json',
    placeholder: 'KEY',
    help: 'settings kept there for converting back, or as JSON; not used by a run',
  },
  {
    runField: 'command',
    hookField: 'command',
    yamlKey: 'run',
    kind: 'command',
    help: 'the command: a shell line, run as that agent would run it',
    isRequired: true,
    fieldHelp: 'the command: a shell line, run as that agent would run it; empty beside `url`',
  },
] as const satisfies readonly Option[];

/** One row of the table, with its literal words. */
export type OptionRow = (typeof optionTable)[number];

/**
 * The rows, each with the common type `Option`. In the executable, the build replaces this list by one that has
 * only the rows with a flag, without help texts (`scripts/build.mjs`).
 */
export const options: readonly Option[] = optionTable;
