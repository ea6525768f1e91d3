// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are command lines
import { expect, test } from 'vitest';
import { type Files, geminiHooks, project } from '../settings/project.ts';

const refusing = '#!/bin/sh\ngrep -q "rm -rf" && { echo no >&2; exit 2; }\nexit 0\n';
const noting = '#!/bin/sh\ncat >> /dev/null\n';
const judging = `#!/bin/sh\ngrep -q "rm -rf" && echo '{"permission":"deny"}'\n`;
const scripts = { 'guard.sh': refusing, 'note.sh': noting, 'judge.sh': judging };

const grouped = (event: string, command: string, matcher?: string, more: object = {}) => ({
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

interface Case {
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
const trusting = (root: string) => `[projects.${JSON.stringify(root)}]\ntrust_level = "trusted"\n`;

const cases: Case[] = [
  // The variable of a project whose path has a space.
  ...(
    [
      ['of a script', 'sh $CLAUDE_PROJECT_DIR/guard.sh', 'never-runs: unquoted-variable'],
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
        'never-runs: unquoted-variable',
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
      ['sh "$GEMINI_PROJECT_DIR/guard.sh"', 'never-runs: unquoted-variable'],
      ['sh $GEMINI_PROJECT_DIR/guard.sh', 'guards'],
      ['sh ${GEMINI_PROJECT_DIR}/guard.sh', 'never-runs: unquoted-variable'],
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
    title: 'equal entries in two files run once for an agent that starts equal entries once',
    agent: 'claude',
    files: inClaude(grouped('PreToolUse', 'sh guard.sh', 'Bash'), {
      '.claude/settings.local.json': grouped('PreToolUse', 'sh guard.sh', 'Bash'),
    }),
    truths: ['guards', 'guards'],
  },
];

interface File {
  hooks: { truth: { code: string; cause?: string; why?: string; remedy?: { text: string } } }[];
}

/** Returns what `doctor --json` says of the hooks of one agent, or of `anyhook.yaml`. */
async function truthsOf(place: ReturnType<typeof project>, agent: string) {
  const { stdout } = await place.anyhook('doctor', '--json');
  const report = JSON.parse(stdout) as {
    agents: { agent: string; files: File[] }[];
    neutral?: File;
  };
  const files =
    agent === 'anyhook'
      ? [report.neutral as File]
      : (report.agents.find((one) => one.agent === agent)?.files ?? []);
  return files.flatMap(({ hooks }) => hooks.map(({ truth }) => truth));
}

test.each(cases)('$title ($agent)', async ({ agent, files, truths }) => {
  const found = await truthsOf(project(files), agent);
  expect(found.map(({ code, cause }) => (cause ? `${code}: ${cause}` : code))).toEqual(truths);
  for (const { cause, why, code } of found)
    expect([code, typeof why]).toEqual([code, cause === undefined ? 'undefined' : 'string']);
});

test('a hook of Codex CLI never runs until the person trusts it at its position', async () => {
  const place = project({
    ...scripts,
    '.codex/hooks.json': grouped('PreToolUse', 'sh guard.sh', 'Bash'),
  });
  place.put('~/.codex/config.toml', trusting(place.dir));
  expect(await truthsOf(place, 'codex')).toMatchObject([{ cause: 'not-yet-trusted' }]);
  const key = JSON.stringify(`${place.at('.codex/hooks.json')}:pre_tool_use:0:0`);
  const state = `[hooks.state.${key}]\ntrusted_hash = "sha256:1"\n`;
  place.put('~/.codex/config.toml', trusting(place.dir) + state);
  expect(await truthsOf(place, 'codex')).toEqual([{ code: 'guards' }]);
});
