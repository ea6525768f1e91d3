// Patches as the parsers of real clients read them: a guard is told of each file they touch, and of no other.
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readPatch } from '../../src/adapters/copilot/read-patch.ts';
import { adapters } from '../../src/adapters/index.ts';
import type { Composite, Draft } from '../../src/mapping/adapter.ts';
import { machine } from '../../src/translate/machine.ts';
import { attempt } from '../../src/util/attempt.ts';
import type { Change } from '../../src/util/patch.ts';
import { replaceTexts } from '../../src/util/replace-texts.ts';
import { modulesOf } from './agents/clients.ts';
import { session } from './agents/index.ts';
import { files, patches } from './patch-texts.ts';
import { createWorkspace } from './test-workspace.ts';
import { write } from './workspace.ts';

const started = promisify(execFile);
const { platform, arch } = process;

/** What a folder holds, by path. */
function textsIn(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(
    paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
}

/** A patch whose files are in a folder of its own, and the calls that it is told as. */
interface Told {
  folder: string;
  text: string;
  /** None, where it cannot be read, or what a file is to hold is not known. */
  calls: readonly Draft[] | undefined;
}

const inputs = {
  codex: (command: string) => ({ command }),
  copilot: (patch: string) => ({ patch }),
};

function tell(id: 'codex' | 'copilot', project: string, patch: string, i: number): Told {
  const { apply_patch: tool } = adapters[id].composites as { apply_patch: Composite };
  const folder = `${String(i).padStart(3, '0')}z`;
  for (const [path, text] of Object.entries(files))
    write(join(project, path.replace('@', folder)), text);
  const text = patch.replaceAll('@/', `${folder}/`);
  const call = {
    name: 'apply_patch',
    tool: 'other' as const,
    cwd: project,
    input: inputs[id](text),
  };
  const event: Draft = { event: 'before-tool', ...call };
  return { folder, text, calls: attempt(() => tool.calls(event, machine)) };
}

type Texts = Readonly<Record<string, string | undefined>>;

/** The texts that the calls leave; undefined: no file, or a text that is not known. */
function leftBy(project: string, calls: readonly Draft[], before: Texts): Texts {
  const left: Record<string, string | undefined> = { ...before };
  for (const { tool, input } of calls) {
    const { path, content, old, new: now, edits } = input as Record<string, string>;
    const name = relative(project, path as string);
    const was = left[name];
    const all = (edits ?? [{ old, new: now }]) as { old: string; new: string }[];
    if (tool === 'delete') left[name] = undefined;
    else if (tool === 'write') left[name] = content;
    else left[name] = was === undefined ? undefined : replaceTexts(was, all);
  }
  return left;
}

/** What a patch did otherwise than its calls say, where they are known: else it is refused. */
function wrongWith({ folder, text, calls }: Told, isApplied: boolean, before: Texts, after: Texts) {
  if (!calls) return [];
  const project = calls[0]?.cwd as string;
  const left = leftBy(project, calls, before);
  const told = calls.map(({ input }) => relative(project, (input as { path: string }).path));
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...told])];
  return names
    .filter((name) => {
      if (!name.includes(folder)) return false;
      if (!told.includes(name)) return before[name] !== after[name];
      return isApplied && left[name] !== undefined && left[name] !== after[name];
    })
    .map((name) => [text, name, after[name], left[name]]);
}

/** How many of the changed files have a text that was known before. */
const known = (all: readonly Told[], before: Texts, after: Texts): number =>
  all.flatMap(({ calls = [] }) => {
    const left = leftBy(calls[0]?.cwd as string, calls, before);
    return Object.keys(left).filter(
      (name) =>
        left[name] !== undefined && left[name] === after[name] && before[name] !== after[name],
    );
  }).length;

const count = 300;

