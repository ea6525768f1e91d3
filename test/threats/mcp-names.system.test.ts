import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { payloadOf } from '../conformance/fixtures.ts';
import { oracles } from '../oracles/index.ts';
import { codexCall, family, type Host } from '../shim/payloads.ts';
import { folder, json, read, run } from '../shim/run.ts';
import { heard, refused } from '../shim/verdict.ts';

const call = (host: Host, tool_name: string, mcp_context?: object) =>
  family(host, 'BeforeTool', {
    tool_name,
    tool_input: { sql: 'x' },
    ...(mcp_context ? { mcp_context } : {}),
  });
const deny = ['--', 'echo no >&2; exit 2'];
type Case = [host: Host, tool: string, event: string, matcher: string];

/** A guard of a tool that may be meant, by a name that splits in more than one place. */
const meant: Case[] = [
  ['terminai', 'a__b__c', 'beforeMCPExecution', '^c$'],
  ['terminai', 'a__b__c', 'beforeMCPExecution', '^b__c$'],
  ['terminai', 'a__b__c', 'preToolUse', '^MCP:c$'],
  ['terminai', 'a____c', 'beforeMCPExecution', '^c$'],
  ['terminai', 'a___c', 'beforeMCPExecution', '^c$'],
  ['terminai', `${'a__'.repeat(40)}c`, 'beforeMCPExecution', '^c$'],
  ['tabnine', 'mcp_my_db_query', 'preToolUse', '^MCP:query$'],
  ['gemini', 'mcp_my_db_query', 'beforeMCPExecution', '^query$'],
  ['gemini', 'mcp__my__db__query', 'beforeMCPExecution', '^query$'],
  ['gemini', 'my__db__query', 'beforeMCPExecution', '^(query|db__query)$'],
];
test.each(
  meant,
)('An MCP name that splits in several ways reaches the guard of each reading: %s %s, %s %s', async (host, tool, event, matcher) => {
  const stdin = call(host, tool);
  const args = ['--host', host, '--as', 'cursor', '--event', event, '--matcher', matcher, ...deny];
  const said = await run(args, { stdin });
  expect(refused(heard(host, stdin, said)), said.stderr).toBe(true);
});

test('Where the payload names the server, no guard of another reading of the name is asked', async () => {
  const stdin = call('gemini', 'mcp_my_db_query', { server_name: 'my', tool_name: 'db_query' });
  const args = ['--host', 'gemini', '--as', 'cursor', '--event', 'beforeMCPExecution'];
  for (const [matcher, asked] of [
    ['^query$', false],
    ['^db_query$', true],
  ] as const) {
    const said = await run([...args, '--matcher', matcher, ...deny], { stdin });
    expect(refused(heard('gemini', stdin, said))).toBe(asked);
  }
});

/** A server may call its tools what it likes: a guard is never told of a built-in one. */
test.each<[Host, string, string, object | undefined]>([
  ['gemini', 'mcp_x_read_file', 'read_file', { server_name: 'x', tool_name: 'read_file' }],
  ['gemini', 'mcp_x_Shell', 'Shell', { server_name: 'x', tool_name: 'Shell' }],
  ['gemini', 'mcp_x_MCP:y', 'MCP:y', { server_name: 'x', tool_name: 'MCP:y' }],
  ['terminai', 'Shell', 'Shell', undefined],
  ['terminai', 'Read', 'Read', undefined],
  ['terminai', 'x__run_shell_command', 'run_shell_command', undefined],
])('An MCP tool with the name of a built-in one stays an MCP tool for every hook: %s %s', async (host, name, tool, context) => {
  const stdin = call(host, name, context);
  const told = async (as: string, event: string) => {
    const args = ['--host', host, '--as', as, '--event', event, '--', 'cat >&2; exit 2'];
    const said = await run(args, { stdin });
    expect(refused(oracles[host]('BeforeTool', said, 'host')), said.stdout).toBe(true);
    return json(json(said.stdout).reason as string);
  };
  expect(await told('cursor', 'preToolUse')).toMatchObject({ tool_name: `MCP:${tool}` });
  expect(await told('anyhook', 'before-tool')).toMatchObject({ tool: 'mcp', mcp: { tool } });
  // What is asked for by its built-in name alone is not asked of this.
  for (const event of ['beforeShellExecution', 'beforeReadFile']) {
    const args = ['--host', host, '--as', 'cursor', '--event', event, ...deny];
    expect((await run(args, { stdin })).stdout).toBe('{}\n');
  }
});

