// What hosts tell their hooks of a happening, from what was recorded of them; not by our tables.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vendor } from '../../src/adapters/index.ts';
import type { Json } from '../../src/util/json.ts';

/** One thing that happens in an agent. */
export type Happening =
  | { shell: string }
  | { read: string }
  | { searched: string; only: string }
  | { write: string; content: string }
  | { edit: string; old: string; new: string }
  | { edited: string; old: string; new: string }
  | { mcp: string; args: Json }
  | { fetch: string }
  | { ran: string; output: string }
  | { prompt: string }
  | { stops: number }
  | { starts: string }
  | { notifies: string };

/** The payloads a host fires for it in a project, in order; none where it has no such event. */
export const payloadsOf = (host: Vendor, happens: Happening, project: string): Json[] =>
  models[host]?.(happens, project, host) ?? [];

type Model = (one: Happening, project: string, host: Vendor) => Json[];
const models: Partial<Record<Vendor, Model>> = {
  gemini: family,
  tabnine: family,
  terminai: family,
  cursor,
  anyhook: canonical,
};

/** Those that we know to tell their hooks of all this. */
export const modelled = Object.keys(models) as Vendor[];

function family(one: Happening, cwd: string, host: Vendor): Json[] {
  const forked = host === 'terminai';
  const told = (hook_event_name: string, more: Json): Json[] => [
    {
      session_id: randomUUID(),
      transcript_path: '',
      cwd,
      hook_event_name,
      timestamp: '2026-08-21T09:30:00.123Z',
      ...more,
    },
  ];
  const call = (tool_name: string, tool_input: Json, more: Json = {}) =>
    told('BeforeTool', { tool_name, tool_input, ...more });
  const done = (tool_name: string, tool_input: Json, text: string) =>
    told('AfterTool', {
      tool_name,
      tool_input,
      tool_response: { llmContent: text, returnDisplay: text },
    });
  const replace = forked ? 'edit_file' : 'replace';
  const edits = (path: string, { old, new: fresh }: { old: string; new: string }) => ({
    file_path: path,
    instruction: 'Change it',
    old_string: old,
    new_string: fresh,
  });
  const shell = forked ? 'run_terminal_command' : 'run_shell_command';
  if ('shell' in one) return call(shell, { command: one.shell, description: 'Do it' });
  if ('read' in one) return call('read_file', { file_path: one.read });
  if ('searched' in one) {
    const only = forked || host === 'tabnine' ? 'include' : 'include_pattern';
    return call('grep_search', { pattern: one.searched, [only]: one.only });
  }
  if ('write' in one)
    return call(forked ? 'write_to_file' : 'write_file', {
      file_path: one.write,
      content: one.content,
    });
  if ('edit' in one) return call(replace, edits(one.edit, one));
  if ('edited' in one) return done(replace, edits(one.edited, one), 'Successfully modified file');
  if ('mcp' in one) {
    const [server, tool] = one.mcp.split('/') as [string, string];
    const context = { server_name: server, tool_name: tool, command: 'node', args: ['db.mjs'] };
    if (forked) return call(tool, one.args);
    return call(`mcp_${server}_${tool}`, one.args, { mcp_context: context });
  }
  if ('fetch' in one) return call('web_fetch', { prompt: `Summarize ${one.fetch}` });
  if ('ran' in one) {
    const text = forked ? `Command: ${one.ran}\nOutput: ${one.output}\nExit Code: 0` : undefined;
    const wrapped = `<untrusted_context>\nOutput: ${one.output}\nProcess Group PGID: 1\n</untrusted_context>`;
    return done(shell, { command: one.ran }, text ?? wrapped);
  }
  if ('prompt' in one) return told('BeforeAgent', { prompt: one.prompt });
  if ('stops' in one)
    return told('AfterAgent', {
      prompt: 'Do it.',
      prompt_response: 'Done.',
      stop_hook_active: !forked && one.stops > 0,
    });
  if ('starts' in one) return told('SessionStart', { source: one.starts });
  return told('Notification', {
    notification_type: 'ToolPermission',
    message: one.notifies,
    details: { type: 'exec', title: 'Shell', command: 'ls', rootCommand: 'ls' },
  });
}

