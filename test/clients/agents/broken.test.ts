// What a converted hook does in every real client while the runner or the loader in the project is deleted
// or emptied, or the runner is killed: a gate refuses, with the expected reason; other hooks do nothing.
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inParts } from '../cells.ts';
import { readIfThere, type Workspace } from '../workspace.ts';
import type { Client, Run } from './client.ts';
import { converted } from './converted.ts';
import { clients, type Host, hosts } from './index.ts';
import type { Call, Scripted, Turn } from './protocol.ts';
import { reaches } from './wishes.ts';

const runner = '.anyhook/run.cjs';
const loader = '.anyhook/sh';
const bridge = '.anyhook/bridge.cjs';

/** While the project has this file, each hook kills the runner that started it. */
const killer = 'kill-runner';

const remove = (file: string) => (project: string) => rmSync(join(project, file));
const empty = (file: string) => (project: string) => writeFileSync(join(project, file), '');

/** What goes wrong, and what the loader or the shell says of that. */
const faults = {
  'the runner is deleted': { begin: remove(runner), reason: /\.anyhook\/run\.cjs is missing/ },
  'the runner is emptied': { begin: empty(runner), reason: /\.anyhook\/run\.cjs gave no answer/ },
  'the runner is killed': { begin: empty(killer), reason: /the runner was ended by signal 9/ },
  'the loader is deleted': { begin: remove(loader), reason: /\.anyhook\/sh'?: No such file/ },
  // A shell says nothing of an empty file: the end of the line speaks, or Claude Code shows the line.
  'the loader is emptied': {
    begin: empty(loader),
    reason: /npx anyhook sync|\.anyhook\/sh(?:\. |.*: No stderr output)/,
  },
  'the bridge is deleted': { begin: remove(bridge), reason: /anyhook cannot run .*bridge\.cjs/s },
  'the bridge is emptied': { begin: empty(bridge), reason: /anyhook cannot run/ },
  'the bridge throws': {
    begin: (project: string) => writeFileSync(join(project, bridge), "throw new Error('broken');"),
    reason: /anyhook cannot run .*broken/s,
  },
  'the bridge is cut off': {
    begin: (project: string) => truncateSync(join(project, bridge), 100_000),
    reason: /anyhook cannot run/,
  },
} as const;

type Fault = keyof typeof faults;
/** What can go wrong in a client: in one that loads a plugin, no process of ours is started. */
const faultsIn = (id: Host): Fault[] => {
  const isOfBridge = (name: Fault) => name.includes('bridge');
  const hasBridge = clients[id].program === 'bridge.cjs';
  return (Object.keys(faults) as Fault[]).filter((name) => isOfBridge(name) === hasBridge);
};

/** Clients that refuse for JSON alone, in which the loader says why, if it runs. */
const needsJson: readonly Host[] = ['copilot', 'qwen'];

/** Why a call or a prompt is refused, as the client tells it. */
const reasonIn = (id: Host, fault: Fault): RegExp =>
  needsJson.includes(id) && fault.startsWith('the loader')
    ? /anyhook: this hook gave no answer/
    : faults[fault].reason;

/** Clients that show nobody, without a terminal, why a prompt is refused. */
const refusesPromptsSilently: readonly Host[] = ['codex', 'qwen'];

const hook = (answer: object) => ({
  command: `"$CURSOR_PROJECT_DIR"/.cursor/hooks/kill-runner.sh '${JSON.stringify(answer)}'`,
});

/** How often a hook killed its runner. */
const kills = (run: Run): number =>
  readIfThere(`${run.seenFile}.killed`)?.trim().split('\n').length ?? 0;

const copyOf = ({ root }: Workspace): string => join(root, 'whole');

const keepCopy = (workspace: Workspace) =>
  cpSync(join(workspace.project, '.anyhook'), copyOf(workspace), { recursive: true });

/** Repairs what was broken, and then breaks something else. */
function begin(workspace: Workspace, fault: Fault | undefined): void {
  cpSync(copyOf(workspace), join(workspace.project, '.anyhook'), { recursive: true });
  rmSync(join(workspace.project, killer), { force: true });
  if (fault) faults[fault].begin(workspace.project);
}

/** A call that is made in each round, and what shows that it was. */
interface Attempt {
  call(round: number, project: string): Call;
  isMade(run: Run, round: number, result: string): boolean;
}

const textOf = (round: number): string => `the text of round ${round}`;

/** Codex CLI reads files by its shell alone. */
type Attempts = Record<'shell' | 'note' | 'write', Attempt> & { read?: Attempt };

const attemptsOf = ({ calls: { read, ...calls } }: Client): Attempts => ({
  shell: {
    call: (round) => calls.shell(`echo ran > shell-${round}.txt`),
    isMade: (run, round) => run.file(`shell-${round}.txt`) === 'ran\n',
  },
  note: {
    call: (round) => calls.note(textOf(round)),
    isMade: (run, round) => (run.file('notes.txt') ?? '').includes(textOf(round)),
  },
  write: {
    call: (round, project) => calls.write(join(project, `write-${round}.txt`), textOf(round)),
    isMade: (run, round) => (run.file(`write-${round}.txt`) ?? '').includes(textOf(round)),
  },
  ...(read && {
    read: {
      call: (round, project) => read(join(project, `read-${round}.txt`)),
      isMade: (_, round, result) => result.includes(textOf(round)),
    },
  }),
});

/** Breaks what a round has broken, and makes the calls of the round. */
const startRound = (
  workspace: Workspace,
  attempts: readonly Attempt[],
  round: number,
  fault: Fault | undefined,
): Turn => {
  begin(workspace, fault);
  return { calls: attempts.map(({ call }) => call(round, workspace.project)) };
};

const resultsOf = (run: Run, attempts: readonly Attempt[], round: number): string[] =>
  attempts.map((_, i) => run.result(round * attempts.length + i) ?? '');

/** Whether each of the calls of a round was made. */
const madeIn = (run: Run, attempts: readonly Attempt[], round: number): boolean[] => {
  const results = resultsOf(run, attempts, round);
  return attempts.map(({ isMade }, i) => isMade(run, round, results[i] ?? ''));
};

describe.each(hosts)('%s', (id) => {
  const { shell, note, write, read } = attemptsOf(clients[id]);
  const all = faultsIn(id);
  // In a long process the bridge is loaded once: a round in which nothing is broken comes last.
  /** A round for each fault, and one in which nothing is broken. */
  const rounds: readonly (Fault | undefined)[] = [...all, undefined];
  /** One of the faults, which differs from client to client. */
  const faultOf = (offset: number) => all[(hosts.indexOf(id) + offset) % all.length] as Fault;

  /** Breaks what is broken in the first round before the client starts, since it may load the bridge at once. */
  const prepare = (workspace: Workspace) => {
    keepCopy(workspace);
    begin(workspace, rounds[0]);
  };

  test('refuses guarded calls while the runner or the loader is broken, and tells the model why', async () => {
    const attempts = [shell, note, ...(read ? [read] : [])];
    const allows = hook({ permission: 'allow' });
    const guards = {
      beforeShellExecution: [allows],
      beforeMCPExecution: [{ ...allows, failClosed: true }],
      ...(read ? { beforeReadFile: [allows] } : {}),
    };
    const { failingTurns = all.length + 1 } = clients[id];
    for (const some of inParts(all, failingTurns - 1)) {
      const rounds = [...some, undefined];
      const run = await converted(id, guards, {
        files: Object.fromEntries(rounds.map((_, round) => [`read-${round}.txt`, textOf(round)])),
        prepare,
        turns: (workspace) =>
          rounds.map((fault, round) => () => startRound(workspace, attempts, round, fault)),
      });
      for (const [round, fault] of rounds.entries()) {
        const isMade = fault === undefined;
        expect(madeIn(run, attempts, round), fault).toEqual(attempts.map(() => isMade));
        if (isMade) continue;
        for (const result of resultsOf(run, attempts, round))
          expect(result, fault).toMatch(reasonIn(id, fault));
        expect(run.stdout + run.stderr, fault).toMatch(reasonIn(id, fault));
      }
      expect(kills(run) >= attempts.length).toBe(some.includes('the runner is killed'));
      expect(run.exitCode).toBe(0);
    }
  });

  test('makes every call while a hook that guards nothing is broken, and tells the model nothing of it', async () => {
    const attempts = [shell, note, write];
    const context = 'Nothing is broken now.';
    const loggers = {
      afterMCPExecution: [{ ...hook({}), failClosed: true }],
      afterFileEdit: [hook({})],
      postToolUse: [hook({ additional_context: context })],
      stop: [hook({ followup_message: 'Once more.' })],
    };
    /** What the model was told before each round. */
    const told: string[] = [];
    const run = await converted(id, loggers, {
      prepare,
      turns: (workspace) => [
        ...rounds.map(
          (_, round): Scripted =>
            ({ results, texts }) => {
              told.push([...results.values(), ...texts].join('\n'));
              return startRound(workspace, attempts, round, rounds[round]);
            },
        ),
        () => {
          begin(workspace, faultOf(1));
          return { text: 'That was all.' };
        },
      ],
    });
    for (const [round, fault] of rounds.entries())
      expect(madeIn(run, attempts, round), fault).toEqual(attempts.map(() => true));
    const whileBroken = told[rounds.indexOf(undefined)];
    expect(whileBroken).not.toMatch(/anyhook:|\.anyhook\/(sh|run\.cjs)/);
    expect(whileBroken).not.toContain(context);
    expect(run.told).toContain(context);
    // A plugin that was loaded in the last round stays in the process of the client.
    const goesOn = clients[id].program === 'bridge.cjs' && !reaches[id].follow;
    expect(run.told.includes('Once more.')).toBe(goesOn);
    expect(run.asked).toBe(rounds.length + 1 + (goesOn ? 5 : 0));
    expect(kills(run) >= attempts.length).toBe(all.includes('the runner is killed'));
    expect(run.exitCode).toBe(0);
  });

  const fault = faultOf(0);
  test(`lets no prompt reach the model while ${fault}`, async () => {
    const guard = hook({ continue: true });
    const run = await converted(
      id,
      { beforeSubmitPrompt: [guard] },
      {
        prepare(workspace) {
          keepCopy(workspace);
          begin(workspace, fault);
        },
      },
    );
    expect(run.asked).toBe(0);
    expect(reasonIn(id, fault).test(run.stdout + run.stderr)).toBe(
      !refusesPromptsSilently.includes(id),
    );
    expect(kills(run) > 0).toBe(fault === 'the runner is killed');
    expect(run.exitCode).toBe(clients[id].exitCodeOfRefusedPrompt);
  });
});