/** Codex has one sign for two: any name that becomes the same may be meant. */
describe('Where a host turns the dashes of an MCP name into underscores, a matcher', () => {
  const name = 'mcp__my_very_big_long_db_server_x__do_it_now';
  const asked = async (matcher: string, tool = name): Promise<boolean> => {
    const stdin = codexCall(tool, { a: 1 });
    const args = ['--host', 'codex', '--as', 'claude', '--event', 'PreToolUse'];
    const said = await run([...args, '--matcher', matcher, ...deny], { stdin });
    return refused(oracles.codex('PreToolUse', said, 'host'));
  };
  test.each([
    [
      'in the original spelling matches a long name',
      'mcp__my-very_big-long_db-server_x__do-it_now',
      true,
    ],
    [
      'with a pattern for the tool matches a long name',
      'mcp__my-very_big-long_db-server_x__.*',
      true,
    ],
    ['with a pattern of words matches a long name', 'mcp__my\\b.*__do.*', true],
    [
      'of another server does not match a long name',
      'mcp__her-very_big-long_db-server_x__do-it_now',
      false,
    ],
    [
      'of another tool does not match a long name',
      'mcp__my-very_big-long_db-server_x__do-it',
      false,
    ],
    ['of a built-in tool does not match a long name', 'Bash|Write', false],
  ] as const)('%s', async (_, matcher, is) => {
    expect(await asked(matcher)).toBe(is);
  });
  test('matches each spelling of a short name, and no name of another server', async () => {
    expect(await asked('mcp__my-db_x__do-it', 'mcp__my_db_x__do_it')).toBe(true);
    expect(await asked('^mcp__my\\W', 'mcp__my_db_x__do_it')).toBe(true);
    expect(await asked('^mcp__her\\W', 'mcp__my_db_x__do_it')).toBe(false);
  });
});

/** What a guard that lets pass, or refuses `refused`, is told of a call, in order. */
async function names(
  host: 'codex' | 'copilot',
  name: string,
  more: string[],
  refused = 'nothing',
): Promise<string[]> {
  const seen = join(folder(), 'seen');
  writeFileSync(seen, '');
  const stdin =
    host === 'codex'
      ? codexCall(name, { a: 1 })
      : { ...payloadOf('copilot', 'preToolUse-my-server-say_hi'), cwd: '/tmp', toolName: name };
  const event = host === 'copilot' ? ['--host-event', 'preToolUse'] : [];
  const args = ['--host', host, ...event, '--as', 'claude', '--event', 'PreToolUse', ...more];
  const line = `tee -a '${seen}' | if grep -q '"${refused}"'; then cat >/dev/null; echo no >&2; exit 2; fi`;
  await run([...args, '--', line], { stdin });
  const told = read(seen).split('\n').filter(Boolean).map(json);
  return told.map(({ tool_name }) => String(tool_name));
}

