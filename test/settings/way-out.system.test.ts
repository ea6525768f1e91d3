/** What is printed to type is typed into a shell, once, as it stands: it does what it says, and nothing more is asked. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentVendors } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { bin } from '../shim/run.ts';
import { hasTable, partOf } from '../wide.ts';
import { type Files, type Project, project } from './project.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
const log = '#!/bin/sh\ncat > /dev/null\n';

/** A settings file of an agent, with the scripts that it names. */
interface Source {
  name: string;
  vendor: string;
  files: Files;
}

const fileOf = (vendor: string) => tableOf(vendor).files.own.project.replace('<event>', 'anyhook');
const read = (...path: string[]) => readFileSync(join(fixtures, ...path), 'utf8');
const list = (...path: string[]) => readdirSync(join(fixtures, ...path));

const sources: Source[] = [
  ...list('corpus/settings').map((name) => {
    const vendor = name.split('-')[0] as string;
    return { name, vendor, files: { [fileOf(vendor)]: read('corpus/settings', name) } };
  }),
  ...list('wild/gemini').map((name) => {
    const scripts = list('wild/gemini', name).includes('hooks')
      ? list('wild/gemini', name, 'hooks')
      : [];
    const texts = scripts.map((one) => [`hooks/${one}`, read('wild/gemini', name, 'hooks', one)]);
    const settings = read('wild/gemini', name, 'settings.json');
    return {
      name,
      vendor: 'gemini',
      files: { '.gemini/settings.json': settings, ...Object.fromEntries(texts) },
    };
  }),
  ...list('wild/settings').map((name) => {
    const { agent: vendor } = JSON.parse(read('wild/settings', name, 'case.json'));
    const file = list('wild/settings', name).find((one) => one !== 'case.json') as string;
    const text = read('wild/settings', name, file);
    const scripts = text.match(/\bhooks\/[\w-]+\.(?!json)\w+/g) ?? [];
    const texts = scripts.map((one) => [one, log]);
    return { name, vendor, files: { [fileOf(vendor)]: text, ...Object.fromEntries(texts) } };
  }),
];

/** Returns the commands that a report of convert or sync has on lines of their own. */
const commandsIn = (report: string): string[] =>
  (report.match(/^ {2}anyhook (?:convert \w+ \w+|sync)(?:$| (?:-|\\)(?:.*\\\n)*.*$)/gm) ?? []).map(
    (one) => one.trim(),
  );

/** Returns the commands that doctor prints. */
const remediesIn = (report: string): string[] =>
  (report.match(/^ +\$ .*$/gm) ?? []).map((one) => one.replace(/^ +\$ /, ''));

