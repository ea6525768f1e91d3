import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Draft } from '../../src/mapping/adapter.ts';
import { openSession } from '../../src/shim/session.ts';
import { cursor, family, type Host, shell, stop } from './payloads.ts';
import { folder, json, read, run, script, session } from './run.ts';
import { heard, refused } from './verdict.ts';

const dir = folder();
const log = join(dir, 'log.jsonl');
const losses = () => json(read(log).trim().split('\n').at(-1) as string).losses;

const opened: [string, Draft][] = [];
afterAll(() => {
  for (const [host, event] of opened)
    openSession({ id: host }, event.cwd as string, event, '').forget();
});

/** One session of a host: its events, through the built executable. */
function open(host: Host, cwd = dir, id = session()) {
  opened.push([host, { event: 'stop', session: id, cwd }]);
  const of = (event: string, more = {}) =>
    host === 'cursor'
      ? {
          ...cursor(event, { generation_id: 'g1', ...more }, cwd),
          session_id: id,
          conversation_id: id,
        }
      : { ...family(host, event, more, cwd), session_id: id };
  const fire = async (payload: object, args: string[], command?: string) => {
    const rest = command === undefined ? [] : ['--', command];
    const stdin = { ...payload, session_id: id, ...(host === 'cursor' && { conversation_id: id }) };
    const said = await run(['--host', host, '--log', log, ...args, ...rest], { stdin });
    expect(said.code).toBe(0);
    return said;
  };
  const text = host === 'terminai' ? 'run_terminal_command' : 'run_shell_command';
  const tool = (event: string, command: string, more = {}) =>
    of(event, { tool_name: text, tool_input: { command }, ...more });
  const after = (command: string, more = {}) =>
    tool('AfterTool', command, {
      tool_response: { llmContent: 'Output: ok', returnDisplay: 'ok' },
      ...more,
    });
  return { of, fire, tool, after, id };
}

const speaks = (dialect: string, event: string) => ['--as', dialect, '--event', event];
const cursorEvent = (event: string) => speaks('cursor', event);
const show = (pattern: string) => `grep -oE '${pattern}' >&2; echo '{}'`;

