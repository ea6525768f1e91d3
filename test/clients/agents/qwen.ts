// Qwen Code, `qwen -p`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { notes } from '../notes.ts';
import { plainWasm } from '../spawned.ts';
import { write } from '../workspace.ts';
import { chat } from './chat.ts';
import { type Client, grouped } from './client.ts';
import { dialects } from './words.ts';

/** It needs Node 22 or newer; where npm has one for this machine, it is installed beside the client. */
function node(modules: string): string {
  const beside = join(modules, '.bin/node');
  return existsSync(beside) ? beside : process.execPath;
}

export const qwen: Client = {
  title: 'Qwen Code',
  exitCodeOfRefusedPrompt: 0,
  protocol: chat,
  events: dialects.qwen.events,
  calls: {
    shell: (command) => ({ name: 'run_shell_command', args: { command, is_background: false } }),
    read: (file_path) => ({ name: 'read_file', args: { file_path } }),
    write: (file_path, content) => ({ name: 'write_file', args: { file_path, content } }),
    note: (text) => ({ name: 'mcp__my-notes__write_note', args: { text } }),
  },
  delegate: (prompt) => {
    const args = { description: 'a part', prompt, subagent_type: 'general-purpose' };
    return [{ calls: [{ name: 'agent', args: { ...args, run_in_background: false } }] }];
  },
  fixtures: [
    'PreToolUse-run_shell_command',
    'PreToolUse-mcp__my-server__fail_tool',
    'PreToolUse-read_file',
  ],
  settings: ['.qwen/settings.json', grouped()],
  prepare(place) {
    write(join(place.home, '.qwen/settings.json'), {
      telemetry: { enabled: false },
      privacy: { usageStatisticsEnabled: false },
      // Two processes at every turn, to keep the machine awake.
      general: { disableAutoUpdate: true, enableAutoUpdate: false, preventSystemSleep: false },
      ...(place.notes ? { mcpServers: notes(place) } : {}),
    });
  },
  launch({ modules, url }, prompt) {
    // What its executable starts, without the two processes around it.
    const program = join(modules, '@qwen-code/qwen-code/cli.js');
    const command = [node(modules), '--expose-gc', plainWasm, program, '--auth-type', 'openai'];
    command.push('--model', 'mock', '--yolo', '-p', prompt, '--output-format', 'stream-json');
    const env = {
      OPENAI_API_KEY: 'not-a-key',
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: 'mock',
      QWEN_CODE_NO_RELAUNCH: 'true',
    };
    return { command, env };
  },
};
