// The files of Claude Code: one bad entry of a gate, and no hook of the file runs.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { convertFile } from '../../src/convert/convert-file.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { describeFinding, kindOfFinding } from '../../src/settings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { property } from '../property.ts';
import { settingsOf, vendors } from './arbitrary.ts';
import { dropped, wrongIn } from './claude-file.ts';
import { convert, hooksIn } from './laws.ts';
import { project } from './project.ts';
import { realistic } from './realistic.ts';

const fixture = new URL('../../fixtures/claude/files.json', import.meta.url);
const { files } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  files: { name: string; runs: boolean; text: string }[];
};
const file = '.claude/settings.json';

describe.each(files)('the Claude Code file of the case $name', ({ runs, text }) => {
  test('runs under the schema of these tests exactly where the client was seen to run it', () => {
    expect(dropped(text) === undefined).toBe(runs);
  });

  test('has a finding that no hook of it runs exactly where the client ran none', () => {
    const { findings } = readHooks('claude', text, file);
    const dead = findings.filter((one) => {
      return (one.code === 'void' && one.whole) || ('ends' in one && kindOfFinding(one) === 'dead');
    });
    expect([dead.map(describeFinding), dead.length === 0]).toEqual([expect.anything(), runs]);
  });
});

test('a wrong value in an entry is reported with its line, its path and what Claude Code wants', () => {
  const bad = { type: 'command', command: 'x', timeout: '5' };
  const text = JSON.stringify({ hooks: { Stop: [{ hooks: [bad] }] } }, null, 1);
  const { findings, hooks } = readHooks('claude', text, file);
  expect(findings.map((one) => [one.at?.line, describeFinding(one)])).toEqual([
    [
      9,
      'Stop.0.hooks.0.timeout is "5"; Claude Code wants seconds, more than 0, and ignores this hook without a message',
    ],
  ]);
  expect(hooks).toHaveLength(1);
});

test('a target file that Claude Code drops as a whole is reported when hooks are written into it', () => {
  const hook = { matcher: 'Bash', hooks: [{ type: 'command', command: 'x', timeout: 0 }] };
  const into = JSON.stringify({ hooks: { PreToolUse: [hook] } });
  const { findings } = convert(realisticOf('gemini'), 'claude', into);
  expect(findings.target).toMatchObject([
    { code: 'void', key: 'PreToolUse.0.hooks.0.timeout', whole: true },
  ]);
});

function realisticOf(vendor: string) {
  const [[, text] = ['', '']] = realistic(vendor);
  return { vendor, text };
}

for (const vendor of vendors.filter((one) => one !== 'claude'))
  property(
    `No settings of ${vendor} convert to a file that Claude Code drops, or to a wrong entry.`,
    {
      corpus: `into-claude-${vendor}`,
      inputs: settingsOf(vendor),
      holds: (text) => {
        const made = convert({ vendor, text }, 'claude').text;
        if (made) expect([dropped(made), wrongIn(made)]).toEqual([undefined, []]);
      },
      runs: 10,
      longRuns: 40,
    },
  );

test('what anyhook.yaml keeps of an entry of Claude Code never makes a wrong entry', () => {
  let written = 0;
  for (const keep of ['timeout: "5"', 'async: 1', 'type: shellish', 'args: x', 'shell: zsh']) {
    const text = `version: 1\nhooks:\n  - speaks: claude\n    event: Stop\n    run: x\n    keep: { entry: { ${keep} } }\n`;
    const made = convert({ vendor: 'anyhook', text }, 'claude');
    if (!made.text) continue;
    written++;
    expect([keep, wrongIn(made.text)]).toEqual([keep, []]);
  }
  expect(written).toBeGreaterThan(0);
});

/** One hook of Claude's in a file of its own. */
const own = (entry: object, event = 'PreToolUse', matcher = 'Bash') => ({
  vendor: 'claude',
  text: JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [entry] }] } }),
});
const line = { type: 'command', command: 'x' };

