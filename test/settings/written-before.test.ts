/** Settings as earlier commits wrote them (`fixtures/written-before`): each of their lines is still one of ours. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Hook } from '../../src/canonical/hook.ts';
import { parseJsonc } from '../../src/edit/jsonc/tree.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { parseValueRecord } from '../../src/settings/value-record.ts';
import { sha256 } from '../../src/util/sha256.ts';
import { settingsFiles } from '../conformance/fixtures.ts';
import { hasTable, partOf } from '../wide.ts';
import { type Project, project } from './project.ts';

/** A project that was converted by a commit. */
interface Conversion {
  commit: string;
  name: string;
  from: string;
  to: string[];
  /** What made `after` of `before`. */
  commands: string[][];
  /** By target: the commands of the hooks that it has no place for. */
  lost: Record<string, string[]>;
  before: Record<string, string>;
  /** What was written; null: a backup, with the bytes of before. */
  after: Record<string, string | null>;
}

const folder = new URL('../../fixtures/written-before/', import.meta.url);
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name): Conversion[] => {
    const { source, projects } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
    return projects.map((one: object) => ({ commit: source.commit, ...one }));
  });
/** The newest commit here. Settings of those before it may have other matchers than ours have today. */
const latest = '4fc414d';

const record = '.anyhook/written.json';
const runner = '.anyhook/run.cjs';
const kept = '.anyhook/kept.json';
/** The command of each hook that stood in a target before. */
const foreign = 'echo mine';

/** The project as that commit left it, on this machine. */
function leftBy({ before, after }: Conversion): Project {
  const p = project(before);
  const here = (text: string) =>
    text.replaceAll('{HOME}', p.home).replaceAll('{NODE}', process.execPath);
  for (const [path, text] of Object.entries(after))
    p.put(path, here(text ?? before[path.replace('.anyhook-backup', '')] ?? ''));
  for (const prefix of ['', '~/'].filter((one) => p.has(one + record))) {
    p.put(prefix + runner, '// the runner of that commit\n');
    const { files, ...rest } = p.json(prefix + record);
    for (const [name, file] of Object.entries<{ after: string }>(files))
      if (after[prefix + name] !== p.get(prefix + name)) file.after = sha256(p.get(prefix + name));
    p.put(prefix + record, { ...rest, files });
  }
  return p;
}

function loseRecord(p: Project): Project {
  for (const path of [record, `~/${record}`]) if (p.has(path)) p.drop(path);
  return p;
}

/** The settings file of an agent in a project. */
function fileOf({ before, after }: Conversion, agent: string): string {
  const names: Record<string, string> = {
    ...settingsFiles,
    codex: '.codex/',
    copilot: '/hooks/anyhook.json',
  };
  const found = Object.keys({ ...after, ...before }).filter(
    (path) => path.includes(names[agent] ?? '?') && !path.endsWith('-backup'),
  );
  expect(found, agent).toHaveLength(1);
  return found[0] as string;
}

const textIn = (p: Project, path: string) =>
  p.has(path) ? p.get(path).replaceAll(p.home, '{HOME}') : undefined;

/** How a failure names a hook. */
const nameOf = ({ event, command, url }: Hook) => `${event}: ${url ?? command}`;

/** What a file holds but for the hooks that were there before; `ours`: it is started by a line of ours. */
function entriesIn(p: Project, agent: string, path: string): { hook: Hook; ours: boolean }[] {
  const beside = path.startsWith('~/') ? `~/${kept}` : kept;
  const known = p.has(beside) ? parseValueRecord(p.get(beside)) : {};
  const { hooks, unknown } = readHooks(agent, p.has(path) ? p.get(path) : '{}', path, known);
  return [...hooks, ...unknown]
    .map(({ hook, wrapped }) => ({ hook, ours: wrapped }))
    .filter(({ hook }) => hook.command !== foreign)
    .sort((a, b) => (nameOf(a.hook) < nameOf(b.hook) ? -1 : 1));
}

const hooksIn = (p: Project, agent: string, path: string): Hook[] =>
  entriesIn(p, agent, path).map(({ hook }) => hook);

async function anyhook(p: Project, words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await p.anyhook(...words);
  expect(code, `anyhook ${words.join(' ')}\n${stdout}${stderr}`).toBe(0);
}

/** Fails with each hook whose line is there and should not be, or the other way round. */
function expectFile(agent: string, path: string, found: Project, wanted: Project): void {
  const names = (p: Project) => hooksIn(p, agent, path).map(nameOf);
  expect(names(found), `the hooks of ${path}, each once`).toEqual(names(wanted));
}

