// Guards that know a tool by one agent's name, or say why in texts that some reader takes for none.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import type { Workspace } from '../workspace.ts';
import { clients, type Host, hosts, session } from './index.ts';
import type { Call } from './protocol.ts';

/** Refuses every call it is asked about, in Claude's words; `half` an emoji, or so many signs. */
const guard = `import { readFileSync } from 'node:fs';
readFileSync(0);
const [how] = process.argv.slice(2);
const why = how === 'half' ? ' \\ud83d' : 'x'.repeat(Number(how ?? 0));
const [event, key] = process.argv[3] ? ['PreToolUse', 'flat'] : ['PreToolUse', 'nested'];
const verdict = { permissionDecision: 'deny', permissionDecisionReason: 'Not by this guard.' + why };
console.log(JSON.stringify(key === 'flat' ? verdict : { hookSpecificOutput: { hookEventName: event, ...verdict } }));
`;

const line = (...args: string[]) => ['node', 'guard.mjs', ...args].join(' ');
const grouped = (...hooks: (readonly [matcher: string, command: string])[]) => ({
  hooks: {
    PreToolUse: hooks.map(([matcher, command]) => ({
      matcher,
      hooks: [{ type: 'command', command }],
    })),
  },
});

interface Case {
  /** The settings that are converted: whose, where, and what they say. */
  guards: readonly (readonly [from: string, path: string, settings: object])[];
  /** Calls that are refused, and the file each would have made; the last is let through. */
  calls(workspace: Workspace): readonly Call[];
  files: readonly string[];
  first?: readonly Call[];
}

const cell = (project: string) => ({
  notebook_path: join(project, 'a.ipynb'),
  cell_id: 'c1',
  new_source: 'changed',
});
const notebook = {
  cells: [{ id: 'c1', cell_type: 'code', source: 'kept', metadata: {}, outputs: [] }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
};
const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch\n'].join('\n');

const cases: Partial<Record<Host, Case>> = {
  claude: {
    guards: [['qwen', '.qwen/settings.json', grouped(['monitor', line()])]],
    first: [{ name: 'ToolSearch', args: { query: 'select:Monitor', max_results: 1 } }],
    calls: () => [
      {
        name: 'Monitor',
        args: { description: 'watch', timeout_ms: 5000, command: 'echo 1 > watched.txt' },
      },
    ],
    files: ['watched.txt'],
  },
  codex: {
    guards: [
      ['claude', '.claude/settings.json', grouped(['Bash', line('half')])],
      [
        'copilot',
        '.github/hooks/all.json',
        {
          version: 1,
          hooks: {
            preToolUse: [{ type: 'command', bash: line('0', 'flat'), matcher: 'apply_patch' }],
          },
        },
      ],
    ],
    calls: () => [
      clients.codex.calls.shell('echo 1 > ran.txt'),
      { name: 'apply_patch', args: patch('*** Add File: patched.txt', '+x') },
    ],
    files: ['ran.txt', 'patched.txt'],
  },
  copilot: {
    guards: [['claude', '.claude/settings.json', grouped(['Bash', line('11000000')])]],
    calls: () => [clients.copilot.calls.shell('echo 1 > ran.txt')],
    files: ['ran.txt'],
  },
  qwen: {
    guards: [
      [
        'claude',
        '.claude/settings.json',
        grouped(['Bash', line('500000')], ['NotebookEdit', line()], ['Monitor', line()]),
      ],
    ],
    calls: ({ project }) => [
      clients.qwen.calls.shell('echo 1 > ran.txt'),
      { name: 'notebook_edit', args: cell(project) },
      { name: 'monitor', args: { command: 'echo 1 > watched.txt', description: 'watch' } },
    ],
    files: ['ran.txt', 'watched.txt'],
  },
};

describe.each(hosts.filter((id) => id in cases))('%s', (id) => {
  const { guards, calls, files, first = [] } = cases[id] as Case;
  test('refuses calls for converted guards that match other tool names or give odd reasons', async () => {
    const run = await session(id, {
      files: {
        'guard.mjs': guard,
        'a.ipynb': notebook,
        ...Object.fromEntries(guards.map(([, path, settings]) => [path, settings])),
      },
      prepare(workspace) {
        for (const [from] of guards) anyhook(workspace, 'convert', from, id, '--write');
      },
      turns: (workspace) =>
        [
          ...first,
          ...calls(workspace),
          clients[id].calls.write(join(workspace.project, 'fine.txt'), 'fine\n'),
        ].map((call) => ({ calls: [call] })),
    });
    expect(files.map((name) => run.file(name))).toEqual(files.map(() => undefined));
    expect(run.file('a.ipynb')).toContain('kept');
    for (const at of calls(run).keys())
      expect(run.result(first.length + at)?.slice(0, 2000), String(at)).toContain(
        'Not by this guard.',
      );
    expect(run.exitCode).toBe(0);
  });
});
