// Hooks that are addresses, through settings: their own entries, lines of other agents, anyhook.yaml.
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { checkSettings } from '../../src/check/check.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
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
  for (const { hook } of hooks) expect(formatOf('lists').canState('lists', hook)).toBe(true);
});

test.each([
  'gemini',
  'cursor',
  'tabnine',
  'terminai',
])('an http entry that is converted to %s and back is unchanged to the byte', (to) => {
  const there = convert(file(), to);
  const codes = there.rows.flatMap(({ losses }) => losses.map(({ code }) => code));
  expect(codes.filter((code) => code !== 'unheard')).toEqual([]);
  expect(convert({ ...there, vendor: to }, 'lists').text.trim()).toBe(file().text);
});

test('what headers say stands in the record under the key on the line, and the names of variables on the line', () => {
  const { text, record } = convert(file(), 'gemini');
  const { command, env } = only(text);
  expect(env).toBeUndefined();
  for (const value of Object.values(entry.headers)) expect(text).not.toContain(value);
  const { flags } = parseShimLines(command)[0] ?? {};
  expect(flags).toMatchObject({ url: entry.url, headerEnv: ['TOKEN'], command: [] });
  expect(record[flags?.values ?? '']).toEqual({ headers: entry.headers });
});

test('what headers and variables say stands on a line with a launcher of one’s own, and that is reported', () => {
  const env = { API_TOKEN: 's3cret', MODE: 'x' };
  const { rows, text } = convertText({
    from: 'anyhook',
    to: 'cursor',
    source: {
      text: JSON.stringify({
        version: 1,
        hooks: [
          { speaks: 'gemini', event: 'BeforeTool', run: './x', env },
          { speaks: 'gemini', event: 'BeforeTool', url: entry.url, headers: { 'X-Key': 's3cret' } },
        ],
      }),
      file: 'anyhook.yaml',
    },
    target: { text: '', file: 'y' },
    launcher: 'anyhook',
  });
  const shown = rows.map(({ losses }) => losses.filter(({ code }) => code === 'values-shown'));
  expect(shown).toMatchObject([[{ names: ['API_TOKEN'] }], [{ names: ['X-Key'] }]]);
  expect(text).toContain("--env 'API_TOKEN=s3cret'");
});

test('the headers of an older line, whose values stand in variables of its entry, are read as they were', () => {
  const hooks = {
    BeforeTool: [
      {
        hooks: [
          {
            type: 'command',
            command:
              "node .anyhook/run.cjs run --host gemini --as lists --event PreToolUse --header 'X-Key=$ANYHOOK_HEADER_0' --url https://policy.test/",
            env: { ANYHOOK_HEADER_0: 's3cret', A: 'b' },
          },
        ],
      },
    ],
  };
  const [read] = readHooks('gemini', JSON.stringify({ hooks }), 'x').hooks;
  expect(read?.hook).toMatchObject({ headers: { 'X-Key': 's3cret' }, env: { A: 'b' } });
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
  const back = convert({ ...there, vendor: to }, 'claude');
  expect(back.text.trim()).toBe(ofClaude('PreToolUse').text);
  expect(back.rows.map(({ how }) => how)).toEqual(['native']);
});

test('an http entry on an event at which Claude Code calls no url is reported', () => {
  const findings = (event: string) =>
    checkSettings('claude', readHooks('claude', ofClaude(event).text, 'x')).map(({ code }) => code);
  expect(findings('PreToolUse')).not.toContain('address-unasked');
  expect(findings('SessionStart')).toContain('address-unasked');
});
