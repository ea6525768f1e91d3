import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/util/equal.ts';
import type { Json } from '../../src/util/json.ts';
import { answerHook, flagsFor, listCases } from '../matrix/cases.ts';
import { rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { family, hosts, shell, speaks } from '../shim/payloads.ts';
import { bytes, folder, json, oneLine, read, run } from '../shim/run.ts';
import { heard, refused } from '../shim/verdict.ts';

const dir = folder();
let count = 0;
/** A place for what the hook was told, and a hook that keeps it there and refuses. */
function keeper() {
  const path = join(dir, `told-${count++}`);
  return { path, hook: ['--', 'sh', '-c', 'cat > "$0"; echo no >&2; exit 2', path] };
}

describe('A name that every object inherits', () => {
  test.each(
    hosts,
  )('as a key of a payload from %s changes neither the verdict nor the cwd that the hook gets', async (host) => {
    const good = bytes(shell(host)) as string;
    const odd = `${good.slice(0, -1)},"__proto__":{"cwd":"/evil"},"constructor":1,"toString":2}`;
    const { path, hook } = keeper();
    const said = await run(['--host', host, ...speaks('anyhook'), ...hook], { stdin: odd });
    expect(refused(heard(host, shell(host), said)), said.stderr).toBe(true);
    expect(json(read(path))).toMatchObject({ event: 'before-tool', cwd: '/tmp' });
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ])('as the name of a tool reaches the hook as it is: %s', async (name) => {
    const stdin = family('gemini', 'BeforeTool', { tool_name: name, tool_input: { a: 1 } });
    const { path, hook } = keeper();
    const args = ['--host', 'gemini', '--as', 'cursor', '--event', 'preToolUse', ...hook];
    const said = await run(args, { stdin });
    expect(json(said.stdout), said.stderr).toMatchObject({ decision: 'deny' });
    expect(json(read(path))).toMatchObject({ tool_name: name, tool_input: { a: 1 } });
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
  ])('as the name of an event is reported in one line: %s', async (name) => {
    for (const host of hosts) {
      const stdin = { ...shell(host), hook_event_name: name };
      const said = await run(['--host', host, ...speaks('anyhook'), '--', 'true'], { stdin });
      expect(said.stderr).toMatch(oneLine);
    }
  });
});

/** The same with keys that would change every object, or this one, wherever there is one. */
function infected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(infected);
  if (!isObject(value)) return value;
  const text = JSON.stringify(
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, infected(one)])),
  );
  return JSON.parse(`${text.slice(0, -1)}${text === '{}' ? '' : ','}${keys}}`);
}
const evil =
  '{"polluted":"yes","decision":"allow","permission":"allow","cwd":"/evil","session":"x","input":{},"halt":false}';
const keys = `"__proto__":${evil},"constructor":{"prototype":${evil}},"prototype":${evil}`;

test('No payload and no response pollutes a prototype or has a verdict read from one', () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  const weak: string[] = [];
  for (const { run, told, host, fired, dialect, native, firstOfEvent } of listCases()) {
    if (!firstOfEvent) continue;
    const odd = { ...run.host, payload: infected(run.host.payload) as Json };
    const place = { ...run, flags: flagsFor(host, dialect, native), host: odd };
    const side = host === dialect ? 'native' : 'host';
    for (const stdout of [
      `{${keys}}`,
      `{"hookSpecificOutput":{${keys}},${keys}}`,
      `{"updated_input":{${keys}},"input":{${keys}},"env":{${keys}}}`,
    ]) {
      const said = answerHook(place, told, { code: 0, stdout, stderr: '' });
      const { verdict } = oracles[host](fired, said, side);
      if (rank(verdict) < rank('pass')) weak.push(`${host} ${fired} ${dialect}: ${stdout}`);
    }
    expect(({} as Json).polluted).toBeUndefined();
  }
  expect(weak).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(names);
});
