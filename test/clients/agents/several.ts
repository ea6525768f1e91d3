// Three hooks at each moment of a session, which do something else for each call, and what one sees of that.
import { readIfThere, type Workspace } from '../workspace.ts';
import type { Hook, Moment, Run } from './client.ts';
import { clients, type Host, session } from './index.ts';
import type { Dialect } from './words.ts';

/** What a hook does for a call. `judge`: it refuses the call if another hook has rewritten it. */
export type Deed =
  | 'allow'
  | 'ask'
  | 'context'
  | 'crash'
  | 'deny'
  | 'exit'
  | 'garbage'
  | 'hang'
  | 'judge'
  | 'pass'
  | 'rewrite';

/** The calls by their names, and what the three hooks do for each. */
export const calls = {
  'allow-deny': ['allow', 'deny', 'pass'],
  'deny-allow': ['deny', 'allow', 'pass'],
  'exit-allow': ['pass', 'exit', 'allow'],
  'deny-deny': ['deny', 'pass', 'deny'],
  'rewrite-judge': ['rewrite', 'pass', 'judge'],
  'judge-rewrite': ['judge', 'pass', 'rewrite'],
  'rewrite-allow': ['rewrite', 'allow', 'pass'],
  'rewrite-deny': ['rewrite', 'pass', 'deny'],
  'deny-hang': ['deny', 'hang', 'pass'],
  'hang-deny': ['pass', 'hang', 'deny'],
  'crash-deny': ['crash', 'deny', 'pass'],
  'deny-crash': ['deny', 'pass', 'crash'],
  'garbage-deny': ['garbage', 'deny', 'pass'],
  'ask-deny': ['ask', 'deny', 'pass'],
  'deny-ask': ['deny', 'ask', 'pass'],
  'ask-allow': ['pass', 'ask', 'allow'],
  'context-context': ['context', 'pass', 'context'],
  'context-deny': ['context', 'deny', 'pass'],
  'pass-pass': ['pass', 'pass', 'pass'],
} as const satisfies Record<string, readonly [Deed, Deed, Deed]>;

export type CallName = keyof typeof calls;
export const callNames = Object.keys(calls) as CallName[];

/** The moments other than `before`: the first and the third hook say something at each. */
export const otherMoments = ['start', 'prompt', 'after', 'stop'] as const;
const moments: readonly Moment[] = [...otherMoments, 'before'];

const places = ['first', 'second', 'third'] as const;
const commandOf = (name: string, word: string): string => `echo ${word} > ${name}.txt`;

/** What a hook says for a call, or at a moment: no other hook says that. */
const textOf = (name: string, at: number): string => `The ${places[at]} hook says ${name}.`;

const print = (answer: unknown): string =>
  answer === undefined ? ':' : `echo '${JSON.stringify(answer)}'`;

function doing({ says }: Dialect, event: string, deed: Deed, name: string, at: number): string {
  const text = textOf(name, at);
  switch (deed) {
    case 'pass':
      return ':';
    case 'crash':
      return 'exit 1';
    case 'exit':
      return `echo '${text}' >&2; exit 2`;
    case 'garbage':
      return `echo '{"decision":'`;
    case 'hang':
      return 'exec sleep 600';
    case 'rewrite':
      return print(says.rewrite?.(commandOf(name, 'pnpm'), event));
    case 'judge':
      return print(says.deny?.(text, event));
    default:
      return print(says[deed]?.(text, event));
  }
}

/** The script of one of the three hooks. It notes that it is started for a call. */
function scriptOf(dialect: Dialect, moment: Moment, at: number): string {
  const { says } = dialect;
  const event = dialect.events[moment];
  const say = (wish: 'greet' | 'tell' | 'follow') =>
    at === 1 ? ':' : print(says[wish]?.(textOf(moment, at), event));
  const ofCall = (name: CallName): string => {
    const deed: Deed = calls[name][at] as Deed;
    const looked = deed === 'judge' ? `pnpm*${name}` : name;
    const does = doing(dialect, event, deed, name, at);
    return `*${looked}.txt*) echo '${name} ${places[at]}' >> "$HOOK_SEEN.starts"; ${does} ;;`;
  };
  const bodies: Record<Moment, string> = {
    start: say('greet'),
    prompt:
      at === 1
        ? `case $input in *sk-live*) ${print(says.refuse?.(textOf(moment, at), event))} ;; esac`
        : say('greet'),
    before: `case $input in\n${callNames.map(ofCall).join('\n')}\nesac`,
    after: `case $input in *pass-pass.txt*) ${say('tell')} ;; esac`,
    stop: `[ -f "$HOOK_SEEN.stop-${at}" ] || { touch "$HOOK_SEEN.stop-${at}"; ${say('follow')}; }`,
  };
  return `input=$(cat)\n${bodies[moment]}\n`;
}

