// Hooks that are addresses, through settings and a real server.
import { expect, test } from 'vitest';
import { shell } from '../shim/payloads.ts';
import { reply, serve } from '../shim/server.ts';
import { blocks, payload } from './fired.ts';
import { project } from './project.ts';

/** A call as Cursor's generic event tells it. */
const call = { hook_event_name: 'preToolUse', tool_name: 'Shell', tool_input: { command: 'ls' } };

test('a url in anyhook.yaml is asked under each agent, and a call that it does not answer is refused', async () => {
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
  const { command, env } = p.json('.gemini/settings.json').hooks.BeforeTool[0].hooks[0];
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
