import * as make from './payloads.ts';

type Host = make.Host;
export type Vendor = Host | 'anyhook';
export interface Gate {
  event: string;
  /** What the payload is about. */
  about: string;
  payload: object;
  /** What each dialect would have fired for the same. */
  dialects: Partial<Record<Vendor, readonly string[]>>;
}

const before = ['BeforeTool'];
const inFamily = (names: readonly string[]) => ({ gemini: names, tabnine: names, terminai: names });
const tool = (...cursor: string[]): Gate['dialects'] => ({
  ...inFamily(before),
  cursor,
  anyhook: ['before-tool'],
});
const prompt: Gate['dialects'] = {
  ...inFamily(['BeforeAgent']),
  cursor: ['beforeSubmitPrompt'],
  anyhook: ['prompt'],
};
const subagent: Gate['dialects'] = {
  ...inFamily(before),
  cursor: ['subagentStart'],
  anyhook: ['subagent-start'],
};

/** A file that is there, for the events that carry its text. */
const file = new URL('../../package.json', import.meta.url).pathname;

const names = {
  gemini: ['run_shell_command', 'write_file', 'read_file', 'mcp_db_query'],
  tabnine: ['run_shell_command', 'write_file', 'read_file', 'mcp_db_query'],
  terminai: ['run_terminal_command', 'write_to_file', 'read_file', 'db__query'],
} as const;

const family = (host: keyof typeof names): Gate[] => {
  const [shell, write, read, mcp] = names[host];
  const call = (tool_name: string, tool_input: object, more = {}) =>
    make.family(host, 'BeforeTool', { tool_name, tool_input, ...more });
  const context =
    host === 'terminai' ? {} : { mcp_context: { server_name: 'db', tool_name: 'query' } };
  return [
    {
      event: 'BeforeTool',
      about: 'shell',
      payload: call(shell, { command: 'npm test' }),
      dialects: tool('preToolUse', 'beforeShellExecution'),
    },
    {
      event: 'BeforeTool',
      about: 'write',
      payload: call(write, { file_path: '/w/a.txt', content: 'hi' }),
      dialects: tool('preToolUse'),
    },
    {
      event: 'BeforeTool',
      about: 'read',
      payload: call(read, { file_path: file }),
      dialects: tool('preToolUse', 'beforeReadFile'),
    },
    {
      event: 'BeforeTool',
      about: 'mcp',
      payload: call(mcp, { sql: 'select 1' }, context),
      dialects: tool('preToolUse', 'beforeMCPExecution'),
    },
    {
      event: 'BeforeAgent',
      about: 'prompt',
      payload: make.family(host, 'BeforeAgent', { prompt: 'Hello.' }),
      dialects: prompt,
    },
    {
      event: 'BeforeModel',
      about: 'request',
      payload: make.model(host, 'BeforeModel'),
      dialects: { ...inFamily(['BeforeModel']), anyhook: ['before-model'] },
    },
  ];
};

const cursor: Gate[] = [
  {
    event: 'preToolUse',
    about: 'shell',
    payload: make.cursor('preToolUse', {
      tool_name: 'Shell',
      tool_input: { command: 'npm test', cwd: '', timeout: 30_000 },
      tool_use_id: 'a',
      cwd: '',
    }),
    dialects: tool('preToolUse', 'beforeShellExecution'),
  },
  {
    event: 'preToolUse',
    about: 'write',
    payload: make.cursor('preToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: '/w/a.txt', content: 'hi' },
      tool_use_id: 'a',
    }),
    dialects: tool('preToolUse'),
  },
  {
    event: 'beforeShellExecution',
    about: 'command',
    payload: make.shell('cursor'),
    dialects: tool('preToolUse', 'beforeShellExecution'),
  },
  {
    event: 'beforeMCPExecution',
    about: 'call',
    payload: make.cursor('beforeMCPExecution', {
      tool_name: 'query',
      tool_input: '{"sql":"select 1"}',
      mcp_server_name: 'db',
      command: 'npx db',
    }),
    dialects: tool('preToolUse', 'beforeMCPExecution'),
  },
  {
    event: 'beforeReadFile',
    about: 'file',
    payload: make.cursor('beforeReadFile', {
      content: 'hi',
      file_path: '/w/a.txt',
      attachments: [],
    }),
    dialects: tool('preToolUse', 'beforeReadFile'),
  },
  {
    event: 'beforeSubmitPrompt',
    about: 'prompt',
    payload: make.cursor('beforeSubmitPrompt', { prompt: 'Hello.', attachments: [] }),
    dialects: prompt,
  },
  {
    event: 'subagentStart',
    about: 'task',
    payload: make.cursor('subagentStart', {
      subagent_id: 't',
      subagent_type: 'explore',
      task: 'Look.',
      parent_conversation_id: 'c',
      tool_call_id: 'tc',
      subagent_model: 'default',
      is_parallel_worker: false,
    }),
    dialects: subagent,
  },
  {
    event: 'beforeTabFileRead',
    about: 'file',
    payload: make.cursor('beforeTabFileRead', { file_path: '/w/a.txt', content: 'hi' }),
    dialects: { cursor: ['beforeTabFileRead'], anyhook: ['completion-read'] },
  },
];

/** Every host event whose verdict can stop something, and who may be asked about it. */
export const gates: [host: Host, Gate[]][] = [
  ['gemini', family('gemini')],
  ['tabnine', family('tabnine')],
  ['terminai', family('terminai')],
  ['cursor', cursor],
];
