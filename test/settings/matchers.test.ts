import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import type { Hook } from '../../src/canonical/hook.ts';
import { tools } from '../../src/canonical/tool.ts';
import { planHooks } from '../../src/convert/plan-hooks.ts';
import { listMcpNames } from '../../src/translate/mcp-names.ts';
import { selectEvenly } from '../matrix/selection.ts';
import { property } from '../property.ts';
import { hasTable, isWide } from '../wide.ts';
import { eventsOf, matcherOf, type Vendor, vendors } from './arbitrary.ts';
import { entriesFor, faults, hosts } from './delivery.ts';

/** Matchers as people write them: those of the fixtures, and any agent's own names. */
function written(vendor: Vendor): string[] {
  const file = new URL(`../../fixtures/${vendor}/matchers.json`, import.meta.url);
  const own = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
  if (own.length) return own;
  const { tools: rows } = adapters[vendor];
  const [one = 'x', two = 'y'] = rows.flatMap(({ names }) => names);
  const served = listMcpNames(adapters[vendor], { server: 'github', tool: 'query' });
  return [
    one,
    `^${one}$`,
    `${one}|${two}`,
    `^(${one}|${two})$`,
    ...served,
    '*',
    '.*',
    '(',
    'my_tool',
  ];
}
const matchers = Object.fromEntries(vendors.map((one) => [one, written(one)])) as Record<
  Vendor,
  string[]
>;

/** Of the matchers of each event, one in so many. */
const share = isWide ? 5 : 20;

const command = './x.sh';
const told = (host: Vendor, hook: Hook) => {
  for (const fault of faults(host, hook)) expect.unreachable(`${JSON.stringify(hook)}: ${fault}`);
};

const hooks = fc.constantFrom(...vendors).chain((speaks) =>
  fc.record(
    {
      speaks: fc.constant(speaks as string),
      event: fc.constantFrom(...eventsOf(speaks)),
      command: fc.constant(command),
      matcher: matcherOf(speaks),
    },
    { requiredKeys: ['speaks', 'event', 'command'] },
  ),
);

describe.each(hosts)('in %s, the entries that stand for a hook', (host) => {
  const others = vendors.filter((vendor) => vendor !== host);

  test.each(others)(
    'of %s with a usual matcher start it exactly once for each call that it must hear of',
    hasTable,
    (speaks) => {
      const turn = hosts.indexOf(host) + vendors.indexOf(speaks);
      const all = [...new Set(eventsOf(speaks))];
      const every = isWide ? 1 : Math.min(12, all.length);
      const events = all.filter((_, i) => (i + turn) % every === 0);
      for (const event of events) told(host, { speaks, event, command });
      const pairs = events.flatMap((event) =>
        matchers[speaks].map((matcher) => ({ event, matcher })),
      );
      const some = selectEvenly(
        pairs,
        ({ event }) => event,
        Math.ceil(matchers[speaks].length / share),
      );
      for (const one of some) told(host, { speaks, command, ...one });
    },
  );

  property(
    `A hook with any matcher has entries in ${host} that start it once for each call it must hear of.`,
    {
      corpus: `matchers-${host}`,
      inputs: hooks.filter(({ speaks }) => speaks !== host),
      holds: (hook) => told(host, hook),
      runs: 10,
      longRuns: 40,
    },
  );

  property(
    `A hook for some tools has entries in ${host} that start it once for each call of these tools.`,
    {
      corpus: `matchers-tools-${host}`,
      inputs: fc.tuple(
        fc.constantFrom('before-tool', 'after-tool'),
        fc.subarray(Object.keys(tools), { minLength: 1 }),
        fc.option(fc.constantFrom(...matchers.anyhook), { nil: undefined }),
      ),
      holds: ([event, only, matcher]) => {
        const hook = { speaks: 'anyhook', event, command, tools: only };
        told(host, matcher === undefined ? hook : { ...hook, matcher });
      },
      runs: 15,
      longRuns: 30,
    },
  );
});