test('codex leaves the files that a patch touches as the calls say which the adapter reads in it', async () => {
  const { project } = createWorkspace('project', {});
  const all = patches(count).map((patch, i) => tell('codex', project, patch, i));
  const folder = join(modulesOf('codex'), `@openai/codex-${platform}-${arch}/vendor`);
  const [triple] = readdirSync(folder);
  const codex = join(folder, triple as string, 'bin/codex');
  const before = textsIn(project);
  const applied = new Set<Told>();
  const rest = [...all];
  const work = async () => {
    for (let one = rest.pop(); one; one = rest.pop()) {
      const told = one;
      const run = started(codex, ['--codex-run-as-apply-patch', told.text], { cwd: project });
      await run.then(
        () => applied.add(told),
        () => undefined,
      );
    }
  };
  await Promise.all([work(), work(), work()]);
  const after = textsIn(project);
  expect(all.flatMap((one) => wrongWith(one, applied.has(one), before, after))).toEqual([]);
  expect([...applied].filter(({ calls }) => !calls)).toEqual([]);
  expect(known([...applied], before, after)).toBeGreaterThan(count / 8);
});

test('copilot leaves the files that a patch touches as the calls say which the adapter reads in it', async () => {
  const told: Told[] = [];
  let before: Texts = {};
  const run = await session('copilot', {
    env: { COPILOT_MODEL: 'gpt-5.2-codex' },
    turns: ({ project }) => {
      told.push(...patches(count).map((patch, i) => tell('copilot', project, patch, i)));
      before = textsIn(project);
      return told.map(({ text }) => ({ calls: [{ name: 'apply_patch', args: { input: text } }] }));
    },
  });
  const after = textsIn(run.project);
  const applied = told.filter((_, i) => /^(?:Added|Modified|Deleted) /.test(run.result(i) ?? ''));
  const wrong = told.flatMap((one) => wrongWith(one, applied.includes(one), before, after));
  expect(wrong).toEqual([]);
  expect(known(applied, before, after)).toBeGreaterThan(count / 8);
});

/** Reads patches with the parser of Copilot CLI: texts on stdin, what it makes of each on stdout. */
const parser = `const { patchParse } = require(process.argv[1]);
const texts = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(texts.map((text) => patchParse(text).parsedPatch?.hunks ?? null)));`;

interface Parsed {
  kind: 'add' | 'delete' | 'update';
  path: string;
  move_path?: string | null;
  contents?: string;
  chunks?: {
    old_lines: string[];
    new_lines: string[];
    change_context: string | null;
    is_end_of_file: boolean;
  }[];
}

const asChange = ({ kind, path, move_path, contents, chunks }: Parsed): unknown => ({
  does: kind,
  path,
  content: contents,
  to: move_path ?? undefined,
  hunks: chunks?.map((one) => ({
    anchor: one.change_context ?? undefined,
    old: one.old_lines,
    new: one.new_lines,
    isAtEnd: one.is_end_of_file || undefined,
  })),
});
const withoutLines = (change: Change): unknown =>
  'hunks' in change
    ? { ...change, hunks: change.hunks.map(({ lines: _, ...hunk }) => hunk) }
    : change;

test("copilot's own parser reads each of 5000 patches as the adapter does, or refuses it as well", () => {
  const texts = patches(5000);
  const folder = join(modulesOf('copilot'), '../unpacked/pkg', `${platform}-${arch}`);
  const [version] = readdirSync(folder);
  const native = join(folder, version as string, `prebuilds/${platform}-${arch}/runtime.node`);
  const { stdout } = spawnSync(process.execPath, ['-e', parser, native], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const theirs = JSON.parse(stdout) as (Parsed[] | null)[];
  const ours = texts.map((text) => attempt(() => readPatch(text)));
  expect(ours.map((one) => one?.map(withoutLines))).toEqual(
    theirs.map((one) => one?.map(asChange)),
  );
  expect(theirs.filter(Boolean).length).toBeGreaterThan(1000);
});
