// Converted hooks that remember something between calls: each call starts them once.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clients, type Host, hosts, session } from './agents/index.ts';
import { anyhook } from './packed.ts';

/** One approval lets one call through. */
const approval = (refusal: object) => `#!/bin/sh
echo x >> starts.txt
rm approved 2>/dev/null || echo '${JSON.stringify(refusal)}'
`;
const logger = `#!/bin/sh
echo x >> log.txt
`;

const grouped = (matcher: string, command: string) => ({
  matcher,
  hooks: [{ type: 'command', command }],
});

const why = 'Nobody approved this.';

/** The same two hooks as each of two agents has them: their file, and how the first of them refuses. */
const settings = {
  gemini: [
    '.gemini/settings.json',
    { decision: 'deny', reason: why },
    {
      hooks: {
        BeforeTool: [
          grouped('write_file', './approval.sh'),
          grouped('mcp_my-notes_.*', './logger.sh'),
        ],
      },
    },
  ],
  copilot: [
    '.github/hooks/all.json',
    { permissionDecision: 'deny', permissionDecisionReason: why },
    {
      version: 1,
      hooks: {
        preToolUse: [
          { type: 'command', matcher: 'create', bash: './approval.sh' },
          { type: 'command', matcher: 'my-notes-.*', bash: './logger.sh' },
        ],
      },
    },
  ],
} as const;

/** Whose hooks an agent is given: those of an agent with another wording of paths. */
const sourceOf = (id: Host): keyof typeof settings => (id === 'gemini' ? 'copilot' : 'gemini');

/** Some write where a path is absolute alone; patches and Gemini CLI take one from the project. */
const placed = (id: Host, project: string, name: string) =>
  id === 'codex' || id === 'gemini' ? name : join(project, name);

const linesIn = (text = ''): number => text.split('\n').length - 1;

describe.each(hosts)('in %s', (id) => {
  test('one approval lets one write through, and a logger has one line for one call', async () => {
    const from = sourceOf(id);
    const [path, refusal, text] = settings[from];
    const { calls } = clients[id];
    const run = await session(id, {
      notes: true,
      files: { [path]: text, 'approval.sh': approval(refusal), 'logger.sh': logger, approved: '' },
      prepare(workspace) {
        for (const name of ['approval.sh', 'logger.sh'])
          chmodSync(join(workspace.project, name), 0o755);
        anyhook(workspace, 'convert', from, id, '--write', '--guards-nothing', './logger.sh');
      },
      turns: ({ project }) =>
        [
          calls.write(placed(id, project, 'a.txt'), 'a\n'),
          calls.write(placed(id, project, 'b.txt'), 'b\n'),
          calls.shell('touch approved'),
          calls.write(placed(id, project, 'c.txt'), 'c\n'),
          calls.note('lunch at noon'),
        ].map((call) => ({ calls: [call] })),
    });
    expect(run.file('a.txt')).toBe('a\n');
    expect(run.result(1)).toContain(why);
    expect(run.file('b.txt')).toBeUndefined();
    expect(run.file('c.txt')).toBe('c\n');
    expect(run.file('notes.txt')).toBe('lunch at noon\n');
    expect({
      starts: linesIn(run.file('starts.txt')),
      logged: linesIn(run.file('log.txt')),
    }).toEqual({ starts: 3, logged: 1 });
    expect(run.exitCode).toBe(0);
  });
});
