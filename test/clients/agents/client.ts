// What a real client is to the tests, and a session of one.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Finished, spawned } from '../spawned.ts';
import { payloadsIn, readIfThere, type Workspace, write } from '../workspace.ts';
import { type Asker, idOf, startModel } from './model.ts';
import type { Call, Protocol, Scripted, Turn } from './protocol.ts';

/** A place where hooks are asked, by what all of them have. */
export type Moment = 'start' | 'prompt' | 'before' | 'after' | 'stop';

/** A hook as the client's own settings have it: a shell line, and seconds until it is given up. */
export interface Hook {
  line: string;
  matcher?: string;
  seconds?: number;
}

/** Where a client starts: its own packages, the model's address, and whether it has an MCP server. */
export interface Place extends Workspace {
  modules: string;
  url: string;
  notes: boolean;
  asksPermission: boolean;
}

export interface Client {
  title: string;
  /** The program in `.anyhook` that runs its hooks. Absent: the runner, which a loader starts. */
  program?: 'bridge.cjs';
  protocol: Protocol;
  /** What the client calls these events. */
  events: Record<Moment, string>;
  /** The calls of its tools; the last one is of the MCP server, `write_note`. */
  calls: {
    shell(command: string): Call;
    read?(path: string): Call;
    write(path: string, content: string): Call;
    note(text: string): Call;
  };
  /** Our fixtures of calls before they are made: of the shell, of an MCP tool and, if it has one, of the tool that reads. */
  fixtures: readonly string[];
  /** The file of a project with its hooks, and what that says: `hooks` are by the client's own events. */
  settings: readonly [path: string, text: (hooks: Record<string, readonly Hook[]>) => unknown];
  /** Installs in a project what `settings` need that no conversion wrote. Absent: nothing. */
  install?(project: string): void;
  /** Turns that start a sub-agent with a prompt, and wait for its end. Absent: it has no sub-agents. */
  delegate?(prompt: string): readonly [start: Scripted, ...rest: Scripted[]];
  /** The last turn of a sub-agent, with what it reports; absent: a text. */
  report?(text: string): Turn;
  /** Returns what the model is told of a call, out of what the client sends it. Absent: all that it sends. */
  readResult?(sent: string): string;
  /** So many turns in a row in which every call fails end the run. Absent: they do not. */
  failingTurns?: number;
  /** Files it wants before it starts. */
  prepare(place: Place): void;
  launch(place: Place, prompt: string): { command: string[]; env: Record<string, string> };
  /** The command of a further prompt in the last session; absent: no test gives one. */
  resumed?(command: readonly string[]): string[];
  /** Its exit code when a hook refuses the prompt. */
  exitCodeOfRefusedPrompt: number;
  /** Its exit code when a hook ends the turn. Absent: 0. */
  exitCodeOfEndedTurn?: number;
}

export type Hooks = Partial<Record<Moment, readonly Hook[]>>;

export interface Session {
  hooks?: Hooks | ((workspace: Workspace) => Hooks);
  turns?: readonly Scripted[] | ((workspace: Workspace) => readonly Scripted[]);
  /** The turns of the sub-agent that a turn starts. */
  subagent?: readonly Scripted[];
  prompt?: string;
  /** Further prompts in the same session, each when the answer to the one before is there. */
  later?: readonly string[];
  notes?: boolean;
  /** A person would be asked about each command, in the clients that can be started so. */
  asksPermission?: boolean;
  env?: Record<string, string>;
  /** The folder it starts in, from the project's. */
  folder?: string;
  /** Further words of its command line, behind all others. */
  flags?: (workspace: Workspace) => string[];
  /** Called when all files are there, before the client starts. */
  prepare?: (workspace: Workspace) => void;
  limitMs?: number;
}

