// Matchers of agents that read them otherwise than those we have: nothing but their adapter knows how.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { settingsTables } from '../../src/adapters/settings.ts';
import { coverageOf } from '../../src/coverage/coverage.ts';
import { narrowestMatcher } from '../../src/coverage/entry-points.ts';
import { isNameMet } from '../../src/coverage/names.ts';
import type { Adapter, Binding, ToolRow } from '../../src/mapping/adapter.ts';
import { type Matchers, readExpression } from '../../src/mapping/matchers.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import { property } from '../property.ts';

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `Edit, Write` and `Edit|Write` are lists of exact words; anything else is searched for. */
const listing: Matchers = {
  read(text) {
    if (text === '' || text === '*') return 'every';
    if (/^[\w ,|-]+$/.test(text)) return { names: text.split(/[|,]/).map((one) => one.trim()) };
    return readExpression(text) ?? 'nothing';
  },
  write(wanted) {
    if (wanted === 'every') return undefined;
    const { names, pattern } = wanted;
    if (pattern === undefined) return names.join('|');
    return [`(?:${pattern})`, ...names.map((name) => `^${escaped(name)}$`)].join('|');
  },
};

/** The expression is for the whole of a name; what is none, or blank, never fires. */
const anchoring: Matchers = {
  read: (text) => (text === '' ? 'nothing' : (readExpression(`^(?:${text})$`) ?? 'nothing')),
  write(wanted) {
    if (wanted === 'every') return undefined;
    const { names, pattern } = wanted;
    return [...(pattern ? [`.*(?:${pattern}).*`] : []), ...names.map(escaped)].join('|');
  },
};

const { gemini } = adapters;
const called = (names: Record<string, string>): readonly ToolRow[] =>
  gemini.tools
    .filter(({ tool }) => names[tool])
    .map((row) => ({ ...row, names: [names[row.tool] as string] }));
const one = (name: (server: string, tool: string) => string) => ({
  read: () => undefined,
  write: ({ server = '', tool }: { server?: string; tool: string }) => name(server, tool),
  names: ({ server = '', tool }: { server?: string; tool: string }) => [name(server, tool)],
});

const lister: Adapter = {
  ...gemini,
  id: 'lister',
  tools: called({ shell: 'Bash', write: 'Write', edit: 'Edit', read: 'Read' }),
  mcp: one((server, tool) => `mcp__${server}__${tool}`),
  matchers: listing,
  composites: {},
};
const anchorer: Adapter = {
  ...gemini,
  id: 'anchorer',
  tools: called({ shell: 'bash', write: 'create', edit: 'edit', read: 'view' }),
  mcp: one((server, tool) => `${server}-${tool}`),
  matchers: anchoring,
  composites: {},
};
const all: Adapter[] = [...Object.values<Adapter>(adapters), lister, anchorer];

/** What stands in a host for a matcher of a dialect's; null: nothing does. */
function there(dialect: Adapter, matcher: string, host: Adapter): string | undefined | null {
  const about = { dialect, event: anyTool(dialect).native, matcher };
  const { native } = anyTool(host);
  const reach = coverageOf(host, about).find(({ binding }) => binding.native === native);
  if (!reach) return null;
  const routes = Object.entries<SettingsTable>(settingsTables).find(([id]) => id === host.id)?.[1];
  const route = routes?.firing.writtenEvents?.['before-tool']?.find((one) => one.native === native);
  return narrowestMatcher(host, about, reach, route ?? { native });
}

/** The event before any tool. */
const anyTool = ({ bindings }: Adapter) =>
  bindings.listFor('before-tool').find(({ given }) => !given) as Binding;

const cells: [Adapter, string, Adapter, string | undefined | null][] = [
  [lister, 'Edit, Write', gemini, '^(write_file|replace)$'],
  [lister, 'Edit|Write', gemini, '^(write_file|replace)$'],
  [lister, '^(Edit|Write)$', anchorer, 'create|edit'],
  [lister, 'Edit|Write', anchorer, 'create|edit'],
  [lister, 'Edit, Write', lister, 'Edit, Write'],
  [lister, '*', gemini, undefined],
  [lister, '', anchorer, undefined],
  [lister, 'Bas', gemini, undefined],
  [lister, '^Ba', anchorer, undefined],
  [lister, '[x', gemini, null],
  [lister, 'mcp__github__.*', gemini, undefined],
  [anchorer, 'edit|create', gemini, '^(write_file|replace)$'],
  [anchorer, 'ba.*', lister, undefined],
  [anchorer, '*', gemini, null],
  [anchorer, '', gemini, null],
  [anchorer, 'bash', lister, 'Bash'],
  [gemini, '^(write_file|replace)$', lister, 'Write|Edit'],
  [gemini, 'write_file|replace', lister, '(?:write_file|replace)|^Write$|^Edit$'],
  [gemini, 'write_file|replace', anchorer, '.*(?:write_file|replace).*|create|edit'],
  [gemini, '.*', lister, undefined],
];
test.each(
  cells,
)('the matcher $1 of $id is written as $3 for the host of row %#', (dialect, matcher, host, wanted) => {
  expect([dialect.id, matcher, host.id, there(dialect, matcher, host)]).toEqual([
    dialect.id,
    matcher,
    host.id,
    wanted,
  ]);
});

const name = fc.stringMatching(/^[a-zA-Z][\w-]{0,8}$/);
const agents = all.map((agent) => [agent.id, agent] as const);

const parts = fc.array(name, { minLength: 1, maxLength: 3 });

describe.each(agents)('the adapter of %s', (id, agent) => {
  const { matchers } = agent;
  const binding = anyTool(agent);

  property(`A matcher that ${id} writes meets every name and pattern that it is written for`, {
    corpus: 'foreign-matchers',
    inputs: fc.tuple(parts, fc.option(parts), fc.boolean(), name),
    holds: ([names, found, own, more]) => {
      const pattern = found?.join('|');
      const text = matchers.write({ names, pattern }, own);
      if (text === undefined) return;
      const meaning = matchers.read(text, binding);
      for (const wanted of [...names, ...(found ?? []).map((part) => `x${part}${more}`)])
        expect([text, wanted, isNameMet(meaning, wanted)]).toEqual([text, wanted, true]);
    },
    runs: 50,
    longRuns: 100,
  });
});

test.each(
  agents.filter(([id]) => id !== 'anyhook'),
)('a matcher for the shell, read or write tool of %s meets that tool of every other agent', (_, dialect) => {
  let met = 0;
  for (const host of all.filter(({ id }) => id !== dialect.id && id !== 'anyhook')) {
    for (const tool of ['shell', 'read', 'write']) {
      const first = ({ tools }: Adapter) => tools.find((row) => row.tool === tool && !row.when);
      const names = first(dialect)?.names ?? [];
      const like = first(host)?.names[0];
      const text = names[0] && like && there(dialect, names[0], host);
      if (text === undefined || text === '' || !like) continue;
      const meaning = text === null ? 'nothing' : host.matchers.read(text, anyTool(host));
      const about = `${host.id} ${names[0]} ${text}`;
      expect([about, like, isNameMet(meaning, like)]).toEqual([about, like, true]);
      met++;
    }
  }
  expect(met).toBeGreaterThan(0);
});