/** Dialect, event, matcher, host; what stands there. */
const examples: [Vendor, string, string | undefined, Vendor, Record<string, string | undefined>][] =
  [
    ['cursor', 'beforeShellExecution', undefined, 'gemini', { BeforeTool: '^run_shell_command$' }],
    ['cursor', 'beforeShellExecution', 'rm -rf', 'gemini', { BeforeTool: '^run_shell_command$' }],
    [
      ...(['cursor', 'preToolUse', 'Shell|Write', 'gemini'] as const),
      { BeforeTool: '^(run_shell_command|write_file|replace)$' },
    ],
    // Its agent reads what it is about to write.
    [
      ...(['cursor', 'beforeReadFile', undefined, 'gemini'] as const),
      { BeforeTool: '^(write_file|replace|read_file|read_many_files)$' },
    ],
    [
      ...(['cursor', 'preToolUse', '^Read$', 'gemini'] as const),
      { BeforeTool: '^(write_file|replace|read_file|read_many_files)$' },
    ],
    [
      ...(['cursor', 'postToolUse', '^Read$', 'gemini'] as const),
      { AfterTool: '^(read_file|read_many_files)$' },
    ],
    // Tools that do what others do.
    [
      ...(['cursor', 'afterFileEdit', undefined, 'terminai'] as const),
      {
        AfterTool:
          '^(write_to_file|write_file|edit_file|smart_edit_file|replace|save_memory|file_operations)$',
      },
    ],
    [
      ...(['gemini', 'BeforeTool', '^(write_file|replace)$', 'cursor'] as const),
      { preToolUse: '^(Write|StrReplace|Edit|ApplyPatch|MultiEdit|EditNotebook|edit_file)$' },
    ],
    ['cursor', 'afterFileEdit', undefined, 'gemini', { AfterTool: '^(write_file|replace)$' }],
    [
      ...(['cursor', 'preToolUse', '^MCP:query$', 'gemini'] as const),
      { BeforeTool: 'query|\\.\\.\\.' },
    ],
    // Every door to the shell there is.
    [
      ...(['cursor', 'beforeShellExecution', undefined, 'terminai'] as const),
      { BeforeTool: '^(run_terminal_command|run_shell_command|execute_repl|manage_processes)$' },
    ],
    // Searched for in any name, also those of tools we do not know.
    [
      ...(['gemini', 'BeforeTool', 'write_file|replace', 'tabnine'] as const),
      { BeforeTool: 'write_file|replace' },
    ],
    [
      ...(['gemini', 'BeforeTool', 'write_file|replace', 'terminai'] as const),
      {
        BeforeTool:
          'write_file|replace|^(write_to_file|edit_file|smart_edit_file|save_memory|file_operations)$',
      },
    ],
    [
      ...(['gemini', 'BeforeTool', 'write_file|replace', 'cursor'] as const),
      {
        preToolUse:
          '^(Write|StrReplace|Edit|ApplyPatch|MultiEdit|EditNotebook|edit_file)$|^[^:]*(write_file|replace)',
        beforeMCPExecution: undefined,
      },
    ],
    ['gemini', 'BeforeTool', '^run_shell_command$', 'cursor', { preToolUse: '^Shell$' }],
    [
      ...(['gemini', 'AfterTool', '^read_file$', 'cursor'] as const),
      { postToolUse: '^Read$', postToolUseFailure: '^Read$' },
    ],
    [
      ...(['gemini', 'BeforeTool', '^mcp_github_query$', 'terminai'] as const),
      { BeforeTool: undefined },
    ],
    ['gemini', 'BeforeTool', '^mcp_github_query$', 'cursor', { beforeMCPExecution: undefined }],
    ['gemini', 'SessionStart', 'startup', 'tabnine', { SessionStart: 'startup' }],
    ['gemini', 'SessionStart', 'startup', 'cursor', { sessionStart: undefined }],
    ['gemini', 'SessionStart', 'resume', 'cursor', {}],
  ];

test.each(
  examples,
)('a hook of %s at %s with the matcher %s has in %s the entries %o', (speaks, event, matcher, host, wanted) => {
  const hook = { speaks, event, command, ...(matcher === undefined ? {} : { matcher }) };
  const found = entriesFor(host, hook).map(({ event, matcher }) => [event, matcher]);
  expect(Object.fromEntries(found)).toEqual(wanted);
});

test('a hook for some tools gets entries for these tools alone', () => {
  const hook = { speaks: 'anyhook', event: 'before-tool', command, tools: ['shell', 'read'] };
  expect(entriesFor('gemini', hook)).toMatchObject([
    {
      matcher: '^(run_shell_command|read_file|read_many_files)$',
      flags: { matcher: '^(shell|read)$' },
    },
  ]);
  expect(entriesFor('cursor', { ...hook, tools: ['mcp'] })).toMatchObject([
    { event: 'beforeMCPExecution', matcher: undefined },
  ]);
});

test('a matcher across server and tool still reaches MCP names with a separator of several signs', () => {
  const called = ({ server, tool }: { server?: string; tool: string }) =>
    `${server ?? ''}::${tool}`;
  const mcp = {
    read: (name: string) => {
      const [server, tool] = name.split('::') as [string, string?];
      return tool === undefined ? undefined : { server, tool };
    },
    write: called,
    names: (mcp: { server?: string; tool: string }) => [called(mcp), mcp.tool],
  };
  const hook = { speaks: 'tabnine', event: 'BeforeTool', command, matcher: 'github_create' };
  const placed = { hook, event: hook.event, index: 0, wrapped: false };
  const host = { ...adapters.terminai, mcp };
  const { entries: written } = planHooks(host, [placed], { launcher: 'x' });
  expect(written).toHaveLength(1);
  const { matcher } = written[0]?.group ?? {};
  expect(matcher === undefined || new RegExp(String(matcher)).test('github::create_issue')).toBe(
    true,
  );
});
