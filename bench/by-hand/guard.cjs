// What a person would write to run a Cursor hook under Gemini CLI: one tool, no time limit, no rule for failures.
// Usage: node guard.cjs HOOK
const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');

const call = JSON.parse(readFileSync(0, 'utf8'));
if (call.tool_name !== 'write_file') {
  console.log('{}');
  process.exit(0);
}
const { file_path, content } = call.tool_input;
const payload = {
  conversation_id: call.session_id,
  session_id: call.session_id,
  generation_id: call.session_id,
  hook_event_name: 'preToolUse',
  tool_name: 'Write',
  tool_input: { file_path: resolve(call.cwd, file_path), content },
  workspace_roots: [call.cwd],
  transcript_path: call.transcript_path,
};
const hook = spawnSync(process.argv[2], { input: JSON.stringify(payload), encoding: 'utf8' });
process.stderr.write(hook.stderr);
if (hook.status === 2) process.exit(2);
const { permission, user_message, agent_message } = JSON.parse(hook.stdout || '{}');
const reason = [user_message, agent_message].filter(Boolean).join('\n');
const isRefused = permission === 'deny' || permission === 'ask';
console.log(JSON.stringify(isRefused ? { decision: 'deny', reason } : {}));