/** Types a command into a shell in which `anyhook` is the executable. */
function type(p: Project, command: string) {
  p.put('~/bin/anyhook', `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  return p.fires(command, {}, 'bash', { PATH: `${p.at('~/bin')}:${process.env.PATH}` });
}

interface Refusal {
  source: Source;
  to: string;
  report: string;
}

/** Lists the refused conversions of a file, with their reports. */
async function listRefusals(source: Source, targets: readonly string[]): Promise<Refusal[]> {
  const p = project(source.files);
  const refusals = [];
  for (const to of targets) {
    const { code, stdout } = await p.anyhook('convert', source.vendor, to);
    if (code === 1) refusals.push({ source, to, report: stdout });
  }
  return refusals;
}

/** All refusals of all files; outside of the matrix, each file is converted to one agent. */
const refusals = (
  await Promise.all(
    sources.map((source, i) => {
      const others = agentVendors().filter((one) => one !== source.vendor);
      return listRefusals(source, partOf(others, others.length, i));
    }),
  )
).flat();

test('the refusals are of files of several agents, and for all agents', () => {
  expect(refusals.length).toBeGreaterThanOrEqual(3);
  expect(new Set(refusals.map(({ to }) => to)).size).toBeGreaterThan(1);
  expect(new Set(refusals.map(({ source }) => source.vendor)).size).toBeGreaterThan(1);
});

test.each(refusals.map((one): [string, string, Refusal] => [one.source.name, one.to, one]))(
  'the one command that the refusal of %s for %s prints writes everything',
  hasTable,
  async (_, to, { source, report }) => {
    const p = project(source.files);
    const commands = commandsIn(report);
    expect(commands, report).toHaveLength(1);
    const { code, stdout, stderr } = await type(p, commands[0] as string);
    expect([code, stderr], `${commands[0]}\n${stdout}`).toEqual([0, '']);
    expect(stdout).toMatch(/^(?:Written: |Up to date: |Nothing to write into )/m);
    if (/^Written: /m.test(stdout)) expect(p.has(fileOf(to))).toBe(true);
  },
);

/** Types every command that doctor prints. Returns those that do not end with 0, with what they print. */
async function followDoctor(p: Project): Promise<{ commands: string[]; failed: string[] }> {
  const commands = [...new Set(remediesIn((await p.anyhook('doctor')).stdout))];
  const failed = [];
  for (const command of commands) {
    const { code, stdout, stderr } = await type(p, command);
    if (code !== 0 || stderr) failed.push(`${command}: ${code}\n${stdout}${stderr}`);
  }
  return { commands, failed };
}

test('the commands that doctor prints end with 0, and doctor does not print them again', async () => {
  let followed = 0;
  for (const source of sources.filter((_, i) => i % 9 === 0)) {
    const p = project({ '.cursor/hooks.json': { version: 1, hooks: {} }, ...source.files });
    const { commands, failed } = await followDoctor(p);
    expect(failed, source.name).toEqual([]);
    followed += commands.length;
    const again = commands.length ? remediesIn((await p.anyhook('doctor')).stdout) : [];
    expect(
      again.filter((one) => commands.includes(one)),
      source.name,
    ).toEqual([]);
  }
  expect(followed).toBeGreaterThanOrEqual(1);
});

const claudeGuard = (command: string) => ({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
});
const guardOfClaude = '#!/bin/sh\ngrep -q rm && exit 2\nexit 0\n';

test.each([
  ['project', ''],
  ['user', '~/'],
])('the command for hooks of the %s that another agent loads too makes each run once', async (_, place) => {
  const p = project({
    [`${place}.claude/settings.json`]: claudeGuard(place ? '$HOME/g.sh' : './g.sh'),
    [`${place}g.sh`]: guardOfClaude,
    [`${place}.cursor/hooks.json`]: {
      version: 1,
      hooks: { preToolUse: [{ command: place ? '$HOME/g.sh' : './g.sh', matcher: 'Shell' }] },
    },
  });
  const { commands, failed } = await followDoctor(p);
  expect(failed).toEqual([]);
  expect(commands).toContain(
    `anyhook convert claude claude --force --write${place && ' --scope user'}`,
  );
});

test('the command for values that are lost writes them again, and is not printed where no command does', async () => {
  const hook = { on: 'before-tool', url: 'https://localhost:1/x', headers: { Key: 'x' } };
  const yaml = JSON.stringify({ version: 1, hooks: [hook] });
  const p = project({ 'anyhook.yaml': yaml, 'g.sh': guardOfClaude });
  await p.anyhook('sync', '--to', 'gemini');
  p.drop('.anyhook/kept.json');
  expect((await followDoctor(p)).failed).toEqual([]);
  expect(p.has('.anyhook/kept.json')).toBe(true);
  p.drop('.anyhook/kept.json');
  p.drop('anyhook.yaml');
  expect((await p.anyhook('doctor')).stdout).not.toMatch(/\$ anyhook sync/);
});

test.each([
  ['that is stale', (p: Project) => p.drop('.anyhook/sh')],
  ['whose entry is gone', (p: Project) => p.put('.gemini/settings.json', '{}\n')],
  [
    'whose entry was changed by hand',
    (p: Project) => {
      const text = p.get('.gemini/settings.json');
      p.put('.gemini/settings.json', text.replace(/"timeout": \d+/, '"timeout": 7'));
    },
  ],
])('after the command of sync --check for a file %s, sync --check ends with 0', async (_, change) => {
  const hook = { on: 'before-tool', tools: ['shell'], run: './g.sh', timeout: '20s' };
  const yaml = JSON.stringify({ version: 1, hooks: [hook] });
  const p = project({ 'anyhook.yaml': yaml, 'g.sh': guardOfClaude });
  await p.anyhook('sync', '--to', 'gemini');
  change(p);
  const checked = await p.anyhook('sync', '--check');
  expect(checked.code).toBe(3);
  const commands = commandsIn(checked.stdout);
  expect(commands, checked.stdout).toHaveLength(1);
  // “When that entry is deleted, type this”
  if (checked.stdout.includes('When that entry is deleted')) p.put('.gemini/settings.json', '{}\n');
  const { code, stdout, stderr } = await type(p, commands[0] as string);
  expect([code, stderr], stdout).toEqual([0, '']);
  const again = await p.anyhook('sync', '--check');
  expect([again.code, again.stdout], checked.stdout).toEqual([0, '']);
});
