// Eight hooks of Claude Code, of different kinds, under every real client; first under itself.
import { chmodSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectName } from '../converted.ts';
import { anyhook } from '../packed.ts';
import { readIfThere } from '../workspace.ts';
import { clients, hosts, session } from './index.ts';

const file = new URL('../../../fixtures/claude/settings/eight-hooks.json', import.meta.url);

const guard = `#!/bin/sh
grep -q 'rm -rf' || exit 0
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"No recursive deletes."}}'
`;
const protect = `import fnmatch, json, os, sys
path = json.load(sys.stdin)["tool_input"]["file_path"]
if fnmatch.fnmatch(os.path.basename(path), sys.argv[2]):
    print("Lock files are made, not written.", file=sys.stderr)
    sys.exit(2)
`;

/** A server that refuses everything. */
async function policy(): Promise<string> {
  const permissionDecision = 'deny';
  const permissionDecisionReason = 'The policy server says no.';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { hook_event_name: hookEventName } = JSON.parse(Buffer.concat(chunks).toString());
    const said = { hookEventName, permissionDecision, permissionDecisionReason };
    response.end(JSON.stringify({ hookSpecificOutput: said }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** As a person has them, with what is here in the place of what is elsewhere. */
const settings = (url: string): string =>
  readFileSync(file, 'utf8')
    .replace('https://policy.example.com/hooks/pre-tool', url)
    .replace('mcp__github__.*', 'mcp__.*')
    .replace('npx prettier --write \\"$file\\"', 'echo formatted >> \\"$file\\"')
    .replace('"type": "prompt"', '"type": "command", "command": "true"'); // nobody answers a prompt

/** Most write where a path is absolute alone; a patch says it from the project. */
const placed = (id: string) => (project: string, name: string) =>
  id === 'codex' ? name : join(project, name);

describe.each(hosts)('%s', (id) => {
  test('runs all eight hooks of a Claude Code settings file with the effect of each', async () => {
    const { calls } = clients[id];
    const at = placed(id);
    const run = await session(id, {
      projectName,
      notes: true,
      files: {
        '.claude/settings.json': settings(await policy()),
        '.claude/hooks/guard-shell.sh': guard,
        '.claude/hooks/protect.py': protect,
        'build/out.js': 'built',
      },
      prepare(workspace) {
        chmodSync(join(workspace.project, '.claude/hooks/guard-shell.sh'), 0o755);
        if (id !== 'claude')
          anyhook(workspace, 'convert', 'claude', id, '--write', '--accept-loss');
      },
      turns: ({ project }) =>
        [
          calls.shell('rm -rf build'),
          calls.shell('echo go && git push origin main'),
          calls.shell('echo fine > fine.txt'),
          calls.write(at(project, 'package.lock'), '{}'),
          calls.write(at(project, 'a.ts'), 'let a;\n'),
          calls.write(at(project, 'b.txt'), 'b\n'),
          calls.note('lunch at noon'),
        ].map((call) => ({ calls: [call] })),
    });
    expect(run.result(0)).toContain('No recursive deletes.');
    expect(run.file('build/out.js')).toBe('built');
    expect(run.result(1)).toContain('Pushing is for people.');
    expect(run.file('fine.txt')).toBe('fine\n');
    expect(run.result(3)).toContain('Lock files are made, not written.');
    expect(run.file('package.lock')).toBeUndefined();
    expect(run.file('a.ts')).toBe('let a;\nformatted\n');
    expect(run.file('b.txt')).toBe('b\n');
    expect(run.result(6)).toContain('The policy server says no.');
    expect(run.file('notes.txt')).toBeUndefined();
    expect(run.told).toMatch(/It is \d\d:\d\d on /);
    const audit = () => readIfThere(join(run.project, '.claude/audit.jsonl')) ?? '';
    await expect.poll(audit, { timeout: 10_000 }).toMatch(/a\.ts.*b\.txt|b\.txt.*a\.ts/s);
    expect(run.exitCode).toBe(0);
  });
});
