// A call of which it cannot be known what it does: a guard that may be about it is as good as asked.
import { describe, expect, test } from 'vitest';
import { oracles } from '../oracles/index.ts';
import { codexCall } from './payloads.ts';
import { run, session } from './run.ts';
import { refused } from './verdict.ts';

const torn = '*** Begin Patch\n*** Add File: src/a\n+x\n*** No such line\n*** End Patch';

const hosts = {
  codex: () => codexCall('apply_patch', { command: torn }),
  copilot: () => ({
    sessionId: session(),
    timestamp: 1795352961892,
    cwd: '/tmp',
    toolName: 'apply_patch',
    toolArgs: torn,
  }),
} as const;
const gates = { codex: 'PreToolUse', copilot: 'preToolUse' } as const;
type Host = keyof typeof hosts;

const isRefused = async (host: Host, as: string, event: string, flags: readonly string[]) => {
  const args = ['--host', host, '--host-event', gates[host], '--as', as, '--event', event];
  const said = await run([...args, ...flags, '--', 'true'], { stdin: hosts[host]() });
  return refused(oracles[host](gates[host], said, 'host'));
};

describe.each(Object.keys(hosts) as Host[])('a torn patch in %s', (host) => {
  test.each([
    ['claude', 'PreToolUse', []],
    ['claude', 'PreToolUse', ['--if', 'Write(/srv/**)']],
    ['claude', 'PreToolUse', ['--if', 'Edit(*.env)']],
    ['claude', 'PreToolUse', ['--matcher', 'Write|Edit', '--if', 'Edit(//etc/**)']],
    ['qwen', 'PreToolUse', ['--matcher', 'write_file']],
    ['gemini', 'BeforeTool', ['--matcher', 'replace']],
    ['cursor', 'preToolUse', ['--matcher', 'Write']],
    host === 'codex'
      ? ['copilot', 'preToolUse', ['--matcher', 'apply_patch']]
      : ['codex', 'PreToolUse', ['--matcher', 'apply_patch']],
  ] as const)('refused, for %s %s %j', async (as, event, flags) => {
    expect(await isRefused(host, as, event, flags)).toBe(true);
  });
  test.each([
    ['claude', 'PreToolUse', ['--if', 'Bash(git *)']],
    ['claude', 'PreToolUse', ['--matcher', 'Bash']],
    ['claude', 'PreToolUse', ['--matcher', 'Bash', '--if', 'Write(/srv/**)']],
    ['cursor', 'beforeShellExecution', []],
  ] as const)('nobody’s business, for %s %s %j', async (as, event, flags) => {
    expect(await isRefused(host, as, event, flags)).toBe(false);
  });
});
