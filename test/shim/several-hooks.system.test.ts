// One line with several hooks: how they run, what each costs the others, and the one answer.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codexCall, family, shell } from './payloads.ts';
import {
  alive,
  ended,
  folder,
  json,
  pids,
  type Result,
  read,
  runExecutable,
  script,
  session,
  start,
  until,
} from './run.ts';

const dir = folder();
const line = ['--host', 'gemini', '--as', 'claude', '--event', 'PreToolUse'];
const call = shell('gemini', 'rm -rf build', dir);
/** Runs a line of several hooks on a call. */
const run = (words: readonly string[], stdin: object = call): Promise<Result> =>
  runExecutable([...line, ...words], { stdin, cwd: dir });
const answerOf = ({ stdout }: Result) => json(stdout);
let count = 0;
const fresh = (name: string) => join(dir, `${name}-${count++}`);

const deny = "echo 'not that' >&2; exit 2";

describe('A hook of several on one line', () => {
  test.each([
    ['hangs', 'sleep 600'],
    ['hangs, and ignores its end', "trap '' TERM; while :; do sleep 1; done"],
    ['has ended, while a child holds its output open', 'sleep 600 & exit 0'],
    ['crashes', 'exit 1'],
    ['is killed', 'kill -9 $$'],
    ['cannot be started', '/no/such/guard.sh'],
    ['prints more than is read', 'head -c 50000000 /dev/zero; sleep 600'],
    ['closes its output', 'exec >&- 2>&-; sleep 600'],
    ['prints half of an answer', `printf '{"hookSpecificOutput":'`],
    ['reads nothing', 'exit 0'],
    ['has a wrong value', 'true', '--if', '('],
  ])('that %s costs none of the others its refusal', async (_, command, ...own) => {
    const other = ['--hook', command, ...own];
    for (const hooks of [
      ['--hook', deny, ...other],
      [...other, '--hook', deny],
    ]) {
      const one = await run(['--timeout', '2s', ...hooks]);
      expect(one.code).toBe(0);
      // Some of these ends refuse, but the reason of the hook itself is shown.
      expect(answerOf(one)).toMatchObject({ decision: 'deny', reason: 'not that' });
    }
  });

  test('whose answer is nested too deep costs none of the others what it says', async () => {
    const call = family(
      'gemini',
      'PostToolUse',
      { tool_name: 'mcp__a__b', tool_response: 'x' },
      dir,
    );
    const deep = `python3 -c 'n = 20000; print("{\\"hookSpecificOutput\\":{\\"hookEventName\\":\\"PostToolUse\\",\\"updatedMCPToolOutput\\":" + "["*n + "]"*n + "}}")'`;
    const words = ['--host', 'claude', '--as', 'claude', '--event', 'PostToolUse'];
    const hooks = [
      '--on-failure',
      'allow',
      '--hook',
      deep,
      '--hook',
      "echo 'not that' >&2; exit 2",
    ];
    const { stdout, stderr } = await runExecutable([...words, ...hooks], {
      stdin: call,
      cwd: dir,
      env: { CLAUDE_PROJECT_DIR: dir },
    });
    expect(stdout).toContain('not that');
    expect(stderr).toContain('nested too deep');
  });

  test('that does not end counts by its own policy, with its own limit and name', async () => {
    const pidFile = fresh('pid');
    const hang = `echo $$ >> '${pidFile}'; sleep 600`;
    const words = ['--hook', hang, '--name', 'slow', '--timeout', '1s', '--on-failure', 'block'];
    const one = await run([...words, '--hook', 'exit 0', '--name', 'quick', '--timeout', '9m']);
    expect(answerOf(one)).toEqual({
      decision: 'deny',
      reason: 'The hook slow ran out of time.',
    });
    const [pid] = await pids(pidFile, 1);
    expect(await until(() => !alive(pid as number))).toBe(true);
    const other = await run(['--hook', hang, '--timeout', '1s', '--hook', 'exit 0']);
    expect(answerOf(other)).toEqual({});
  });

  test('whose values are missing refuses, unless its own line lets failures pass', async () => {
    const values = ['--values', '0123456789'];
    const refused = await run(['--hook', 'exit 0', ...values, '--hook', 'exit 0']);
    expect(answerOf(refused)).toMatchObject({ decision: 'deny' });
    const passed = ['--hook', 'exit 0', ...values, '--on-failure', 'allow', '--hook', deny];
    expect(answerOf(await run(passed))).toEqual({ decision: 'deny', reason: 'not that' });
  });

  test('is started if its own matcher matches, and gets the whole call, its variables and folder', async () => {
    const file = 'x'.repeat(300_000);
    const stdin = shell('gemini', `echo ${file}`, dir);
    const [a, b, c] = [fresh('seen'), fresh('seen'), fresh('seen')];
    await run(
      [
        ...['--hook', `cat > '${a}'`, '--matcher', 'Bash', '--env', 'A=1'],
        ...['--hook', `cat > '${b}'; echo $A$PWD >> '${b}'`, '--cwd', '/', '--env', 'A=2'],
        ...['--hook', `cat > '${c}'`, '--matcher', 'Write'],
      ],
      stdin,
    );
    expect(JSON.parse(read(a)).tool_input.command).toBe(`echo ${file}`);
    expect(read(b)).toBe(`${read(a)}2/\n`);
    expect(existsSync(c)).toBe(false);
  });

  test('speaks its own dialect', async () => {
    const cursor = ['--as', 'cursor', '--event', 'beforeShellExecution'];
    const answer = `echo '{"permission":"deny","agent_message":"no","user_message":"no"}'`;
    const one = await run(['--hook', 'exit 0', '--hook', answer, ...cursor]);
    expect(answerOf(one)).toMatchObject({ decision: 'deny', reason: 'no' });
  });
});

