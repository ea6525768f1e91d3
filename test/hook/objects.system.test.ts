// A handler that is called for several objects of a call, and changes built-in objects for the later ones.
import { expect, test } from 'vitest';
import { type Project, project } from '../settings/project.ts';

const yaml =
  'version: 1\nhooks:\n  - { on: before-tool, tools: [edit], module: hooks/guard.cjs }\n';
/** What a handler does when it is called for the first file of three. */
const effects: Record<string, string> = {
  'does nothing': '',
  'replaces JSON.parse': 'JSON.parse = () => call;',
  'replaces JSON.stringify': `JSON.stringify = () => '{}';`,
  'replaces the reading of bytes': `const text = JSON.stringify(call); Buffer.prototype.toString = () => text;`,
  'replaces the replacing in texts': `String.prototype.replace = () => 'none';`,
  'replaces the calling of functions':
    'Function.prototype.call = Function.prototype.apply = Reflect.apply = () => undefined;',
  'replaces promises':
    'Promise.resolve = () => ({ then: (take) => take() }); Promise.prototype.then = () => undefined;',
  'replaces timers': 'globalThis.setImmediate = globalThis.setTimeout = () => {};',
  'replaces JSON.stringify a moment later': `let step = Promise.resolve(); for (let i = 0; i < 60; i++) step = step.then(() => { JSON.stringify = () => '{}'; });`,
  'replaces JSON.stringify in a callback': `setImmediate(() => { JSON.stringify = () => '{}'; });`,
  'replaces JSON.stringify by an outcome that is read': `return { get context() { JSON.stringify = () => '{}'; return undefined; } };`,
  'freezes JSON as it is': 'Object.freeze(JSON);',
  'puts JSON.parse at the end of JSON':
    'const { parse } = JSON; delete JSON.parse; JSON.parse = parse;',
};
const waits = {
  'at once': '',
  'in a promise': 'await 1;',
  late: 'await new Promise((resolve) => wait(resolve, 3));',
};

const module = (code: string, wait: string): string => `const wait = setTimeout;
let calls = 0;
exports.default = { ${wait && 'async'} beforeTool(call) {
  ${wait}
  calls++;
  if (calls === 1) { ${code} return undefined; }
  if (calls === 3) return { decision: 'deny', reason: 'own ' + call.input.path };
} };`;

/** Asks about a patch of three files. */
function ask(p: Project) {
  const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => `*** Add File: ${name}\n+x\n`).join('');
  const line =
    'node .anyhook/run.cjs run --host codex --as anyhook --event before-tool --exit 0 --module guard.cjs.cjs';
  return p.fires(line, {
    ...{ session_id: 's-1', transcript_path: null, cwd: p.dir, model: 'm', turn_id: 't' },
    ...{ permission_mode: 'default', hook_event_name: 'PreToolUse', tool_name: 'apply_patch' },
    tool_input: { command: `*** Begin Patch\n${files}*** End Patch\n` },
    tool_use_id: 'u',
  });
}

test.each(
  Object.entries(waits),
)('whatever a handler that answers %s does to built-in objects at one file of a patch, it is asked about the others, and its refusal counts', async (_, wait) => {
  const p = project({ 'anyhook.yaml': yaml, 'hooks/guard.cjs': module('', '') });
  expect(await p.anyhook('sync', '--to', 'codex')).toMatchObject({ code: 0 });
  const heard: unknown[] = [];
  for (const [what, code] of Object.entries(effects)) {
    p.put('.anyhook/modules/guard.cjs.cjs', module(code, wait));
    const { stdout, stderr } = await ask(p);
    const said = stdout + stderr;
    heard.push([what, /own [^"]*c\.txt|changed built-in objects/.exec(said) ? 'refuses' : said]);
  }
  expect(heard).toEqual(Object.keys(effects).map((what) => [what, 'refuses']));
});

test('a run of a handler does not make Node load its HTTP client, which Node 24 does when somebody looks at `FormData`', async () => {
  const looks = `exports.default = { beforeTool() {
  const loaded = process.moduleLoadList.filter((one) => one.endsWith('deps/undici/undici'));
  return { decision: 'deny', reason: 'loaded: ' + loaded.length };
} };`;
  const p = project({ 'anyhook.yaml': yaml, 'hooks/guard.cjs': looks });
  expect(await p.anyhook('sync', '--to', 'codex')).toMatchObject({ code: 0 });
  expect((await ask(p)).stdout).toContain('loaded: 0');
});
