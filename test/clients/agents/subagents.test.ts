// Hooks written for Cursor and for Claude Code, where an agent has another one do a part of its work.
import { describe, expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { clients, type Host, hosts, session } from './index.ts';
import { subtask } from './model.ts';

/** A script that keeps what it gets on stdin, and then does what is said. */
const keeps = (then: string) => `input=$(cat); printf '%s\\n' "$input" >> "$HOOK_SEEN"\n${then}`;
const says = (answer: object) => `echo '${JSON.stringify(answer)}'`;
const refuses = (word: string, answer: object) =>
  keeps(`case $input in *${word}*) ${says(answer)} ;; esac`);

const reason = (text: string) => ({ user_message: text, agent_message: text });
const extra = (hookEventName: string, more: object) => ({
  hookSpecificOutput: { hookEventName, ...more },
});
const permissionDecision = 'deny';

/** One hook for each thing that can be said about a sub-agent or its calls. */
const hooks = [
  {
    speaks: 'cursor',
    event: 'beforeShellExecution',
    run: refuses('first.txt', { permission: 'deny', ...reason('Not the first.') }),
  },
  {
    speaks: 'claude',
    event: 'PreToolUse',
    match: 'Bash',
    run: refuses(
      'second.txt',
      extra('PreToolUse', { permissionDecision, permissionDecisionReason: 'Not the second.' }),
    ),
  },
  {
    speaks: 'cursor',
    event: 'subagentStart',
    run: refuses('unwanted', { permission: 'deny', ...reason('No help with this.') }),
  },
  {
    speaks: 'claude',
    event: 'SubagentStart',
    run: keeps(says(extra('SubagentStart', { additionalContext: 'Mind the lock.' }))),
  },
  { speaks: 'cursor', event: 'subagentStop', run: keeps('') },
  {
    speaks: 'claude',
    event: 'SubagentStop',
    run: keeps(
      `[ -f again ] || { touch again; ${says({ decision: 'block', reason: 'Look once more.' })}; }`,
    ),
  },
];

/** What becomes of hooks in a client where no event tells of a sub-agent; its tool alone does. */
const byTool: readonly Host[] = ['cline', 'gemini'];
/** Clients that tell of the end of a sub-agent when its result is already there. */
const tellsOfEndAlone: readonly Host[] = ['opencode'];
/** Clients in which what a hook says at the start of a sub-agent reaches the agent that starts it. */
const tellsStarter: readonly Host[] = ['cline'];

const delegating = hosts.filter((id) => clients[id].delegate);

describe.each(delegating)('in %s', (id) => {
  const { calls, delegate = () => [{}], report = (text: string) => ({ text }) } = clients[id];
  const writes = (name: string) => ({ calls: [calls.shell(`echo ran > ${name}.txt`)] });
  const goesOn = ![...byTool, ...tellsOfEndAlone].includes(id);

  test('guards refuse calls of a sub-agent, and hooks are told when it starts and ends', async () => {
    const run = await session(id, {
      files: { 'anyhook.yaml': JSON.stringify({ version: 1, hooks }) },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', id, '--accept-loss'),
      turns: [delegate(`unwanted ${subtask}`)[0], ...delegate(`${subtask}: write some files.`)],
      subagent: [
        writes('first'),
        writes('second'),
        writes('third'),
        report('It is written.'),
        report('It is still written.'),
      ],
    });

    expect(run.result(0)).toContain('No help with this.');
    expect(run.result(0, 'subagent')).toContain('Not the first.');
    expect(run.result(1, 'subagent')).toContain('Not the second.');
    for (const name of ['first.txt', 'second.txt']) expect(run.file(name)).toBeUndefined();
    expect(run.file('third.txt')).toBe('ran\n');
    const told = tellsStarter.includes(id) ? run.told : run.toldSubagent;
    expect(told).toContain('Mind the lock.');
    expect(run.toldSubagent.includes('Look once more.')).toBe(goesOn);

    const seen = (event: string) => run.seen().filter((one) => one.hook_event_name === event);
    expect(seen('subagentStart')).toMatchObject([
      { task: `unwanted ${subtask}` },
      { task: `${subtask}: write some files.` },
    ]);
    // The hooks of one call are all started, also where one of them refuses it.
    expect(seen('SubagentStart')).toHaveLength(goesOn ? 1 : 2);
    const reports = ['It is written.', ...(goesOn ? ['It is still written.'] : [])];
    for (const [event, key] of [
      ['subagentStop', 'summary'],
      ['SubagentStop', 'last_assistant_message'],
    ] as const)
      expect(seen(event)).toMatchObject(
        reports.map((text) => ({ [key]: expect.stringContaining(text) })),
      );
    expect(run.exitCode).toBe(0);
  });
});
