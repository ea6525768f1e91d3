/** What the hook that `anyhook init --hook` writes refuses, and which daily work it lets pass. */
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import type { Handlers } from '../../src/hook/hook.ts';
import * as entry from '../../src/hook/index.ts';
import { testHook } from '../../src/hook/testing.ts';
import { readStarterFile } from '../../src/starters/starters.ts';

/** Loads the hook from its text in one of the languages. */
function load(name: 'guard.ts' | 'guard.mjs'): Handlers {
  const { code } = transformSync(readStarterFile(name), { loader: 'ts', format: 'cjs' });
  const module = { exports: {} as { default: Handlers } };
  new Function('module', 'require', code)(module, () => entry);
  return module.exports.default;
}

const cwd = '/data/me/app';
const ask = async (hook: Handlers, command: string) =>
  (await testHook(hook, { event: 'before-tool', tool: 'shell', cwd, input: { command } })).verdict;
const guards = { TypeScript: load('guard.ts'), JavaScript: load('guard.mjs') };

/** The programs, folders and ways to write them by which all is lost. */
const programs = ['rm', '\\rm', '/bin/rm', 'sudo rm', 'sudo -u me rm', 'FORCE=1 rm', 'time "rm"'];
const flags = ['-rf', '-r -f', '-fR', '--recursive --force', '-v -r --'];
const lost = [
  ...['/', '/*', '//', '/home', '/home/me', '/home/me/', '/Users/me/*', '/usr', '/root/.', '/etc/'],
  ...['~', '~/', '~/.', '~/*', '~me', '$HOME', '"$HOME"', '$' + '{HOME}', '"$' + '{HOME}"/*'],
  ...['.', './', './*', '*', '.*', '..', '../..', '../*', '$PWD', "'.'", '\\.', '"/"*'],
  ...[cwd, `${cwd}/`, `"${cwd}"`, '/data/me', '/data/me/*'],
];
const refused = [
  ...lost.map((path) => `rm -rf ${path}`),
  ...programs.flatMap((program) => flags.map((flag) => `${program} ${flag} ~`)),
  ...['rm ~ -rf', 'rm -rf build /', 'rm -rf "a b" .', 'rm -rf \\\n  /', 'rm \\\n  -rf /'],
  ...['ls && rm -rf /', 'ls;rm -rf /', 'ls | xargs -0 rm -rf /', 'a || rm -rf .', 'a\nrm -rf .'],
  ...['(rm -rf /)', '$(rm -rf /)', '`rm -rf /`', 'if a; then rm -rf /; fi', 'rm -rf / > /dev/null'],
  ...[
    'cd / && rm -rf home',
    'cd .. && rm -rf *',
    'cd build; rm -rf *',
    '(cd build && a); rm -rf .',
  ],
  ...['cd build && make || rm -rf .', 'cd && rm -rf .', 'cd ~ && rm -rf ./*', 'cd /\nrm -rf home'],
  ...['bash -c "rm -rf /"', "sudo sh -c 'cd / && rm -rf home'", 'eval "rm -rf ~"', 'rm -rf ~ "'],
];
const passing = [
  ...[
    'rm -rf dist && ls .',
    'cd .. && rm -rf node_modules',
    'git rm -r --cached .',
    'rm -rf a; cp b /',
  ],
  ...[
    'rm -rf node_modules dist/*',
    'rm -rf ./build',
    'rm -rf ../other/build',
    'rm -rf /tmp/x',
    'rm .',
  ],
  ...[
    'rm -rf ~/.cache/x',
    'rm -rf "$HOME/.cache/x"',
    'rm -rf $PWD/dist',
    'rm -rf *.log',
    'rm -rf .git',
  ],
  ...[
    'cd build && rm -rf *',
    'cd build && make 2>&1 && rm -rf .',
    'rm -rf /home/me/app/dist',
    'ls /',
  ],
  ...[
    `rm -rf ${cwd}/dist`,
    'rm -rf **/*.pyc',
    'rm -f *',
    'find . -name x -exec rm -rf {} +',
    'ls -r rm',
  ],
  ...[
    'echo "rm -rf /"',
    'echo rm -rf /',
    'git commit -m "rm -rf / is gone"',
    "grep -r 'rm -rf /' .",
  ],
  ...[
    'docker run --rm -v .:/app x -r /',
    'npm run rm-all -- -r .',
    'rm -rf "my / folder"',
    '',
    '"',
    "'",
  ],
];

test.each(
  Object.entries(guards),
)('the starter guard in %s refuses what deletes everything', async (_, guard) => {
  const allowed = [];
  for (const command of refused) if ((await ask(guard, command)) !== 'deny') allowed.push(command);
  expect(allowed).toEqual([]);
});

test.each(
  Object.entries(guards),
)('the starter guard in %s lets daily work pass', async (_, guard) => {
  const stopped = [];
  for (const command of passing) if ((await ask(guard, command)) !== 'pass') stopped.push(command);
  expect(stopped).toEqual([]);
});

test('the starter guard reads long commands in linear time', async () => {
  for (const part of ['"', "'", '\\', '/', '*', './', 'rm -rf ', "sh -c '", 'a', '>&', '${a'])
    for (const guard of Object.values(guards)) {
      const start = performance.now();
      await ask(guard, `rm -rf ${part.repeat(20_000 / part.length)}x`);
      expect(performance.now() - start, part).toBeLessThan(1000);
    }
});