describe('an entry of Claude Code', () => {
  test.each([
    [{ ...line, timeout: 0.5 }, { timeout: 500 }],
    [{ ...line, if: 'Bash(git *)' }, { condition: 'Bash(git *)' }],
    [{ ...line, if: '' }, { rest: { if: '' } }],
    [{ ...line, async: true }, { answer: 'later' }],
    [{ ...line, async: false }, { rest: { async: false } }],
    [{ ...line, onFailure: 'block' }, { onFailure: 'block' }],
    [{ ...line, onFailure: 'continue' }, { rest: { onFailure: 'continue' } }],
    [{ ...line, statusMessage: 'x', once: true, shell: 'bash' }, { command: 'x' }],
    [{ ...line, args: ['a b'] }, { command: 'x' }],
    [{ type: 'http', url: 'https://x.test/', onFailure: 'block' }, { onFailure: 'block' }],
    [{ type: 'prompt', prompt: 'x' }, { command: '' }],
    [{ type: 'mcp_tool', server: 's', tool: 't', input: {} }, { command: '' }],
  ])('such as %j is read, and comes back whole from anyhook.yaml', (entry, hook) => {
    const source = own(entry);
    expect(hooksIn(source)).toMatchObject([hook]);
    const there = convert(source, 'anyhook');
    const back = convert({ vendor: 'anyhook', text: there.text }, 'claude');
    expect(JSON.parse(back.text)).toEqual(JSON.parse(source.text));
  });

  test.each([
    [{ ...line, if: 'Bash(git *)' }, "--if 'Bash(git *)' -- x && "],
    [{ ...line, async: true }, "--answer later -- x && false || [ $? = 9 ] || echo '{}'"],
    [{ ...line, shell: 'bash' }, '-- x && '],
    [{ ...line, shell: 'powershell' }, "-- 'pwsh -NoProfile -Command x' && "],
    [{ ...line, args: ['a b', '$A'] }, `-- 'x '\\''a b'\\'' '\\''$''A'\\''' && `],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it
      { ...line, command: '${CLAUDE_PROJECT_DIR}/x.sh', args: ['${HOME}'] },
      `-- '"$''{CLAUDE_PROJECT_DIR}"/x.sh '\\''$''{HOME}'\\''' && `,
    ],
  ])('such as %j becomes a converted line that says as much, without an unsafe loss', (entry, wanted) => {
    const { text, unsafe } = convert(own(entry), 'gemini');
    expect(JSON.parse(text).hooks.BeforeTool[0].hooks[0].command).toContain(wanted);
    expect(unsafe).toBe(false);
  });

  test.each([
    [{ type: 'prompt', prompt: 'x' }, 'model-answers'],
    [{ type: 'agent', prompt: 'x' }, 'model-answers'],
    [{ type: 'mcp_tool', server: 's', tool: 't' }, 'mcp-answers'],
  ])('such as %j has no form in Gemini CLI, which is an unsafe loss', (entry, code) => {
    expect(convert(own(entry), 'gemini').rows).toMatchObject([
      { how: 'lost', losses: [{ severity: 'unsafe', code }] },
    ]);
  });

  test('whose response comes later is waited for under Gemini CLI, and this is reported as a loss', () => {
    const { rows } = convert(own({ ...line, asyncRewake: true }), 'gemini');
    expect(rows[0]?.losses).toContainEqual({
      severity: 'lossy',
      code: 'awaited',
      agent: 'Gemini CLI',
    });
  });

  test('that is async at PostToolUse goes to Cursor without a loss', () => {
    const { rows } = convert(own({ ...line, async: true }, 'PostToolUse', ''), 'cursor');
    expect(rows).toMatchObject([{ how: 'shim', losses: [] }]);
  });
});

