/** A hook of a module loses only what its source may say: never weaker, and no refusal for what it never says. */
import { expect, test } from 'vitest';
import { type Files, project } from './project.ts';

const yaml = 'version: 1\nhooks:\n  - { on: prompt, module: hooks/secret.ts }\n';
const inProject = (source: string, files: Files = {}) =>
  project({ 'anyhook.yaml': yaml, 'hooks/secret.ts': source, ...files });
const plan = async (source: string, files: Files = {}) =>
  inProject(source, files).anyhook('sync', '--to', 'claude,cursor', '--dry-run');

const head = "import { deny, hook } from 'anyhook/hook';\n";
const handler = (body: string, start = head) =>
  `${start}export default hook({\n  prompt(e) {\n    ${body}\n  },\n});\n`;
const isBad = '/sk-/.test(e.prompt)';

const denying: Record<string, string | [string, Files]> = {
  'denies with the helper': handler(`if (${isBad}) return deny('no key in a prompt')`),
  'denies in one expression':
    "import { deny, hook } from 'anyhook/hook';\nexport default hook({ prompt(e) { if (/sk-/.test(e.prompt)) return deny('x'); } })\n",
  'takes the prompt out of the event': `${head}export default hook({\n  prompt: ({ prompt, cwd }) => (/sk-/.test(prompt) ? deny('x') : undefined),\n});\n`,
  'takes the prompt out in a line': handler(
    "const { prompt: text } = e;\n    return /sk-/.test(text) ? deny('the prompt') : undefined;",
  ),
  'denies with a plain object': `export default { async prompt(e) { return { decision: 'deny', reason: 'a key is in the prompt' } } };\n`,
  'names the event': `import { deny, hook, type Event } from 'anyhook/hook';
const check = (e: Event<'prompt'>) => (e.event === 'prompt' ? deny('x') : undefined);
export default hook({ prompt: (e) => check(e) });\n`,
  'spreads helpers': `import { deny, hook, message } from 'anyhook/hook';
export default hook({ prompt: () => ({ ...deny('x'), ...message('y') }) });\n`,
  'reads a file': `import { readFileSync } from 'node:fs';\n${handler(
    "const words = readFileSync('words.txt', 'utf8').split('\\n');\n    if (words.some((word) => e.prompt.includes(word))) return deny('no');",
  )}`,
  'imports its rules': [
    `${head}import { isBad } from './rules.js';\nexport default hook({ prompt: (e) => (isBad(e.prompt) ? deny('x') : undefined) });\n`,
    { 'hooks/rules.ts': 'export const isBad = (text: string) => /sk-/.test(text);\n' },
  ],
};

test.each(Object.entries(denying))('a module that %s is written', async (_, form) => {
  const [source, files] = typeof form === 'string' ? [form, {}] : form;
  const said = await plan(source, files);
  expect(said.stdout + said.stderr).not.toContain('weaker');
  expect(said.code).toBe(0);
});

