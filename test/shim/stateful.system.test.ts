// The hooks of stateful.test.ts as scripts: what remembers is the disk, and all of it are processes.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { firedAs, hostFlags } from '../conformance/fixtures.ts';
import { factOf } from '../facts.ts';
import { rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { folder, read, runExecutable, script, until } from './run.ts';
import { type CallKind, callOf, type hosts } from './stateful.ts';

type Host = (typeof hosts)[number];

const top = folder();
let dir = '';
let turn = 0;
beforeEach(() => {
  dir = join(top, String(turn++));
  mkdirSync(dir);
});

const at = (name: string): string => join(dir, name);
const linesIn = (name: string): number =>
  existsSync(at(name)) ? read(at(name)).split('\n').length - 1 : 0;

/** Agents that write whole paths, with hooks of agents that pass on what the model wrote. */
const pairs: [Host, CallKind, Vendor, string][] = [
  ['cursor', 'write', 'gemini', 'BeforeTool'],
  ['claude', 'read', 'copilot', 'preToolUse'],
  ['codex', 'read', 'tabnine', 'BeforeTool'],
];

/** Whether a host is kept from a call by a hook. */
async function isRefused(
  [host, kind, as, event]: (typeof pairs)[number],
  command: string,
  args: readonly string[] = [],
): Promise<boolean> {
  const text = JSON.stringify(callOf(host, kind)).replace(
    /\/home\/dev\/my-project|\/w\/demo/g,
    dir,
  );
  const payload = JSON.parse(text);
  const fired = firedAs(host, payload);
  const flags = [...hostFlags(host, fired), '--as', as, '--event', event, ...args];
  const projects = Object.entries(factOf(host, 'variables')).filter(([, is]) => is === 'project');
  const env = { DIR: dir, ...Object.fromEntries(projects.map(([name]) => [name, dir])) };
  const said = await runExecutable([...flags, '--', command], { stdin: payload, env, cwd: dir });
  return rank(oracles[host](fired, said, 'host').verdict) >= rank('ask');
}

describe.each(pairs)('under %s, for a call: %s, of the dialect %s', (...pair) => {
  const line = (text: string) => `'${script(dir, 'hook.sh', text)}'`;
  async function refusals(text: string, calls: number, before?: (nth: number) => void) {
    const hook = line(text);
    const refused: boolean[] = [];
    for (let nth = 0; nth < calls; nth++) {
      before?.(nth);
      refused.push(await isRefused(pair, hook));
    }
    return refused;
  }

  test('an approval that the hook removes lets one call through', async () => {
    const approve = (nth: number) => {
      if (nth !== 1) writeFileSync(at('approve'), '');
    };
    const text = 'rm "$DIR/approve" 2>/dev/null || { echo "not approved" >&2; exit 2; }';
    expect(await refusals(text, 3, approve)).toEqual([false, true, false]);
  });

  test('a limiter refuses the fifth call', async () => {
    const text =
      'echo x >> "$DIR/calls"; [ "$(wc -l < "$DIR/calls")" -le 4 ] || { echo "too many" >&2; exit 2; }';
    expect(await refusals(text, 5)).toEqual([false, false, false, false, true]);
  });

  test('a lock that is a folder lets one call through', async () => {
    const text = 'mkdir "$DIR/lock" 2>/dev/null || { echo locked >&2; exit 2; }';
    expect(await refusals(text, 2)).toEqual([false, true]);
  });
});

/** A call of an MCP server whose name Codex CLI writes as it writes three other names. */
const ambiguous: (typeof pairs)[number] = [
  'codex',
  'a server with an underscore',
  'claude',
  'PreToolUse',
];

test.each([
  ['--answer', 'ignored'],
  ['--guard', 'false'],
])('a logger with %s %s has one line for a call whose name several servers may have', async (...args) => {
  const hook = `'${script(dir, 'log.sh', 'echo x >> "$DIR/log"')}'`;
  expect(await isRefused(ambiguous, hook, args)).toBe(false);
  expect(linesIn('log')).toBe(1);
});

test('a hook with --answer later is started once for a call whose name several servers may have', async () => {
  const text = 'echo x >> "$DIR/log"; echo x > "$DIR/over"; exec sleep 0';
  const hook = `'${script(dir, 'log.sh', text)}'`;
  expect(await isRefused(ambiguous, hook, ['--answer', 'later'])).toBe(false);
  // What is started for the next call is started after all that this call starts.
  expect(await until(() => existsSync(at('over')))).toBe(true);
  expect(await isRefused(ambiguous, hook, ['--answer', 'ignored'])).toBe(false);
  expect(linesIn('log')).toBe(2);
});

test('a guard of such a name is started for one after the other, up to the first refusal', async () => {
  const count = 'echo x >> "$DIR/log"';
  const passes = `'${script(dir, 'pass.sh', count)}'`;
  const refuses = `'${script(dir, 'refuse.sh', `${count}; [ "$(wc -l < "$DIR/log")" -lt 6 ] || exit 2`)}'`;
  expect(await isRefused(ambiguous, passes)).toBe(false);
  expect(linesIn('log')).toBe(4);
  expect(await isRefused(ambiguous, refuses)).toBe(true);
  expect(linesIn('log')).toBe(6);
});
