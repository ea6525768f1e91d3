/** `anyhook test` about calls that an agent never makes, since it has no tool for them. */
import { expect, test } from 'vitest';
import { toolKinds } from '../../src/canonical/kinds.ts';
import type { ToolName } from '../../src/canonical/tool.ts';
import { findRowToWrite } from '../../src/mapping/tools.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { listAdapters } from '../../src/translate/host.ts';
import { explainNoTool } from '../../src/trial/absent-tools.ts';
import { project } from '../settings/project.ts';

const files = {
  'guard.sh': '#!/bin/sh\necho no >&2\nexit 2\n',
  '.claude/settings.json': {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './guard.sh' }] }] },
  },
  '.codex/hooks.json': {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './guard.sh' }] }] },
  },
};

test.each([
  ['claude', ['--tool', 'delete', '--path', '.env'], 'Claude Code has no tool that deletes files'],
  ['codex', ['--tool', 'read', '--path', '.env'], 'Codex CLI reads files with its shell'],
])('a hook of %s is not asked about a call that the agent has no tool for', async (agent, call, why) => {
  const { anyhook } = project(files);
  const { stdout, code } = await anyhook('test', ...call, '--agent', agent);
  expect(stdout).toContain(`${agent}  –  ${why}`);
  expect(stdout).not.toMatch(/refused|deny|nothing stops/);
  expect(stdout).toContain(`${agent}: never makes such a call.`);
  expect(code).toBe(0);
  const verbose = await anyhook('test', ...call, '--agent', agent, '-v');
  expect(verbose.stdout).not.toContain('the agent sends');
  const json = await anyhook('test', ...call, '--agent', agent, '--json');
  const [{ fired, hooks }] = JSON.parse(json.stdout).agents;
  expect([fired, hooks[0].verdict, hooks[0].payload]).toEqual([false, 'not-asked', {}]);
});

test('a test in anyhook.yaml skips an agent that has no tool for the call, and says why', async () => {
  const { anyhook } = project({
    'guard.sh': files['guard.sh'],
    'anyhook.yaml': `version: 1
hooks: [{ on: before-tool, tools: [delete], run: ./guard.sh }]
tests: [{ call: { tool: delete, path: .env }, expect: deny }]
`,
  });
  const { stdout, code } = await anyhook('test', '--agent', 'claude', '-v');
  expect(stdout).toContain('claude  Claude Code has no tool that deletes files');
  expect(code).toBe(0);
});

test('Codex CLI may look at an image, and an agent makes each call that it has a tool for', () => {
  for (const agent of listAdapters())
    for (const tool of Object.keys(toolKinds) as ToolName[]) {
      const isAbsent = tableOf(agent.id).firing.absentTools?.includes(tool) === true;
      if (isAbsent) expect(findRowToWrite(agent, tool), `${agent.id} ${tool}`).toBeDefined();
      const why = explainNoTool(agent, { tool, input: { path: '/p/logo.PNG' } });
      expect(why !== undefined, `${agent.id} ${tool}`).toBe(isAbsent);
    }
});
