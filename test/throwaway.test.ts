import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { hear, say, translate, translateAll, type VendorOrAdapter } from '../src/index.ts';
import type { Adapter } from '../src/mapping/adapter.ts';
import { conformance, readFixtures } from '../src/testing/index.ts';
import { throwaways } from './throwaway/index.ts';
import { patch } from './throwaway/patch.ts';

const folder = (id: string) => fileURLToPath(new URL(`throwaway/fixtures/${id}`, import.meta.url));

describe.each(throwaways)('the throwaway agent $id', (adapter) => {
  const fixtures = readFixtures(folder(adapter.id));

  test('conforms to its fixtures', () => {
    expect(conformance(adapter, folder(adapter.id))).toEqual([]);
  });

  test('does not conform to its fixtures if it reads nothing or says nothing', () => {
    const deaf: Adapter = { ...adapter, readFinished: () => ({}) };
    const mute: Adapter = {
      ...adapter,
      printResponse: () => ({ stdout: '', stderr: '', exitCode: 0 }),
    };
    for (const broken of [deaf, mute]) {
      expect(conformance(broken, fixtures).length).toBeGreaterThan(0);
    }
  });

  const calls = Object.values(fixtures.payloads).filter(
    ({ event }) => event.event === 'before-tool' && event.tool !== 'other',
  );
  const isGate = ({ event }: { event: string }) => event === 'before-tool';

  test('has a fixture of a call that others know, if it asks hooks before a tool', () => {
    expect(calls.length > 0).toBe(adapter.bindings.all().some(isGate));
  });

  test.each(
    calls.map((call) => [call.payload.tool_name ?? call.event.tool, call] as const),
  )('exchanges a call of %s and its refusal with Cursor and Gemini CLI, as the host and as the hook', (_, {
    payload,
  }) => {
    const refused = { code: 2, stdout: '', stderr: 'no' };
    for (const to of ['cursor', 'gemini'] satisfies VendorOrAdapter[]) {
      const told = translate(payload, { from: adapter, to });
      if (!told) throw new Error(`${to} is not told`);
      const { outcome } = hear(to, told.payload, refused);
      expect(outcome).toMatchObject({ decision: 'deny', reason: 'no' });
      const { stdout, stderr, exitCode: code } = say(adapter, payload, outcome);
      const heard = hear(adapter, payload, { code, stdout, stderr });
      expect(heard.outcome).toEqual({ decision: 'deny', reason: 'no' });
      const back = translate(told.payload, { from: to, to: adapter });
      expect(back?.payload).toMatchObject(payload);
    }
  });
});

test('a patch is translated to a call for each of its changes, and throws if it cannot be read', () => {
  const payload = readFixtures(folder('patch')).payloads['BeforeTool-apply_patch']?.payload ?? {};
  const told = translateAll(payload, { from: patch, to: 'gemini', native: 'BeforeTool' });
  const calls = told.map((one) => [one.payload.tool_name, one.payload.tool_input]);
  expect(calls).toContainEqual(['write_file', { file_path: '/w/a', content: 'b\n' }]);
  expect(calls).toContainEqual(['delete_file', { file_path: '/w/c' }]);
  const broken = { ...payload, tool_input: { patch: 'no patch' } };
  expect(() => translateAll(broken, { from: patch, to: 'gemini' })).toThrow(/cannot be read/);
});
