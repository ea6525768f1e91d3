// A hook of Codex CLI runs once a person has trusted it, at its place in the file and by its text.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { convertText } from '../../src/convert/convert-text.ts';
import { describeFinding, kindOfFinding } from '../../src/settings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { property } from '../property.ts';
import { settingsOf, vendors } from './arbitrary.ts';
import { dropped } from './codex-file.ts';
import { convert as convertFrom } from './laws.ts';

const cursor = (...scripts: string[]) =>
  JSON.stringify({
    version: 1,
    hooks: { beforeShellExecution: scripts.map((command) => ({ command })) },
  });

type Entries = Parameters<typeof convertText>[0]['ofThisSource'];

function convert(source: string, target: string, ours: Entries = {}) {
  const { text, entries } = convertText({
    from: 'cursor',
    to: 'codex',
    source: { text: source, file: '.cursor/hooks.json' },
    target: { text: target, file: '.codex/hooks.json' },
    ofThisSource: ours,
  });
  const lists = JSON.parse(text).hooks as Record<string, { hooks: { command: string }[] }[]>;
  const lines = (lists.PreToolUse ?? []).map(({ hooks }) => hooks[0]?.command as string);
  return { text, entries, lines };
}

test('a second conversion to Codex CLI gives the text of the first, to the byte', () => {
  const first = convert(cursor('./a.sh', './b.sh'), '');
  expect(convert(cursor('./a.sh', './b.sh'), first.text, first.entries).text).toBe(first.text);
});

test('a new hook of Codex CLI comes last, so that every hook before it keeps its place', () => {
  const first = convert(cursor('./a.sh'), '');
  const own = JSON.parse(first.text);
  own.hooks.PreToolUse.push({ hooks: [{ type: 'command', command: './own.sh' }] });
  const text = JSON.stringify(own, null, 2);
  const then = convert(cursor('./new.sh', './a.sh'), text, first.entries);
  expect(then.lines).toEqual([
    first.lines[0],
    './own.sh',
    expect.stringMatching(/ -- \.\/new\.sh&&/),
  ]);
});

test('a hook that leaves the source leaves Codex CLI without a change to the others', () => {
  const first = convert(cursor('./a.sh', './b.sh'), '');
  const then = convert(cursor('./a.sh'), first.text, first.entries);
  expect(then.lines).toEqual(first.lines.slice(0, 1));
});

const fixture = new URL('../../fixtures/codex/files.json', import.meta.url);
const { files } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  files: { name: string; file: string; runs: boolean; text: string }[];
};

describe.each(
  files.filter(({ file }) => file.endsWith('.json')),
)('the hooks.json of the case $name', (one) => {
  test('runs under the schema of these tests exactly where Codex CLI was seen to run it', () => {
    const value = () => {
      try {
        return JSON.parse(one.text);
      } catch {
        return undefined;
      }
    };
    expect(dropped(value()) === undefined).toBe(one.runs);
  });

  test('has a finding that no hook of it runs exactly where Codex CLI ran none', () => {
    const { findings } = readHooks('codex', one.text, one.file);
    const whole = findings.filter(
      (found) => found.code === 'void' || ('ends' in found && kindOfFinding(found) === 'dead'),
    );
    expect([whole.map(describeFinding), whole.length === 0]).toEqual([expect.anything(), one.runs]);
  });
});

test('a wrong value is reported with its line, what Codex CLI wants, and what it does with the file', () => {
  const bad = { type: 'command', command: 'x', timeout: 1.5 };
  const text = JSON.stringify({ version: 1, hooks: { Stop: [{ hooks: [bad] }] } }, null, 1);
  const { findings } = readHooks('codex', text, '.codex/hooks.json');
  expect(findings.map((one) => [one.at?.line, describeFinding(one)])).toEqual([
    [
      2,
      'version is 1; Codex CLI wants no key but hooks and description, and ignores the whole file',
    ],
    [
      10,
      'Stop.0.hooks.0.timeout is 1.5; Codex CLI wants whole seconds, and ignores the whole file',
    ],
  ]);
});

for (const vendor of vendors.filter((one) => one !== 'codex'))
  property(`No settings of ${vendor} convert to a hooks.json that Codex CLI drops.`, {
    corpus: `into-codex-${vendor}`,
    inputs: settingsOf(vendor),
    holds: (text) => {
      const made = convertFrom({ vendor, text }, 'codex').text;
      if (made) expect(dropped(JSON.parse(made))).toBe(undefined);
    },
    runs: 10,
    longRuns: 40,
  });

test('what anyhook.yaml keeps of an entry of Codex CLI never makes a hooks.json that it drops', () => {
  let written = 0;
  for (const keep of ['timeout: 1.5', 'async: 1', 'type: http', 'statusMessage: 1', 'x: 1']) {
    const text = `version: 1\nhooks:\n  - speaks: codex\n    event: Stop\n    run: x\n    keep: { entry: { ${keep} } }\n`;
    const made = convertFrom({ vendor: 'anyhook', text }, 'codex').text;
    if (!made) continue;
    written++;
    expect([keep, dropped(JSON.parse(made))]).toEqual([keep, undefined]);
  }
  expect(written).toBeGreaterThan(0);
});

describe('a hook on reads under Codex CLI', () => {
  const told = (vendor: string, hooks: object) =>
    convertFrom({ vendor, text: JSON.stringify({ version: 1, hooks }) }, 'codex').rows.map(
      ({ losses }) => losses.find(({ code }) => code === 'partly-told')?.severity,
    );
  const command = './guard.sh';
  const groups = (...matchers: string[]) =>
    matchers.map((matcher) => ({ matcher, hooks: [{ type: 'command', command }] }));

  test('hears of images alone, which is unsafe unless its matcher takes in the shell, which reads all else', () => {
    expect(told('cursor', { beforeReadFile: [{ command }] })).toEqual(['unsafe']);
    const claude = groups('Read', 'Read|Write|Edit', 'Read|Bash', 'Bash', 'Write', '*', '');
    expect(told('claude', { PreToolUse: claude })).toEqual([
      ...['unsafe', 'unsafe', 'lossy'],
      ...[undefined, undefined, undefined, undefined],
    ]);
    expect(told('claude', { PostToolUse: groups('Read') })).toEqual(['lossy']);
    expect(told('gemini', { BeforeTool: groups('read_file', '.*') })).toEqual([
      'unsafe',
      undefined,
    ]);
    expect(told('qwen', { PreToolUse: groups('read_file|read_many_files') })).toEqual(['unsafe']);
  });

  test('has a lossy loss only where its owner says that it guards nothing', () => {
    const text =
      'version: 1\nhooks:\n  - on: before-tool\n    tools: [read]\n    guard: false\n    run: x\n';
    const { rows } = convertFrom({ vendor: 'anyhook', text }, 'codex');
    expect(rows[0]?.losses).toContainEqual(
      expect.objectContaining({ severity: 'lossy', code: 'partly-told', tool: 'read' }),
    );
  });
});