export interface Run extends Finished, Workspace {
  /** How often the model was asked for a turn. */
  asked: number;
  /** How often the model was asked for a summary, as a conversation that is compacted. */
  summaries: number;
  /** The texts of the model's turns. */
  said: readonly string[];
  /** The tools the model was offered. */
  tools: readonly string[];
  /** What became of a call, as the model was told, by its place among all calls of its agent. */
  result(call: number, of?: Asker): string | undefined;
  /** All that the model was ever told, each text once. */
  told: string;
  /** What the model was told with its last turn, which is the whole conversation. */
  view: string;
  /** All that a sub-agent's model was ever told, each text once. */
  toldSubagent: string;
  file(name: string): string | undefined;
  /** What hooks that keep it got on stdin, oldest first. */
  seen(): Record<string, unknown>[];
}

/** Plays a session of the client whose packages are in `modules`, in a workspace of its own. */
export async function play(
  client: Client,
  modules: string,
  workspace: Workspace,
  session: Session,
): Promise<Run> {
  const {
    turns = [],
    prompt = 'Do the task.',
    hooks,
    notes = false,
    asksPermission = false,
  } = session;
  const { project, home, root, seenFile } = workspace;
  spawnSync('git', ['init', '-q', '-b', 'main', project]);
  const model = await startModel(client.protocol, {
    agent: typeof turns === 'function' ? turns(workspace) : turns,
    subagent: session.subagent ?? [],
  });
  try {
    const place = { ...workspace, modules, url: model.url, notes, asksPermission };
    client.prepare(place);
    if (hooks) {
      const named = Object.entries(typeof hooks === 'function' ? hooks(workspace) : hooks).map(
        ([moment, all]) => [client.events[moment as Moment], all],
      );
      const [path, text] = client.settings;
      write(join(project, path), text(Object.fromEntries(named)));
      client.install?.(project);
    }
    session.prepare?.(workspace);
    const { command, env } = client.launch(place, prompt);
    const cwd = join(project, session.folder ?? '');
    mkdirSync(cwd, { recursive: true });
    const own = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: root, TERM: 'dumb' };
    const said = { LANG: 'C.UTF-8', NO_COLOR: '1', SHELL: '/bin/bash', HOOK_SEEN: seenFile };
    const all = { ...own, ...said, ...env, ...session.env };
    const words = [...command, ...(session.flags?.(workspace) ?? [])];
    const limit = session.limitMs ?? 180_000;
    let finished = await spawned(words, cwd, all, limit, true);
    for (const next of session.later ?? []) {
      const again = client.resumed?.(client.launch(place, next).command);
      if (!again) throw new Error(`${client.title}: no test resumes a session`);
      finished = await spawned(again, cwd, all, limit, true);
    }
    const readResult = client.readResult ?? ((sent) => sent);
    const told = model.asked.map(({ by, results, texts }) => ({
      by,
      results: [...results].map(([id, sent]) => [id, readResult(sent)] as const),
      texts,
    }));
    write(join(root, 'session.json'), { ...finished, told });
    const textsOf = (some: typeof told) =>
      some.flatMap(({ results, texts }) => [...results.map(([, one]) => one), ...texts]);
    return {
      ...workspace,
      ...finished,
      asked: model.asked.length,
      summaries: model.summaries(),
      said: model.said,
      tools: model.asked[0]?.tools ?? [],
      result: (call, of) =>
        told.flatMap(({ results }) => results).find(([id]) => id === idOf(call, of))?.[1],
      told: [...new Set(textsOf(told))].join('\n'),
      view: textsOf(told.slice(-1)).join('\n'),
      toldSubagent: textsOf(told.filter(({ by }) => by === 'subagent')).join('\n'),
      file: (name) => readIfThere(join(project, name)),
      seen: () => payloadsIn(seenFile),
    };
  } finally {
    model.close();
  }
}

/** Hooks in groups, as most clients have them; `of` tells the limit of one. */
export const grouped =
  (of: (seconds: number) => object = (timeout) => ({ timeout })) =>
  (hooks: Record<string, readonly Hook[]>) => ({
    hooks: Object.fromEntries(
      Object.entries(hooks).map(([event, all]) => [
        event,
        all.map(({ line, matcher, seconds }) => ({
          ...(matcher === undefined ? {} : { matcher }),
          hooks: [
            { type: 'command', command: line, ...(seconds === undefined ? {} : of(seconds)) },
          ],
        })),
      ]),
    ),
  });
