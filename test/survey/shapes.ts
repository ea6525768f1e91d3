// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are command lines
/** Projects in every shape, and what is true of their hooks: `truths.test.ts` compares what doctor says, `really.system.test.ts` what happens. */
import { type Files, geminiHooks } from '../settings/project.ts';

const refusing = '#!/bin/sh\ngrep -q "rm -rf" && { echo no >&2; exit 2; }\nexit 0\n';
const noting = '#!/bin/sh\ncat >> /dev/null\n';
const judging = `#!/bin/sh\ngrep -q "rm -rf" && echo '{"permission":"deny"}'\n`;
export const scripts = { 'guard.sh': refusing, 'note.sh': noting, 'judge.sh': judging };

export const grouped = (event: string, command: string, matcher?: string, more: object = {}) => ({
  hooks: {
    [event]: [{ ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command }] }],
  },
  ...more,
});
const flat = (event: string, entry: object, more: object = {}) => ({
  version: 1,
  hooks: { [event]: [entry] },
  ...more,
});

/** Returns a text of `anyhook.yaml` with a guard that has some keys. */
const neutral = (keys: string) => `version: 1\nhooks:\n  - { on: before-tool, ${keys} }\n`;

/** Returns a script of the neutral dialect that refuses for something it reads. */
const reading = (expression: string) => `import { readFileSync } from 'node:fs';
const payload = JSON.parse(readFileSync(0, 'utf8'));
const value = ${expression};
if (value.includes('.env')) console.log(JSON.stringify({ decision: 'deny', reason: 'no' }));
`;

export interface Case {
  title: string;
  agent: string;
  files: Files;
  /** What is true of each hook that the agent loads: the code, and the cause where there is one. */
  truths: string[];
}

const inClaude = (settings: object | string, more: Files = {}): Files => ({
  ...scripts,
  '.claude/settings.json': settings,
  ...more,
});

