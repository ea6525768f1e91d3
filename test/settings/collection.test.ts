import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFinding, kindOfFinding } from '../../src/settings/findings/finding.ts';
import { adapterOf } from '../../src/translate/host.ts';
import { vendors } from './arbitrary.ts';
import { convert, type File, onceMore, thereAndBack } from './laws.ts';

const folder = (vendor: string) => join(import.meta.dirname, `../../fixtures/${vendor}/settings`);
const read = (vendor: string, name: string): File => ({
  vendor,
  text: readFileSync(join(folder(vendor), name), 'utf8'),
});
const collection = vendors.flatMap((vendor) =>
  readdirSync(folder(vendor)).map((name) => [vendor, name] as const),
);
const pairs = collection.flatMap(([vendor, name]) =>
  vendors.filter((to) => to !== vendor).map((to) => [vendor, name, to] as const),
);

describe('a realistic file', () => {
  test.each(pairs)('%s/%s survives the way into %s and back', (vendor, name, to) => {
    thereAndBack(read(vendor, name), to);
  });

  test.each(pairs)('%s/%s is written once into %s', (vendor, name, to) => {
    const files = readdirSync(folder(vendor));
    const next = files[(files.indexOf(name) + 1) % files.length] as string;
    onceMore(read(vendor, name), read(vendor, next), to);
  });
});

/** Line, kind and text of what is found in a file. */
function found(path: string): string[] {
  const [vendor, name] = path.split('/') as [string, string];
  const to = vendor === 'gemini' ? 'tabnine' : 'gemini';
  const { findings } = convert(read(vendor, name), to);
  return findings.source.map(
    (one) => `${one.at ? `${one.at.line} ` : ''}${kindOfFinding(one)}: ${describeFinding(one)}`,
  );
}

const bash = (agent: string, mend: string) =>
  `the matcher "Bash" names no tool of ${adapterOf(agent).title}; write "${mend}"`;
const broken: Record<string, string[]> = {
  'codex/wrong-shapes.json': [
    '4 dead: an entry outside a group: put it into { "hooks": [ … ] }',
    '5 dead: PreToolUse: the matcher "(?!Read).*" matches nothing',
    '8 odd: PostToolUse: its time limit is 30000s: was another unit meant?',
  ],
  'codex/guards.json': [],
  'gemini/claude-habits.json': [
    '3 dead: PreToolUse: an event of Claude Code, Codex CLI, Copilot CLI, Qwen Code, and none of Gemini CLI: the hook never runs; Gemini CLI has BeforeTool',
    '25 dead: Stop: an event of Claude Code, Codex CLI, Copilot CLI, Qwen Code, and none of Gemini CLI: the hook never runs; Gemini CLI has AfterAgent',
    `12 dead: BeforeTool: ${bash('gemini', 'run_shell_command')}`,
    '12 odd: BeforeTool: its time limit is 10ms: was another unit meant?',
    '16 dead: BeforeTool: the matcher "Edit|MultiEdit|Write" names no tool of Gemini CLI; write "replace|write_file"',
    '16 odd: BeforeTool: its time limit is 60ms: was another unit meant?',
    '22 dead: SessionStart: the matcher "startup|resume" is compared, not matched: it never equals; write one entry for each word',
  ],
  'gemini/wrong-shapes.json': [
    '3 odd: hooks.enabled: Gemini CLI no longer reads it; say hooksConfig.enabled',
    '5 dead: an entry outside a group: put it into { "hooks": [ … ] }',
    '9 dead: BeforeTool: type is missing; only "command" runs',
    '10 dead: BeforeTool: command is a list: write one line',
    '11 dead: BeforeTool: type is "prompt"; only "command" runs',
    '13 dead: BeforeTool: not an object',
    '16 dead: not a group of hooks',
    '18 odd: AfterTool holds one group and no list',
    '22 dead: a group without a list of hooks',
    '23 dead: AfterAgent holds no list',
    '24 odd: OnError: no event of Gemini CLI that is known here',
  ],
  'gemini/switched-off.json': [
    '7 odd: hooks.disabled: Gemini CLI no longer reads it; say hooksConfig.disabled',
    '12 dead: AfterTool: it is listed in hooksConfig.disabled',
    '14 dead: AfterTool: it is listed in hooksConfig.disabled',
  ],
  'gemini/byte-order-mark.json': ['1 dead: a byte order mark: no session starts with such a file'],
  'gemini/trailing-comma.json': ['4 dead: a trailing comma: no session starts with such a file'],
  'gemini/format-after-edit.json': [],
  'gemini/extension-hooks.json': ['7 odd: BeforeAgent: Gemini CLI is not known to read async'],
  'tabnine/rules-output.json': [
    `7 dead: BeforeTool: ${bash('tabnine', 'run_shell_command')}`,
    '18 dead: AfterTool: the matcher "Write|Edit" names no tool of Tabnine CLI; write "write_file|replace"',
  ],
  'tabnine/all-off.json': ['5 dead: BeforeAgent: hooksConfig.enabled is false'],
  'tabnine/mcp-servers.json': [
    '5 odd: BeforeTool: the matcher "mcp__jira__create_issue|run_shell_command" never meets "mcp__jira__create_issue": no tool of Tabnine CLI is called so; write "mcp_jira_create_issue|run_shell_command"',
    '5 odd: BeforeTool: its time limit is 30ms: was another unit meant?',
  ],
  'terminai/never-enabled.json': [
    '5 dead: BeforeTool: tools.enableHooks is not true',
    'odd: tools.enableHooks is missing; it should be true',
  ],
  'terminai/migrated.json': [
    '10 dead: SubagentStop: an event of Claude Code, Codex CLI, Copilot CLI, Qwen Code, and none of TerminaI: the hook never runs',
    '7 odd: BeforeTool: the matcher "run_shell_command|replace|write_file|grep" never meets "run_shell_command", "replace", "write_file": no tool of TerminaI is called so; write "run_terminal_command|edit_file|write_to_file|grep"',
    '7 odd: BeforeTool: its time limit is 30ms: was another unit meant?',
    '11 odd: AfterAgent: type is "plugin", and nothing that TerminaI runs is known to be so',
  ],
  'terminai/disabled-by-name.json': [
    '9 dead: AfterTool: it is listed in hooks.disabled',
    '10 odd: AfterTool: env is ignored by TerminaI',
  ],
  'cursor/claude-groups.json': [
    '5 dead: a group of hooks, where this file holds entries: it is written for another agent',
    '11 dead: stop holds no list',
    `9 dead: preToolUse: ${bash('cursor', 'Shell')}`,
  ],
  'cursor/wrong-units.json': [
    '3 odd: beforeShellExecution: its time limit is 30000000s: was another unit meant?',
    '4 odd: afterFileEdit: its time limit is 500ms: was another unit meant?',
    '4 odd: afterFileEdit: env is ignored by Cursor',
    '5 odd: sessionStart: a matcher is ignored on this event',
    'odd: version is missing; it should be 1',
  ],
  'cursor/unknown-event.json': [
    '4 dead: PreToolUse: an event of Claude Code, Codex CLI, Copilot CLI, Qwen Code, and none of Cursor: the hook never runs; Cursor has preToolUse, beforeShellExecution, beforeMCPExecution, beforeReadFile; one unknown event voids the whole file',
    '6 dead: beforeShellExecution: command is a list: write one line',
    '7 dead: beforeShellExecution: no command',
    '8 dead: beforeShellExecution: not an object',
    '11 dead: onSave: no event of Cursor that is known here; one unknown event voids the whole file',
  ],
  'cursor/guards-crlf.json': ['odd: the file has comments, and its agent may not read them'],
};