describe('A mistake in the words of one hook of a line', () => {
  const allow = ['--on-failure', 'allow'];
  const block = ['--on-failure', 'block'];
  /** The words after the command of a hook, and what is said of them. */
  const mistakes: [what: string, words: string[], why: RegExp][] = [
    ['an unknown flag', ['--no-such', 'x'], /unknown flag --no-such/],
    ['a word that is no flag', ['x'], /x is no flag/],
    ['a wrong value', ['--timeout', '5'], /--timeout 5/],
    ['a flag without a value', ['--name'], /--name needs a value/],
    ['an unknown dialect', ['--as', 'nobody'], /--as nobody: no such vendor/],
    ['an unknown event', ['--event', 'NoSuchEvent'], /no event NoSuchEvent/],
    ['a flag of the line', ['--host', 'gemini'], /--host is for all hooks/],
    ['an address as well', ['--url', 'http://127.0.0.1:1/'], /--url and a command/],
    ['an unknown key of values', ['--values', 'x'], /--values x/],
    [
      'a rule in a dialect without',
      ['--as', 'cursor', '--event', 'preToolUse', '--if', 'x'],
      /--if/,
    ],
  ];
  const places = (own: readonly string[], wrong: readonly string[]) => [
    [...own, ...wrong],
    [...wrong, ...own],
  ];

  test.each(mistakes)('(%s) costs no other hook its refusal', async (_, words) => {
    for (const hooks of places(['--hook', deny], ['--hook', 'exit 0', ...words])) {
      const one = await run([...allow, ...hooks]);
      expect(answerOf(one)).toEqual({ decision: 'deny', reason: 'not that' });
    }
  });

  test.each(mistakes)('(%s) is judged by the policy of this hook alone', async (_, words, why) => {
    for (const [own, other] of [
      [block, allow],
      [allow, block],
    ] as const) {
      const seen = fresh('seen');
      const sibling = ['--hook', `touch '${seen}'`, ...other];
      for (const hooks of places(sibling, ['--hook', 'exit 0', ...own, ...words])) {
        const one = await run(hooks);
        if (own === allow) expect(answerOf(one)).toEqual({});
        else {
          expect(answerOf(one)).toMatchObject({ decision: 'deny' });
          expect(answerOf(one).reason).toMatch(why);
        }
        expect(one.stderr).toMatch(why);
        expect(existsSync(seen)).toBe(true);
      }
    }
  });

  test('is said with the name of this hook, and in its line of the log', async () => {
    const log = fresh('log');
    const words = ['--log', log, '--hook', 'exit 0', '--name', 'rm', '--no-such', 'x'];
    const one = await run([...words, '--hook', 'exit 0', '--as', 'nobody']);
    expect(answerOf(one).reason).toMatch(
      /^anyhook: the hook rm: unknown flag --no-such.*\nanyhook: the hook `exit 0`: --as nobody/,
    );
    expect(read(log).trim().split('\n').map(json)).toMatchObject([
      { name: 'rm', as: 'claude', error: expect.stringMatching(/--no-such/) },
      { name: 'exit 0', as: 'nobody', error: expect.stringMatching(/--as nobody/) },
    ]);
  });
});

