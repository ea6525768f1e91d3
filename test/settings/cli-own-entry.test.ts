// Hooks of an agent move into anyhook.yaml, and sync writes them for every agent: where another agent loads the file of
// the first one too, the hook stands there once, and `remove` leaves the file as the person wrote it.
import { expect, test } from 'vitest';
import { agentVendors } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { agentsWithOwnFile } from './agent-file.ts';
import { project } from './project.ts';

const guard = '#!/bin/sh\nexit 2\n';
const agents = agentVendors();
/** A plugin holds no hooks that could move: its agent starts none without us. */
const sources = agentsWithOwnFile();

const entries: Record<string, [event: string, element: object]> = {
  cursor: ['beforeShellExecution', { command: './guard.sh' }],
  copilot: ['preToolUse', { type: 'command', bash: './guard.sh' }],
  codex: ['PreToolUse', { matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh' }] }],
  claude: ['PreToolUse', { matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh' }] }],
};
const ofFamily = (event: string): [string, object] => [
  event,
  { matcher: 'run_shell_command', hooks: [{ type: 'command', command: './guard.sh' }] },
];

test.each(
  sources.flatMap((agent) => [1, 2].map((count) => ({ agent, count }))),
)('$count hooks of $agent stand once in its file after they moved into anyhook.yaml', async (given) => {
  const { agent, count } = given;
  const [event, element] =
    entries[agent] ?? ofFamily(agent === 'qwen' ? 'PreToolUse' : 'BeforeTool');
  const file = tableOf(agent).files.own.project;
  const second = JSON.parse(JSON.stringify(element).replace('guard.sh', 'other.sh'));
  const list = [element, second].slice(0, count);
  const own = {
    ...(/cursor|copilot/.test(agent) && { version: 1 }),
    ...(agent === 'terminai' && { tools: { enableHooks: true } }),
    hooks: { [event]: list },
  };
  const p = project({ [file]: own, 'guard.sh': guard, 'other.sh': guard });
  const before = p.get(file);
  await p.anyhook('convert', agent, 'anyhook', '--write');
  const args = ['sync', '--to', agents.join(','), '--accept-loss'];
  const said = await p.anyhook(...args);
  expect([said.code, said.stderr]).toEqual([0, '']);
  const after = p.get(file);
  expect(after.split('./guard.sh')).toHaveLength(2);
  expect(after.split('./other.sh')).toHaveLength(count);
  await p.anyhook(...args);
  expect(p.get(file)).toBe(after);
  expect((await p.anyhook('sync', '--check')).stdout).not.toContain('Out of date');
  await p.anyhook('remove', '--all');
  expect(p.get(file)).toBe(before);
});
