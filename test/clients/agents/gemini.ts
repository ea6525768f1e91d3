// Gemini CLI, where it is one host among others; its own tests are a folder up.
import { join } from 'node:path';
import { environment, userSettings } from '../gemini.ts';
import { notes } from '../notes.ts';
import { plainWasm } from '../spawned.ts';
import { write } from '../workspace.ts';
import { type Client, grouped } from './client.ts';
import { generate } from './generate.ts';
import { dialects } from './words.ts';

export const gemini: Client = {
  title: 'Gemini CLI',
  exitCodeOfRefusedPrompt: 0,
  protocol: generate,
  events: dialects.gemini.events,
  calls: {
    shell: (command) => ({ name: 'run_shell_command', args: { command } }),
    read: (file_path) => ({ name: 'read_file', args: { file_path } }),
    write: (file_path, content) => ({ name: 'write_file', args: { file_path, content } }),
    note: (text) => ({ name: 'mcp_my-notes_write_note', args: { text } }),
  },
  delegate: (prompt) => [
    { calls: [{ name: 'invoke_agent', args: { agent_name: 'generalist', prompt } }] },
  ],
  report: (response) => ({ calls: [{ name: 'complete_task', args: { result: { response } } }] }),
  fixtures: [
    'BeforeTool-run_shell_command',
    'BeforeTool-mcp_my-server_echo_text',
    'BeforeTool-read_file',
  ],
  settings: ['.gemini/settings.json', grouped((seconds) => ({ timeout: seconds * 1000 }))],
  prepare(place) {
    const servers = place.notes ? { mcpServers: notes(place) } : {};
    write(join(place.home, '.gemini/settings.json'), { ...userSettings, ...servers });
  },
  launch(place, prompt) {
    const client = join(place.modules, '@google/gemini-cli/bundle/gemini.js');
    const command = [process.execPath, plainWasm, client, '--model', 'gemini-2.5-flash', '--yolo'];
    command.push('--output-format', 'stream-json', '--prompt', prompt);
    return { command, env: environment(place, place.url) };
  },
};
