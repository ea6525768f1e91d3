// The files of Claude Code: one bad entry of a gate, and no hook of the file runs.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertFile } from '../../src/settings/apply.ts';
import { describeFinding, kindOfFinding } from '../../src/settings/findings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { often } from '../sampled.ts';
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

describe.each(files)('$name', ({ runs, text }) => {
  test('is what the client was seen to make of it', () => {
    expect(dropped(text) === undefined).toBe(runs);
  });

  test('is said', () => {
    const { findings } = readHooks('claude', text, file);
    const dead = findings.filter((one) => {
      return (one.code === 'void' && one.whole) || ('ends' in one && kindOfFinding(one) === 'dead');
    });
    expect([dead.map(describeFinding), dead.length === 0]).toEqual([expect.anything(), runs]);
  });
});

test('what is bad is named with its line', () => {
  const bad = { type: 'command', command: 'x', timeout: '5' };
  const text = JSON.stringify({ hooks: { Stop: [{ hooks: [bad] }] } }, null, 1);
  const { findings, hooks } = readHooks('claude', text, file);
  expect(findings.map((one) => [one.at?.line, describeFinding(one)])).toEqual([
    [
      9,
      'Stop.0.hooks.0.timeout is "5"; Claude Code wants seconds, more than 0, and drops it without a word',
    ],
  ]);
  expect(hooks).toHaveLength(1);
});

test('a file that is void is said where something is written into it', () => {
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

const numRuns = often(500, 25);

test.each(vendors.filter((one) => one !== 'claude'))('nothing of %s makes one', (vendor) => {
  const law = fc.property(settingsOf(vendor), (text) => {
    const made = convert({ vendor, text }, 'claude').text;
    if (made) expect([dropped(made), wrongIn(made)]).toEqual([undefined, []]);
  });
  fc.assert(law, { numRuns, seed: 20261122 });
});

test('nor does what anyhook.yaml keeps of an entry of its own', () => {
  for (const keep of ['timeout: "5"', 'async: 1', 'type: shellish', 'args: x', 'shell: zsh']) {
    const text = `version: 1\nhooks:\n  - speaks: claude\n    event: Stop\n    run: x\n    keep: { entry: { ${keep} } }\n`;
    const made = convert({ vendor: 'anyhook', text }, 'claude');
    expect([made.text && wrongIn(made.text), keep]).toEqual([made.text && [], keep]);
  }
});

/** One hook of Claude's in a file of its own. */
const own = (entry: object, event = 'PreToolUse', matcher = 'Bash') => ({
  vendor: 'claude',
  text: JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [entry] }] } }),
});
const line = { type: 'command', command: 'x' };

describe('an entry', () => {
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
  ])('%j is read, and comes back', (entry, hook) => {
    const source = own(entry);
    expect(hooksIn(source)).toMatchObject([hook]);
    const there = convert(source, 'anyhook');
    const back = convert({ vendor: 'anyhook', text: there.text }, 'claude');
    expect(JSON.parse(back.text)).toEqual(JSON.parse(source.text));
  });

  test.each([
    [{ ...line, if: 'Bash(git *)' }, "--if 'Bash(git *)' -- x ||"],
    [{ ...line, async: true }, "--answer later -- x || echo '{}'"],
    [{ ...line, shell: 'bash' }, '-- x ||'],
    [{ ...line, shell: 'powershell' }, "-- 'pwsh -NoProfile -Command x' ||"],
    [{ ...line, args: ['a b', '$A'] }, `-- 'x '\\''a b'\\'' '\\''$''A'\\''' ||`],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it
      { ...line, command: '${CLAUDE_PROJECT_DIR}/x.sh', args: ['${HOME}'] },
      `-- '"$''{CLAUDE_PROJECT_DIR}"/x.sh '\\''$''{HOME}'\\''' ||`,
    ],
  ])('%j has its line elsewhere', (entry, wanted) => {
    const { text, unsafe } = convert(own(entry), 'gemini');
    expect(JSON.parse(text).hooks.BeforeTool[0].hooks[0].command).toContain(wanted);
    expect(unsafe).toBe(false);
  });

  test.each([
    [{ type: 'prompt', prompt: 'x' }, 'model-answers'],
    [{ type: 'agent', prompt: 'x' }, 'model-answers'],
    [{ type: 'mcp_tool', server: 's', tool: 't' }, 'mcp-answers'],
  ])('%j is no hook of anybody else', (entry, code) => {
    expect(convert(own(entry), 'gemini').rows).toMatchObject([
      { how: 'lost', losses: [{ severity: 'unsafe', code }] },
    ]);
  });

  test('whose answer comes later is waited for', () => {
    const { rows } = convert(own({ ...line, asyncRewake: true }), 'gemini');
    expect(rows[0]?.losses).toContainEqual({
      severity: 'lossy',
      code: 'awaited',
      agent: 'Gemini CLI',
    });
  });

  test('that nobody hears loses nothing', () => {
    const { rows } = convert(own({ ...line, async: true }, 'PostToolUse', ''), 'cursor');
    expect(rows).toMatchObject([{ how: 'shim', losses: [] }]);
  });
});

test('hooks that run twice at home run twice where one line runs once', () => {
  const twice = { command: './log.sh', matcher: 'Shell' };
  const text = JSON.stringify({ version: 1, hooks: { preToolUse: [twice, twice] } });
  const source = { vendor: 'cursor', text };
  for (const to of ['claude', 'gemini']) {
    const there = convert(source, to);
    const lines = [...there.text.matchAll(/"command": "(.*)"/g)].map(([, said]) => said);
    expect(new Set(lines).size).toBe(2);
    expect(hooksIn({ vendor: to, text: there.text })).toHaveLength(2);
    expect(JSON.parse(convert({ vendor: to, text: there.text }, 'cursor').text)).toEqual(
      JSON.parse(text),
    );
  }
});

test('a gate is closed at both ends, and its line finds the project', () => {
  const text = JSON.stringify({ hooks: { BeforeTool: [{ hooks: [line] }] } });
  const there = JSON.parse(convert({ vendor: 'gemini', text }, 'claude').text);
  const [entry] = there.hooks.PreToolUse[0].hooks;
  expect(entry).toMatchObject({ type: 'command', onFailure: 'block' });
  expect(entry.command).toContain(
    ' node "$CLAUDE_PROJECT_DIR"/.anyhook/run.cjs run --host claude ',
  );
  expect(entry.command).toMatch(/\|\| echo '\{"hookSpecificOutput":.*"deny"/);
});

describe('eight hooks of different kinds', () => {
  const text = readFileSync(
    new URL('../../fixtures/claude/settings/eight-hooks.json', import.meta.url),
    'utf8',
  );
  const others = vendors.filter((one) => one !== 'claude');

  test.each(others)('go to %s and back without a byte changed', async (other) => {
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
])('%j has no rules', (about) => {
  const text = `version: 1\nhooks:\n  - ${about}\n    if: Bash\n    run: x\n`;
  expect(() => readHooks('anyhook', text, 'anyhook.yaml')).toThrow(
    '"if" needs "speaks" of an agent',
  );
});