describe('Variables that a session start hook sets', () => {
  const start = (env: object) => `echo '${JSON.stringify({ env })}'`;
  const print = `echo "$TOKEN_A|$TOKEN_B|$CURSOR_PROJECT_DIR|$LD_LIBRARY_PATH" >&2; echo '{}'`;

  test('reach every later hook of the same session, project and dialect, and no other hook', async () => {
    const one = open('gemini');
    const begin = one.of('SessionStart', { source: 'startup' });
    const env = { TOKEN_A: 'a b', CURSOR_PROJECT_DIR: '/planted', LD_LIBRARY_PATH: '/lib/x', N: 3 };
    const said = await one.fire(begin, cursorEvent('sessionStart'), start(env));
    expect(said.stdout).toBe('{}\n');
    expect(losses()).toContainEqual({ kind: 'delayed', path: 'env' });
    await one.fire(begin, cursorEvent('sessionStart'), start({ TOKEN_B: 'b' }));
    const call = one.tool('BeforeTool', 'ls');
    const later = await one.fire(call, cursorEvent('beforeShellExecution'), print);
    expect(later.stderr).toBe(`a b|b|${dir}|/lib/x\n`); // our own variables win
    const flags = [...cursorEvent('beforeShellExecution'), '--env', 'TOKEN_A=flag'];
    expect((await one.fire(call, flags, print)).stderr).toBe(`flag|b|${dir}|/lib/x\n`);
    const family = await open('gemini', dir, one.id).fire(
      call,
      speaks('gemini', 'BeforeTool'),
      print,
    );
    expect(family.stderr).toMatch(/^\|\|/);
    const tabnine = open('tabnine', dir, one.id);
    const elsewhere = [
      [open('gemini').tool('BeforeTool', 'ls'), open('gemini')],
      [open('gemini', '/tmp', one.id).tool('BeforeTool', 'ls'), open('gemini', '/tmp', one.id)],
      [tabnine.tool('BeforeTool', 'ls'), tabnine],
    ] as const;
    for (const [payload, other] of elsewhere) {
      const heard = await other.fire(payload, cursorEvent('beforeShellExecution'), print);
      expect(heard.stderr).toMatch(/^\|\|/);
    }
    await one.fire(one.of('SessionEnd', { reason: 'exit' }), cursorEvent('sessionEnd'), 'true');
    // Another window has the session open: this event says so.
    const other = await one.fire(call, cursorEvent('beforeShellExecution'), print);
    expect(other.stderr).toBe(`a b|b|${dir}|/lib/x\n`);
    await one.fire(one.of('SessionEnd', { reason: 'exit' }), cursorEvent('sessionEnd'), 'true');
    await one.fire(begin, cursorEvent('sessionStart'), 'true'); // resumed, without variables
    const over = await one.fire(call, cursorEvent('beforeShellExecution'), print);
    expect(over.stderr).toMatch(/^\|\|/);
  });

  test('are left out where an environment cannot hold them', async () => {
    const one = open('gemini');
    const env =
      '{"__proto__":"x","A=B":"x","":"x","TOKEN_B":null,"Z":"a\\u0000b","TOKEN_A":"good"}';
    const begin = one.of('SessionStart', { source: 'startup' });
    await one.fire(begin, cursorEvent('sessionStart'), `cat <<'X'\n{"env":${env}}\nX`);
    const later = await one.fire(one.tool('BeforeTool', 'ls'), cursorEvent('preToolUse'), print);
    expect(later.stderr).toMatch(/^good\|\|/);
  });

  test('never choose what code the shim itself loads', async () => {
    const one = open('gemini');
    const bad = script(dir, 'bad.cjs', '#!/usr/bin/env node\nconsole.error("planted")');
    const begin = one.of('SessionStart', { source: 'startup' });
    await one.fire(begin, cursorEvent('sessionStart'), start({ NODE_OPTIONS: `--require ${bad}` }));
    const guard = 'echo no >&2; exit 2';
    const later = await one.fire(one.tool('BeforeTool', 'ls'), cursorEvent('preToolUse'), guard);
    expect(later.stderr).not.toContain('planted');
    expect(json(later.stdout)).toEqual({ decision: 'deny', reason: 'no' });
  });
});

describe('An event that a host fires again for one prompt', () => {
  test('reaches a prompt hook once under TerminaI, unless the hook is in its own dialect', async () => {
    const one = open('terminai');
    const hook = [...cursorEvent('beforeSubmitPrompt')];
    const first = await one.fire(
      one.of('BeforeAgent', { prompt: 'Do it.' }),
      hook,
      "echo ran >&2; echo '{}'",
    );
    expect(first.stderr).toBe('ran\n');
    const again = await one.fire(
      one.of('BeforeAgent', { prompt: '' }),
      hook,
      'echo ran >&2; exit 2',
    );
    expect(again).toMatchObject({ stdout: '{}\n', stderr: '' });
    const raw = await one.fire(
      one.of('BeforeAgent', { prompt: '' }),
      speaks('terminai', 'BeforeAgent'),
      'echo ran >&2',
    );
    expect(raw.stderr).toBe('ran\n'); // as its own agent has it
  });

  test.each([
    'gemini',
    'terminai',
  ] as const)('reaches a compaction hook once a prompt under %s, unless its own agent repeats it too', async (host) => {
    const one = open(host);
    const compact = (trigger = 'auto', name = 'a') =>
      one.fire(
        one.of('PreCompress', { trigger }),
        [...cursorEvent('preCompact'), '--name', name],
        'echo ran >&2',
      );
    let at = 0;
    const prompt = (text: string) =>
      one.fire(
        { ...one.of('BeforeAgent', { prompt: text }), timestamp: `2026-08-21T09:30:0${at++}.000Z` },
        ['--as', 'cursor'],
      );
    expect((await compact()).stderr).toBe('ran\n');
    expect((await compact()).stderr).toBe('ran\n'); // nobody says where a prompt begins
    await prompt('One.');
    const heard = [
      await compact(),
      await compact(),
      await compact('auto', 'b'),
      await compact('manual'),
    ];
    expect(heard.map(({ stderr }) => stderr)).toEqual(['ran\n', '', 'ran\n', 'ran\n']);
    await prompt('Two.');
    expect((await compact()).stderr).toBe('ran\n');
    // The same script as a hook of another agent is a hook of its own.
    const claude = () =>
      one.fire(
        one.of('PreCompress', { trigger: 'auto' }),
        [...speaks('claude', 'PreCompact'), '--name', 'a'],
        'echo ran >&2',
      );
    expect([(await claude()).stderr, (await claude()).stderr]).toEqual(['ran\n', '']);
    const own = one.of('PreCompress', { trigger: 'auto' });
    for (let i = 0; i < 2; i++) {
      const raw = await one.fire(own, speaks('tabnine', 'PreCompress'), 'echo ran >&2');
      expect(raw.stderr).toMatch(/ran/); // a dialect whose own agent fires it always
    }
  });
});

