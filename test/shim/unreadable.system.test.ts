// A call of which it cannot be known what it does: a guard that may be about it is as good as asked.
import { describe, expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { isObject } from '../../src/util/equal.ts';
import type { Json } from '../../src/util/json.ts';
import { type Call, eventAt, factOf, payloadOfCall, vendorsStating } from '../facts.ts';
import { oracles } from '../oracles/index.ts';
import { run, session } from './run.ts';
import { refused } from './verdict.ts';

const torn = '*** Begin Patch\n*** Add File: src/a\n+x\n*** No such line';

/** What each agent calls a patch. */
const patches = vendorsStating('calls').flatMap((vendor) => {
  const call = factOf(vendor, 'calls')['a patch of one file'];
  return call ? [{ vendor, call }] : [];
});

/** A call of it with a patch that is torn, in a session of its own. */
function payloadOf(host: Vendor, [name, input]: Call): Json {
  const arguments_ = isObject(input) ? Object.keys(input).map((key) => [key, torn]) : undefined;
  const call = payloadOfCall(host, [name, arguments_ ? Object.fromEntries(arguments_) : torn]);
  const key = 'session_id' in call ? 'session_id' : 'sessionId';
  return { ...call, cwd: '/tmp', [key]: session() };
}

const isRefused = async (
  host: Vendor,
  call: Call,
  as: string,
  event: string,
  flags: readonly string[],
) => {
  const fired = eventAt(host, 'before');
  const args = ['--host', host, '--host-event', fired, '--as', as, '--event', event];
  const said = await run([...args, ...flags, '--', 'true'], { stdin: payloadOf(host, call) });
  return refused(oracles[host](fired, said, 'host'));
};

test('At least two agents have a tool for patches', () => {
  expect(patches.length).toBeGreaterThan(1);
});

describe.each(patches)('A torn patch in $vendor', ({ vendor: host, call }) => {
  const others = patches.filter(({ vendor }) => vendor !== host);
  test.each([
    ['claude', 'PreToolUse', []],
    ['claude', 'PreToolUse', ['--if', 'Write(/srv/**)']],
    ['claude', 'PreToolUse', ['--if', 'Edit(*.env)']],
    ['claude', 'PreToolUse', ['--matcher', 'Write|Edit', '--if', 'Edit(//etc/**)']],
    ['qwen', 'PreToolUse', ['--matcher', 'write_file']],
    ['gemini', 'BeforeTool', ['--matcher', 'replace']],
    ['cursor', 'preToolUse', ['--matcher', 'Write']],
    ...others.map(
      (one) => [one.vendor, eventAt(one.vendor, 'before'), ['--matcher', one.call[0]]] as const,
    ),
  ] as const)('is refused for a hook that may be about it: %s %s %j', async (as, event, flags) => {
    expect(await isRefused(host, call, as, event, flags)).toBe(true);
  });
  test.each([
    ['claude', 'PreToolUse', ['--if', 'Bash(git *)']],
    ['claude', 'PreToolUse', ['--matcher', 'Bash']],
    ['claude', 'PreToolUse', ['--matcher', 'Bash', '--if', 'Write(/srv/**)']],
    ['cursor', 'beforeShellExecution', []],
  ] as const)('is not refused for a hook that cannot be about it: %s %s %j', async (as, event, flags) => {
    expect(await isRefused(host, call, as, event, flags)).toBe(false);
  });
});
