import { expect, test } from 'vitest';
import { moduleYaml } from '../settings/modules.ts';
import { type Project, project } from '../settings/project.ts';

const script = `export default {
  beforeTool: (call) => (/rm -rf/.test(call.input.command) ? { decision: 'deny' } : undefined),
};
`;
const file = '.anyhook/modules/guard.mjs.cjs';

async function synced(): Promise<Project> {
  const p = project({
    'anyhook.yaml': moduleYaml('hooks/guard.mjs'),
    'hooks/guard.mjs': script,
    '.claude/settings.json': {},
  });
  expect((await p.anyhook('sync')).code).toBe(0);
  return p;
}

/** What doctor says of the hook in the settings of the agent. */
async function truthOf(p: Project, ...more: string[]) {
  const said = await p.anyhook('doctor', '--json', ...more);
  const { agents } = JSON.parse(said.stdout);
  const hooks = agents.flatMap(({ files }: { files: { hooks: object[] }[] }) =>
    files.flatMap(({ hooks }) => hooks),
  );
  const { truth } = hooks[0];
  return [truth.code, truth.why, truth.remedy?.command];
}

test('a hook whose module is as its source has it guards, also where the source imports nothing and no package is there', async () => {
  const p = await synced();
  expect(await truthOf(p)).toEqual(['guards', undefined, undefined]);
  expect((await p.anyhook('list')).stdout).toMatch(/guard\.mjs +✓ guards/);
});

test.each([
  [
    'is missing',
    (p: Project) => p.drop(file),
    'refuses-every-call',
    `its line loads ${file}, which is not there`,
  ],
  [
    'is cut off',
    (p: Project) => p.put(file, p.get(file).slice(0, -20)),
    'refuses-every-call',
    `its line loads ${file}, which is empty or cut off`,
  ],
  [
    'is empty',
    (p: Project) => p.put(file, ''),
    'refuses-every-call',
    `its line loads ${file}, which is empty or cut off`,
  ],
  [
    'is changed by hand',
    (p: Project) => p.put(file, p.get(file).replace('deny', 'allow')),
    'out-of-date',
    `${file} was changed since anyhook made it`,
  ],
  [
    'has lost its first line',
    (p: Project) => p.put(file, p.get(file).split('\n').slice(1).join('\n')),
    'out-of-date',
    `${file} was changed since anyhook made it`,
  ],
  [
    'is older than its source',
    (p: Project) => p.put('hooks/guard.mjs', `${script}// more\n`),
    'out-of-date',
    `hooks/guard.mjs has changed, and ${file} was made before that`,
  ],
])('doctor says what is true of a hook whose module %s', async (_, change, code, why) => {
  const p = await synced();
  change(p);
  expect(await truthOf(p)).toEqual([code, why, 'anyhook sync']);
  const said = await p.anyhook('doctor', '--fix');
  expect(said.stdout).toContain('$ anyhook sync');
  expect((await p.anyhook('sync')).code).toBe(0);
  expect(await truthOf(p)).toEqual(['guards', undefined, undefined]);
});

test('without anyhook.yaml, doctor says to restore the module', async () => {
  const p = await synced();
  p.drop('anyhook.yaml');
  p.drop(file);
  expect(await truthOf(p)).toEqual([
    'refuses-every-call',
    `its line loads ${file}, which is not there`,
    undefined,
  ]);
  expect((await p.anyhook('doctor')).stdout).toContain(`Restore ${file}, or remove the entry.`);
});

test('doctor and list run nothing of a module, and none of esbuild', async () => {
  const p = await synced();
  const trap = `require('node:fs').writeFileSync(${JSON.stringify(p.at('ran'))}, '');\n`;
  p.put(file, trap);
  p.put('hooks/guard.mjs', trap);
  p.put('node_modules/esbuild/index.js', trap);
  for (const words of [['doctor'], ['list'], ['sync', '--check']]) await p.anyhook(...words);
  expect(p.has('ran')).toBe(false);
});

/** Returns what a command prints, with single blanks. */
const flat = async (p: Project, ...words: string[]) =>
  (await p.anyhook(...words)).stdout.replace(/\s+/g, ' ');

test('after a rename of the source, the lines still guard, and what to do comes before the command', async () => {
  const p = await synced();
  p.put('hooks/other.mjs', p.get('hooks/guard.mjs'));
  p.drop('hooks/guard.mjs');
  expect(await truthOf(p)).toEqual([
    'out-of-date',
    `hooks/guard.mjs is gone, and ${file} was made before that`,
    'anyhook sync',
  ]);
  const doctor = await flat(p, 'doctor');
  expect(doctor).not.toContain('never runs');
  expect(doctor).toContain(
    'Write hooks/guard.mjs, or change module: in anyhook.yaml. Then: $ anyhook sync',
  );
  expect(await flat(p, 'sync', '--check')).toContain(
    'Write hooks/guard.mjs, or change module: in the source. Then type this, and commit what it writes: anyhook sync',
  );
  p.put('anyhook.yaml', moduleYaml('hooks/other.mjs'));
  expect((await p.anyhook('sync')).code).toBe(0);
  expect(await truthOf(p)).toEqual(['guards', undefined, undefined]);
});

test('doctor tells once that the source of hooks for several events and agents is gone, and what to type', async () => {
  const stop = '  - on: stop\n    module: hooks/guard.mjs\n';
  const p = project({
    'anyhook.yaml': moduleYaml('hooks/guard.mjs', stop),
    'hooks/guard.mjs': 'export default { beforeTool() {}, stop() {} };\n',
    '.claude/settings.json': '{}',
    '.gemini/settings.json': '{}',
  });
  expect((await p.anyhook('sync')).code).toBe(0);
  p.drop('hooks/guard.mjs');
  const doctor = await flat(p, 'doctor');
  expect(doctor.match(/hooks\/guard\.mjs (?:is gone|does not exist)/g)).toHaveLength(1);
  expect(doctor.match(/\$ anyhook sync/g)).toHaveLength(1);
});

test('a hook whose source is gone and that is written nowhere never runs', async () => {
  const p = await synced();
  p.drop('hooks/guard.mjs');
  p.drop('.anyhook');
  expect(await flat(p, 'doctor')).toContain(
    'It never runs: the module hooks/guard.mjs does not exist',
  );
});

test.each([
  ['beforeTol', ' (it has beforeTol)'],
  ['beforetool', ' (it has beforetool)'],
  ['other', ''],
])('a module with the handler %s in place of its own refuses every call, and each command says so', async (name, near) => {
  const p = await synced();
  p.put('hooks/guard.mjs', script.replace('beforeTool', name));
  const why = `hooks/guard.mjs has no handler beforeTool${near}`;
  const said = await p.anyhook('sync');
  expect(said.code).toBe(5);
  expect(said.stdout.replace(/\s+/g, ' ')).toContain(`${why}, so the hook refuses every call`);
  expect(await truthOf(p)).toEqual(['refuses-every-call', why, undefined]);
  expect((await p.anyhook('list')).stdout).toContain('✗ refuses every call');
});
