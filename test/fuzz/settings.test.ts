import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import { settingsTables } from '../../src/adapters/settings.ts';
import type * as Library from '../../src/exports/settings.ts';
import type { SettingsFiles, SettingsTable } from '../../src/mapping/settings.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { property } from '../property.ts';
import { type Vendor, vendors } from '../settings/arbitrary.ts';
import { anyJson, bufferOf, bytesOf } from './arbitrary.ts';
import { plain } from './errors.ts';
import { converts, type Pair } from './laws.ts';
import { textOf, tomlText } from './texts.ts';

// As packed: writing needs the bundle beside it.
const dist = new URL('../../dist/exports/settings.js', import.meta.url).href;
const { AnyhookError, convertFile, removeConversions, syncHooks } = (await import(
  dist
)) as typeof Library;

const agents = vendors.filter((id) => id !== 'anyhook');
const pairOf = (from: Vendor, to: Vendor): fc.Arbitrary<Pair> =>
  fc.record({
    ...{ from: fc.constant(from), to: fc.constant(to), source: textOf(from) },
    target: fc.oneof(fc.constant(''), textOf(to)),
  });
const pairs = fc
  .tuple(fc.constantFrom(...agents), fc.constantFrom(...agents))
  .filter(([from, to]) => from !== to)
  .chain(([from, to]) => pairOf(from, to));

property(
  'Any text of a settings file is converted, with all that the target file has kept, or refused',
  {
    corpus: 'settings',
    inputs: pairs,
    holds: async (pair) => {
      await converts(pair);
    },
    runs: 20,
    longRuns: 50,
  },
);

/** Files of a project, in Latin-1, and what is done to them in turn. */
interface Project {
  files: Partial<Record<Vendor, string>>;
  /** What their agents load as well. */
  instead?: Partial<Record<Vendor, string | undefined>> | undefined;
  /** Our own record. */
  record?: string | undefined;
  jobs: readonly [what: 'convert' | 'sync' | 'remove', from: Vendor, to: Vendor][];
}

const top = mkdtempSync(join(tmpdir(), 'anyhook fuzz '));
afterAll(() => rmSync(top, { recursive: true, force: true }));

function folderOf({ files, instead = {}, record }: Project) {
  const root = mkdtempSync(join(top, 'x'));
  const put = (path: string, latin1: string | undefined) => {
    if (latin1 === undefined) return;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bufferOf(latin1));
  };
  for (const id of vendors) {
    const table: SettingsTable = settingsTables[id];
    put(table.files.own.project, files[id]);
    if (table.files.alternative) put(table.files.alternative.project, instead[id]);
  }
  put('.anyhook/written.json', record);
  return root;
}

/** Every file below a folder. */
const state = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'latin1')]),
  );

const known = new Set(
  ['run.cjs', 'sh', 'bridge.cjs', '.gitattributes', 'written.json', 'kept.json'].map(
    (name) => `.anyhook/${name}`,
  ),
);
const settingsFiles = vendors.flatMap((id) => {
  const { own: file, alternative: instead }: SettingsFiles = settingsTables[id].files;
  return [file, ...(instead ? [instead] : [])].map(({ project }) => [project, id] as const);
});
for (const [file] of settingsFiles) known.add(file).add(`${file}.anyhook-backup`);

/** All or nothing, nothing beside it, and what is written can be read. */
async function works(project: Project): Promise<void> {
  const root = folderOf(project);
  const where = { root, home: join(root, 'nobody') };
  for (const [what, from, to] of project.jobs) {
    const before = state(root);
    let failed = false;
    try {
      if (what === 'remove') await removeConversions(to, where);
      else if (what === 'sync') await syncHooks({ ...where, from, to: [to], acceptLoss: true });
      else await convertFile({ ...where, from, to, write: true, acceptLoss: true });
    } catch (error) {
      if (!(error instanceof AnyhookError)) throw error;
      plain(error.message);
      failed = true;
    }
    const after = state(root);
    for (const path of Object.keys(after)) expect(known).toContain(path);
    for (const [path, id] of settingsFiles) {
      if (failed || (id !== to && what !== 'remove')) expect(after[path]).toBe(before[path]);
      if (after[path] === before[path] || after[path] === undefined) continue;
      const now = bufferOf(after[path]);
      expect(Buffer.from(now.toString()).equals(now)).toBe(true);
      if (now.toString().trim()) readHooks(id, now.toString(), path);
      // Gone and come again, to the byte.
      if (what === 'remove' || project.record !== undefined || project.jobs.length > 1) continue;
      await removeConversions(to, where);
      expect(state(root)[path]).toBe(before[path]);
    }
  }
  rmSync(root, { recursive: true });
}

const job = fc.tuple(
  fc.constantFrom('convert' as const, 'convert' as const, 'sync' as const, 'remove' as const),
  fc.constantFrom(...vendors),
  fc.constantFrom(...vendors),
);
const texts = Object.fromEntries(
  vendors.map((id) => [id, fc.option(textOf(id), { nil: undefined, freq: 6 })]),
) as Record<Vendor, fc.Arbitrary<string | undefined>>;
/** Of agents whose hooks may stand in another file instead. */
const instead = Object.fromEntries(
  vendors.flatMap((id) => {
    const { alternative: instead }: SettingsFiles = settingsTables[id].files;
    const text = instead?.project.endsWith('.toml') ? tomlText : textOf(id);
    return instead ? [[id, fc.option(text, { nil: undefined, freq: 2 })]] : [];
  }),
);
const projects: fc.Arbitrary<Project> = fc.record({
  files: fc.record(texts) as fc.Arbitrary<Project['files']>,
  instead: fc.record(instead) as fc.Arbitrary<Project['instead']>,
  record: fc.oneof(
    { weight: 15, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: bytesOf(anyJson) },
  ),
  jobs: fc
    .oneof(fc.tuple(job), fc.array(job, { minLength: 2, maxLength: 4 }))
    .map((jobs) => jobs.filter(([what, from, to]) => what === 'remove' || from !== to)),
});

property(
  'Any job in any project writes whole readable files or none, and remove restores them to the byte',
  {
    corpus: 'project',
    inputs: projects,
    holds: works,
    runs: 10,
    longRuns: 30,
  },
);
