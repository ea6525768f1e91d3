// The variables that an agent puts into the command of a hook: under every other agent the guard is found and refuses, or
// the conversion says which variable is lost and writes nothing.
import { expect, test } from 'vitest';
import { tableOf, vendorIds } from '../../src/settings/tables.ts';
import { adapterOf } from '../../src/translate/host.ts';
import { payloadsFor } from '../../src/trial/payloads.ts';
import { type Project, project } from './project.ts';

const refuses = '#!/bin/sh\ncat >/dev/null\necho found the guard >&2\nexit 2\n';

/** A variable in braces, without a template string. */
const put = (name: string) => `$\{${name}}`;

const grouped = (event: string, matcher: string) => (command: string) => {
  return { hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command }] }] } };
};
const ofGemini = grouped('BeforeTool', 'run_shell_command');
const ofClaude = grouped('PreToolUse', 'Bash');
const ofCursor = (command: string) => {
  return { version: 1, hooks: { beforeShellExecution: [{ command }] } };
};
const ofCopilot = (bash: string) => {
  return { version: 1, hooks: { preToolUse: [{ type: 'command', bash }] } };
};

/** The lines with which a plugin in the folder `ext` starts its guard. A lost line: the variable that is named. */
const pluginLines = (name: string) => [
  `"${put(name)}"/guard.sh`,
  `cd / && sh "${put(name)}/guard.sh" --strict`,
  `sh -c '"${put(name)}/guard.sh"'`,
  `'${put(name)}/guard.sh'`,
];
const extensionLines = [
  ...pluginLines('extensionPath'),
  `"${put('extensionPath')}${put('/')}guard.sh"`,
  `"${put('extensionPath')}${put('pathSeparator')}guard.sh"`,
  `cd / && "${put('workspacePath')}/ext/guard.sh"`,
  `'${put('workspacePath')}/ext/guard.sh'`,
];
const projectLines = (name: string) => [
  `"${put(name)}"/ext/guard.sh`,
  `cd / && sh "${put(name)}/ext/guard.sh"`,
];
const lost = (name: string) => [`"${put(name)}"/guard.sh`];

const sources = {
  gemini: {
    entry: ofGemini,
    plugin: extensionLines,
    own: ['GEMINI_PROJECT_DIR', 'GEMINI_CWD', 'CLAUDE_PROJECT_DIR'].flatMap(projectLines),
    none: lost('GEMINI_PLANS_DIR'),
  },
  terminai: {
    entry: grouped('BeforeTool', 'run_terminal_command'),
    plugin: extensionLines,
    own: ['TERMINAI_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'].flatMap(projectLines),
    none: [],
  },
  tabnine: {
    entry: ofGemini,
    plugin: extensionLines,
    own: ['TABNINE_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'].flatMap(projectLines),
    none: [],
  },
  qwen: {
    entry: grouped('PreToolUse', 'run_shell_command'),
    plugin: extensionLines,
    own: ['QWEN_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'].flatMap(projectLines),
    none: [],
  },
  claude: {
    entry: ofClaude,
    plugin: [...pluginLines('CLAUDE_PLUGIN_ROOT'), 'cd / && sh "$CLAUDE_PLUGIN_ROOT"/guard.sh'],
    own: projectLines('CLAUDE_PROJECT_DIR'),
    none: lost('CLAUDE_PLUGIN_DATA'),
  },
  codex: {
    entry: ofClaude,
    plugin: [],
    own: [],
    none: ['PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT', 'PLUGIN_DATA'].flatMap(lost),
  },
  cursor: {
    entry: ofCursor,
    plugin: pluginLines('CURSOR_PLUGIN_ROOT'),
    own: ['CURSOR_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'].flatMap(projectLines),
    none: [],
  },
  copilot: {
    entry: ofCopilot,
    plugin: [],
    own: ['COPILOT_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'].flatMap(projectLines),
    none: [],
  },
};

/** Tells whether an agent puts values into the whole line, as Gemini CLI does. */
const isOfGemini = (from: string): boolean =>
  ['gemini', 'terminai', 'tabnine', 'qwen'].includes(from);

/** Tells whether a line has a variable that no other agent can be given, or one that is in single quotes. */
const isLost = ({ from, line }: { from: string; line: string }): boolean =>
  from === 'codex' ||
  /PLANS_DIR|_DATA/.test(line) ||
  (line.startsWith("'") && (!isOfGemini(from) || !line.includes('extensionPath')));

const cases = Object.entries(sources).flatMap(([from, { entry, plugin, own, none }]) => [
  ...plugin.map((line) => ({ from, line, file: 'ext/hooks/hooks.json', settings: entry(line) })),
  ...[...own, ...none].map((line) => ({ from, line, file: 'other.json', settings: entry(line) })),
]);

/** The entry that starts a guard through the shim at an event: its line, and the variables that it states. */
function shimEntryIn(value: unknown): { line: string; env?: Record<string, string> } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const line = Object.values(value).find(
    (text) => typeof text === 'string' && text.includes('.anyhook/'),
  );
  if (typeof line === 'string') return { line, ...(value as object) };
  return Object.values(value).map(shimEntryIn).find(Boolean);
}

/** What an agent is answered for a call of the shell. */
async function answerOf(p: Project, to: string): Promise<string> {
  const scene = { root: p.dir, session: 's', transcript: p.at('t.jsonl') };
  const call = { event: 'before-tool', tool: 'shell', input: { command: 'rm -rf x' } } as const;
  const inputs = payloadsFor(adapterOf(to), call, scene);
  const { hooks } = p.json(tableOf(to).files.own.project);
  for (const { binding, payload } of inputs) {
    const entry = shimEntryIn(hooks[binding.native]);
    if (!entry) continue;
    const { stdout, stderr } = await p.calls(entry.line, payload, entry.env);
    return stdout + stderr;
  }
  return 'it is not started';
}

const agents = vendorIds().filter((id) => id !== 'anyhook');

test.each(
  cases,
)('the guard of $from with the line $line refuses under every agent, or its variable is named as lost', async (one) => {
  const { from, line, file, settings } = one;
  const isPlugin = file.startsWith('ext');
  const p = project({ [file]: settings, 'ext/guard.sh': refuses });
  for (const to of agents.filter((id) => id !== from || isPlugin)) {
    const said = await p.anyhook('convert', from, to, '--input', file, '--write');
    if (isLost(one)) {
      const [, name] = /\{(\w+)\}/.exec(line) ?? [];
      expect(said.code, to).toBe(1);
      expect(said.stdout.replace(/\s+/g, ' '), to).toContain(`its command uses ${name}, which`);
      continue;
    }
    expect([said.code, said.stderr], `${to} ${said.stdout}`).toEqual([0, '']);
    expect(`${to} ${await answerOf(p, to)}`).toContain('found the guard');
  }
});