export const cases: Case[] = [
  // The variable of a project whose path has a space.
  ...(
    [
      ['of a script', 'sh $CLAUDE_PROJECT_DIR/guard.sh', 'refuses-every-call: unquoted-variable'],
      ['of a program', '$CLAUDE_PROJECT_DIR/guard.sh', 'never-runs: unquoted-variable'],
      ['of a folder', 'cd $CLAUDE_PROJECT_DIR && sh guard.sh', 'never-runs: unquoted-variable'],
      [
        'of an argument',
        'sh "$CLAUDE_PROJECT_DIR/guard.sh" $CLAUDE_PROJECT_DIR',
        'unknown: unquoted-variable',
      ],
      [
        'of a second command',
        'cd "$CLAUDE_PROJECT_DIR" && sh $CLAUDE_PROJECT_DIR/guard.sh x',
        'refuses-every-call: unquoted-variable',
      ],
      ['that is printed', 'echo $CLAUDE_PROJECT_DIR; sh guard.sh', 'guards'],
      ['in quotes', 'sh "$CLAUDE_PROJECT_DIR/guard.sh" "$CLAUDE_PROJECT_DIR"', 'guards'],
    ] as const
  ).map(([what, line, truth]) => ({
    title: `the path ${what} with a space: ${line}`,
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', line, 'Bash')),
    truths: [truth],
  })),
  ...(
    [
      ['sh "$GEMINI_PROJECT_DIR/guard.sh"', 'refuses-every-call: unquoted-variable'],
      ['sh $GEMINI_PROJECT_DIR/guard.sh', 'guards'],
      ['sh ${GEMINI_PROJECT_DIR}/guard.sh', 'refuses-every-call: unquoted-variable'],
      ['sh $GEMINI_PROJECT_DIR/guard.sh "$GEMINI_PROJECT_DIR"', 'unknown: unquoted-variable'],
    ] as const
  ).map(([line, truth]) => ({
    title: `a path that the agent puts in quotes: ${line}`,
    agent: 'gemini',
    files: {
      ...scripts,
      '.gemini/settings.json': grouped('BeforeTool', line, 'run_shell_command'),
    },
    truths: [truth],
  })),
  // What works.
  {
    title: 'a script that refuses by exit code guards',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh', 'Bash')),
    truths: ['guards'],
  },
  {
    title: 'a script at a gate that says nothing runs',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh note.sh', 'Bash')),
    truths: ['runs'],
  },
  {
    title: 'a script at no gate runs',
    agent: 'claude',
    files: inClaude(grouped('SessionEnd', 'sh note.sh')),
    truths: ['runs'],
  },
  {
    title: 'a script whose only refusal its agent does not take lets calls pass',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh one.sh', 'Bash'), {
      'one.sh': '#!/bin/sh\ngrep -q "rm -rf" && { echo no >&2; exit 1; }\nexit 0\n',
    }),
    truths: ['fails-open: exit-not-refusal'],
  },
  {
    title: 'a guard of Cursor guards',
    agent: 'cursor',
    files: { ...scripts, '.cursor/hooks.json': flat('preToolUse', { command: 'sh judge.sh' }) },
    truths: ['guards'],
  },
  {
    title: 'a guard of Codex CLI guards',
    agent: 'codex',
    files: { ...scripts, '.codex/hooks.json': grouped('PreToolUse', 'sh guard.sh', 'Bash') },
    truths: ['guards'],
  },
  {
    title: 'a guard of Qwen Code guards',
    agent: 'qwen',
    files: { ...scripts, '.qwen/settings.json': grouped('PreToolUse', 'sh guard.sh') },
    truths: ['guards'],
  },
  {
    title: 'a guard of Tabnine CLI guards',
    agent: 'tabnine',
    files: { ...scripts, '.tabnine/agent/settings.json': grouped('BeforeTool', 'sh guard.sh') },
    truths: ['guards'],
  },
  {
    title: 'a guard of TerminaI guards where hooks are switched on',
    agent: 'terminai',
    files: {
      ...scripts,
      '.terminai/settings.json': grouped('BeforeTool', 'sh guard.sh', undefined, {
        tools: { enableHooks: true },
      }),
    },
    truths: ['guards'],
  },
  // Each reason for which a hook never runs.
  {
    title: 'a script that is missing',
    agent: 'claude',
    files: inClaude(grouped('SessionEnd', 'sh gone.sh')),
    truths: ['never-runs: script-missing'],
  },
  {
    title: 'a script that is not executable',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', './plain.sh', 'Bash'), { 'plain.sh': 'exit 2\n' }),
    truths: ['never-runs: script-not-executable'],
  },
  {
    title: 'a matcher that names no tool',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh', 'Bahs')),
    truths: ['never-runs: matcher-names-no-tool'],
  },
  {
    title: 'a program that is not installed',
    agent: 'claude',
    files: inClaude(grouped('PostToolUse', 'no-such-formatter --write .')),
    truths: ['never-runs: program-missing'],
  },
  {
    title: 'a script whose first line ends as on Windows',
    agent: 'claude',
    files: inClaude(grouped('SessionEnd', './windows.sh'), {
      'windows.sh': '#!/bin/sh\r\ntrue\r\n',
    }),
    truths: ['never-runs: line-ends'],
  },
  {
    title: 'hooks that their own file switches off',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh', 'Bash', { disableAllHooks: true })),
    truths: ['never-runs: switched-off'],
  },
  {
    title: 'hooks that the settings of the person switch off',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh', 'Bash'), {
      '~/.claude/settings.json': { disableAllHooks: true },
    }),
    truths: ['never-runs: switched-off'],
  },
  {
    title: 'hooks that a later file switches on again guard',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh', 'Bash', { disableAllHooks: true }), {
      '.claude/settings.local.json': { disableAllHooks: false },
    }),
    truths: ['guards'],
  },
  {
    title: 'a hook that is listed among the disabled ones',
    agent: 'gemini',
    files: {
      ...scripts,
      '.gemini/settings.json': {
        ...geminiHooks({ BeforeTool: [{ command: 'sh guard.sh' }] }),
        hooksConfig: { disabled: ['sh guard.sh'] },
      },
    },
    truths: ['never-runs: switched-off'],
  },
  {
    title: 'hooks of TerminaI that nothing switches on',
    agent: 'terminai',
    files: { ...scripts, '.terminai/settings.json': grouped('BeforeTool', 'sh guard.sh') },
    truths: ['never-runs: switched-off'],
  },
  {
    title: 'a file that its agent drops because of an unknown event',
    agent: 'cursor',
    files: {
      ...scripts,
      '.cursor/hooks.json': {
        version: 1,
        hooks: { preToolUse: [{ command: 'sh judge.sh' }], noSuchEvent: [{ command: 'true' }] },
      },
    },
    truths: ['never-runs: file-dropped', 'never-runs: file-dropped'],
  },
  {
    title: 'an event of another agent',
    agent: 'gemini',
    files: { ...scripts, '.gemini/settings.json': grouped('PreToolUse', 'sh guard.sh') },
    truths: ['never-runs: unknown-event'],
  },
  {
    title: 'a project that the person does not trust',
    agent: 'gemini',
    files: {
      ...scripts,
      '.gemini/settings.json': grouped('BeforeTool', 'sh guard.sh'),
      '~/.gemini/trustedFolders.json': { '/': 'DO_NOT_TRUST' },
    },
    truths: ['never-runs: untrusted'],
  },
  {
    title: 'a word in anyhook.yaml that is no name of a tool',
    agent: 'anyhook',
    files: {
      ...scripts,
      'anyhook.yaml':
        'version: 1\nhooks:\n  - on: before-tool\n    match: Bahs\n    run: sh guard.sh\n',
    },
    truths: ['never-runs: match-never'],
  },
  {
    title: 'a word in anyhook.yaml that is the name of a tool in one agent alone',
    agent: 'anyhook',
    files: {
      ...scripts,
      'anyhook.yaml':
        'version: 1\nhooks:\n  - on: before-tool\n    match: bash\n    run: sh guard.sh\n',
    },
    truths: ['fails-open: match-some-agents'],
  },
  // The other truths.
  {
    title: 'a missing script that its agent takes for a refusal refuses every call',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'python3 gone.py', 'Bash')),
    truths: ['refuses-every-call: script-missing'],
  },
  {
    title: 'a guard that its owner lets fail open',
    agent: 'anyhook',
    files: {
      ...scripts,
      'anyhook.yaml':
        'version: 1\nhooks:\n  - on: before-tool\n    run: sh guard.sh\n    on-failure: allow\n',
    },
    truths: ['fails-open: allowed-by-owner'],
  },
  {
    title: 'a hook that another agent loads gets what that agent sends',
    agent: 'cursor',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh', 'Bash'), {
      '.cursor/hooks.json': flat('stop', { command: 'sh note.sh' }),
    }),
    truths: ['runs', 'speaks-another: loaded-dialect'],
  },
  {
    title: 'a hook that stands in two files runs twice',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh', 'Bash'), {
      '.claude/settings.local.json': grouped('PreToolUse', 'sh ./guard.sh', 'Bash'),
    }),
    truths: ['guards', 'runs-twice: two-files'],
  },
  {
    title: 'a script with other arguments is another hook',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh rm', 'Bash'), {
      '.claude/settings.local.json': grouped('PreToolUse', 'sh ./guard.sh push', 'Bash'),
    }),
    truths: ['guards', 'guards'],
  },
  {
    title: 'equal entries in two files run once for an agent that starts equal entries once',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh', 'Bash'), {
      '.claude/settings.local.json': grouped('PreToolUse', 'sh guard.sh', 'Bash'),
    }),
    truths: ['guards', 'guards'],
  },
  // The file for every agent.
  {
    title: 'a guard in anyhook.yaml that no agent has yet',
    agent: 'anyhook',
    files: { ...scripts, 'anyhook.yaml': neutral('run: sh guard.sh, tools: [shell]') },
    truths: ['never-runs: not-written'],
  },
  {
    title: 'a script of the neutral dialect that reads a key which no call of its tool has',
    agent: 'anyhook',
    files: {
      'anyhook.yaml': neutral('run: node one.mjs, tools: [write]'),
      'one.mjs': reading('payload.input.file_path'),
    },
    truths: ['speaks-another: reads-another'],
  },
  {
    title:
      'a script of the neutral dialect that reads what its tool has, or else what another agent sends',
    agent: 'anyhook',
    files: {
      'anyhook.yaml': neutral('run: node one.mjs, tools: [write]'),
      'one.mjs': reading('payload.input.path ?? payload.input.file_path'),
    },
    truths: ['never-runs: not-written'],
  },
  {
    title: 'a script of the neutral dialect that reads the arguments where another agent has them',
    agent: 'anyhook',
    files: {
      'anyhook.yaml': neutral('run: node one.mjs, tools: [shell]'),
      'one.mjs': reading('payload.tool_input.command'),
    },
    truths: ['speaks-another: reads-another'],
  },
];