describe('A payload for a hook of Cursor under Gemini CLI', () => {
  test('has the duration of a call whose start was noted', async () => {
    const one = open('gemini');
    const at = (payload: object, time: string) => ({
      ...payload,
      timestamp: `2026-08-21T09:30:0${time}Z`,
    });
    const hook = cursorEvent('afterShellExecution');
    const shown = async (command: string, time: string) =>
      (await one.fire(at(one.after(command), time), hook, show('"duration":[^,]*'))).stderr;
    expect(await shown('make', '1.000')).toBe('');
    await one.fire(at(one.tool('BeforeTool', 'make'), '1.000'), hook);
    await one.fire(at(one.tool('BeforeTool', 'make other'), '2.000'), hook);
    expect(await shown('make', '3.250')).toBe('"duration":2250\n');
    expect(await shown('make other', '3.250')).toBe('"duration":1250\n');
    expect(await shown('never seen', '3.250')).toBe('');
  });

  test('has one generation_id from a prompt until the next one', async () => {
    const one = open('gemini');
    const generation = async (payload: object, event: string) =>
      (await one.fire(payload, cursorEvent(event), show('"generation_id":"[^"]*"'))).stderr;
    const prompt = (text: string, time: string) =>
      generation(
        { ...one.of('BeforeAgent', { prompt: text }), timestamp: time },
        'beforeSubmitPrompt',
      );
    const first = await Promise.all([prompt('Go.', 't1'), prompt('Go.', 't1')]);
    const within = [
      await generation(one.tool('BeforeTool', 'ls'), 'beforeShellExecution'),
      await generation(one.after('ls'), 'afterShellExecution'),
      await generation({ ...stop('gemini', dir) }, 'stop'),
    ];
    expect(new Set([...first, ...within]).size).toBe(1);
    expect(first[0]).toMatch(/^"generation_id":"[\da-f]{32}"\n$/);
    const second = await prompt('Go.', 't2');
    expect(second).not.toBe(first[0]);
    expect(await generation(one.after('ls'), 'afterShellExecution')).toBe(second);
  });
});