describe('A guard is asked about a name that may be of several servers', () => {
  test('once for each, in turn, up to its first refusal', async () => {
    const all = ['my_db query', 'my-db query'].map((one) => `mcp__${one.replace(' ', '__')}`);
    expect(await names('codex', 'mcp__my_db__query', [])).toEqual(all);
    expect(await names('codex', 'mcp__my_db__query', [], 'mcp__my_db__query')).toEqual([all[0]]);
    const splits = ['mcp__my__db-query', 'mcp__my-db__query'];
    expect(await names('copilot', 'my-db-query', [])).toEqual(splits);
  });

  test('when a person is asked for a permission, as before the call', async () => {
    const stdin = { ...payloadOf('codex', 'PermissionRequest-Bash'), cwd: '/tmp' };
    const call = { ...stdin, tool_name: 'mcp__my_big_srv__delete_all', tool_input: {} };
    const args = ['--host', 'codex', '--as', 'claude', '--event', 'PermissionRequest'];
    for (const [name, is] of [
      ['mcp__my-big_srv__delete_all', true],
      ['mcp__her-big_srv__delete_all', false],
    ] as const) {
      const deny =
        '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny"}}}';
      const hook = `if grep -q '"${name}"'; then echo '${deny}'; fi`;
      const said = await run([...args, '--', hook], { stdin: call });
      expect(refused(oracles.codex('PermissionRequest', said, 'host')), name).toBe(is);
    }
  });

  test('in every spelling of a long name, those with one sign in a part first', async () => {
    const name = 'mcp__my_big_srv__delete_all_data';
    const told = await names('codex', name, ['--matcher', 'mcp__.*']);
    expect(new Set(told).size).toBe(16);
    expect(told.slice(0, 4)).toEqual([
      ...[name, 'mcp__my_big_srv__delete-all-data'],
      ...['mcp__my-big-srv__delete_all_data', 'mcp__my-big-srv__delete-all-data'],
    ]);
    for (const refused of told) {
      const up = await names('codex', name, ['--matcher', 'mcp__.*'], refused);
      expect(up).toEqual(told.slice(0, told.indexOf(refused) + 1));
    }
  });

  /** What Codex makes of a call with a name that has more spellings than a hook is asked about. */
  async function saidOf(name: string, more: string[], hook: string) {
    const stdin = codexCall(name, { a: 1 });
    const args = ['--host', 'codex', '--as', 'claude', '--event', 'PreToolUse', ...more];
    const said = await run([...args, '--', hook], { stdin });
    return { said, isRefused: refused(oracles.codex('PreToolUse', said, 'host')) };
  }

  test('and never about a part of them: with more than 32, the call is refused and it is said why', async () => {
    for (const name of [
      'mcp__my_big_srv__delete_all_the_data_now',
      `mcp__my_big_srv__${'delete_all_'.repeat(20)}now`,
    ]) {
      const { said, isRefused } = await saidOf(name, ['--matcher', 'mcp__.*'], 'exit 0');
      expect(isRefused, name).toBe(true);
      expect(said.stdout).toContain('may stand for more than 32 tools of MCP servers');
    }
    const dashes = `a${'-b'.repeat(40)}`;
    const copilot = await names('copilot', dashes, []);
    expect(copilot).toEqual([]);
  });

  test('and about no other, where its matcher lets few of them through', async () => {
    const name = 'mcp__my_big_srv__delete_all_the_data_now';
    const servers = ['--servers', 'my-big_srv'];
    for (const [matcher, count, more] of [
      ['mcp__my-big_srv__delete_all_the-data_now', 1, []],
      ['mcp__my-big_srv__.*', 16, []],
      ['mcp__.*', 16, servers],
      ['Bash', 0, []],
    ] as const) {
      const told = await names('codex', name, ['--matcher', matcher, ...more]);
      expect(new Set(told).size, matcher).toBe(count);
      for (const one of told) expect(one).toMatch(/^mcp__my-big_srv__/);
      expect((await saidOf(name, ['--matcher', matcher, ...more], 'exit 0')).isRefused).toBe(false);
    }
  });

  test('once, where its matcher is of one of them', async () => {
    for (const server of ['my_db', 'my-db']) {
      const matcher = ['--matcher', `mcp__${server}__.*`];
      const told = await names('codex', 'mcp__my_db__query', matcher);
      expect(told).toEqual([`mcp__${server}__query`]);
    }
  });

  test('once, where its line names the server, and in every way where it names others', async () => {
    const servers = (list: string) => ['--servers', list];
    for (const host of ['codex', 'copilot'] as const) {
      const name = host === 'codex' ? 'mcp__my_db__query' : 'my-db-query';
      expect(await names(host, name, servers('notes,my-db'))).toEqual(['mcp__my-db__query']);
      expect(await names(host, name, servers('notes'))).toHaveLength(2);
    }
  });

  test('never more than once, where the hook guards nothing', async () => {
    expect(await names('codex', 'mcp__my_db__query', ['--guard', 'false'])).toHaveLength(1);
    expect(await names('copilot', 'my-db-query', ['--answer', 'ignored'])).toHaveLength(1);
    const long = 'mcp__my_big_srv__delete_all_the_data_now';
    expect(await names('codex', long, ['--guard', 'false'])).toEqual([long]);
  });
});
