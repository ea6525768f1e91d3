// What a host sees of a converted entry when Node itself cannot run.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settingsFiles } from '../conformance/fixtures.ts';
import { effectOf } from '../oracles/cursor.ts';
import { oracles } from '../oracles/index.ts';
import { commands, cursorHooks, geminiHooks, project, runProgram } from '../settings/project.ts';
import { hosts, shell, stop } from '../shim/payloads.ts';
import { refused } from '../shim/verdict.ts';
import { bin } from './run.ts';

const refuse = 'echo no >&2; exit 2';
const sources = {
  gemini: geminiHooks({
    BeforeTool: [{ command: refuse, matcher: 'run_shell_command' }],
    AfterAgent: [{ command: 'true' }],
  }),
  cursor: cursorHooks({
    beforeShellExecution: [{ command: refuse, failClosed: true }],
    stop: [{ command: 'true' }],
  }),
};
const linux = existsSync('/proc/self/exe');

/** What keeps Node from running, in the shell of the host; and what would not. */
const faults: Record<string, string> = {
  'PATH leads nowhere': 'PATH=/no/such',
  'PATH is empty': 'PATH=',
  'its address space is far too small': 'ulimit -c 0; ulimit -v 50000',
  'its address space is too small for its heap': 'ulimit -c 0; ulimit -v 400000',
  'it cannot open its libraries': 'ulimit -n 3',
  'it cannot start its threads': 'ulimit -c 0; ulimit -n 8',
  'it cannot open the runner': 'rm .anyhook/run.cjs',
};

describe.runIf(linux).each(hosts)('Under %s, where Node cannot run,', (host) => {
  const from = host === 'cursor' ? 'gemini' : 'cursor';

  test('a converted guard refuses, and a converted hook that guards nothing is silent', async () => {
    const p = project({ [settingsFiles[from]]: sources[from] });
    const convert = ['convert', from, host, '--write', '--accept-loss'];
    const done = await runProgram([process.execPath, bin(), ...convert], {
      cwd: p.dir,
      env: { ...process.env, HOME: p.home },
    });
    expect(done.code, done.stderr).toBe(0);
    const { hooks } = p.json(settingsFiles[host]);
    const [guards, logs] = ['BeforeTool|preToolUse', 'AfterAgent|stop'].map((names) => {
      const event = Object.keys(hooks).find((name) => new RegExp(`^(${names})$`).test(name));
      return hooks[event as string];
    });
    const call = host === 'cursor' ? { ...shell(host), ...preToolUse } : shell(host);
    const hears = (
      payload: object,
      entries: object[],
      said: Awaited<ReturnType<typeof runProgram>>,
    ) => {
      const event = (payload as { hook_event_name: string }).hook_event_name;
      const closed = (entries[0] as { failClosed?: boolean }).failClosed;
      return host === 'cursor'
        ? effectOf(event, said, 'host', closed)
        : oracles[host](event, said, 'host');
    };
    const fires = (entries: object[], payload: object, fault = 'true') =>
      p.fires(`${fault}; ${commands(entries)[0]}`, payload, '/bin/bash');
    const works = await fires(guards, call);
    expect(hears(call, guards, works)).toMatchObject({ verdict: 'deny', reason: 'no' });
    for (const [name, fault] of Object.entries(faults)) {
      const said = await fires(guards, call, fault);
      expect(refused(hears(call, guards, said)), `${name}: ${JSON.stringify(said)}`).toBe(true);
      const quiet = await fires(logs, stop(host), fault);
      const { verdict, followUp } = hears(stop(host), logs, quiet);
      expect({ verdict, followUp }, `${name}: ${JSON.stringify(quiet)}`).toEqual({
        verdict: 'pass',
      });
    }
  });
});

const preToolUse = {
  hook_event_name: 'preToolUse',
  tool_name: 'Shell',
  tool_input: { command: 'npm test', cwd: '', timeout: 30_000 },
  tool_use_id: 'a',
};
