// Matchers, variables, tools, settings and the client’s own ways that the agents’ pages state: see `pages.ts`.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { readHooks } from '../../src/exports/settings.ts';
import { decode, encode } from '../../src/index.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { makeWorld } from '../../src/testing/fixtures.ts';
import { sameAgentInputOf } from '../../src/testing/outcomes.ts';
import { isMatcherMet } from '../../src/translate/matching.ts';
import type { Json } from '../../src/util/json.ts';
import { startsHook } from '../oracles/index.ts';
import { eachRow, eventsOf, payloadFor } from './pages.ts';

const world = makeWorld();
const root = new URL('../../', import.meta.url);

test.each(
  eachRow('matchers'),
)('%s: the matcher starts the hook, or not, by ours and by the client’s rules', (_, row) => {
  for (const native of eventsOf(row.vendor, row)) {
    const adapter: Adapter = adapters[row.vendor];
    const payload = payloadFor(row.vendor, native, row.with);
    const { hookInput: told } = sameAgentInputOf(adapter, payload);
    const unbounded = (): never => {
      throw new Error('the matcher needs a time limit');
    };
    expect([native, isMatcherMet(adapter, row.matcher, told, unbounded)]).toEqual([
      native,
      row.starts,
    ]);
    expect([native, startsHook(row.vendor, native, row.matcher, payload)]).toEqual([
      native,
      row.starts,
    ]);
  }
});

test.each(
  eachRow('variables'),
)('%s: the variable is set, and put into the line, as is said', (_, row) => {
  const { env, commandVariables, aliases = {} } = (adapters[row.vendor] as Adapter).runtime;
  const set = env({ event: 'session-start', cwd: '/p' });
  expect(row.name in set).toBe(row.set);
  expect(commandVariables.includes(row.name)).toBe(row.expanded);
  expect(set[aliases[row.name] ?? row.name]).toBe('/p');
});

test.each(eachRow('tools'))('%s: the name is the tool’s, in both directions', (_, row) => {
  for (const native of eventsOf(row.vendor, { event: row.event ?? 'BeforeTool' })) {
    const call = { tool_name: row.name, tool_input: row.input };
    const payload = payloadFor(row.vendor, native, call);
    const event = decode(row.vendor, payload, { world }) as unknown as Json;
    expect(event.tool).toBe(row.tool);
    const { name: _, ...unnamed } = event;
    const told = encode(row.vendor, unnamed as never, { native, world })?.payload;
    expect(told?.tool_name).toBe(row.again ?? row.name);
  }
});

test.each(eachRow('settings'))('%s: the file is read as its hooks', (_, row) => {
  const { hooks, findings } = readHooks(row.vendor, JSON.stringify(row.file), 'settings.json');
  expect(hooks.map(({ event, hook }) => ({ ...hook, in: event }))).toMatchObject(row.hooks);
  expect(hooks).toHaveLength(row.hooks.length);
  expect(findings).toEqual([]);
});

test.each(
  eachRow('client'),
)('%s: what the client does by itself has a test, or a reason for having none', (_, row) => {
  expect([row.test === undefined, row.nothing === undefined]).toContain(false);
  if (!row.test) return;
  const [file, title] = row.test;
  expect(existsSync(new URL(file, root))).toBe(true);
  expect(readFileSync(new URL(file, root), 'utf8')).toContain(title);
});
