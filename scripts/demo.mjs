// Shows the main job in the terminal: one script guarding another agent, both ways.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const paint = (code, text) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\x1b[${code}m${text}\x1b[0m` : text;
const folder = mkdtempSync(join(tmpdir(), 'anyhook-demo-'));

const gemini = (command) => ({
  session_id: '3f0c',
  transcript_path: '',
  cwd: root,
  hook_event_name: 'BeforeTool',
  timestamp: '2026-11-21T10:00:00.000Z',
  tool_name: 'run_shell_command',
  tool_input: { command },
});
const cursor = (content) => ({
  conversation_id: '77aa',
  generation_id: '1',
  model: 'default',
  tool_name: 'Write',
  tool_input: { file_path: join(root, 'config.ts'), content },
  tool_use_id: 't1',
  hook_event_name: 'preToolUse',
  cursor_version: '3.22.7',
  workspace_roots: [root],
  user_email: null,
  transcript_path: null,
});

const claude = (command) => ({
  session_id: '9c1e',
  transcript_path: '/home/me/.claude/projects/p/9c1e.jsonl',
  cwd: root,
  prompt_id: '51d2',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command, description: 'Run it' },
  tool_use_id: 'toolu_01',
});

const scenes = [
  {
    title: 'A Claude Code script guards Gemini CLI',
    script: 'examples/claude-guard.mjs',
    flags: ['--host', 'gemini', '--as', 'claude', '--event', 'PreToolUse'],
    payloads: [gemini('git push origin main'), gemini('git push origin fix')],
  },
  {
    title: 'A Cursor script guards Claude Code',
    script: 'examples/cursor-guard.sh',
    flags: ['--host', 'claude', '--as', 'cursor', '--event', 'beforeShellExecution'],
    payloads: [claude('rm -rf build'), claude('npm test')],
  },
  {
    title: 'A Cursor script guards Gemini CLI',
    script: 'examples/cursor-guard.sh',
    flags: ['--host', 'gemini', '--as', 'cursor', '--event', 'beforeShellExecution'],
    payloads: [gemini('rm -rf build'), gemini('npm test')],
  },
  {
    title: 'A Gemini CLI script guards Cursor',
    script: 'examples/gemini-guard.mjs',
    flags: ['--host', 'cursor', '--as', 'gemini', '--event', 'BeforeTool'],
    payloads: [cursor("export const key = 'sk-1234567890';\n"), cursor('export {};\n')],
  },
];

function play({ script, flags }, payload) {
  const log = join(folder, `${Math.random()}.jsonl`);
  const command = ['run', ...flags, '--log', log, '--', `./${script}`];
  const input = JSON.stringify(payload);
  const ran = spawnSync(process.execPath, [join(root, 'dist/anyhook.cjs'), ...command], {
    input,
    cwd: root,
  });
  const { told, ran: said } = JSON.parse(readFileSync(log, 'utf8'));
  console.log(`  ${paint(36, 'host sent   ')} ${input}`);
  // A list, where a call is told in several parts or spellings.
  const answers = [said].flat();
  for (const [i, one] of [told].flat().entries()) {
    console.log(`  ${paint(36, 'script saw  ')} ${JSON.stringify(one)}`);
    console.log(`  ${paint(36, 'script said ')} ${answers[i].stdout.trim()}`);
  }
  console.log(`  ${paint(32, 'host hears  ')} ${ran.stdout.toString().trim()}\n`);
}

for (const scene of scenes) {
  console.log(`\n${paint(1, scene.title)}`);
  console.log(`  anyhook run ${scene.flags.join(' ')} -- ./${scene.script}\n`);
  for (const payload of scene.payloads) play(scene, payload);
}
rmSync(folder, { recursive: true, force: true });
