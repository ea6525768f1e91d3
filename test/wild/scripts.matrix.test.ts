// What the cases of fixtures/wild/scripts say, tried: each guard is run with a call that it is meant to refuse, and the
// model of its agent says what comes of the answer. A guard without a fault refuses; one with a fault does not.
import { describe, expect, test } from 'vitest';
import { expanded } from '../oracles/gemini-line.ts';
import { oracles } from '../oracles/index.ts';
import { runProgram } from '../settings/project.ts';
import { type Case, projectOf, scriptCases, type Tried } from './corpus.ts';

type Json = Record<string, unknown>;

/** Events that have the parts of a call at the top of the payload. */
const flatEvents = ['beforeShellExecution', 'beforeReadFile'];

/** Returns the name that an agent has for the tool with such an input. */
function toolOf({ agent }: Case, { tool, input }: Tried): string {
  if (tool !== undefined) return tool;
  const shells: Partial<Record<Case['agent'], string>> = {
    cursor: 'Shell',
    copilot: 'bash',
    gemini: 'run_shell_command',
    qwen: 'run_shell_command',
    tabnine: 'run_shell_command',
    terminai: 'run_terminal_command',
  };
  const isClaudes = agent === 'claude' || agent === 'cursor';
  return 'command' in input ? (shells[agent] ?? 'Bash') : isClaudes ? 'Write' : 'write_file';
}

/** Returns the payload of an agent's event for a call. */
function payloadOf(said: Case, tried: Tried, event: string, cwd: string): Json {
  const { agent } = said;
  const { input } = tried;
  const tool = toolOf(said, tried);
  if (agent === 'copilot' && /^[a-z]/.test(event))
    return { sessionId: 's', timestamp: 1, cwd, toolName: tool, toolArgs: input };
  const named = { tool_name: tool, tool_input: input };
  if (agent === 'cursor') {
    const base = {
      conversation_id: 'c',
      generation_id: 'g',
      cursor_version: '3',
      workspace_roots: [cwd],
    };
    return { ...base, hook_event_name: event, ...(flatEvents.includes(event) ? input : named) };
  }
  return { session_id: 's', transcript_path: '', cwd, hook_event_name: event, ...named };
}

const tried = scriptCases.flatMap((name) => {
  const { said } = projectOf(name);
  return said.call === undefined ? [] : [[name, said, said.call] as const];
});

describe.each(tried)('the script of the case "%s"', (name, said, call) => {
  const events = said.events ?? [said.event ?? ''];
  test.each(
    events.filter((event) => event !== 'beforeMCPExecution'),
  )(`${said.refused ? 'refuses' : 'does not refuse'} the call at %s`, async (event) => {
    const { p, command } = projectOf(name);
    const { PATH } = process.env;
    const variables = ['CLAUDE', 'CURSOR', 'COPILOT', 'GEMINI', 'QWEN', 'TABNINE', 'TERMINAI'];
    const env = Object.fromEntries(variables.map((one) => [`${one}_PROJECT_DIR`, p.dir]));
    const isGeminis = ['gemini', 'tabnine', 'terminai'].includes(said.agent);
    const line = isGeminis ? expanded(command, p.dir, '', 's') : command;
    const shell = said.agent === 'claude' ? 'sh' : 'bash';
    const stdin = JSON.stringify(payloadOf(said, call, event, p.dir));
    const ran = await runProgram([shell, '-c', line], {
      cwd: p.dir,
      env: { PATH, HOME: p.home, ...env },
      stdin,
    });
    const { verdict } = oracles[said.agent](event, ran, 'native');
    const isRefused = verdict === 'deny' || verdict === 'ask' || verdict === 'halt';
    expect([isRefused, ran, stdin]).toEqual([said.refused, ran, stdin]);
  });
});

test('Most guards are tried', () => {
  expect(tried.length).toBeGreaterThan(80);
});