describe('Hooks of one line', () => {
  test('run at the same time if those of their own agent do', async () => {
    const [a, b] = [fresh('first'), fresh('second')];
    /** Waits for the other, which has to be started meanwhile. */
    const meet = (mine: string, other: string) =>
      `touch '${mine}'; while [ ! -e '${other}' ]; do sleep 0.05; done; echo met >&2; exit 2`;
    const one = await run(['--timeout', '60s', '--hook', meet(a, b), '--hook', meet(b, a)]);
    expect(answerOf(one)).toEqual({ decision: 'deny', reason: 'met' });
  });

  const rewrite = (to: string, key: 'modifiedArgs') => `echo '{"${key}":{"command":"${to}"}}'`;
  const copilot = ['--host', 'gemini', '--as', 'copilot', '--event', 'preToolUse'];
  const guard = (file: string) =>
    `cat > '${file}'; grep -q safe '${file}' || { echo '{"permissionDecision":"deny","permissionDecisionReason":"unsafe"}'; }`;

  test('run one after another, each with the call as those before it changed it, if those of their own agent do', async () => {
    const [first, second] = [fresh('seen'), fresh('seen')];
    const stdin = shell('gemini', 'rm -rf build', dir);
    const words = [
      ...[...copilot, '--hook', `cat > '${first}'; ${rewrite('safe one', 'modifiedArgs')}`],
      ...['--hook', guard(second)],
    ];
    const one = await runExecutable(words, { stdin, cwd: dir });
    expect(read(first)).toContain('rm -rf build');
    expect(read(second)).toContain('safe one');
    expect(answerOf(one)).toEqual({
      hookSpecificOutput: { tool_input: { command: 'safe one' } },
    });
    const bad = [
      ...[...copilot, '--hook', rewrite('worse', 'modifiedArgs'), '--hook', guard(fresh('seen'))],
    ];
    const refused = await runExecutable(bad, { stdin, cwd: dir });
    expect(answerOf(refused)).toMatchObject({ decision: 'deny', reason: 'unsafe' });
    expect(refused.stdout).not.toContain('worse');
  });

  test('are not started after a refusal if those of their own agent are not', async () => {
    const seen = fresh('seen');
    const denial = `echo '{"permissionDecision":"deny","permissionDecisionReason":"first"}'`;
    const words = [...copilot, '--hook', denial, '--hook', `touch '${seen}'`];
    const one = await runExecutable(words, { stdin: call, cwd: dir });
    expect(answerOf(one)).toMatchObject({ decision: 'deny', reason: 'first' });
    expect(existsSync(seen)).toBe(false);
  });

  test('are all asked after a question, unless the host itself asks no further hook then', async () => {
    const say = (decision: string) =>
      `echo '{"permissionDecision":"${decision}","permissionDecisionReason":"${decision}"}'`;
    const hooks = ['--hook', say('ask'), '--hook', say('deny')];
    const words = ['--as', 'copilot', '--event', 'preToolUse', '--ask', 'host', ...hooks];
    const ofClaude = {
      ...{ session_id: session(), transcript_path: '/tmp/t', cwd: dir, tool_use_id: 't' },
      ...{ hook_event_name: 'PreToolUse', permission_mode: 'default', tool_name: 'Bash' },
      tool_input: { command: 'rm -rf build' },
    };
    const refused = await runExecutable(['--host', 'claude', ...words], {
      stdin: ofClaude,
      cwd: dir,
      env: { CLAUDE_PROJECT_DIR: dir },
    });
    expect(answerOf(refused).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
    const ofCopilot = {
      ...{ sessionId: session(), timestamp: 1_760_000_000_000, cwd: dir, toolName: 'bash' },
      toolArgs: { command: 'rm -rf build' },
    };
    const host = ['--host', 'copilot', '--host-event', 'preToolUse'];
    const asked = await runExecutable([...host, ...words], { stdin: ofCopilot, cwd: dir });
    expect(answerOf(asked)).toMatchObject({ permissionDecision: 'ask' });
  });

  test('of another dialect get the call as those before them changed it, if hooks run one after another', async () => {
    const changed = `echo '{"hookSpecificOutput":{"tool_input":{"command":"worse"}}}'`;
    const judge = `grep -q worse && { echo worse >&2; exit 2; }; exit 0`;
    const words = [
      ...['--host', 'gemini', '--hook', changed, '--as', 'gemini', '--event', 'BeforeTool'],
      ...['--in-turn', 'true', '--hook', judge, '--as', 'claude', '--event', 'PreToolUse'],
    ];
    const one = await runExecutable(words, { stdin: call, cwd: dir });
    expect(answerOf(one)).toMatchObject({ decision: 'deny', reason: 'worse' });
  });

  test('refuse although another changes the call to one that is nested too deep to be written', async () => {
    const code = `const n=20000;process.stdout.write('{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"d":'+'['.repeat(n)+']'.repeat(n)+'}}}')`;
    const deep = `'${process.execPath}' '${script(dir, 'deep.js', code)}'`;
    const stdin = family(
      'gemini',
      'BeforeTool',
      { tool_name: 'mcp_a_b', tool_input: { q: 1 } },
      dir,
    );
    for (const hooks of [
      ['--hook', deep, '--hook', deny],
      ['--hook', deny, '--hook', deep],
    ]) {
      const one = await run(['--on-failure', 'allow', ...hooks], stdin);
      expect(answerOf(one)).toEqual({ decision: 'deny', reason: 'not that' });
    }
  });

  test('each set variables for later hooks of the session', async () => {
    const set = (name: string) => `echo '{"env":{"${name}":"1"}}'`;
    const startup = family('gemini', 'SessionStart', { source: 'startup' }, dir);
    const cursor = ['--host', 'gemini', '--as', 'cursor', '--event'];
    const say = 'echo "$FIRST$SECOND" >&2; exit 2';
    const begin = (...hooks: string[]) =>
      runExecutable([...cursor, 'sessionStart', ...hooks], { stdin: startup, cwd: dir });
    await begin('--hook', set('FIRST'), '--hook', set('SECOND'));
    const guard = [...cursor, 'beforeShellExecution', '--hook', say, '--hook', 'true'];
    const stdin = { ...call, session_id: startup.session_id };
    const ask = async () => answerOf(await runExecutable(guard, { stdin, cwd: dir })).reason;
    expect(await ask()).toBe('11');
    // A hook that sets none at a later start keeps those that it has set.
    await begin('--hook', 'true', '--hook', set('SECOND'));
    expect(await ask()).toBe('11');
  });

  test('run one after another if their line says so', async () => {
    const seen = fresh('seen');
    const gemini = ['--host', 'codex', '--as', 'gemini', '--event', 'BeforeTool'];
    const to = `echo '{"hookSpecificOutput":{"tool_input":{"command":"safe two","dir_path":"/tmp"}}}'`;
    const look = `sleep 0.3; cat > '${seen}'`;
    const stdin = codexCall('Bash', { command: 'rm -rf build' });
    for (const inTurn of [true, false]) {
      const words = [...gemini, '--hook', to, '--in-turn', String(inTurn), '--hook', look];
      const one = await runExecutable(words, { stdin, cwd: dir });
      expect(one.stdout).toContain('safe two');
      expect(read(seen).includes('safe two')).toBe(inTurn);
    }
  });

  const asGemini = (event: string) => ['--host', 'gemini', '--as', 'gemini', '--event', event];
  const printing = (extra: object) => `echo '${JSON.stringify({ hookSpecificOutput: extra })}'`;

  test('of Gemini CLI that run one after another get the prompt with the context of those before them that ended with 0', async () => {
    const seen = fresh('seen');
    const stdin = family('gemini', 'BeforeAgent', { prompt: 'hello' }, dir);
    const say = (text: string) => printing({ additionalContext: text });
    const promptAfter = async (inTurn: boolean, ...before: string[]) => {
      const hooks = [...before, `cat > '${seen}'`].flatMap((one) => ['--hook', one]);
      const words = [...asGemini('BeforeAgent'), '--in-turn', String(inTurn), ...hooks];
      await runExecutable(words, { stdin, cwd: dir });
      return json(read(seen)).prompt;
    };
    expect(await promptAfter(true, say('one'), say('two'))).toBe('hello\n\none\n\ntwo');
    expect(await promptAfter(true, `${say('one')}; exit 1`, say('two'))).toBe('hello\n\ntwo');
    expect(await promptAfter(false, say('one'))).toBe('hello');
  });

  test('of Gemini CLI that run one after another get the model request as those before them changed it', async () => {
    const seen = fresh('seen');
    const request = { model: 'm', messages: [{ role: 'user', content: 'x' }], config: { topK: 1 } };
    const stdin = family('gemini', 'BeforeModel', { llm_request: request }, dir);
    const change = (changes: object) => printing({ llm_request: changes });
    for (const inTurn of [true, false]) {
      const words = [
        ...[...asGemini('BeforeModel'), '--in-turn', String(inTurn)],
        ...['--hook', change({ model: 'n' }), '--hook', change({ config: { temperature: 0 } })],
        ...['--hook', `sleep 0.3; cat > '${seen}'`],
      ];
      const one = await runExecutable(words, { stdin, cwd: dir });
      const changed = inTurn ? { model: 'n', config: { temperature: 0 } } : {};
      expect(json(read(seen)).llm_request).toEqual({ ...request, ...changed });
      // The client itself takes the changes of the last hook alone.
      expect(answerOf(one).hookSpecificOutput).toEqual({
        llm_request: { config: { temperature: 0 } },
      });
    }
  });

  test('of Copilot CLI get the prompt as it was', async () => {
    const seen = fresh('seen');
    const stdin = family('gemini', 'BeforeAgent', { prompt: 'hello' }, dir);
    const say = `echo '{"additionalContext":"one","modifiedPrompt":"other"}'`;
    const words = ['--host', 'gemini', '--as', 'copilot', '--event', 'userPromptSubmitted'];
    const hooks = ['--hook', say, '--hook', `cat > '${seen}'`];
    await runExecutable([...words, ...hooks], { stdin, cwd: dir });
    expect(json(read(seen)).prompt).toBe('hello');
  });

  test('of events that are fired one after another for a call run in that order', async () => {
    const seen = fresh('seen');
    const cursor = ['--host', 'gemini', '--as', 'cursor'];
    const to = `echo '{"permission":"allow","updated_input":{"command":"safe three"}}'`;
    const words = [
      ...[...cursor, '--hook', `cat > '${seen}'`, '--event', 'beforeShellExecution'],
      ...['--hook', to, '--event', 'preToolUse'],
    ];
    const one = await runExecutable(words, { stdin: call, cwd: dir });
    expect(read(seen)).toContain('safe three');
    expect(one.stdout).toContain('safe three');
  });

  test('end with the host’s signal, with all that they have started', async () => {
    const pidFile = fresh('pids');
    const hook = `sleep 600 & echo $! >> '${pidFile}'; echo $$ >> '${pidFile}'; wait`;
    const late = `L='${pidFile}.late'; trap 'sleep 0.1; echo over >> "$L"; exit' TERM; echo $$ >> '${pidFile}'; while :; do sleep 0.05; done`;
    const child = start([...line, '--hook', hook, '--hook', hook, '--hook', late], { cwd: dir });
    child.stdin.end(JSON.stringify(call));
    const all = await pids(pidFile, 5);
    child.kill('SIGTERM');
    const { code } = await ended(child);
    expect(code).toBe(143);
    expect(await until(() => !all.some(alive))).toBe(true);
    // One that takes a moment to end is not cut off because another has ended.
    expect(read(`${pidFile}.late`)).toBe('over\n');
  });

  test('have a line each in the log, which may be another file for each', async () => {
    const [all, own] = [fresh('log'), fresh('log')];
    const words = ['--log', all, '--hook', deny, '--name', 'rm', '--hook', 'exit 0'];
    await run([...words, '--hook', 'exit 3', '--name', 'other', '--log', own]);
    const entries = (file: string) => read(file).trim().split('\n').map(json);
    expect(entries(all)).toMatchObject([
      { name: 'rm', as: 'claude', ran: { code: 2 }, said: { decision: 'deny' } },
      { name: 'exit 0', ran: { code: 0 }, said: {}, out: { decision: 'deny' } },
    ]);
    expect(entries(own)).toMatchObject([{ name: 'other', ran: { code: 3 }, said: {} }]);
    for (const one of [...entries(all), ...entries(own)])
      expect(one).toMatchObject({ event: 'BeforeTool', outcome: { decision: 'deny' } });
  });

  test('of which only one says something, of the host’s own dialect, leave its output as it is', async () => {
    const odd = '{"decision":"deny","reason":"no",  "newer": [1]}';
    const own = ['--host', 'gemini', '--as', 'gemini', '--event', 'BeforeTool'];
    const words = [...own, '--hook', `echo '${odd}'; exit 4`, '--hook', 'echo "{}"'];
    const one = await runExecutable(words, { stdin: call, cwd: dir });
    expect(one).toMatchObject({ stdout: `${odd}\n`, code: 4 });
    const two = await runExecutable([...words, '--hook', `echo '${odd}'`], {
      stdin: call,
      cwd: dir,
    });
    expect(two.code).toBe(0);
    expect(answerOf(two)).toEqual({ decision: 'deny', reason: 'no\nno' });
  });

  test('are refused as a whole if the line is wrong, and say nothing at an event that no hook is about', async () => {
    const hooks = ['--hook', 'exit 0', '--hook', 'exit 0'];
    const wrong = await run(['--no-such', 'x', ...hooks]);
    expect(answerOf(wrong)).toMatchObject({ decision: 'deny' });
    expect(answerOf(await run(['--on-failure', 'allow', '--nope', 'x', ...hooks]))).toEqual({});
    const none = await run(['--matcher', 'Write', '--hook', deny, '--hook', deny]);
    expect(none).toMatchObject({ stdout: '{}\n', stderr: '', code: 0 });
  });

  test('give one proof of one answer', async () => {
    const words = ['--proof', '2', ...line, '--hook', deny, '--hook', 'exit 0'];
    const one = await runExecutable(words, { stdin: call, cwd: dir });
    expect(one.code).toBe(9);
    expect(answerOf(one)).toEqual({ decision: 'deny', reason: 'not that' });
  });

  test('join their contexts in their order, and keep for a later event what the host does not take', async () => {
    const say = script(
      dir,
      'context.sh',
      `echo '{"hookSpecificOutput":{"hookEventName":"'$1'","additionalContext":"'$2'"}}'`,
    );
    const texts = ['one', 'two', 'three', 'four', 'five', 'six'];
    const hooks = (event: string) => [
      ...['--host', 'gemini', '--as', 'claude', '--event', event],
      ...texts.flatMap((text) => ['--hook', `'${say}' ${event} ${text}`]),
    ];
    const contextOf = (one: Result) =>
      (answerOf(one).hookSpecificOutput as { additionalContext?: string })?.additionalContext;
    const stdin = family('gemini', 'BeforeAgent', { prompt: 'hello' }, dir);
    const prompt = await runExecutable(hooks('UserPromptSubmit'), { stdin, cwd: dir });
    expect(contextOf(prompt)).toBe(texts.join('\n'));
    // Gemini takes no context before a tool.
    const before = await run(hooks('PreToolUse').slice(line.length));
    expect(contextOf(before)).toBeUndefined();
    const done = { ...call, hook_event_name: 'AfterTool', tool_response: { llmContent: 'done' } };
    const after = [...hooks('PostToolUse').slice(0, 6), '--hook', 'true', '--hook', 'true'];
    const later = await runExecutable(after, { stdin: done, cwd: dir });
    expect(contextOf(later)).toBe(texts.join('\n'));
  });
});
