// Claude Code, `claude -p`.
import { join } from 'node:path';
import { notes } from '../notes.ts';
import { write } from '../workspace.ts';
import { anthropic } from './anthropic.ts';
import { type Client, grouped } from './client.ts';
import { dialects } from './words.ts';

const servers = 'mcp.json';

export const claude: Client = {
  title: 'Claude Code',
  exitCodeOfRefusedPrompt: 0,
  protocol: anthropic,
  events: dialects.claude.events,
  calls: {
    shell: (command) => ({ name: 'Bash', args: { command } }),
    read: (file_path) => ({ name: 'Read', args: { file_path } }),
    write: (file_path, content) => ({ name: 'Write', args: { file_path, content } }),
    note: (text) => ({ name: 'mcp__my-notes__write_note', args: { text } }),
  },
  delegate: (prompt) => {
    const args = { description: 'a part', prompt, subagent_type: 'general-purpose' };
    return [{ calls: [{ name: 'Agent', args: { ...args, run_in_background: false } }] }];
  },
  fixtures: [
    'PreToolUse-Bash-permission-auto',
    'PreToolUse-mcp__my-server__say_hi',
    'PreToolUse-Read-plan',
  ],
  settings: ['.claude/settings.json', grouped()],
  prepare(place) {
    if (place.notes) write(join(place.root, servers), { mcpServers: notes(place) });
  },
  resumed: (command) => [...command, '--continue'],
  launch({ modules, root, url, notes, asksPermission }, prompt) {
    const { platform, arch } = process;
    const program = join(modules, `@anthropic-ai/claude-code-${platform}-${arch}/claude`);
    const command = [program, '-p', prompt, '--output-format', 'stream-json', '--verbose'];
    command.push('--model', 'claude-sonnet-4-5');
    if (!asksPermission) command.push('--dangerously-skip-permissions');
    if (notes) command.push('--mcp-config', join(root, servers));
    const env = {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'not-a-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      IS_SANDBOX: '1', // as root it skips no permissions otherwise
    };
    return { command, env };
  },
};
