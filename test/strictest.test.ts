import { expect, test } from 'vitest';
import { adapters } from '../src/adapters/index.ts';
import { strictest, translateAll, type Vendor } from '../src/index.ts';
import { payloadOf, worldOf } from './conformance/fixtures.ts';

const patch = payloadOf('cursor', 'docs-preToolUse-ApplyPatch');

test('translateAll returns one payload for each call that a hook has to judge', () => {
  const told = translateAll(patch, { from: 'cursor', to: 'gemini' });
  expect(told.map(({ payload }) => payload.tool_name)).toEqual([
    ...['write_file', 'replace', 'delete_file'],
  ]);
  const edit = payloadOf('gemini', 'BeforeTool-replace');
  const own = translateAll(edit, { from: 'gemini', to: 'gemini' });
  expect(own.map(({ payload }) => payload.tool_name)).toEqual(['replace']);
  const read = translateAll(payloadOf('gemini', 'BeforeTool-write_file'), {
    ...({ from: 'gemini', to: 'cursor', native: 'preToolUse' } as const),
  });
  expect(read.map(({ payload }) => payload.tool_name)).toEqual(['Read', 'Write']);
});

test('translateAll returns a payload for every server and tool that an MCP tool name may mean', () => {
  const called = (tool_name: string) => ({
    ...payloadOf('codex', 'PreToolUse-mcp__my_server__say_hi'),
    tool_name,
  });
  const names = (tool_name: string) =>
    translateAll(called(tool_name), {
      ...({ from: 'codex', to: 'cursor', native: 'beforeMCPExecution' } as const),
    }).map(({ payload }) => `${payload.mcp_server_name} ${payload.tool_name}`);
  expect(names('mcp__my_notes__write_note')).toEqual([
    ...['my_notes write_note', 'my_notes write-note', 'my-notes write_note', 'my-notes write-note'],
  ]);
  expect(names('mcp__notes__write')).toEqual(['notes write']);
  // Few mix both signs in one name: those come last.
  const all = names('mcp__a_b_c__d_e_f');
  expect(all.slice(0, 4)).toEqual([
    ...['a_b_c d_e_f', 'a_b_c d-e-f', 'a-b-c d_e_f', 'a-b-c d-e-f'],
  ]);
  expect(new Set(all).size).toBe(16);
  expect(names('mcp__a_b_c__d_e_f_g')).toHaveLength(32);
  expect(() => names('mcp__a_b_c__d_e_f_g_h')).toThrow(/more than 32 tools of MCP servers/);
  const own = translateAll(called('mcp__a_b__c'), { from: 'codex', to: 'codex' });
  expect(own).toHaveLength(1);
});

test('translateAll tells one address and one path once, and what else is touched as well', () => {
  const world = (links: Record<string, string>) => worldOf({ files: {}, links });
  const fetched = (prompt: string, more = {}) =>
    translateAll(
      { ...payloadOf('gemini', 'BeforeTool-web_fetch'), tool_input: { prompt } },
      { from: 'gemini', to: 'claude', ...more },
    ).map(({ payload }) => (payload.tool_input as { url: string }).url);
  expect(fetched('see https://a.test/x/')).toEqual(['https://a.test/x/']);
  const both = fetched('see https://a.test/x/', { wordings: 'both' });
  expect(both).toEqual(['https://a.test/x/', 'https://a.test/x']);
  expect(fetched('https://a.test/ https://b.test/')).toEqual([
    'https://a.test/',
    'https://b.test/',
  ]);
  const raw = 'https://raw.githubusercontent.com/o/r/m/f';
  const page = 'https://github.com/o/r/blob/m/f';
  expect(fetched(page)).toEqual([page, raw]);
  const read = { ...payloadOf('gemini', 'BeforeTool-read_file'), tool_input: { file_path: 'a' } };
  const told = (links: Record<string, string>, more = {}) =>
    translateAll(read, { from: 'gemini', to: 'tabnine', world: world(links), ...more }).map(
      ({ payload }) => (payload.tool_input as { file_path: string }).file_path,
    );
  const { cwd } = payloadOf('gemini', 'BeforeTool-read_file');
  expect(told({})).toEqual(['a']);
  expect(told({}, { wordings: 'both' })).toEqual(['a', `${cwd}/a`]);
  expect(told({ [`${cwd}/a`]: `${cwd}/b` })).toEqual(['a', 'b']);
  expect(told({ [`${cwd}/a`]: '/etc/b' })).toEqual(['a', '/etc/b']);
});

test('strictest returns the strictest of several outcomes, with every reason for it', () => {
  const allow = { decision: 'allow' } as const;
  const deny = (reason: string) => ({ decision: 'deny', reason }) as const;
  expect(strictest([])).toEqual({});
  expect(strictest([allow, allow])).toEqual(allow);
  expect(strictest([allow, {}])).toEqual({});
  expect(strictest([{ decision: 'ask', reason: 'q' }, allow])).toMatchObject({ decision: 'ask' });
  expect(strictest([deny('a'), { decision: 'ask', reason: 'q' }, deny('b'), deny('a')])).toEqual(
    deny('a\nb'),
  );
  expect(strictest([deny('a'), { halt: true, haltReason: 'h' }])).toEqual({
    halt: true,
    haltReason: 'h',
  });
  expect(strictest([{ context: 'a' }, { context: 'b', message: 'm' }])).toEqual({
    ...{ context: 'a\nb', message: 'm' },
  });
  const input = { command: 'x' };
  expect(strictest([{ input }, {}, { input }])).toEqual({ input });
  expect(strictest([{ input }, { input: { command: 'y' } }])).toMatchObject({ decision: 'deny' });
  expect(strictest([{ input }, deny('no')])).toMatchObject(deny('no'));
});

test('a hook of any agent hears every edit of a file that Cursor tells after it', () => {
  const host = {
    ...payloadOf('cursor', 'docs-afterFileEdit-several'),
    edits: [
      { old_string: 'alpha', new_string: 'beta' },
      { old_string: 'gamma', new_string: 'delta' },
    ],
  };
  const texts = ['alpha', 'gamma', 'beta', 'delta'];
  const hearing = (Object.keys(adapters) as Vendor[]).filter((id) => id !== 'cursor');
  expect(hearing.length).toBeGreaterThan(6);
  const found = hearing.map((to) => {
    const told = translateAll(host, { from: 'cursor', to });
    return [to, told.length > 0, texts.filter((text) => JSON.stringify(told).includes(text))];
  });
  expect(found).toEqual(hearing.map((to) => [to, true, texts]));
});
