/** Hooks that still run when a person ends `anyhook test`: they end with it, however the agent starts them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attempt } from '../../src/util/attempt.ts';
import { type Files, project } from '../settings/project.ts';
import { alive, bin } from '../shim/run.ts';

/** Returns a script that writes its process id and hangs. */
const hangs = (name: string, before = '') => `#!/bin/sh
${before}
echo $$ >${name}.pid
sleep 100
`;
const claude = (...commands: string[]): Files => ({
  '.claude/settings.json': {
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: commands.map((command) => ({ type: 'command', command })) },
      ],
    },
  },
});
const ignoring = hangs('a', "trap '' INT TERM HUP");

/** A hook, the agent that is asked, and the files of a project in which the agent starts it. */
const starts: [title: string, agent: string, to: string | undefined, files: Files][] = [
  ['its own agent', 'claude', undefined, { ...claude('./a.sh'), 'a.sh': hangs('a') }],
  [
    'its own agent, though it ignores signals',
    'claude',
    undefined,
    { ...claude('./a.sh'), 'a.sh': ignoring },
  ],
  ['a line of its own', 'gemini', 'gemini', { ...claude('./a.sh'), 'a.sh': hangs('a') }],
  [
    'a line of its own, though it ignores signals',
    'gemini',
    'gemini',
    { ...claude('./a.sh'), 'a.sh': ignoring },
  ],
  ['a line of Codex CLI', 'codex', 'codex', { ...claude('./a.sh'), 'a.sh': hangs('a') }],
  [
    'a line that starts two',
    'gemini',
    'gemini',
    { ...claude('./a.sh', './b.sh'), 'a.sh': ignoring, 'b.sh': hangs('b') },
  ],
];
const others = (['SIGTERM', 'SIGHUP'] as const).flatMap((signal) =>
  starts.slice(-1).map((start) => [signal, ...start] as const),
);
const cells = [...starts.map((start) => ['SIGINT', ...start] as const), ...others];

/** Waits until a script has written its process id. */
async function readPid(file: string): Promise<number> {
  for (;;) {
    const pid = Number(attempt(() => readFileSync(file, 'utf8')) ?? '');
    if (pid) return pid;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test.each(
  cells,
)('%s ends a hook that is started by %s, and then the command', async (signal, _, agent, to, files) => {
  const { dir, home, anyhookProcess } = project(files);
  if (to !== undefined) await anyhookProcess('convert', 'claude', to, '--write', '--accept-loss');
  const child = spawn(process.execPath, [bin, 'test', 'ls', '--agent', agent], {
    ...{ cwd: dir, stdio: 'pipe' },
    env: { ...process.env, HOME: home },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed += text;
    });
  const names = Object.keys(files).flatMap((name) =>
    name.endsWith('.sh') ? name.slice(0, -3) : [],
  );
  const pids = await Promise.all(names.map((name) => readPid(join(dir, `${name}.pid`))));
  expect(pids.map(alive)).toEqual(pids.map(() => true));
  child.kill(signal);
  const [code] = await once(child, 'close');
  expect([code, printed, pids.map(alive)]).toEqual([130, '', pids.map(() => false)]);
});
