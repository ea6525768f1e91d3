/** `anyhook test --payload`: which agent a recorded payload is taken to be from. */
import { expect, test } from 'vitest';
import { project } from '../settings/project.ts';

const guard = { hooks: [{ type: 'command', command: './guard.sh' }] };
const call = { session_id: 's', cwd: '/w', tool_name: 'Bash', tool_input: { command: 'rm -rf /' } };
const files = {
  'guard.sh': '#!/bin/sh\necho no >&2\nexit 2\n',
  'bare.json': { ...call, hook_event_name: 'PreToolUse' },
  'copilot.json': { ...call, hook_event_name: 'PreToolUse', timestamp: '2026-01-01T00:00:00Z' },
  'stop.json': { session_id: 's', cwd: '/w', hook_event_name: 'Stop' },
  '.claude/settings.json': { hooks: { PreToolUse: [guard] } },
};
const ofCopilot = {
  '.github/hooks/guard.json': {
    version: 1,
    hooks: { preToolUse: [{ type: 'command', bash: './guard.sh' }] },
  },
};

test('a payload without the fields that tell agents apart is from the agent that is named, or from the only one here', async () => {
  const named = await project({ ...files, ...ofCopilot }).anyhook(
    ...['test', '--payload', 'bare.json', '--agent', 'claude'],
  );
  expect(named.stdout).toMatch(/^Claude Code PreToolUse\n[\s\S]*claude +deny +no /m);
  const alone = await project(files).anyhook('test', '--payload', 'bare.json');
  expect(alone.stdout).toMatch(/^Claude Code PreToolUse\n[\s\S]*claude +deny +no /m);
});

test('a payload that several agents of the project may have sent is from none of them until one is named', async () => {
  const { anyhook } = project({ ...files, ...ofCopilot });
  const { stderr, code } = await anyhook('test', '--payload', 'bare.json');
  expect([code, stderr]).toEqual([
    2,
    'anyhook: --payload bare.json: it may be from claude or copilot: say which with --agent\n',
  ]);
});

test('a payload that one agent alone can have sent is translated for another agent that is named', async () => {
  const { anyhook } = project({ ...files, ...ofCopilot });
  const { stdout } = await anyhook('test', '--payload', 'copilot.json', '--agent', 'claude');
  expect(stdout).toMatch(/^Copilot CLI PreToolUse\n[\s\S]*claude +deny +no /m);
});

test('where no hook stands under the event of a payload, the events of the hooks are named', async () => {
  const { anyhook } = project(files);
  const { stdout, code } = await anyhook('test', '--payload', 'stop.json');
  expect(stdout).toContain(
    'No hook is asked about this call: those of claude stand under PreToolUse.',
  );
  expect(code).toBe(0);
});