test.each([
  'codex',
  'cursor',
  'gemini',
])('converting a hook that refuses a compaction to %s is an unsafe loss, and one of which nothing is known is lossy', (to) => {
  const p = project({ 'guard.sh': `#!/bin/sh\necho '{"decision":"block","reason":"not now"}'\n` });
  const losses = ['./guard.sh', 'x'].map((command) => {
    const { rows, unsafe } = convertText({
      from: 'claude',
      to,
      source: { text: own({ ...line, command }, 'PreCompact', '').text, file },
      target: { text: '', file: 'target' },
      workspace: { root: p.dir, home: p.home, scope: 'project' },
    });
    const loss = rows[0]?.losses.find(({ code }) => code === 'no-refusal');
    return [loss?.severity, unsafe];
  });
  expect(losses).toEqual([
    ['unsafe', true],
    ['lossy', false],
  ]);
});

test('a hook that is listed twice gets two different lines where a host runs equal lines once', () => {
  const twice = { command: './log.sh', matcher: 'Shell' };
  const text = JSON.stringify({ version: 1, hooks: { preToolUse: [twice, twice] } });
  const source = { vendor: 'cursor', text };
  for (const to of ['claude', 'gemini']) {
    expect(hooksIn({ vendor: to, text: convert(source, to).text })).toHaveLength(2);
    const there = convert(source, to, '', {}, {}, 'apart');
    const lines = [...there.text.matchAll(/"command": "(.*)"/g)].map(([, said]) => said);
    expect(new Set(lines).size).toBe(2);
    expect(hooksIn({ vendor: to, text: there.text })).toHaveLength(2);
    expect(JSON.parse(convert({ vendor: to, text: there.text }, 'cursor').text)).toEqual(
      JSON.parse(text),
    );
  }
});

test('a gate under Claude Code blocks on failure by its entry and by its line, which finds the project’s runner', () => {
  const text = JSON.stringify({ hooks: { BeforeTool: [{ hooks: [line] }] } });
  const there = JSON.parse(convert({ vendor: 'gemini', text }, 'claude').text);
  const [entry] = there.hooks.PreToolUse[0].hooks;
  expect(entry).toMatchObject({ type: 'command', onFailure: 'block' });
  expect(entry.command).toContain('/bin/sh "$CLAUDE_PROJECT_DIR"/.anyhook/sh --host claude ');
  expect(entry.command).toMatch(/ && false \|\| \[ \$\? = 9 \] \|\| exit 2$/);
});

describe('a Claude Code file with eight hooks of different kinds', () => {
  const text = readFileSync(
    new URL('../../fixtures/claude/settings/eight-hooks.json', import.meta.url),
    'utf8',
  );
  const others = vendors.filter((one) => one !== 'claude');

  test.each(others)('goes to %s and back without a changed byte', async (other) => {
    const p = project({ [file]: text });
    const ends = { root: p.dir, home: p.home, launcher: 'anyhook', write: true, acceptLoss: true };
    const there = await convertFile({ ...ends, from: 'claude', to: other });
    expect(there.rows).toHaveLength(8);
    for (const { how, losses } of there.rows)
      expect([how, losses.length > 0 || how !== 'lost']).toEqual([how, true]);
    const back = await convertFile({ ...ends, from: other, to: 'claude' });
    expect([back.changed, p.get(file)]).toEqual([false, text]);
    p.put(file, '{}');
    await convertFile({ ...ends, from: other, to: 'claude', output: file });
    const carried = there.rows.flatMap(({ hook, how }) => (how === 'lost' ? [] : hook));
    const made = hooksIn({ vendor: 'claude', text: p.get(file) });
    for (const hook of carried) expect(made).toContainEqual(hook);
  });
});

test.each([
  'on: before-tool',
  'speaks: gemini\n    event: BeforeTool',
])('a hook of anyhook.yaml with %j may not have "if", since its dialect has no rules', (about) => {
  const text = `version: 1\nhooks:\n  - ${about}\n    if: Bash\n    run: x\n`;
  expect(() => readHooks('anyhook', text, 'anyhook.yaml')).toThrow(
    '"if" needs "speaks" of an agent',
  );
});
