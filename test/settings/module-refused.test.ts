/** A sync that is refused for one hook: the module files of the lines that stand are made anew all the same. */
import { expect, test } from 'vitest';
import { project } from './project.ts';

const guard = (pattern: string) => `export default {
  beforeTool(call) {
    return /${pattern}/.test(call.input.command) ? { decision: 'deny', reason: 'no' } : undefined;
  },
};
`;
const both = (pattern: string, answer: string) => `export default {
  beforeTool(call) {
    return /${pattern}/.test(call.input.command) ? { decision: 'deny', reason: 'no' } : undefined;
  },
  afterTool() {
    return ${answer};
  },
};
`;
const tells = "export default { beforeTool() {}, afterTool: () => ({ context: 'x' }) };\n";
const hides = "{ replaced: 'x' }";
const file = '.anyhook/modules/guard.mjs.cjs';
const yaml = (more: string) =>
  `version: 1\nhooks:\n  - { on: before-tool, tools: [shell], module: hooks/guard.mjs }\n${more}`;
const other = '  - { on: after-tool, module: hooks/secret.mjs }\n';
const own = '  - { on: after-tool, module: hooks/guard.mjs }\n';

const inProject = async (source: string, more = '') => {
  const p = project({
    'anyhook.yaml': yaml(more),
    'hooks/guard.mjs': source,
    'hooks/secret.mjs': `export default { afterTool: () => (${hides}) };\n`,
    '.claude/settings.json': {},
    '.cursor/hooks.json': {},
  });
  expect((await p.anyhook('sync')).code).toBe(0);
  return p;
};

test.each([
  ['another module', other, guard('rm'), guard('dd')],
  ['a module that it shares', own, both('rm', hides), both('dd', hides)],
])('a refused hook of %s leaves no written guard stale', async (_, more, before, after) => {
  const p = await inProject(before);
  const settings = p.get('.claude/settings.json');
  p.put('anyhook.yaml', yaml(more));
  p.put('hooks/guard.mjs', after);
  const { code, stdout } = await p.anyhook('sync');
  expect(code).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `Made anew for lines that are written already: ${file}. Nothing else was written, because a guard would be lost or weaker.`,
  );
  expect(p.get(file)).toContain('/dd/');
  expect(p.get('.claude/settings.json')).toBe(settings);
  expect(p.has('.anyhook/modules/secret.mjs.cjs')).toBe(false);
  const again = await p.anyhook('sync');
  expect(again.stdout).toContain('Nothing was written, because a guard would be lost or weaker.');
  expect((await p.anyhook('sync', '--json')).stdout).not.toContain('"renewed"');
  p.put('hooks/guard.mjs', before);
  for (const flag of ['--check', '--dry-run']) {
    expect((await p.anyhook('sync', flag)).code).toBe(1);
    expect(p.get(file)).toContain('/dd/');
  }
  const check = (await p.anyhook('sync', '--check')).stdout.replace(/\s+/g, ' ');
  expect(check).toMatch(
    new RegExp(
      `Out of date: [^;]*${file}\\b[^;]*\\. anyhook sync writes no settings, because a guard`,
    ),
  );
  expect(check).not.toContain('Nothing was written');
  expect(check).toMatch(/accept it for good.*"accept-loss: true".* To write it all the same/);
});

test('a guard that its new source would make weaker stays as it was written', async () => {
  const p = await inProject(tells, own);
  const before = p.state();
  p.put('hooks/guard.mjs', both('rm', hides));
  const { code, stdout } = await p.anyhook('sync');
  expect(code).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`Still out of date: ${file}.`);
  p.put('hooks/guard.mjs', tells);
  expect(Object.keys(p.state())).toEqual(Object.keys(before));
  expect(p.state()[file]).toBe(before[file]);
});

test('a source that cannot be compiled hides no refusal', async () => {
  const p = await inProject(guard('rm'));
  p.put('anyhook.yaml', yaml(other));
  p.put('hooks/guard.mjs', `import { a } from './gone.mjs';\n${guard('dd')}`);
  const { code, stdout } = await p.anyhook('sync');
  expect(code).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`Still out of date: ${file}.`);
});
