// Hooks that are addresses, through settings: their own entries, lines of other agents, anyhook.yaml.
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { readLine } from '../../src/settings/command-line/line.ts';
import { convertText } from '../../src/settings/convert.ts';
import { checkSettings } from '../../src/settings/findings/check.ts';
import { formatOf, readHooks } from '../../src/settings/formats/index.ts';
import { register } from '../throwaway/registered.ts';
import { convert } from './laws.ts';

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

test('an http entry is read with its url and headers, and its own agent can hold it as it is', () => {
  const { hooks } = readHooks('lists', file().text, 'x');
  expect(hooks).toMatchObject([
    {
      wrapped: false,
      hook: { command: '', url: entry.url, headers: entry.headers, headerEnv: ['TOKEN'] },
    },
  ]);
  for (const { hook } of hooks) expect(formatOf('lists').says('lists', hook)).toBe(true);
});

test.each([
  'gemini',
  'cursor',
  'tabnine',
  'terminai',
])('an http entry that is converted to %s and back is unchanged to the byte', (to) => {
  const there = convert(file(), to);
  const codes = there.rows.flatMap(({ losses }) => losses.map(({ code }) => code));
  const shown = ['gemini', 'tabnine'].includes(to) ? [] : ['headers-shown'];
  expect(codes.filter((code) => code !== 'unheard')).toEqual(shown);
  expect(convert({ vendor: to, text: there.text }, 'lists').text.trim()).toBe(file().text);
});

test('where entries have an env, a literal header value moves there and stays off the converted line', () => {
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

test('beside a header whose name cannot be sent, the others stay on the line and are reported as shown', () => {
  const headers = { 'X-Key': 's3cret', 'no name': 'x' };
  const { rows, text } = convert(file({ ...entry, headers }), 'gemini');
  expect(rows[0]?.losses).toContainEqual(
    expect.objectContaining({ code: 'headers-shown', names: ['X-Key'] }),
  );
  const { flags } = readLine(only(text).command) ?? {};
  expect(Object.keys(flags?.headers ?? {})).toEqual(['X-Key']);
});

test('--raw loses the http entry of a gate, which is unsafe, where the host has no http hooks', () => {
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

test.each([
  undefined,
  '',
  7,
  'policy.test',
  'ftp://policy.test',
])('an http entry whose url is %j gives no hook and is reported as having no address', (url) => {
  const { hooks, findings } = readHooks('lists', file({ type: 'http', url }).text, 'x');
  expect(hooks).toEqual([]);
  expect(findings).toMatchObject([{ code: 'no-address', event: 'PreToolUse' }]);
});

const ofClaude = (event: string) => ({
  vendor: 'claude',
  text: JSON.stringify({ hooks: { [event]: [{ matcher: 'Bash', hooks: [entry] }] } }, null, 2),
});

test.each(
  ['gemini', 'cursor', 'copilot', 'codex', 'qwen', 'anyhook'].filter((id) => id in adapters),
)('an http entry of Claude Code that goes to %s and back is native again and unchanged to the byte', (to) => {
  const there = convert(ofClaude('PreToolUse'), to);
  expect(there.unsafe).toBe(false);
  const back = convert({ vendor: to, text: there.text }, 'claude');
  expect(back.text.trim()).toBe(ofClaude('PreToolUse').text);
  expect(back.rows.map(({ how }) => how)).toEqual(['native']);
});

test('an http entry on an event at which Claude Code calls no url is reported', () => {
  const findings = (event: string) =>
    checkSettings('claude', readHooks('claude', ofClaude(event).text, 'x')).map(({ code }) => code);
  expect(findings('PreToolUse')).not.toContain('address-unasked');
  expect(findings('SessionStart')).toContain('address-unasked');
});
