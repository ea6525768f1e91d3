// Copilot loads Claude's settings beside its own: a guard that stands in both runs once.
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clients, session } from './agents/index.ts';
import { anyhook } from './packed.ts';
import type { Workspace } from './workspace.ts';

const guard = `#!/bin/sh
echo x >> "$(dirname "$0")/starts"
if grep -q secret; then echo 'No secrets here.' >&2; exit 2; fi
`;
const { shell } = clients.copilot.calls;
const hooks = (event: string, matcher: string) => ({
  hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command: './guard.sh' }] }] },
});
const startsOf = (run: { file(name: string): string | undefined }): number =>
  (run.file('starts') ?? '').split('\n').length - 1;

interface OwnFile {
  hooks: { preToolUse: [{ command: string }] };
}
const lineOf = ({ hooks }: OwnFile): string => hooks.preToolUse[0].command;
const withEntry = (file: OwnFile, more: object): object => {
  return {
    ...file,
    hooks: { ...file.hooks, preToolUse: [{ ...file.hooks.preToolUse[0], ...more }] },
  };
};

function guarded(files: Record<string, unknown>, convert: (workspace: Workspace) => void) {
  return session('copilot', {
    files: { ...files, 'guard.sh': guard, secret: 'a' },
    prepare(workspace) {
      chmodSync(join(workspace.project, 'guard.sh'), 0o755);
      convert(workspace);
    },
    turns: ['echo fine > fine.txt', 'cat secret > stolen.txt'].map((command) => ({
      calls: [shell(command)],
    })),
  });
}

/** Writes the guard into Claude's settings and into Copilot's own. */
function convertToBoth(workspace: Workspace): void {
  for (const to of ['claude', 'copilot'])
    anyhook(workspace, 'convert', 'gemini', to, '--write', '--accept-loss');
}

describe('a guard of ours in Claude’s settings and in Copilot’s own', () => {
  test('is started once for a call, and refuses', async () => {
    const run = await guarded(
      { '.gemini/settings.json': hooks('BeforeTool', 'run_shell_command') },
      convertToBoth,
    );
    expect(run.file('fine.txt')).toBe('fine\n');
    expect(run.result(1)).toContain('No secrets here.');
    expect(run.file('stolen.txt')).toBeUndefined();
    expect(startsOf(run)).toBe(2); // once for each call
  });

  const changes: [string, (file: OwnFile) => unknown][] = [
    ['switch it off', (file) => ({ ...file, disableAllHooks: true })],
    ['are malformed', (file) => withEntry(file, { bash: 5 })],
    ['only comment it out', (file) => withEntry(file, { command: `# ${lineOf(file)}` })],
    ['end it at once', (file) => withEntry(file, { timeoutSec: 0.001 })],
  ];
  test.each(
    changes,
  )('is started by Claude’s settings where Copilot’s own %s', async (_, change) => {
    const run = await guarded(
      { '.gemini/settings.json': hooks('BeforeTool', 'run_shell_command') },
      (workspace) => {
        convertToBoth(workspace);
        const own = join(workspace.project, '.github/hooks/anyhook.json');
        writeFileSync(own, JSON.stringify(change(JSON.parse(readFileSync(own, 'utf8')))));
      },
    );
    expect(run.result(1)).toContain('No secrets here.');
    expect(run.file('stolen.txt')).toBeUndefined();
    expect(startsOf(run)).toBe(2);
  });

  test('is started by Claude’s settings where Copilot’s own file is made in mid-session', async () => {
    const run = await session('copilot', {
      files: {
        '.gemini/settings.json': hooks('BeforeTool', 'run_shell_command'),
        'guard.sh': guard,
        secret: 'a',
      },
      prepare(workspace) {
        const at = (name: string) => join(workspace.project, name);
        chmodSync(at('guard.sh'), 0o755);
        convertToBoth(workspace);
        renameSync(at('.github'), at('away'));
      },
      turns: ['mv away .github', 'cat .github/hooks/*', 'cat secret > stolen.txt'].map(
        (command) => ({ calls: [shell(command)] }),
      ),
    });
    expect(run.result(1)).toContain('.anyhook/sh');
    expect(run.result(2)).toContain('No secrets here.');
    expect(run.file('stolen.txt')).toBeUndefined();
    expect(startsOf(run)).toBe(3);
  });

  test('is started once where it is written for Claude in anyhook.yaml, and refuses', async () => {
    const hook = '{ speaks: claude, event: PreToolUse, match: Bash, run: ./guard.sh }';
    const run = await guarded(
      { 'anyhook.yaml': `version: 1\nhooks:\n  - ${hook}\n` },
      (workspace) => anyhook(workspace, 'sync', '--to', 'claude,copilot', '--accept-loss'),
    );
    expect(run.file('fine.txt')).toBe('fine\n');
    expect(run.result(1)).toContain('No secrets here.');
    expect(run.file('stolen.txt')).toBeUndefined();
    expect(startsOf(run)).toBe(2);
  });

  test('is one command away where Claude’s settings have it as it is', async () => {
    const protect = `#!/bin/sh
echo x >> "$(dirname "$0")/starts"
jq -e -r .tool_input.file_path > /dev/null || exit 1
`;
    const run = await session('copilot', {
      files: { '.claude/settings.json': hooks('PreToolUse', 'Write'), 'guard.sh': protect },
      prepare(workspace) {
        chmodSync(join(workspace.project, 'guard.sh'), 0o755);
        anyhook(workspace, 'convert', 'claude', 'copilot', '--write', '--accept-loss');
        anyhook(workspace, 'convert', 'claude', 'claude', '--force', '--write');
      },
      turns: ({ project }) => [
        { calls: [clients.copilot.calls.write(join(project, 'a.txt'), 'a\n')] },
      ],
    });
    expect(run.file('a.txt')).toBe('a\n');
    expect(startsOf(run)).toBe(1);
  });
});
