/** What `convert` says of the hooks of plugins, which stand in files of their own. */
import { expect, test } from 'vitest';
import { type Files, guard, project } from './project.ts';

const claudeHooks = (command: string) => ({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
});
const files: Files = {
  '.claude/settings.json': claudeHooks('./g.sh'),
  'g.sh': guard,
  'plugin.sh': guard,
};
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Claude Code
const ofPlugin = claudeHooks('${CLAUDE_PLUGIN_ROOT}/plugin.sh');
const commandsIn = (text: string) =>
  [...text.matchAll(/^ {2}anyhook (.*)$/gm)].map(([, words = '']) => words.split(' '));

test.each([
  'hooks/hooks.json',
  'plugins/one/hooks/hooks.json',
  'one/hooks/hooks.json',
])('the hooks of a plugin in %s are named, and the commands that are printed add them to the others', async (path) => {
  const p = project({
    ...files,
    [path]: ofPlugin,
    [path.replace('hooks/hooks.json', 'plugin.sh')]: guard,
  });
  const first = await p.anyhook('convert', 'claude', 'gemini', '--accept-loss', '--write');
  expect(first.stdout).toContain(`! ${path}: `);
  expect(p.get('.gemini/settings.json')).not.toContain('plugin.sh');
  const commands = commandsIn(first.stdout);
  expect(commands).toHaveLength(2);
  for (const words of commands) {
    const { code, stdout } = await p.anyhook(...words, '--accept-loss');
    expect([code, words], stdout).toEqual([0, words]);
  }
  expect(p.get('.gemini/settings.json')).toContain('plugin.sh');
  expect(p.get('.gemini/settings.json')).toContain('./g.sh');
});

test.each([
  ['a file without hooks', '{}'],
  ['a file that is no JSON', 'hooks'],
])('%s in the place of a plugin’s is not mentioned', async (_, text) => {
  const p = project({ ...files, 'hooks/hooks.json': text });
  const { stdout } = await p.anyhook('convert', 'claude', 'gemini');
  expect(stdout).not.toContain('plugin');
});

test('where an agent has no settings, the error names the file of the plugin', async () => {
  const p = project({ 'hooks/hooks.json': ofPlugin, 'plugin.sh': guard });
  const { code, stderr } = await p.anyhook('convert', 'claude', 'gemini');
  expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
    2,
    expect.stringContaining('for the hooks of the plugin say --input hooks/hooks.json'),
  ]);
});

test('the hooks of a plugin’s file are written beside those of the settings, and each file replaces its own alone', async () => {
  const p = project({
    ...files,
    'hooks/hooks.json': ofPlugin,
    'other.sh': guard,
  });
  const convert = (...words: string[]) =>
    p.anyhook('convert', 'claude', 'gemini', '--write', '--accept-loss', ...words);
  const written = () =>
    ['./g.sh', 'plugin.sh', 'other.sh'].filter((script) =>
      p.get('.gemini/settings.json').includes(script),
    );
  await convert();
  const { stdout } = await convert('--input', 'hooks/hooks.json');
  expect(stdout).not.toMatch(/removed|no longer/);
  expect(written()).toEqual(['./g.sh', 'plugin.sh']);
  await convert();
  expect(written()).toEqual(['./g.sh', 'plugin.sh']);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Claude Code
  p.put('hooks/hooks.json', claudeHooks('${CLAUDE_PLUGIN_ROOT}/other.sh'));
  await convert('--input', 'hooks/hooks.json');
  expect(written()).toEqual(['./g.sh', 'other.sh']);
  await p.anyhook('remove', 'gemini');
  expect(p.has('.gemini/settings.json')).toBe(false);
});
