// A hook of Codex CLI runs once a person has trusted it, at its place in the file and by its text.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertText, projectLauncher } from '../../src/settings/convert.ts';
import { describeFinding, kindOfFinding } from '../../src/settings/findings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { often } from '../sampled.ts';
import { settingsOf, vendors } from './arbitrary.ts';
import { dropped } from './codex-file.ts';
import { convert as convertFrom } from './laws.ts';

const cursor = (...scripts: string[]) =>
  JSON.stringify({
    version: 1,
    hooks: { beforeShellExecution: scripts.map((command) => ({ command })) },
  });

type Entries = Parameters<typeof convertText>[0]['ours'];

function convert(source: string, target: string, ours: Entries = {}) {
  const { text, entries } = convertText({
    from: 'cursor',
    to: 'codex',
    source: { text: source, file: '.cursor/hooks.json' },
    target: { text: target, file: '.codex/hooks.json' },
    ours,
  });
  const lists = JSON.parse(text).hooks as Record<string, { hooks: { command: string }[] }[]>;
  const lines = (lists.PreToolUse ?? []).map(({ hooks }) => hooks[0]?.command as string);
  return { text, entries, lines };
}

test('what is converted again is what it was, to the byte', () => {
  const first = convert(cursor('./a.sh', './b.sh'), '');
  expect(convert(cursor('./a.sh', './b.sh'), first.text, first.entries).text).toBe(first.text);
});

test('a new hook comes last, behind those a person wrote: none before it is another', () => {
  const first = convert(cursor('./a.sh'), '');
  const own = JSON.parse(first.text);
  own.hooks.PreToolUse.push({ hooks: [{ type: 'command', command: './own.sh' }] });
  const text = JSON.stringify(own, null, 2);
  const then = convert(cursor('./new.sh', './a.sh'), text, first.entries);
  expect(then.lines).toEqual([
    first.lines[0],
    './own.sh',
    expect.stringMatching(/ -- \.\/new\.sh \|\| /),
  ]);
});

test('a hook that goes takes nothing else along', () => {
  const first = convert(cursor('./a.sh', './b.sh'), '');
  const then = convert(cursor('./a.sh'), first.text, first.entries);
  expect(then.lines).toEqual(first.lines.slice(0, 1));
});

test('a line finds the runner of its project from a folder below, whatever that is called', () => {
  const root = join(mkdtempSync(join(tmpdir(), 'codex-')), "my 'odd' $(x) proj");
  const below = join(root, 'a', 'b');
  mkdirSync(below, { recursive: true });
  mkdirSync(join(root, '.anyhook'));
  const runner = 'console.log(JSON.stringify([process.cwd(), process.argv.slice(2)]))';
  writeFileSync(join(root, '.anyhook', 'run.cjs'), runner);
  const line = `${projectLauncher('codex')} run --host codex`;
  const said = execFileSync('/bin/sh', ['-c', line], { cwd: below, encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual([root, ['run', '--host', 'codex']]);
});

const fixture = new URL('../../fixtures/codex/files.json', import.meta.url);
const { files } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  files: { name: string; file: string; runs: boolean; text: string }[];
};

describe.each(files.filter(({ file }) => file.endsWith('.json')))('$name', (one) => {
  test('is what the client was seen to make of it', () => {
    const value = () => {
      try {
        return JSON.parse(one.text);
      } catch {
        return undefined;
      }
    };
    expect(dropped(value()) === undefined).toBe(one.runs);
  });

  test('is said', () => {
    const { findings } = readHooks('codex', one.text, one.file);
    const whole = findings.filter(
      (found) => found.code === 'void' || ('ends' in found && kindOfFinding(found) === 'dead'),
    );
    expect([whole.map(describeFinding), whole.length === 0]).toEqual([expect.anything(), one.runs]);
  });
});

test('what is bad is named with its line and what the client does', () => {
  const bad = { type: 'command', command: 'x', timeout: 1.5 };
  const text = JSON.stringify({ version: 1, hooks: { Stop: [{ hooks: [bad] }] } }, null, 1);
  const { findings } = readHooks('codex', text, '.codex/hooks.json');
  expect(findings.map((one) => [one.at?.line, describeFinding(one)])).toEqual([
    [2, 'version is 1; Codex CLI wants no key but hooks and description, and drops the whole file'],
    [10, 'Stop.0.hooks.0.timeout is 1.5; Codex CLI wants whole seconds, and drops the whole file'],
  ]);
});

const numRuns = often(500, 25);

test.each(vendors.filter((one) => one !== 'codex'))('nothing of %s voids a file', (vendor) => {
  const law = fc.property(settingsOf(vendor), (text) => {
    const made = convertFrom({ vendor, text }, 'codex').text;
    if (made) expect(dropped(JSON.parse(made))).toBe(undefined);
  });
  fc.assert(law, { numRuns, seed: 20261123 });
});

test('nor does what anyhook.yaml keeps of an entry of its own', () => {
  for (const keep of ['timeout: 1.5', 'async: 1', 'type: http', 'statusMessage: 1', 'x: 1']) {
    const text = `version: 1\nhooks:\n  - speaks: codex\n    event: Stop\n    run: x\n    keep: { entry: { ${keep} } }\n`;
    const made = convertFrom({ vendor: 'anyhook', text }, 'codex').text;
    expect([made && dropped(JSON.parse(made)), keep]).toEqual([made && undefined, keep]);
  }
});

describe('a guard of reads', () => {
  const told = (vendor: string, hooks: object) =>
    convertFrom({ vendor, text: JSON.stringify({ version: 1, hooks }) }, 'codex').rows.map(
      ({ losses }) => losses.find(({ code }) => code === 'partly-told')?.severity,
    );
  const command = './guard.sh';
  const groups = (...matchers: string[]) =>
    matchers.map((matcher) => ({ matcher, hooks: [{ type: 'command', command }] }));

  test('hears of images alone, since the shell reads all else', () => {
    expect(told('cursor', { beforeReadFile: [{ command }] })).toEqual(['unsafe']);
    const claude = groups('Read', 'Read|Write|Edit', 'Read|Bash', 'Bash', 'Write', '*', '');
    expect(told('claude', { PreToolUse: claude })).toEqual([
      ...['unsafe', 'unsafe', 'lossy'],
      ...[undefined, undefined, undefined, undefined],
    ]);
    expect(told('claude', { PostToolUse: groups('Read') })).toEqual(['unsafe']);
    expect(told('gemini', { BeforeTool: groups('read_file', '.*') })).toEqual([
      'unsafe',
      undefined,
    ]);
    expect(told('qwen', { PreToolUse: groups('read_file|read_many_files') })).toEqual(['unsafe']);
  });

  test('that guards nothing, as its owner says', () => {
    const text =
      'version: 1\nhooks:\n  - on: before-tool\n    tools: [read]\n    guard: false\n    run: x\n';
    const { rows } = convertFrom({ vendor: 'anyhook', text }, 'codex');
    expect(rows[0]?.losses).toContainEqual(
      expect.objectContaining({ severity: 'lossy', code: 'partly-told', tool: 'read' }),
    );
  });
});
