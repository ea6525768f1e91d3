import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { effectOf } from '../oracles/cursor.ts';
import { rank } from '../oracles/effect.ts';
import { oddName } from './fired.ts';
import { project, type Result } from './project.ts';

/** All there are; facts/cursor.md, 1.2. One more voids the file. */
const known = `sessionStart sessionEnd beforeSubmitPrompt preToolUse postToolUse postToolUseFailure
  subagentStart subagentStop beforeShellExecution afterShellExecution beforeMCPExecution
  afterMCPExecution beforeReadFile afterFileEdit preCompact stop afterAgentResponse
  afterAgentThought beforeTabFileRead afterTabFileEdit workspaceOpen`.split(/\s+/);

/** As a team of people has it. */
const settings = `{
  // what everybody agreed on
  "theme": "Default",
  "hooks": {
    "SessionStart": [
      { "matcher": "startup", "hooks": [
        { "type": "command", "name": "git-context", "command": ".gemini/hooks/context.sh", "timeout": 5000 },
      ] },
    ],
    "BeforeAgent": [{ "hooks": [{ "type": "command", "command": ".gemini/hooks/prompt.sh" }] }],
    "BeforeTool": [
      { "matcher": "write_file|replace", "sequential": true, "hooks": [
        { "type": "command", "name": "no-secrets", "description": "no keys in files", "command": "node $GEMINI_PROJECT_DIR/.gemini/hooks/secrets.mjs" },
        { "type": "command", "name": "no-generated", "command": "./.gemini/hooks/generated.sh" },
      ] },
      { "matcher": "run_shell_command", "hooks": [{ "type": "command", "name": "no-rm", "command": ".gemini/hooks/rm.sh", "env": { "MODE": "strict" } }] },
      { "matcher": "mcp_.*", "hooks": [{ "type": "command", "command": "cat >> mcp.log; echo ok" }] },
      { "matcher": "*", "hooks": [{ "type": "command", "command": ".gemini/hooks/log.sh before", "timeout": 2000 }] },
    ],
    "AfterTool": [
      { "matcher": "write_file|replace", "hooks": [{ "type": "command", "command": ".gemini/hooks/format.sh" }] },
      { "hooks": [{ "type": "command", "command": ".gemini/hooks/log.sh after" }] },
    ],
    "AfterAgent": [{ "hooks": [{ "type": "command", "name": "tests", "command": ".gemini/hooks/tests.sh", "timeout": 120000 }] }],
    "PreCompress": [{ "hooks": [{ "type": "command", "command": "echo compressing >> log" }] }],
    "Notification": [{ "hooks": [{ "type": "command", "command": "notify-send x" }] }],
    "SessionEnd": [{ "hooks": [{ "type": "command", "command": "rm -f .cache" }] }],
  },
}
`;
const sh = (text: string) => `#!/bin/sh\n${text}\n`;
const files = {
  '.gemini/settings.json': settings,
  '.gemini/hooks/context.sh': sh(`echo '{"hookSpecificOutput":{"additionalContext":"on main"}}'`),
  '.gemini/hooks/prompt.sh': sh(
    `grep -q password && echo '{"decision":"deny","reason":"no passwords"}' || echo '{}'`,
  ),
  '.gemini/hooks/secrets.mjs': `import { readFileSync } from 'node:fs';
const { tool_input } = JSON.parse(readFileSync(0, 'utf8'));
const found = /sk-\\w{8}/.test(tool_input.content ?? tool_input.new_string ?? '');
console.log(JSON.stringify(found ? { decision: 'deny', reason: 'a key' } : {}));
`,
  '.gemini/hooks/generated.sh': sh('if grep -q "\\.gen\\."; then echo generated >&2; exit 2; fi'),
  '.gemini/hooks/rm.sh': sh('if grep -q "rm -rf"; then echo "$MODE: no" >&2; exit 2; fi'),
  '.gemini/hooks/log.sh': sh('cat >> "$1.log"; echo logged'),
  '.gemini/hooks/format.sh': sh('echo formatting; exit 1'),
  '.gemini/hooks/tests.sh': sh(`echo '{"decision":"deny","reason":"tests fail"}'`),
};

interface Entry {
  command: string;
  failClosed?: boolean;
}