const rules = 'hooks/rules.ts';
const rewriting: Record<string, string | [string, Files]> = {
  'the helper': handler(
    "return rewritePrompt(e.prompt.replace(/sk-/, ''))",
    "import { hook, rewritePrompt } from 'anyhook/hook';\n",
  ),
  'the helper under another name': handler(
    "return other('x')",
    "import {\n  hook,\n  rewritePrompt as other,\n} from 'anyhook/hook';\n",
  ),
  'all helpers': handler(
    "return all['rewritePrompt']('x')",
    "import { hook } from 'anyhook/hook';\nimport * as all from 'anyhook/hook';\n",
  ),
  'helpers behind a comment': handler(
    "return other('x')",
    "import { hook, /* } */ rewritePrompt as other } from 'anyhook/hook';\n",
  ),
  'a key': handler("return { prompt: 'x' }"),
  'a key after a line': handler("return {\n      prompt\n        : 'x',\n    }"),
  'a key before a comment': handler("return { prompt /* c */: 'x' }"),
  'a key of a condition in brackets': handler("return { prompt: (e.cwd) ? 'x' : 'y' }"),
  'a key in quotes': handler("return { 'prompt': 'x' }"),
  'a key in other quotes': handler('return { "prompt" : "x" }'),
  'a key in brackets': handler("return { ['pro' + 'mpt']: 'x' }"),
  'a key in brackets before a comment': handler("return { ['pro' + 'mpt'] // c\n : 'x' }"),
  'a short key': handler("const prompt = 'x';\n    return { prompt }"),
  'a short key among others': handler("const prompt = 'x';\n    return { reason: 'y', prompt, }"),
  'a short key behind a comment': handler("const prompt = 'x';\n    return { // c\n prompt }"),
  'a short key before a comment': handler("const prompt = 'x';\n    return { prompt // c\n }"),
  'a short key far from its bracket': handler(
    `const prompt = 'x';\n    return {${' '.repeat(90)}prompt${' '.repeat(500)}}`,
  ),
  'a getter': handler("return { get prompt() { return 'x' } }"),
  'a value that is given': handler("const o: any = {};\n    o.prompt = 'x';\n    return o"),
  'a value that is added': handler("e.prompt += 'x';\n    return e"),
  'a value that is given where none is': handler("const o: any = {}; o.prompt ??= 'x'; return o"),
  'a value that is given by name': handler("const o: any = {}; o['pro' + 'mpt'] = 'x'; return o"),
  'a value of Object': handler("return Object.fromEntries([['pro' + 'mpt', 'x']])"),
  'a value of Object by another name': handler(
    'const { assign } = Object;\n    return assign({}, o)',
  ),
  'JSON that is read': handler('return JSON.parse(text)'),
  'JSON by another name': handler('const { parse } = JSON;\n    return parse(text)'),
  'an answer of a server': handler('return (await fetch(url)).json()'),
  'a spread': handler("return { ...other, decision: 'allow' }"),
  'a spread on a line of its own': handler('return {\n      ...other,\n    }'),
  'escaped characters': handler("return { 'pro\\u006dpt': 'x' }"),
  'words of an agent': handler("return { modifiedPrompt: 'x' }"),
  'words of an agent in small letters': handler("return { modified_prompt: 'x' }"),
  'a package': handler('return check(e)', `${head}import { check } from 'some-policy';\n`),
  'a file': [
    handler('return check(e)', `${head}import { check } from './rules.ts';\n`),
    { [rules]: "export const check = () => ({ prompt: 'x' });\n" },
  ],
  'a file that another imports': [
    handler('return check(e)', `${head}import { check } from './more.ts';\n`),
    {
      'hooks/more.ts': "export { check } from './rules';\n",
      [rules]: "export const check = () => ({ prompt: 'x' });\n",
    },
  ],
  'names of a file': [
    handler('return all', `${head}import * as all from './rules.ts';\n`),
    { [rules]: "export const prompt = 'x';\n" },
  ],
  'data of a file': [
    handler('return data', `${head}import data from './data.json';\n`),
    { 'hooks/data.json': { prompt: 'x' } },
  ],
  'a file that is missing': handler(
    'return check(e)',
    `${head}import { check } from './gone.ts';\n`,
  ),
  'a function of Node': handler(
    'return run()',
    `${head}import { runInThisContext } from 'node:vm';\n`,
  ),
  require: handler("return require('./rules')"),
  'an import at run time': handler("return (await import('./rules')).check()"),
};

test.each(
  Object.entries(rewriting),
)('what is lost of a module that may rewrite the prompt with %s is named', async (_, form) => {
  const [source, files] = typeof form === 'string' ? [form, {}] : form;
  const said = await plan(source, files);
  expect(said.stdout).toContain('! loses      ! loses');
  expect(said.code).toBe(0);
});

test('a module that only denies loses nothing in any agent', async () => {
  const p = project({
    'anyhook.yaml': yaml.replace('prompt', 'before-tool'),
    'hooks/secret.ts': `${head}export default hook({
  beforeTool(call) {
    if (call.tool === 'shell' && /rm -rf/.test(call.input.command)) return deny('use the trash');
  },
});\n`,
  });
  const all = 'claude,codex,copilot,cursor,gemini,qwen,tabnine,terminai';
  const said = await p.anyhook('sync', '--to', all, '--dry-run');
  expect(said.code).toBe(0);
  expect(said.stdout).not.toMatch(/loses|weaker/);
});

test('a loss that anyhook.yaml accepts stops no other hook, now and in CI', async () => {
  const script = "export default { afterTool: () => ({ replaced: 'x' }) };\n";
  const hooks = (more: string) =>
    `version: 1\nhooks:\n  - { on: after-tool, module: hooks/secret.mjs${more} }\n  - { on: before-tool, run: ./guard.sh }\n`;
  const p = project({
    'anyhook.yaml': hooks(''),
    'hooks/secret.mjs': script,
    'guard.sh': '#!/bin/sh\nexit 0\n',
  });
  const to = ['--to', 'claude,cursor'];
  const refused = await p.anyhook('sync', ...to);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('write "accept-loss: true" beside the hook');
  p.put('anyhook.yaml', hooks(', accept-loss: true'));
  const said = await p.anyhook('sync', ...to);
  expect(said.code).toBe(0);
  expect(said.stdout).toContain('✗ weaker');
  expect((await p.anyhook('sync', '--check')).code).toBe(0);
});

test('anyhook test names what is lost of the hooks of its event alone', async () => {
  const script = "export default { afterTool: () => ({ replaced: 'x' }) };\n";
  const p = project({
    'anyhook.yaml': `version: 1\nhooks:\n  - { on: after-tool, module: hooks/secret.mjs }\n  - { on: before-tool, run: ./guard.sh }\n`,
    'hooks/secret.mjs': script,
    'guard.sh': '#!/bin/sh\nexit 0\n',
    '.cursor/hooks.json': {},
  });
  expect((await p.anyhook('test', 'rm -rf src')).stdout).not.toContain('Lost or weaker');
  expect((await p.anyhook('test', 'ls', '--event', 'after-tool')).stdout).toContain(
    'Lost or weaker: secret',
  );
});
