import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Host, shell, speaks, stop } from '../shim/payloads.ts';
import { alive, bytes, ended, folder, pids, run, session, until } from '../shim/run.ts';
import { heard } from '../shim/verdict.ts';
import { bin, start } from './run.ts';

const dir = folder();
let count = 0;
const fresh = () => `${dir}/pids-${count++}`;
type Shim = ReturnType<typeof start>;

/** Writes its own pid and a child's, then does not end. */
const hangs = (note: string) => `sleep 60 & printf '%s\n' $! $$ >'${note}'; wait`;
const much = `head -c 2000000 /dev/zero | tr '\\0' x`;

/** When the shim is killed: its hook, and how to get there, with the pids of the hook's tree. */
interface Stage {
  hook(note: string): string;
  reach(shim: Shim, payload: string, note: string): Promise<number[]>;
}

const told = (shim: Shim, payload: string, note: string) => {
  shim.stdin.end(payload);
  return pids(note, 2);
};
const stages: Record<string, Stage> = {
  'has just begun': {
    hook: hangs,
    reach: async (shim) => {
      await once(shim, 'spawn');
      return [];
    },
  },
  'is reading stdin': {
    hook: hangs,
    // More than a pipe holds: once it is written, it is being read.
    reach: async (shim, payload) => {
      const half = `${payload.slice(0, -1)},"more":"${'x'.repeat(3_000_000)}`;
      await new Promise((resolve) => shim.stdin.write(half, resolve));
      return [];
    },
  },
  'waits for the hook': { hook: hangs, reach: told },
  'reads what the hook prints': {
    hook: (note) => `printf '{"permission":"allow","followup_message":'; ${hangs(note)}`,
    reach: told,
  },
  'writes to a host that does not read': {
    hook: (note) =>
      [
        `printf '%s\n' $$ $$ >'${note}'; printf '{"permission":"deny","decision":"deny"'`,
        ...['reason', 'user_message', 'followup_message'].map(
          (key) => `printf ',"${key}":"'; ${much}; printf '"'`,
        ),
        `printf '}'`,
      ].join('; '),
    reach: async (shim, payload, note) => {
      const all = await told(shim, payload, note);
      expect(await until(() => !all.some(alive))).toBe(true);
      return all;
    },
  },
};

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const;
const hosts: Host[] = ['gemini', 'tabnine', 'terminai', 'cursor'];

/** Kills a shim at a stage; what the host got, and who is left of the hook. */
async function killed(
  stage: Stage,
  signal: (typeof signals)[number],
  args: string[],
  payload: object,
) {
  const note = fresh();
  const shim = start([...args, '--', stage.hook(note)]);
  shim.stdin.on('error', () => {});
  const over = ended(shim);
  shim.stdout.pause(); // until the shim is gone
  const tree = await stage.reach(shim, bytes(payload) as string, note);
  shim.kill(signal);
  const said = await over;
  const left = () => tree.filter(alive);
  if (signal !== 'SIGKILL') await until(() => !left().length);
  const orphans = left();
  for (const pid of orphans) process.kill(pid, 'SIGKILL');
  return { said, orphans };
}

describe.each(Object.entries(stages))('A shim that %s', (name, stage) => {
  test.each(
    signals,
  )('ends on %s and allows nothing, and its hook ends too, save on SIGKILL', async (signal) => {
    const turn = signals.indexOf(signal) + Object.keys(stages).indexOf(name);
    const host = hosts[turn % hosts.length] as Host;
    const payload = shell(host);
    const { said, orphans } = await killed(
      stage,
      signal,
      ['--host', host, ...speaks(host === 'cursor' ? 'anyhook' : 'cursor')],
      payload,
    );
    expect(said.code).not.toBe(0);
    expect(heard(host, payload, said).verdict).not.toBe('allow');
    expect(said.stderr).not.toMatch(/ {4}at /);
    // Nobody hears SIGKILL: the hook goes on, which shows that the test sees its processes.
    if (signal !== 'SIGKILL') expect(orphans).toEqual([]);
    else if (stage.reach === told) expect(orphans).toHaveLength(2);
  });

  test.each([
    'SIGTERM',
    'SIGKILL',
  ] as const)('keeps the loop count of its session when %s ends it', async (signal) => {
    const id = session();
    onTestFinished(async () => void (await end(id)));
    const payload = (more = {}) => ({ ...stop('gemini', dir, more), session_id: id });
    const args = ['--host', 'gemini', ...speaks('cursor', 'stop'), '--loop-limit', '2'];
    const hook = ['--name', 'same', '--', `echo '{"followup_message":"go on"}'`];
    const asks = async (more = {}) =>
      (await run([...args, ...hook], { stdin: payload(more) })).stdout;
    expect(await asks()).toContain('go on');
    await killed(stage, signal, [...args, '--name', 'same'], payload({ stop_hook_active: true }));
    expect(await asks({ stop_hook_active: true })).toContain('go on');
    expect(await asks({ stop_hook_active: true })).toBe('{}\n'); // one and one are two
  });
});

const end = (id: string) =>
  run(['--host', 'gemini', '--as', 'cursor', '--event', 'sessionEnd'], {
    stdin: {
      ...stop('gemini', dir),
      hook_event_name: 'SessionEnd',
      reason: 'exit',
      session_id: id,
    },
  });

describe('A host that is killed', () => {
  /** Fires a hook, says the shim's pid, and waits for ever. */
  const host = `const [payload, ...words] = process.argv.slice(1);
    const shim = require('child_process').spawn(process.execPath, words);
    shim.stdin.end(payload); console.log(shim.pid); setInterval(() => {}, 1e6);`;
  test.each([
    [
      'where its hook ends by itself',
      (note: string) => `printf '%s\n' $$ $$ >'${note}'; sleep 0.5; echo '{}'`,
    ],
    ['where its hook hangs until the timeout', hangs],
  ])('leaves no process behind, %s', async (_, hook) => {
    const note = fresh();
    const flags = [
      '--host',
      'gemini',
      ...speaks('cursor'),
      '--timeout',
      '1500ms',
      '--',
      hook(note),
    ];
    const words = [JSON.stringify(shell('gemini')), bin(), 'run', ...flags];
    const child = spawn(process.execPath, ['-e', host, ...words]);
    const [pid] = await once(child.stdout, 'data');
    const all = [...(await pids(note, 2)), Number(pid)];
    child.kill('SIGKILL');
    expect(await until(() => !all.some(alive))).toBe(true);
  });
});
