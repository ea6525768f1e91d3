// A program for every runtime: it reads, answers, refuses and recognises with two dialects of anyhook/core, and with
// anyhook. `run` returns one line, which is the expected one everywhere.
import { read, recognise, refuse, say } from 'anyhook';
import * as core from 'anyhook/core';
import { claude } from 'anyhook/dialects/claude';
import { gemini } from 'anyhook/dialects/gemini';

const call = {
  hook_event_name: 'BeforeTool',
  ...{
    session_id: 's',
    transcript_path: '/home/ada/.gemini/tmp/p/chats/s.json',
    cwd: '/p',
    timestamp: '2026-11-21T10:00:00.000Z',
  },
  ...{ tool_name: 'run_shell_command', tool_input: { command: 'rm -rf x' } },
};

/** Returns what one set of functions makes of the call. */
function ask(library, agents, recognised) {
  const bytes = new TextEncoder().encode(JSON.stringify(call));
  const told = library.read(agents.gemini, bytes);
  const denied = library.say(agents.gemini, told, { decision: 'deny', reason: 'no' });
  const refused = library.refuse(agents.claude, library.read(agents.claude, 'no JSON'), 'unread');
  return {
    command: told.ok && told.event.input.command,
    denied: JSON.parse(denied.stdout).decision,
    refused: refused.exitCode,
    vendor: recognised(call)[0]?.vendor,
  };
}

export function run() {
  const light = ask(core, { claude, gemini }, (payload) =>
    core.recognise(payload, {}, [claude, gemini]),
  );
  const whole = ask({ read, refuse, say }, { claude: 'claude', gemini: 'gemini' }, recognise);
  return JSON.stringify([light, whole]);
}
