/** How an option is written: `choice` begins with the word that is meant where none is said. */
export type OptionKind =
  | 'text'
  | 'duration'
  | 'choice'
  | 'count'
  | 'variables'
  | 'names'
  | 'json'
  /** The key of an entry of the record beside the runner. */
  | 'key'
  /** True or false; true where nothing is said. */
  | 'switch'
  | 'kept';

/** One option of a hook, or of a run alone. */
export interface Option {
  /** Its field among the flags of a run. */
  readonly name: string;
  /** Its field of a hook; absent: a hook has none. */
  readonly field?: string;
  /** Absent: no flag of `anyhook run` says it. */
  readonly flag?: `--${string}`;
  /** Its key in `anyhook.yaml`; absent: it has none. */
  readonly key?: string;
  readonly kind: OptionKind;
  readonly words?: readonly string[];
  /** What stands for its value in a help text. */
  readonly value?: string;
  /** What it does: for help texts, editors and the README. */
  readonly help: string;
}

/** Every option, stated once, in the order of a command line. */
export const options = [
  {
    name: 'host',
    flag: '--host',
    kind: 'text',
    value: 'VENDOR',
    help: 'who fires the hook (default: recognised from the payload)',
  },
  {
    name: 'hostEvent',
    flag: '--host-event',
    kind: 'text',
    value: 'NAME',
    help: 'which of its events fires it, where its payloads do not say (default: as it looks)',
  },
  {
    name: 'as',
    field: 'speaks',
    flag: '--as',
    key: 'speaks',
    kind: 'text',
    value: 'VENDOR',
    help: 'whose dialect the command speaks; anyhook: the canonical one, which also takes the answers of every agent',
  },
  {
    name: 'event',
    field: 'event',
    flag: '--event',
    key: 'event',
    kind: 'text',
    value: 'NAME',
    help: 'the native event it was written for; needed where that agent has several for what happened',
  },
  {
    name: 'exit',
    flag: '--exit',
    kind: 'choice',
    words: ['own', '0'],
    value: 'WHOSE',
    help: 'own (default): the hook’s own exit code, where host and dialect are one; 0: always 0, and the answer as JSON',
  },
  {
    name: 'proof',
    flag: '--proof',
    kind: 'count',
    value: 'FD',
    help: 'end with 9 if an answer was printed, and with 12 if stderr holds a refusal, so that a shell line can tell an answer from none; what goes to stderr goes to this file descriptor (2: stderr)',
  },
  {
    name: 'root',
    flag: '--root',
    kind: 'choice',
    words: ['given', 'search'],
    value: 'HOW',
    help: 'given (default): the project is the folder that the agent says, or starts the hook in; search: it is that in whose settings this line stands, for an agent that starts hooks below it',
  },
  {
    name: 'tools',
    field: 'tools',
    key: 'tools',
    kind: 'kept',
    help: 'the only canonical tools it is for; canonical tool events alone',
  },
  {
    name: 'matcher',
    field: 'matcher',
    flag: '--matcher',
    key: 'match',
    kind: 'text',
    value: 'RE',
    help: 'start it only if this matches, as that agent would match on that event',
  },
  {
    name: 'condition',
    field: 'condition',
    flag: '--if',
    key: 'if',
    kind: 'text',
    value: 'RULE',
    help: 'start it only if this rule holds for the call, as that agent would hold it',
  },
  {
    name: 'answer',
    field: 'answer',
    flag: '--answer',
    key: 'answer',
    kind: 'choice',
    words: ['heard', 'ignored', 'later'],
    value: 'HOW',
    help: 'heard (default); ignored: nothing that it says counts; later: nor is it waited for',
  },
  {
    name: 'timeout',
    field: 'timeout',
    flag: '--timeout',
    key: 'timeout',
    kind: 'duration',
    value: 'TIME',
    help: '30s, 500ms, 2m (default: the shorter of what the two agents give a hook, less 5s or a quarter); the whole tree is ended',
  },
  {
    name: 'onFailure',
    field: 'onFailure',
    flag: '--on-failure',
    key: 'on-failure',
    kind: 'choice',
    words: ['native', 'block', 'allow'],
    value: 'WHAT',
    help: 'a crash or a timeout: native (default): as its agent would have it; block: a guard refuses; allow',
  },
  {
    name: 'guard',
    field: 'guard',
    flag: '--guard',
    key: 'guard',
    kind: 'switch',
    value: 'BOOLEAN',
    help: 'false: it neither refuses nor hides anything, such as a logger or a formatter, so that no agent is too weak for it; a refusal that it says all the same is passed on where there is a form for it, and a failure in the canonical dialect is let pass',
  },
  {
    name: 'wordings',
    field: 'wordings',
    flag: '--wordings',
    key: 'wordings',
    kind: 'choice',
    words: ['auto', 'one', 'both'],
    value: 'WHICH',
    help: 'a gate is asked about a path that can be written absolute and relative, or an address with and without a last slash, once (one), or in both wordings, one after the other, up to the first refusal; auto (default): once, and conversion writes both where its script may know a file by its relative path alone',
  },
  {
    name: 'servers',
    flag: '--servers',
    kind: 'text',
    value: 'NAMES',
    help: 'MCP servers that the host has, with commas between: a tool whose name may be that of several servers is told as of these alone, where it may be of one of them',
  },
  {
    name: 'ask',
    field: 'ask',
    flag: '--ask',
    key: 'ask',
    kind: 'choice',
    words: ['auto', 'host', 'deny'],
    value: 'WHEN',
    help: 'auto (default) and deny: a question to the person refuses; host: it is passed on',
  },
  {
    name: 'halt',
    field: 'halt',
    flag: '--halt',
    key: 'halt',
    kind: 'choice',
    words: ['auto', 'strict'],
    value: 'WHEN',
    help: 'auto (default): a halt the host has no form for refuses one call; strict: this gate then refuses until the next prompt',
  },
  {
    name: 'loopLimit',
    field: 'loopLimit',
    flag: '--loop-limit',
    key: 'loop-limit',
    kind: 'count',
    value: 'N',
    help: 'follow-ups in a row at a stop, or none',
  },
  {
    name: 'cwd',
    field: 'cwd',
    flag: '--cwd',
    key: 'cwd',
    kind: 'text',
    value: 'DIR',
    help: 'its working directory (default: the project)',
  },
  {
    name: 'env',
    field: 'env',
    flag: '--env',
    key: 'env',
    kind: 'variables',
    value: 'NAME=VALUE',
    help: 'a variable of the command; may be repeated',
  },
  {
    name: 'name',
    field: 'name',
    flag: '--name',
    key: 'name',
    kind: 'text',
    value: 'TEXT',
    help: 'what messages and the log call the hook',
  },
  {
    name: 'description',
    field: 'description',
    key: 'description',
    kind: 'kept',
    help: 'what the hook is for',
  },
  {
    name: 'log',
    field: 'log',
    flag: '--log',
    key: 'log',
    kind: 'text',
    value: 'FILE',
    help: 'append one JSON line a run (mode 0600, rotated at 10 MB)',
  },
  {
    name: 'agents',
    field: 'agents',
    key: 'agents',
    kind: 'kept',
    help: 'the only agents it is for',
  },
  {
    name: 'rest',
    field: 'rest',
    key: 'keep.entry',
    kind: 'kept',
    help: 'further keys of its entry in that agent’s settings, kept for the way back',
  },
  {
    name: 'group',
    field: 'group',
    key: 'keep.group',
    kind: 'kept',
    help: 'keys of the group its entry stood in, kept for the way back',
  },
  {
    name: 'sequential',
    field: 'sequential',
    key: 'keep.sequential',
    kind: 'kept',
    help: 'not beside the other hooks of its event',
  },
  {
    name: 'headers',
    field: 'headers',
    flag: '--header',
    key: 'headers',
    kind: 'variables',
    value: 'NAME=VALUE',
    help: 'beside --url: a header of the request; may be repeated',
  },
  {
    name: 'headerEnv',
    field: 'headerEnv',
    flag: '--header-env',
    key: 'header-env',
    kind: 'names',
    value: 'NAME',
    help: 'a variable whose value stands for $NAME in headers, others for nothing; may be repeated',
  },
  {
    name: 'url',
    field: 'url',
    flag: '--url',
    key: 'url',
    kind: 'text',
    value: 'URL',
    help: 'post the payload there instead of running a command, and read the reply as its output; in the canonical dialect an empty reply refuses at a gate, unless its status is 204',
  },
  {
    name: 'values',
    flag: '--values',
    kind: 'key',
    value: 'KEY',
    help: 'variables and headers as .anyhook/kept.json, beside the runner, has them under this key: no line shows them',
  },
  {
    name: 'carry',
    flag: '--carry',
    kind: 'json',
    value: 'KEY',
    help: 'settings kept there for converting back, or as JSON; not used by a run',
  },
  {
    name: 'command',
    field: 'command',
    key: 'run',
    kind: 'kept',
    help: 'the command: a shell line, run as that agent would run it',
  },
] as const satisfies readonly Option[];

/** The same, as rows that are alike. */
export const rows: readonly Option[] = options;

type Choice = Extract<(typeof options)[number], { kind: 'choice' }>;

/** What an option does. */
export const helpOf = (name: (typeof options)[number]['name']): string =>
  (rows.find((one) => one.name === name) as Option).help;

/** The words of a choice, what is meant where none is said first. */
export function wordsOf<N extends Choice['name']>(name: N): Extract<Choice, { name: N }>['words'] {
  return rows.find((one) => one.name === name)?.words as never;
}