describe('Context that the host takes at another event alone', () => {
  const says = `echo '{"context":"Mind the gap."}'`;
  const canonical = (event: string) => ['--as', 'anyhook', '--event', event];

  test('is kept from before a tool until after one that succeeded in Gemini CLI, and given once', async () => {
    const one = open('gemini');
    const before = one.tool('BeforeTool', 'ls');
    expect((await one.fire(before, canonical('before-tool'), says)).stdout).toBe('{}\n');
    expect(losses()).toEqual([{ kind: 'delayed', path: 'context' }]);
    await one.fire(before, canonical('before-tool'), `echo '{"context":"Two."}'`);
    const failed = one.after('ls', {
      tool_response: { llmContent: '', returnDisplay: '', error: { message: 'no' } },
    });
    expect((await one.fire(failed, canonical('after-tool'), 'true')).stdout).toBe('{}\n');
    expect(
      (await open('gemini').fire(one.after('ls'), canonical('after-tool'), 'true')).stdout,
    ).toBe('{}\n');
    const next = await one.fire(
      one.after('ls'),
      canonical('after-tool'),
      `echo '{"context":"New."}'`,
    );
    expect(json(next.stdout)).toEqual({
      hookSpecificOutput: { additionalContext: 'Mind the gap.\nTwo.\nNew.' },
    });
    expect((await one.fire(one.after('ls'), canonical('after-tool'), 'true')).stdout).toBe('{}\n');
  });

  test('is kept from the prompt until a finished tool in Cursor, whatever the matcher of the hook there', async () => {
    const one = open('cursor');
    const said = `echo '{"hookSpecificOutput":{"additionalContext":"é <b>"}}'`;
    const prompt = one.of('beforeSubmitPrompt', { prompt: 'x', attachments: [] });
    const heard = await one.fire(prompt, speaks('gemini', 'BeforeAgent'), said);
    expect(heard.stdout).toBe('{"continue":true}\n');
    const done = {
      tool_name: 'Shell',
      tool_input: { command: 'ls' },
      tool_output: '{"output":""}',
    };
    const args = [...speaks('gemini', 'AfterTool'), '--matcher', 'write_file'];
    const later = await one.fire(one.of('postToolUse', done), args, 'exit 9');
    expect(json(later.stdout)).toEqual({ additional_context: 'é <b>' });
  });

  test('is kept from a session start until the next prompt or its continuation in TerminaI', async () => {
    for (const prompt of ['Go.', '']) {
      const one = open('terminai');
      const said = `echo '{"additional_context":"Notes."}'`;
      await one.fire(
        one.of('SessionStart', { source: 'startup' }),
        cursorEvent('sessionStart'),
        said,
      );
      const next = await one.fire(
        one.of('BeforeAgent', { prompt }),
        cursorEvent('beforeSubmitPrompt'),
        'true',
      );
      expect(json(next.stdout)).toEqual({ hookSpecificOutput: { additionalContext: 'Notes.' } });
    }
  });

  test('is given neither beside a refusal, which would lose it, nor by a hook in the host’s own dialect', async () => {
    const one = open('gemini');
    await one.fire(one.tool('BeforeTool', 'ls'), canonical('before-tool'), says);
    const prompt = one.of('BeforeAgent', { prompt: 'x' });
    const no = await one.fire(
      prompt,
      cursorEvent('beforeSubmitPrompt'),
      `echo '{"continue":false}'`,
    );
    expect(no.stdout).not.toContain('gap');
    const own = await one.fire(prompt, speaks('gemini', 'BeforeAgent'), 'echo "{}"');
    expect(own.stdout).toBe('{}\n');
    const yes = await one.fire(prompt, cursorEvent('beforeSubmitPrompt'), 'true');
    expect(yes.stdout).toContain('gap');
  });

  test('is given exactly once where twenty hooks run side by side', async () => {
    const one = open('gemini');
    await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        one.fire(
          one.tool('BeforeTool', 'ls'),
          canonical('before-tool'),
          `echo '{"context":"note-${i}."}'`,
        ),
      ),
    );
    const runs = Array.from({ length: 15 }, () =>
      one.fire(one.after('ls'), canonical('after-tool'), 'true'),
    );
    const all = (await Promise.all(runs)).map(({ stdout }) => stdout).join('');
    for (let i = 0; i < 5; i++) expect(all.split(`note-${i}.`)).toHaveLength(2);
  });
});

