// Guards as people write them, run by their own agent with a relative path, and by hosts that tell
// whole paths.
import { describe, expect, test } from 'vitest';
import { allSamples, type Sample, samples } from '../settings/compared.ts';
import { geminiHooks, project } from '../settings/project.ts';

const file = 'src/generated.ts';
const refusing = samples.filter(({ refuses }) => refuses);
const endings = { sh: 'sh', js: 'mjs', py: 'py' };
const starts = { sh: 'bash', js: 'node', py: 'python3' };

/** A project in which a sample is a hook of Gemini CLI. */
function placed({ text, language, args = '', env = {}, files = {} }: Sample) {
  const script = `hooks/guard.${endings[language]}`;
  const command = `${starts[language]} ${script} ${args}`.trim();
  const hooks = geminiHooks({ BeforeTool: [{ command, matcher: 'write_file' }] });
  for (const group of hooks.hooks.BeforeTool ?? [])
    for (const entry of group.hooks) Object.assign(entry, { env });
  const p = project({ '.gemini/settings.json': hooks, [script]: text, ...files });
  return { p, command, env };
}

const isRefused = ({ stdout, code }: { stdout: string; code: number | null }) =>
  code === 2 || /"(?:decision|permission|permissionDecision)":"(?:deny|block)"/.test(stdout);

/** A write as each host tells it. */
const writes = {
  claude: {
    settings: '.claude/settings.json',
    payload: (dir: string, path: string) => ({
      session_id: 's',
      transcript_path: '/t',
      cwd: dir,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: path, content: 'x' },
      tool_use_id: 'u',
    }),
    variable: 'CLAUDE_PROJECT_DIR',
  },
  cursor: {
    settings: '.cursor/hooks.json',
    payload: (dir: string, path: string) => ({
      conversation_id: 'c',
      generation_id: 'g',
      hook_event_name: 'preToolUse',
      cursor_version: '2026.09.28',
      workspace_roots: [dir],
      tool_name: 'Write',
      tool_input: { file_path: path, content: 'x' },
      tool_use_id: 'u',
    }),
    variable: 'CURSOR_PROJECT_DIR',
  },
};

describe.each(Object.keys(writes) as (keyof typeof writes)[])('Under %s', (host) => {
  const { settings, payload, variable } = writes[host];

  // One host is asked all of them, the other every fourth.
  test.each(
    refusing
      .filter((_, i) => host === 'claude' || i % 4 === 0)
      .map((one) => [one.language, one.title, one] as const),
  )('what a guard refuses at home is refused: in %s, by %s', async (_, __, sample) => {
    const { p, command, env } = placed(sample);
    const tool_input = { file_path: file, content: 'x' };
    const told = { hook_event_name: 'BeforeTool', cwd: p.dir, tool_name: 'write_file', tool_input };
    const home = await p.fires(command, told, 'sh', { GEMINI_PROJECT_DIR: p.dir, ...env });
    expect(isRefused(home), `${home.stdout}${home.stderr}`).toBe(true);

    await p.anyhook('convert', 'gemini', host, '--write', '--accept-loss');
    const found = JSON.stringify(p.json(settings));
    expect(found.includes('--wordings both')).toBe(sample.due === 'both');
    const [line] = /(?<="command":)"(?:\\.|[^"\\])*hooks\/guard(?:\\.|[^"\\])*"/.exec(found) ?? [];
    const call = payload(p.dir, p.at(file));
    const asked = await p.calls(JSON.parse(line ?? '""'), call, {
      [variable]: p.dir,
      PATH: process.env.PATH as string,
    });
    expect(isRefused(asked), `${asked.stdout}${asked.stderr}`).toBe(true);
  });
});

test('Guards of each language are run, of which most need both wordings', () => {
  const count = (word: string) => refusing.filter((one) => one.language === word).length;
  expect([count('sh') > 25, count('js') > 20, count('py') > 15]).toEqual([true, true, true]);
  expect(refusing.filter(({ due }) => due === 'both').length).toBeGreaterThan(45);
  expect(allSamples.length).toBeGreaterThan(200);
});