/** The hooks of a moment: the scripts and the limit of the second one, which hangs. */
export const listHooks = (moment: Moment): Hook[] =>
  places.map((place, at) => ({
    line: `sh hooks/${moment}-${place}.sh`,
    ...(at === 1 && { seconds: 2 }),
  }));

/** The scripts of all moments, each of the three in its own dialect. */
export const listScripts = (dialects: readonly [Dialect, Dialect, Dialect]) =>
  Object.fromEntries(
    moments.flatMap((moment) =>
      dialects.map((dialect, at) => [
        `hooks/${moment}-${places[at]}.sh`,
        scriptOf(dialect, moment, at),
      ]),
    ),
  );

/** An anyhook.yaml with the three hooks, each of which speaks a dialect. */
export const listNeutralHooks = (dialects: readonly (readonly [id: string, Dialect])[]) =>
  moments.flatMap((moment) =>
    listHooks(moment).map(({ line, seconds }, at) => {
      const [speaks, { events }] = dialects[at] as readonly [string, Dialect];
      const event = events[moment];
      return {
        ...(speaks === 'anyhook' ? { on: event } : { speaks, event }),
        run: line,
        ...(seconds && { timeout: `${seconds}s` }),
      };
    }),
  );

/** The settings of an agent with the three hooks at each moment. */
export function settingsOf(id: Host, dialect: Dialect, inTurn: boolean): [string, unknown] {
  const [path, text] = clients[id].settings;
  const named = moments.map((moment) => [dialect.events[moment], listHooks(moment)]);
  const file = text(Object.fromEntries(named)) as { hooks: Record<string, object[]> };
  const groups = Object.values(file.hooks).flat();
  if (inTurn) for (const group of groups) Object.assign(group, { sequential: true });
  return [path, file];
}

/** What one sees of a session. */
export interface Seen {
  run: Run;
  /** What became of a call: the text that its command wrote. Absent: it was not made. */
  written: Partial<Record<CallName, string>>;
  /** The hooks whose texts the model has in the end, in order, for each call and moment. */
  shown: Record<string, string[]>;
  /** The hooks that were started for each call. */
  started: Record<string, string[]>;
  /** How many hooks each line of the settings has that starts some with `--hook`. */
  hooks: number[];
}

/** Plays a session in which the model makes all calls, one in each turn. */
export async function playAll(
  host: Host,
  files: Record<string, unknown>,
  prepare: (workspace: Workspace) => void = () => {},
): Promise<Seen> {
  const { calls: ofTools } = clients[host];
  const run = await session(host, {
    files,
    prepare,
    turns: [
      ...callNames.map((name) => ({ calls: [ofTools.shell(commandOf(name, 'npm'))] })),
      { text: 'That was all.' },
      { text: 'All of it is done.' },
    ],
  });
  const shownFor = (name: string): string[] => {
    const found = places.flatMap((place, at) => {
      const parts = run.view.split(textOf(name, at));
      return parts.slice(1).map((_, i) => ({ place, at: parts.slice(0, i + 1).join(' ').length }));
    });
    return found.sort((a, b) => a.at - b.at).map(({ place }) => place);
  };
  const starts = readIfThere(`${run.seenFile}.starts`)?.trim().split('\n') ?? [];
  const all = [...callNames, ...otherMoments];
  const settings = host === 'copilot' ? '.github/hooks/anyhook.json' : clients[host].settings[0];
  const lines = (run.file(settings) ?? '').split('\n');
  return {
    run,
    written: Object.fromEntries(
      callNames.flatMap((name) => {
        const text = run.file(`${name}.txt`)?.trim();
        return text === undefined ? [] : [[name, text]];
      }),
    ),
    shown: Object.fromEntries(all.map((name) => [name, shownFor(name)])),
    started: Object.fromEntries(
      callNames.map((name) => [
        name,
        starts
          .filter((line) => line.startsWith(`${name} `))
          .map((line) => line.split(' ')[1] ?? ''),
      ]),
    ),
    hooks: lines.map((line) => line.split(" --hook 'sh hooks/").length - 1).filter(Boolean),
  };
}