describe('With --halt strict,', () => {
  const halt = `echo '{"halt":true,"haltReason":"Leak found."}'`;
  const canonical = (event: string) => ['--as', 'anyhook', '--event', event];

  test('a halt that the host cannot express refuses at every gate until the next prompt', async () => {
    const one = open('terminai');
    const call = one.tool('BeforeTool', 'ls');
    const strict = [...cursorEvent('beforeShellExecution'), '--halt', 'strict'];
    const gate = async (flags: string[]) => {
      const said = await one.fire(call, flags, 'echo ran >&2; echo "{}"');
      return { said, stopped: refused(heard('terminai', call, said)) };
    };
    expect((await gate(strict)).stopped).toBe(false);
    await one.fire(one.after('ls'), canonical('after-tool'), halt);
    const { said, stopped } = await gate(strict);
    expect(stopped).toBe(true);
    expect(said.stderr).toBe('');
    expect(json(said.stdout).reason).toMatch(/^Leak found\.\nStop here/);
    expect((await gate(strict)).stopped).toBe(true);
    expect((await gate(cursorEvent('beforeShellExecution'))).stopped).toBe(false); // auto
    expect((await gate(cursorEvent('beforeShellExecution').concat('--halt', 'auto'))).stopped).toBe(
      false,
    );
    const model = one.of('BeforeModel', { llm_request: { model: 'm', messages: [], config: {} } });
    const held = await one.fire(model, [...canonical('before-model'), '--halt', 'strict'], 'true');
    expect(refused(heard('terminai', model, held))).toBe(true);
    await one.fire(one.of('BeforeAgent', { prompt: '' }), ['--as', 'cursor']); // no new prompt
    expect((await gate(strict)).stopped).toBe(true);
    const other = open('terminai');
    const free = await other.fire(other.tool('BeforeTool', 'ls'), strict, 'echo "{}"');
    expect(free.stdout).toBe('{}\n');
    await one.fire(one.of('BeforeAgent', { prompt: 'Go on.' }), ['--as', 'cursor']);
    expect((await gate(strict)).stopped).toBe(false);
  });

  test('the follow-up of a hook does not end a halt, while a prompt of a person does', async () => {
    const one = open('terminai');
    const strict = [...cursorEvent('beforeShellExecution'), '--halt', 'strict'];
    const gate = async () =>
      (await one.fire(one.tool('BeforeTool', 'ls'), strict, 'echo "{}"')).stdout === '{}\n';
    const prompt = (text: string, at: number) =>
      one.fire({ ...one.of('BeforeAgent', { prompt: text }), timestamp: `t${at}` }, [
        '--as',
        'cursor',
      ]);
    await prompt('Begin.', 1);
    await one.fire(one.after('ls'), canonical('after-tool'), halt);
    await one.fire(
      stop('terminai', dir),
      cursorEvent('stop'),
      `echo '{"followup_message":"go on"}'`,
    );
    await prompt('go on', 2);
    expect(await gate()).toBe(false);
    await one.fire(
      stop('terminai', dir),
      cursorEvent('stop'),
      `echo '{"followup_message":"go on"}'`,
    );
    await prompt('Run the linter.\ngo on', 3); // of two hooks, one of them not ours
    expect(await gate()).toBe(false);
    await prompt('go on', 4); // nobody asked for it this time
    expect(await gate()).toBe(true);
  });

  test('a halt that the host honours refuses nothing afterwards', async () => {
    const one = open('gemini');
    const strict = [...canonical('before-tool'), '--halt', 'strict'];
    await one.fire(one.after('ls'), canonical('after-tool'), halt);
    const said = await one.fire(one.tool('BeforeTool', 'ls'), strict, 'echo "{}"');
    expect(said.stdout).toBe('{}\n');
  });

  test('a halt under Cursor is a refusal at a gate with a hook of its own dialect', async () => {
    const one = open('cursor');
    const done = {
      tool_name: 'Shell',
      tool_input: { command: 'ls' },
      tool_output: '{"output":""}',
    };
    await one.fire(one.of('postToolUse', done), canonical('after-tool'), halt);
    const call = shell('cursor', 'ls', dir);
    const said = await one.fire(
      call,
      [...cursorEvent('beforeShellExecution'), '--halt', 'strict'],
      'echo "{}"',
    );
    expect(refused(heard('cursor', call, said))).toBe(true);
    expect(said.stdout).toContain('Leak found.');
  });
});