/** The Cursor payloads of the fixtures for an event, as current clients tell it. */
const dir = new URL('../../fixtures/cursor/payloads/', import.meta.url);
const payloads: Record<string, unknown>[] = readdirSync(dir)
  .filter((name) => !name.startsWith('old-'))
  .map((name) => JSON.parse(readFileSync(new URL(name, dir), 'utf8')).payload);
const told = (event: string) => payloads.filter((one) => one.hook_event_name === event);

test('hooks converted from a realistic Gemini CLI file answer every payload of Cursor with one line of JSON', async () => {
  const p = project(files, oddName);
  const said = await p.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toMatch(/^✗ #\d+ +notify-send x +lost/m);
  const { version, hooks } = p.json('.cursor/hooks.json') as {
    version: number;
    hooks: Record<string, Entry[]>;
  };
  expect(version).toBe(1);
  expect(known).toEqual(expect.arrayContaining(Object.keys(hooks)));
  expect(Object.keys(hooks)).toEqual(
    expect.arrayContaining([
      'preToolUse',
      'beforeMCPExecution',
      'postToolUse',
      'stop',
      'sessionStart',
    ]),
  );
  const cells = Object.entries(hooks).flatMap(([event, entries]) =>
    entries.flatMap((entry) => told(event).map((payload) => ({ event, entry, payload }))),
  );
  expect(cells.length).toBeGreaterThan(100);
  const answers = ({ event, entry, payload }: (typeof cells)[number], ran: Result) => {
    const cell = `${event} ${entry.command}\n${JSON.stringify(payload)}\n${ran.stdout}${ran.stderr}`;
    expect(ran.code, cell).toBe(0);
    expect(ran.stdout, cell).toMatch(/^\{.*\}\n$/);
    expect(typeof JSON.parse(ran.stdout), cell).toBe('object');
    const { verdict } = effectOf(event, ran, 'host', entry.failClosed);
    if (event !== 'beforeSubmitPrompt') expect(rank(verdict), cell).toBeLessThan(rank('deny'));
    if (event === 'stop' && payload.status === 'completed' && /tests/.test(entry.command))
      expect(JSON.parse(ran.stdout), cell).toEqual({ followup_message: 'tests fail' });
  };
  const firstOf = new Map(cells.toReversed().map((cell) => [cell.event, cell]));
  for (const cell of cells) {
    const payload = { ...cell.payload, workspace_roots: [p.dir] };
    answers(cell, await p.calls(cell.entry.command, payload));
    // One line of each event runs in a shell as well.
    if (firstOf.get(cell.event) === cell) answers(cell, await p.fires(cell.entry.command, payload));
  }
});

test('guards converted from a realistic Gemini CLI file refuse in Cursor what they refuse at home', async () => {
  const p = project(files, oddName);
  await p.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss');
  const { preToolUse, beforeSubmitPrompt } = p.json('.cursor/hooks.json').hooks as Record<
    string,
    Entry[]
  >;
  const call = (tool_name: string, tool_input: object) => ({
    ...told('preToolUse')[0],
    workspace_roots: [p.dir],
    tool_name,
    tool_input,
  });
  const refuses = async (script: string, payload: object) => {
    const entry = preToolUse?.find(({ command }) => command.includes(script)) as Entry;
    const ran = await p.fires(entry.command, payload);
    return JSON.parse(ran.stdout);
  };
  const write = (name: string, content: string) =>
    call('Write', { file_path: `${p.dir}/${name}`, content });
  expect(await refuses('secrets', write('a.ts', 'sk-12345678'))).toMatchObject({
    permission: 'deny',
    user_message: 'a key',
  });
  expect(await refuses('generated', write('a.gen.ts', 'x'))).toMatchObject({ permission: 'deny' });
  expect(await refuses('rm.sh', call('Shell', { command: 'rm -rf /', cwd: '' }))).toMatchObject({
    permission: 'deny',
    user_message: 'strict: no',
  });
  const prompt = {
    ...told('beforeSubmitPrompt')[0],
    prompt: 'my password',
    workspace_roots: [p.dir],
  };
  const entry = beforeSubmitPrompt?.find(({ command }) => command.includes('prompt.sh')) as Entry;
  expect(JSON.parse((await p.fires(entry.command, prompt)).stdout)).toEqual({
    continue: false,
    user_message: 'no passwords',
  });
});