function cursor(one: Happening, project: string): Json[] {
  const id = randomUUID();
  const told = (hook_event_name: string, more: Json): Json => ({
    conversation_id: id,
    generation_id: id,
    model: 'default',
    ...more,
    session_id: id,
    hook_event_name,
    cursor_version: '2026.09.28-64d2043',
    workspace_roots: [project],
    user_email: null,
    transcript_path: null,
  });
  const use = (tool_name: string, tool_input: Json) =>
    told('preToolUse', { tool_name, tool_input, tool_use_id: randomUUID() });
  const used = (tool_name: string, tool_input: Json, output: Json) =>
    told('postToolUse', {
      tool_name,
      tool_input,
      tool_use_id: id,
      tool_output: JSON.stringify(output),
      duration: 12.5,
    });
  const at = (path: string) => join(project, path);
  const text = (path: string) =>
    existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined;
  const read = (path: string): Json[] => {
    const content = text(path);
    const about = { content, file_path: at(path), attachments: [] };
    return [
      use('Read', { file_path: at(path) }),
      ...(content === undefined ? [] : [told('beforeReadFile', about)]),
    ];
  };
  const write = (path: string, content: string) => use('Write', { file_path: at(path), content });
  const changed = (path: string, { old, new: fresh }: { old: string; new: string }) =>
    (text(path) ?? '').replace(old, () => fresh);
  if ('shell' in one) {
    const { shell: command } = one;
    const own = told('beforeShellExecution', { command, cwd: '', sandbox: false });
    return [use('Shell', { command, cwd: '', timeout: 30_000 }), own];
  }
  if ('read' in one) return read(one.read);
  if ('searched' in one) return [use('Grep', { pattern: one.searched, file_path: at(one.only) })];
  if ('write' in one) return [...read(one.write), write(one.write, one.content)];
  if ('edit' in one) return [...read(one.edit), write(one.edit, changed(one.edit, one))];
  if ('edited' in one) {
    const file_path = at(one.edited);
    const edits = [{ old_string: one.old, new_string: one.new }];
    const input = { file_path, content: changed(one.edited, one) };
    return [
      told('afterFileEdit', { file_path, edits }),
      used('Write', input, { file_path, success: true }),
    ];
  }
  if ('mcp' in one) {
    const [mcp_server_name, tool_name] = one.mcp.split('/') as [string, string];
    const own = {
      tool_name,
      tool_input: JSON.stringify(one.args),
      mcp_server_name,
      command: 'node db.mjs',
    };
    return [use(`MCP:${tool_name}`, one.args), told('beforeMCPExecution', own)];
  }
  if ('fetch' in one) return [use('WebFetch', { url: one.fetch })];
  if ('ran' in one) {
    const { ran: command, output } = one;
    const own = told('afterShellExecution', { command, output, duration: 12.5, sandbox: false });
    const input = { command, cwd: '', timeout: 30_000 };
    return [own, used('Shell', input, { output, exitCode: 0 })];
  }
  if ('prompt' in one) return [told('beforeSubmitPrompt', { prompt: one.prompt, attachments: [] })];
  if ('stops' in one) return [told('stop', { status: 'completed', loop_count: one.stops })];
  if ('starts' in one) return [told('sessionStart', { is_background_agent: false })];
  return [];
}

/** Only what the neutral scripts are tried with. */
function canonical(one: Happening, cwd: string): Json[] {
  const told = (event: string, tool: string, input: Json, more: Json = {}) => [
    { event, session: randomUUID(), cwd, roots: [cwd], tool, name: tool, input, ...more },
  ];
  if ('shell' in one) return told('before-tool', 'shell', { command: one.shell });
  if ('edited' in one) {
    const input = { path: join(cwd, one.edited), old: one.old, new: one.new };
    return told('after-tool', 'edit', input, { status: 'ok', result: {} });
  }
  return [];
}
