import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cursor, family, hosts, shell, speaks } from './payloads.ts';
import { bytes, folder, json, read, run } from './run.ts';
import { heard, neutral, refused } from './verdict.ts';

const dir = folder();
let count = 0;
/** A place for what the hook was told, and a hook that keeps it there and refuses. */
function keeper() {
  const path = join(dir, `told-${count++}`);
  return { path, hook: ['--', 'sh', '-c', 'cat > "$0"; echo no >&2; exit 2', path] };
}

const mcp = (input: string) =>
  (
    bytes(
      family('gemini', 'BeforeTool', {
        tool_name: 'mcp_db_query',
        tool_input: 'HERE',
        mcp_context: { server_name: 'db', tool_name: 'query' },
      }),
    ) as string
  ).replace('"HERE"', input);

/** Tool arguments as a model may write them; the hook must be told the same value. */
const inputs: [string, string][] = [
  ['__proto__', '{"__proto__":{"admin":true},"a":1}'],
  ['constructor', '{"constructor":{"prototype":{"x":1}},"toString":"x","hasOwnProperty":1}'],
  ['lone surrogates', '{"a":"\\ud800 \\udfff x"}'],
  ['an escaped NUL', '{"a":"\\u0000"}'],
  ['emoji and line separators', '{"a":"🎉 \u2028 \u2029"}'],
  ['numbers at the edge', '{"a":1e308,"b":-0.0,"c":9007199254740993}'],
  ['an empty key', '{"":{"":""}}'],
  ['2,000 levels', `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`],
];

describe('Odd arguments of a tool reach the hook as they are', () => {
  test.each(inputs)('with %s', async (_, input) => {
    for (const event of ['preToolUse', 'beforeMCPExecution']) {
      const { path, hook } = keeper();
      const args = ['--host', 'gemini', '--as', 'cursor', '--event', event, ...hook];
      const said = await run(args, { stdin: mcp(input) });
      expect(json(said.stdout), said.stderr).toMatchObject({ decision: 'deny', reason: 'no' });
      const { tool_input } = json(read(path));
      const told = event === 'preToolUse' ? JSON.stringify(tool_input) : tool_input;
      expect(told).toBe(JSON.stringify(JSON.parse(input)));
    }
  });
});

describe('A byte order mark', () => {
  test.each(
    hosts,
  )('before a payload of %s is not passed on, and the hook decides', async (host) => {
    const { path, hook } = keeper();
    const said = await run(['--host', host, ...speaks('anyhook'), ...hook], {
      stdin: `\uFEFF${bytes(shell(host))}`,
    });
    expect(refused(heard(host, shell(host), said)), said.stderr).toBe(true);
    expect(read(path)[0]).toBe('{');
  });
});

test('A payload with 31 MB of file content is served', async () => {
  const content = 'y'.repeat(31 * 1024 * 1024);
  const stdin = cursor('beforeReadFile', { content, file_path: '/w/a', attachments: [] });
  const args = ['--host', 'cursor', '--as', 'gemini', '--', 'cat >/dev/null; echo "{}"'];
  expect(await run(args, { stdin })).toMatchObject({ code: 0, stdout: neutral });
});

test('The payload of a hook in another dialect is one compact line in UTF-8', async () => {
  const { path, hook } = keeper();
  const stdin = JSON.stringify(shell('gemini', 'echo "ä\n🎉"'), null, 2);
  await run(['--host', 'gemini', ...speaks('cursor'), ...hook], { stdin });
  expect(read(path)).toMatch(/^\{"[^\n]*"command":"echo \\"ä\\n🎉\\""[^\n]*\}\n$/);
});