describe.each(
  all.map((one, i) => ({ ...one, title: `by ${one.commit}: hooks ${one.name}`, i })),
)('settings as they were written $title,', (one) => {
  const scope = one.commands[0]?.includes('user') ? ['--scope', 'user'] : [];
  const source = fileOf(one, one.from);
  const targets = one.to.map((to) => [to, fileOf(one, to)] as const);
  const isOwn = one.to.includes(one.from);
  const isPlayed = partOf([...all.keys()], 5, 4).includes(one.i);
  const removeAll = async (p: Project) => {
    for (const [to] of targets) await anyhook(p, ['remove', to, ...scope]);
  };

  test('are read as lines of ours, each of them', hasTable, () => {
    const p = leftBy(one);
    for (const [to, path] of targets) {
      const entries = entriesIn(p, to, path);
      expect(entries.length, path).toBeGreaterThan(0);
      if (to === 'anyhook') continue; // it holds hooks, and no lines
      // A server is asked by the agent itself.
      const lines = entries.filter(({ hook }) => hook.url === undefined);
      const strange = lines.filter(({ ours }) => !ours).map(({ hook }) => nameOf(hook));
      expect(strange, `hooks of ${path} whose line was not recognised`).toEqual([]);
    }
  });

  test.skipIf(isOwn || !isPlayed)(
    'are converted back into the hooks of their source, field for field',
    hasTable,
    async () => {
      for (const [to, path] of targets) {
        const p = leftBy(one);
        const wanted = hooksIn(p, one.from, source);
        p.drop(source);
        await anyhook(p, ['convert', to, one.from, '--write', '--accept-loss', ...scope]);
        const left = wanted.filter(({ command }) => !one.lost[to]?.includes(command));
        expect(hooksIn(p, one.from, source), `from ${path}`).toEqual(left);
      }
    },
  );

  const convert = async (p: Project) => {
    for (const words of one.commands) await anyhook(p, words);
    return p;
  };

  test.skipIf(!isPlayed)(
    'are replaced by the lines of today, once, and those are taken out to the byte',
    hasTable,
    async () => {
      const fresh = await convert(project(one.before));
      const p = await convert(leftBy(one));
      for (const [to, path] of targets) {
        expectFile(to, path, p, fresh);
        const texts = [p, fresh].map((of) => textIn(of, path));
        // What an earlier commit put elsewhere stays there.
        if (one.commit === latest) expect(texts[0], path).toBe(texts[1]);
        else if (path.endsWith('.json'))
          expect(parseJsonc(texts[0] ?? '', path).value, path).toEqual(
            parseJsonc(texts[1] ?? '', path).value,
          );
      }
      await removeAll(p);
      for (const [, path] of targets) expect(textIn(p, path), path).toBe(one.before[path]);
      for (const path of [runner, kept].flatMap((one) => [one, `~/${one}`]))
        expect(p.has(path), path).toBe(false);
    },
  );

  test.skipIf(!isPlayed)('are taken out to the byte', hasTable, async () => {
    const p = leftBy(one);
    await removeAll(p);
    for (const [, path] of targets) expect(textIn(p, path), path).toBe(one.before[path]);
    for (const path of [runner, kept].flatMap((one) => [one, `~/${one}`]))
      expect(p.has(path), path).toBe(false);
  });

  test.skipIf(!isPlayed || isOwn)(
    'are replaced once, and taken out to the byte, where the record is lost as well',
    hasTable,
    async () => {
      const fresh = await convert(project(one.before));
      const p = await convert(loseRecord(leftBy(one)));
      for (const [to, path] of targets) {
        expectFile(to, path, p, fresh);
        if (one.commit === latest) expect(textIn(p, path), path).toBe(textIn(fresh, path));
      }
      if (one.commit !== latest) return; // another matcher beside a line is a person's, for all we know
      const lost = loseRecord(leftBy(one));
      await removeAll(lost);
      for (const [to, path] of targets) {
        // Nothing tells that a file was not there, or who put a hook into anyhook.yaml.
        const isKnown = to !== 'anyhook' && one.before[path] !== undefined;
        if (isKnown) expect(textIn(lost, path), path).toBe(one.before[path]);
        else if (to !== 'anyhook') expect(hooksIn(lost, to, path).map(nameOf), path).toEqual([]);
      }
    },
  );
});

/** Every vendor that earlier versions wrote settings of. */
const agentsOfThen = [
  ...['anyhook', 'claude', 'codex', 'copilot', 'cursor', 'gemini', 'qwen', 'tabnine', 'terminai'],
];

test('settings of every agent of then, in both scopes, with every kind of entry, are played', () => {
  const written = all.flatMap(({ to }) => to);
  expect(new Set(written)).toEqual(new Set(agentsOfThen));
  const texts = all.flatMap(({ after }) => Object.values(after)).join('\n');
  for (const word of [
    '--carry',
    '--env',
    '--header',
    '--timeout',
    '--loop-limit',
    '--halt',
    '--if',
    '--exit 0',
    "|| echo '{}'",
    '2>/dev/null || true',
    'NODE_OPTIONS= ',
    '{HOME}',
    "& '",
  ])
    expect(texts.includes(word), word).toBe(true);
  expect(all.length).toBeGreaterThan(15);
});