test.each(Object.entries(broken))('what is wrong with %s', (path, wanted) => {
  expect(found(path)).toEqual(wanted);
});

/** What becomes of each hook of a file. */
function rows(path: string, to: string): string[] {
  const [vendor, name] = path.split('/') as [string, string];
  return convert(read(vendor, name), to).rows.map(({ at, hook, how, events, losses }) => {
    const worst = ['unsafe', 'lossy', 'cosmetic'].find((one) =>
      losses.some(({ severity }) => severity === one),
    );
    return `${at?.line} ${hook.event} ${how} ${worst ?? 'whole'}: ${events.join(' ')}`.trim();
  });
}

test('guards of Cursor in Gemini CLI', () => {
  expect(rows('cursor/guards-crlf.json', 'gemini')).toEqual([
    '6 beforeShellExecution shim whole: BeforeTool',
    '7 beforeShellExecution shim whole: BeforeTool',
    '9 beforeReadFile emulated whole: BeforeTool',
    '11 beforeMCPExecution shim whole: BeforeTool',
  ]);
});

test('what has no form there is named', () => {
  expect(rows('cursor/prompt-hook.json', 'gemini')).toEqual([
    '5 beforeShellExecution lost unsafe:',
    '6 beforeShellExecution shim whole: BeforeTool',
    '8 stop lost lossy:',
  ]);
  expect(rows('gemini/every-event-logger.json', 'cursor')).toEqual([
    '3 SessionStart degraded lossy: sessionStart',
    '4 SessionEnd degraded lossy: sessionEnd',
    '5 BeforeAgent degraded lossy: beforeSubmitPrompt',
    '7 AfterAgent degraded lossy: stop',
    '9 BeforeModel lost unsafe:',
    '10 AfterModel lost unsafe:',
    '11 BeforeToolSelection lost unsafe:',
    '12 BeforeTool degraded lossy: preToolUse beforeMCPExecution',
    '13 AfterTool degraded unsafe: postToolUse postToolUseFailure',
    '14 PreCompress shim cosmetic: preCompact',
    '15 Notification lost lossy:',
  ]);
});

test('a matcher that an agent can never answer is a loss', () => {
  expect(rows('gemini/session-context-crlf.json', 'cursor')).toEqual([
    '7 SessionStart degraded lossy: sessionStart',
    '17 SessionStart lost lossy:',
    '21 SessionEnd degraded lossy: sessionEnd',
  ]);
});

test('commands that know agents are left alone', () => {
  expect(rows('cursor/knows-agents.json', 'gemini')).toEqual([
    '4 beforeSubmitPrompt kept unsafe:',
    '5 stop kept lossy:',
    '6 preToolUse shim whole: BeforeTool',
  ]);
});

test('hooks for some agents only are theirs', () => {
  const stop = (to: string) =>
    rows('anyhook/team.yaml', to).filter((row) => row.includes(' stop '));
  expect(stop('gemini')).toEqual(['27 stop emulated whole: AfterAgent']);
  expect(stop('tabnine')).toEqual([]);
});
