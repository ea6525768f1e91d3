/** The scripts that a project gets from `anyhook init`, as every agent starts them. */
import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agentVendors } from '../src/settings/formats/index.ts';
import { project } from './settings/project.ts';
import { hasTable, partOf } from './wide.ts';

test(
  'every agent refuses, for the scripts of init, what their recorded tests expect it to refuse',
  hasTable,
  async () => {
    const p = project();
    const agents = partOf(agentVendors(), 4);
    const said = await p.anyhook('init', '--agents', agents.join(','), '--yes');
    expect([said.code, said.stderr]).toEqual([0, '']);
    const tried = await p.anyhookProcess('test');
    expect([tried.code, tried.stderr]).toEqual([0, '']);
    const all = `(${agents.length} of ${agents.length} agents)`;
    const lines = tried.stdout.split('\n').filter((line) => line.startsWith('✓'));
    expect(lines).toHaveLength(7);
    expect(lines.filter((line) => !line.endsWith(all))).toEqual([]);
    expect(tried.stdout.match(/: deny /g)).toHaveLength(5);
  },
);

test.each<[string, string, string | undefined]>([
  ['guard-shell', 'rm -rf "$HOME"/*', 'deny'],
  ['guard-shell', 'cd x && sudo rm -fr ..', 'deny'],
  ['guard-shell', 'rm --recursive --force /etc', 'deny'],
  ['guard-shell', 'git push origin +main', 'deny'],
  ['guard-shell', 'dd if=x of=/dev/sda', 'deny'],
  ['guard-shell', 'git push --force-with-lease', undefined],
  ['guard-shell', 'rm -rf dist/* build', undefined],
  ['guard-shell', 'npm test', undefined],
  ...[
    'rm -rf -- /',
    'rm -r -f ~',
    'cd / && rm -rf *',
    'cd /; rm -rf *',
    'cd .. && rm -rf project',
    'cd gone; rm -rf *',
    '(cd dist && ls); rm -rf *',
    'cd "$DIR" && rm -rf *',
    'rm -rf "$PWD"',
    'rm -rf $(pwd)',
    'echo $(rm -rf ~)',
    '\\rm -rf /',
    'rm -rf \\\n /',
    'rm -rf ~/**',
    'find / -delete',
    'find ~ -type f -delete',
    'find / -exec rm {} +',
    'git push -uf origin main',
    'git -C x push --force',
    'cat image > /dev/sda',
  ].map((command): [string, string, string] => ['guard-shell', command, 'deny']),
  ...[
    'echo "rm -rf /"',
    'git commit -m "rm -rf / is gone; push -f too"',
    'git rm -r --cached .',
    'git stash push -f',
    'grep -r rm /',
    'npm run mkfs-test',
    'dd if=x of=/dev/null',
    'cd dist && rm -rf ./*',
    'find . -name node_modules -exec rm -rf {} +',
    `git ${'-c '.repeat(2000)}x`,
  ].map((command): [string, string, undefined] => ['guard-shell', command, undefined]),
])('the script %s answers the command %s with %s', async (name, command, decision) => {
  const p = project();
  await p.anyhook('init', '--agents', 'claude', '--hooks', 'shell', '--yes');
  const payload = { event: 'before-tool', cwd: p.dir, tool: 'shell', input: { command } };
  const { stdout, code } = await p.fires(`hooks/${name}.mjs`, payload);
  expect(code).toBe(0);
  expect(stdout ? JSON.parse(stdout).decision : undefined).toBe(decision);
});

test.each([
  [{ path: '/p/.env.local', content: '' }, 'deny'],
  [{ path: '/p/id_ed25519', content: '' }, 'deny'],
  [{ path: '/p/.ENV', content: '' }, 'deny'],
  [{ path: '/p/a.ts', old: '', new: '-----BEGIN RSA PRIVATE KEY-----' }, 'deny'],
  [{ path: '/p/a.ts', edits: [{ old: '', new: `ghp_${'a'.repeat(36)}` }] }, 'deny'],
  [{ path: '/p/a.ts', old: '-----BEGIN RSA PRIVATE KEY-----', new: '' }, undefined],
  [{ path: '/p/.env.example', content: 'KEY=' }, undefined],
  [{ path: '/p/environment.ts', content: 'const skip = 1;' }, undefined],
])('the script keep-secrets answers the change %j with %s', async (input, decision) => {
  const p = project();
  await p.anyhook('init', '--agents', 'claude', '--hooks', 'secrets', '--yes');
  const payload = { event: 'before-tool', cwd: p.dir, tool: 'write', input };
  const { stdout, code } = await p.fires('hooks/keep-secrets.mjs', payload);
  expect(code).toBe(0);
  expect(stdout ? JSON.parse(stdout).decision : undefined).toBe(decision);
});

test('the script format starts the formatter of the project, and prints nothing', async () => {
  const p = project({
    'node_modules/prettier/bin/prettier.cjs':
      "console.log('x'); require('node:fs').writeFileSync(process.argv[3], process.argv[2]);",
    'a.ts': '',
  });
  await p.anyhook('init', '--agents', 'claude', '--hooks', 'format', '--yes');
  const payload = (path: string) => ({ event: 'after-tool', cwd: p.dir, input: { path } });
  for (const path of [p.at('a.ts'), p.at('gone.ts'), p.at('~/b.ts')])
    expect(await p.fires('hooks/format.mjs', payload(path))).toMatchObject({ code: 0, stdout: '' });
  expect(p.get('a.ts')).toBe('--write');
  expect(p.has('gone.ts')).toBe(false);
});

test('the script format leaves a file outside the project alone, however its path is written', async () => {
  const p = project({
    'node_modules/prettier/bin/prettier.cjs':
      "require('node:fs').writeFileSync(process.argv[3], 'formatted');",
    '~/b.ts': 'mine',
  });
  symlinkSync(p.at('~/b.ts'), p.at('link.ts'));
  await p.anyhook('init', '--agents', 'claude', '--hooks', 'format', '--yes');
  for (const path of [`${p.dir}/../home/b.ts`, p.at('link.ts')]) {
    const payload = { event: 'after-tool', cwd: p.dir, input: { path } };
    expect((await p.fires('hooks/format.mjs', payload)).code).toBe(0);
  }
  expect(p.get('~/b.ts')).toBe('mine');
});
