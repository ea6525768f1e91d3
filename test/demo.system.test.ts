import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import widthOf from 'string-width';
import { expect, it } from 'vitest';

interface Case {
  scene: string;
  hook: { told: object; ended: { code: number; stdout: string; stderr: string } }[];
  heard: { code: number; stdout: object; stderr: string };
  verdict: { kind: string; reason?: string; text: string };
}

const demo = fileURLToPath(new URL('../scripts/demo.mjs', import.meta.url));

function runDemo(args: string[] = [], env: Record<string, string> = { NO_COLOR: '1' }) {
  const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env;
  const ran = spawnSync(process.execPath, [demo, ...args], {
    env: { ...inherited, ...env },
    encoding: 'utf8',
  });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

const story = runDemo();
const document = runDemo(['--json']);
const cases: Case[] = JSON.parse(document.stdout);

/** The story without its line breaks, in parts that begin with what an agent is about to do. */
const told = story.stdout
  .split(/\n(?= {2}\S.* is about to )/)
  .slice(1)
  .map((part) => part.replace(/\s+/g, ' '));

it('the story and the JSON document exit with 0 and write nothing to stderr', () => {
  expect(story).toMatchObject({ code: 0, stderr: '' });
  expect(document).toMatchObject({ code: 0, stderr: '' });
});

it('no line of the story is wider than 80 columns', () => {
  expect(story.stdout.split('\n').filter((line) => widthOf(line) > 80)).toEqual([]);
});

it('each of the four scenes has a call that is refused and one that runs', () => {
  expect(new Set(cases.map(({ scene }) => scene)).size).toBe(4);
  expect(cases.map(({ verdict }) => verdict.kind)).toEqual(
    [1, 2, 3, 4].flatMap(() => ['refuse', 'run']),
  );
});

it('the story tells each case with the verdict that the JSON document has for it', () => {
  expect(told.length).toBe(cases.length);
  for (const [i, { verdict }] of cases.entries()) expect(told[i]).toContain(verdict.text);
});

it('the story says of a refused call that it is refused, with the reason that the hook gave', () => {
  for (const [i, { verdict, hook, heard }] of cases.entries()) {
    if (verdict.kind !== 'refuse') continue;
    expect(verdict.reason).toBeTruthy();
    expect(JSON.stringify(hook)).toContain(verdict.reason);
    expect(JSON.stringify(heard)).toContain(verdict.reason);
    expect(told[i]).toContain(`refuses the call: ${verdict.reason}`);
  }
});

it('the story says of a call that is let through that it runs, and never that it is refused', () => {
  for (const [i, { verdict }] of cases.entries()) {
    if (verdict.kind !== 'run') continue;
    expect(told[i]).toMatch(/ runs the (command|call)\b/);
    expect(told[i]).not.toContain('refuses');
  }
});

it('the story shows the exit code and the stderr of a hook that refuses with exit code 2', () => {
  const refused = cases.findIndex(({ hook }) => hook.some(({ ended }) => ended.code === 2));
  const { stderr } = cases[refused]?.hook[0]?.ended as { stderr: string };
  expect(told[refused]).toContain('The hook ends with exit code 2.');
  expect(told[refused]).toContain(`Its stderr says: ${stderr.trim()}`);
});

it('FORCE_COLOR=1 colours the verdicts and changes no word of the story', () => {
  const coloured = runDemo([], { FORCE_COLOR: '1' }).stdout;
  expect(coloured).toContain('\u001b[31mGemini CLI refuses the call');
  expect(coloured).toContain('\u001b[32mGemini CLI runs the command');
  expect(stripVTControlCharacters(coloured)).toBe(story.stdout);
  expect(story.stdout).not.toContain('\u001b');
});

it('an unknown flag makes the demo exit with 2 and say which command to type', () => {
  const ran = runDemo(['--jsn']);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain('--jsn');
  expect(ran.stderr).toContain('npm run demo -- --json');
});
