// Hooks that are addresses, through settings: their own entries, lines of other agents, anyhook.yaml.
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { readLine } from '../../src/settings/command-line/line.ts';
import { convertText } from '../../src/settings/convert.ts';
import { checkSettings } from '../../src/settings/findings/check.ts';
import { formatOf, readHooks } from '../../src/settings/formats/index.ts';
import { shell } from '../shim/payloads.ts';
import { reply, serve } from '../shim/server.ts';
import { register } from '../throwaway/registered.ts';
import { blocks, payload } from './fired.ts';
import { convert } from './laws.ts';
import { project } from './project.ts';

register();

const entry = {
  type: 'http',
  url: "https://policy.test/it's?a=$A",
  timeout: 5,
  headers: { 'X-Team': "it's $(us)", Authorization: 'Bearer $TOKEN', 'X-Key': 's3cret' },
  allowedEnvVars: ['TOKEN'],
};
const file = (one: object = entry) => ({
  vendor: 'lists',
  text: JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [one] }] } }, null, 2),
});
const only = (text: string) => JSON.parse(text).hooks.BeforeTool[0].hooks[0];

test('stand in their own agent’s file as they are', () => {
  const { hooks } = readHooks('lists', file().text, 'x');
  expect(hooks).toMatchObject([
    {
      wrapped: false,
      hook: { command: '', url: entry.url, headers: entry.headers, headerEnv: ['TOKEN'] },
    },
  ]);
  for (const { hook } of hooks) expect(formatOf('lists').says('lists', hook)).toBe(true);
});

test.each(['gemini', 'cursor', 'tabnine', 'terminai'])('to %s and back, to the byte', (to) => {
  const there = convert(file(), to);
  const codes = there.rows.flatMap(({ losses }) => losses.map(({ code }) => code));
  const shown = ['gemini', 'tabnine'].includes(to) ? [] : ['headers-shown'];
  expect(codes.filter((code) => code !== 'unheard')).toEqual(shown);
  expect(convert({ vendor: to, text: there.text }, 'lists').text.trim()).toBe(file().text);
});

test('what a header says by itself stands in the variables of the entry, where it has some', () => {
  const { command, env } = only(convert(file(), 'gemini').text);
  expect(env).toEqual({ ANYHOOK_HEADER_2: 's3cret' });
  expect(command).not.toContain('s3cret');
  expect(readLine(command)?.flags).toMatchObject({
    url: entry.url,
    headers: { Authorization: 'Bearer $TOKEN', 'X-Key': '$ANYHOOK_HEADER_2' },
    headerEnv: ['TOKEN'],
    command: [],
  });
});

test('headers among which one has no name that can be sent are carried, and said to show', () => {
  const headers = { 'X-Key': 's3cret', 'no name': 'x' };
  const { rows, text } = convert(file({ ...entry, headers }), 'gemini');
  expect(rows[0]?.losses).toContainEqual(
    expect.objectContaining({ code: 'headers-shown', names: ['X-Key'] }),
  );
  const { flags } = readLine(only(text).command) ?? {};
  expect(Object.keys(flags?.headers ?? {})).toEqual(['X-Key']);
});

test('only renamed, they need an agent that asks addresses as well', () => {
  const { rows, unsafe } = convertText({
    from: 'lists',
    to: 'gemini',
    source: { text: file().text, file: 'x' },
    target: { text: '', file: 'y' },
    raw: true,
  });
  expect(unsafe).toBe(true);
  expect(rows).toMatchObject([{ how: 'lost', losses: [{ code: 'http-answers' }] }]);
});

test.each([undefined, '', 7, 'policy.test', 'ftp://policy.test'])('%j is no address', (url) => {
  const { hooks, findings } = readHooks('lists', file({ type: 'http', url }).text, 'x');
  expect(hooks).toEqual([]);
  expect(findings).toMatchObject([{ code: 'no-address', event: 'PreToolUse' }]);
});

/** A call as Cursor's generic event tells it. */
const call = { hook_event_name: 'preToolUse', tool_name: 'Shell', tool_input: { command: 'ls' } };

test('anyhook.yaml has them for every agent, and each refuses', async () => {
  const server = await serve((response, asked) =>
    reply(
      asked.headers.authorization === 'Bearer t0p' ? 200 : 401,
      '{"decision":"deny","reason":"no"}',
    )(response, asked),
  );
  const p = project({
    '.gemini/settings.json': {},
    '.cursor/hooks.json': { version: 1, hooks: {} },
    'anyhook.yaml': `version: 1
hooks:
  - on: before-tool
    tools: [shell]
    url: ${server.url}/policy
    headers: { Authorization: 'Bearer $POLICY_TOKEN', X-Key: s3cret }
    header-env: [POLICY_TOKEN]
`,
  });
  const said = await p.anyhook('sync');
  expect(said.code, said.stderr).toBe(0);
  const { command, env } = only(p.get('.gemini/settings.json'));
  const gate = payload(p, 'gemini', 'BeforeTool-run_shell_command', 'ls');
  const refused = await p.fires(command, gate, 'bash', { ...env, POLICY_TOKEN: 't0p' });
  expect(JSON.parse(refused.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
  expect(server.asked()).toMatchObject([{ path: '/policy', headers: { 'x-key': 's3cret' } }]);
  // Not let in, and with the server gone.
  const unknown = await p.fires(command, gate, 'bash', env);
  expect(JSON.parse(unknown.stdout).reason).toMatch(/HTTP 401 .*POLICY_TOKEN is not set here/);
  server.close();
  const gone = await p.fires(command, gate, 'bash', { ...env, POLICY_TOKEN: 't0p' });
  expect(JSON.parse(gone.stdout)).toMatchObject({ decision: 'deny' });
  const [line] = p.json('.cursor/hooks.json').hooks.preToolUse;
  const cursor = await p.fires(line.command, { ...shell('cursor'), ...call });
  expect(blocks('cursor', 'preToolUse', cursor, line.failClosed)).toBe(true);
  expect((await p.anyhook('sync', '--check')).code).toBe(0);
});

const ofClaude = (event: string) => ({
  vendor: 'claude',
  text: JSON.stringify({ hooks: { [event]: [{ matcher: 'Bash', hooks: [entry] }] } }, null, 2),
});

test.each(
  ['gemini', 'cursor', 'copilot', 'codex', 'qwen', 'anyhook'].filter((id) => id in adapters),
)('Claude Code’s, to %s and back, to the byte', (to) => {
  const there = convert(ofClaude('PreToolUse'), to);
  expect(there.unsafe).toBe(false);
  const back = convert({ vendor: to, text: there.text }, 'claude');
  expect(back.text.trim()).toBe(ofClaude('PreToolUse').text);
  expect(back.rows.map(({ how }) => how)).toEqual(['native']);
});

test('where an agent asks none, that is said', () => {
  const findings = (event: string) =>
    checkSettings('claude', readHooks('claude', ofClaude(event).text, 'x')).map(({ code }) => code);
  expect(findings('PreToolUse')).not.toContain('address-unasked');
  expect(findings('SessionStart')).toContain('address-unasked');
});
