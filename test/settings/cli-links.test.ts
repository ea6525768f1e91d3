/** Links from what the command line prints about findings to the pages of the site about them. */
import { expect, test } from 'vitest';
import { hookLossCodes } from '../../src/convert/hook-loss.ts';
import { findingCodes } from '../../src/settings/finding.ts';
import { cursorHooks, type Files, geminiHooks, guard, project } from './project.ts';

const top = 'https://anyhook.github.io/anyhook';
const site = `${top}/findings`;
const files: Files = {
  '.gemini/settings.json': {
    hooks: {
      ...geminiHooks({
        BeforeTool: [
          { command: 'hooks/guard.sh', matcher: 'Bash' },
          { command: 'python3 hooks/gone.py' },
        ],
      }).hooks,
      PreToolUse: [],
    },
  },
  'hooks/guard.sh': guard,
};
const commands = [
  ['convert', 'gemini', 'cursor', '--accept-loss'],
  ['sync', '--from', 'gemini', '--to', 'cursor', '--accept-loss', '--dry-run'],
  ['sync', '--from', 'gemini', '--to', 'cursor', '--accept-loss', '--check'],
  ['doctor'],
  ['list'],
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: a link begins and ends with them
const link = /\u001b\]8;;(.*?)\u001b\\(.*?)\u001b\]8;;\u001b\\/g;
const linksIn = (text: string) => [...text.matchAll(link)].map(([, to, shown]) => [to, shown]);

test.each(
  commands,
)('%s %s: the beginning of each finding leads to its page, and nothing else changes', async (...words) => {
  const p = project(files);
  const args = words.filter((word) => word !== undefined);
  for (const COLUMNS of ['60', '80']) {
    const plain = (await p.anyhookWith({ COLUMNS }, ...args)).stdout;
    const linked = (await p.anyhookWith({ COLUMNS, FORCE_HYPERLINK: '1' }, ...args)).stdout;
    const links = linksIn(linked);
    expect(links.map(([to]) => to)).toContain(`${site}/script-missing`);
    for (const [to = '', shown = ''] of links) {
      if (to.startsWith(`${top}/reference/losses#`)) continue;
      expect(findingCodes).toContain(to.slice(`${site}/`.length));
      expect(shown).toMatch(/^(?:[✗!?·✓]|It [\w ]+)$/);
    }
    expect(linked.replace(link, '$2')).toBe(plain);
    expect(plain).not.toContain('\u001b');
  }
});

test('there are no links where NO_COLOR, FORCE_HYPERLINK=0 or a terminal without any forbids them, nor in a pipe', async () => {
  const p = project(files);
  const print = async (env: Record<string, string>) =>
    (await p.anyhookWith(env, 'doctor')).stdout.includes('\u001b]8;');
  expect(await print({ FORCE_HYPERLINK: '1' })).toBe(true);
  expect(await print({ FORCE_HYPERLINK: '1', NO_COLOR: '1' })).toBe(false);
  expect(await print({ FORCE_HYPERLINK: '1', TERM: 'dumb' })).toBe(false);
  for (const FORCE_HYPERLINK of ['0', 'false', ''])
    expect(await print({ FORCE_HYPERLINK })).toBe(false);
  expect(await print({ TERM_PROGRAM: 'vscode', TERM: 'xterm-kitty' })).toBe(false);
});

test.each([
  ['convert', 'gemini', 'cursor', '--accept-loss'],
  ['sync', '--from', 'gemini', '--to', 'cursor', '--accept-loss', '--check'],
  ['doctor'],
])('%s -v says where findings are explained, once, unless their marks are links', async (...words) => {
  const p = project(files);
  const args = words.filter((word) => word !== undefined);
  const count = async (env: Record<string, string>, ...more: string[]) =>
    (await p.anyhookWith(env, ...args, ...more)).stdout.split(`What each finding means: ${site}\n`)
      .length - 1;
  expect(await count({}, '-v')).toBe(1);
  expect(await count({})).toBe(0);
  expect(await count({ FORCE_HYPERLINK: '1' }, '-v')).toBe(0);
});

test('-v says nothing of findings where there are none', async () => {
  const p = project({
    '.cursor/hooks.json': cursorHooks({ beforeShellExecution: [{ command: 'hooks/guard.sh' }] }),
    'hooks/guard.sh': guard,
  });
  for (const args of [['convert', 'cursor', 'gemini'], ['doctor']])
    expect((await p.anyhook(...args, '-v')).stdout).not.toContain('What each finding means');
});

test('--json has the address of the page of each finding', async () => {
  const p = project(files);
  const converted = JSON.parse((await p.anyhook('convert', 'gemini', 'cursor', '--json')).stdout);
  const examined = JSON.parse((await p.anyhook('doctor', '--json')).stdout);
  type Found = { code: string; docs: string };
  const found: Found[] = [
    ...converted.findings.source,
    ...examined.agents.flatMap(
      (agent: { files: { findings: Found[]; hooks: { findings: Found[] }[] }[] }) =>
        agent.files.flatMap((file) => [file, ...file.hooks].flatMap(({ findings }) => findings)),
    ),
  ];
  expect(found.length).toBeGreaterThan(4);
  for (const { code, docs } of found) expect(docs).toBe(`${site}/${code}`);
});

test('SARIF has the address of the page of each rule that is a finding', async () => {
  const { stdout } = await project(files).anyhook('doctor', '--sarif', '-');
  const { rules } = JSON.parse(stdout).runs[0].tool.driver as {
    rules: { id: string; helpUri?: string }[];
  };
  expect(rules.map(({ id }) => id)).toContain('script-missing');
  const known: readonly string[] = findingCodes;
  for (const { id, helpUri } of rules)
    expect(helpUri).toBe(known.includes(id) ? `${site}/${id}` : undefined);
});

test('a sentence about a loss leads to the row about it, and --json has its address', async () => {
  const p = project({
    '.cursor/hooks.json': cursorHooks({ beforeReadFile: [{ command: 'hooks/guard.sh' }] }),
    'hooks/guard.sh': guard,
  });
  const refused = await p.anyhookWith({ FORCE_HYPERLINK: '1' }, 'convert', 'cursor', 'codex');
  const rows = linksIn(refused.stdout).filter(([to]) => to?.startsWith(`${top}/reference/`));
  expect(rows.length).toBeGreaterThan(0);
  const printed = JSON.parse((await p.anyhook('convert', 'cursor', 'codex', '--json')).stdout);
  const losses: { code: string; docs: string }[] = printed.hooks[0].losses;
  for (const { code, docs } of losses) {
    expect(docs).toBe(`${top}/reference/losses#${code}`);
    expect(hookLossCodes).toContain(code);
  }
  expect(losses.map(({ docs }) => docs)).toEqual(
    expect.arrayContaining(rows.map(([to]) => to as string)),
  );
});
