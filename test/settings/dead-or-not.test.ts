/** Which entries do nothing, which hide every result, and which keys change nothing. */
import { expect, test } from 'vitest';
import { checkSettings } from '../../src/check/check.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { kindOfFinding } from '../../src/settings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { resolveWorkspace } from '../../src/settings/workspace.ts';
import { project } from './project.ts';

/** The text of a vendor's file with one entry. */
function fileWith(vendor: string, event: string, entry: object): string {
  const isFlat = tableOf(vendor).syntax.layout === 'flat';
  return JSON.stringify({
    ...(isFlat && { version: 1 }),
    hooks: { [event]: [isFlat ? entry : { hooks: [entry] }] },
  });
}

const said = (vendor: string, event: string, entry: object, root?: string): string[] =>
  checkSettings(
    vendor,
    readHooks(vendor, fileWith(vendor, event, entry), tableOf(vendor).files.own.project),
    root === undefined ? undefined : resolveWorkspace({ root, home: root }),
  ).map((one) => `${kindOfFinding(one)} ${one.code}`);

test.each([
  ['gemini', 'AfterTool', 'refuses'],
  ['gemini', 'BeforeTool', 'refuses'],
  ['gemini', 'AfterAgent', 'refuses'],
  ['gemini', 'SessionStart', 'dead'],
  ['gemini', 'PreCompress', 'dead'],
  ['tabnine', 'AfterTool', 'refuses'],
  ['claude', 'PostToolUse', 'dead'],
  ['codex', 'PostToolUse', 'dead'],
  ['copilot', 'preToolUse', 'refuses'],
  ['cursor', 'afterFileEdit', 'dead'],
])('a missing script at %s’s %s is %s', (vendor, event, kind) => {
  const { dir } = project({});
  const entry = { type: 'command', command: 'bash hooks/missing.sh' };
  expect(said(vendor, event, entry, dir)).toEqual([`${kind} script-missing`]);
});

test('a folder in place of a script is named as such', () => {
  const { dir } = project({ 'hooks/guard.sh/x': 'x' });
  const entry = { type: 'command', command: 'bash hooks/guard.sh' };
  expect(said('gemini', 'AfterTool', entry, dir)).toEqual(['refuses script-missing']);
  expect(said('claude', 'PreToolUse', entry, dir)).toEqual(['dead script-missing']);
});

test.each([
  [{ enabled: true }],
  [{ disabled: false }],
  [{ comment: 'x' }],
  [{ _comment: 'x' }],
  [{ description: 'x' }],
  [{ async: false }],
  [{ if: '' }],
])('of %j in an entry nothing is said, and nothing is refused for it', (keys) => {
  const entry = { type: 'command', command: './guard.sh', ...keys };
  const event = 'BeforeTool';
  expect(said('gemini', event, entry)).toEqual([]);
  const { rows } = convertText({
    from: 'gemini',
    to: 'claude',
    source: { text: fileWith('gemini', event, entry), file: '.gemini/settings.json' },
    target: { text: '', file: '.claude/settings.json' },
  });
  expect(rows).toHaveLength(1);
  expect(
    rows.flatMap(({ losses }) => losses.filter(({ severity }) => severity === 'unsafe')),
  ).toEqual([]);
});

test.each([
  [{ enabled: false }],
  [{ disabled: true }],
])('of %j it is said that the hook runs', (keys) => {
  const entry = { type: 'command', command: './guard.sh', ...keys };
  expect(said('gemini', 'BeforeTool', entry)).toEqual(['odd key-ignored']);
});

test.each([
  'claude',
  'codex',
])('an entry of a type that %s drops is dead, and nothing is refused for it', (from) => {
  const entry = { type: 'process', command: './guard.sh' };
  expect(said(from, 'PreToolUse', entry)).toEqual(['dead void']);
  const { rows, text } = convertText({
    from,
    to: 'gemini',
    source: { text: fileWith(from, 'PreToolUse', entry), file: tableOf(from).files.own.project },
    target: { text: '', file: '.gemini/settings.json' },
  });
  expect(rows).toEqual([]);
  expect(text).not.toContain('guard.sh');
});

test.each([
  [{ timeout: 10 }],
  [{ timeoutSec: 10 }],
  [{ timeout: 10, timeoutSec: 20 }],
  [{ timeout: 0 }],
  [{ timeoutSec: 2.5 }],
])('an entry of Copilot with %j comes back from each agent as it was', (keys) => {
  const entry = { type: 'command', command: './guard.sh', ...keys };
  const source = { text: fileWith('copilot', 'preToolUse', entry), file: '.github/hooks/x.json' };
  for (const to of ['claude', 'gemini', 'cursor', 'anyhook']) {
    const file = tableOf(to).files.own.project;
    const away = convertText({ from: 'copilot', to, source, target: { text: '', file } });
    const back = convertText({
      from: to,
      to: 'copilot',
      source: { text: away.text, file, record: away.record },
      target: { text: '', file: '.github/hooks/anyhook.json' },
    });
    const { hooks } = JSON.parse(back.text) as { hooks: { preToolUse: unknown[] } };
    expect([to, hooks.preToolUse]).toEqual([to, [entry]]);
  }
});
