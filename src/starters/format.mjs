#!/usr/bin/env node
// Formats a file after each change, with the first formatter of this list that is there. It refuses nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

const { cwd, input } = JSON.parse(readFileSync(0, 'utf8'));
const packages = join(cwd, 'node_modules');

/** The formatters: which files they are for, and how they are started. A script is one of a package in node_modules. */
const formatters = [
  {
    files: /\.([cm]?[jt]sx?|json|css|graphql)$/,
    script: '@biomejs/biome/bin/biome',
    words: ['format', '--write'],
  },
  {
    files: /\.([cm]?[jt]sx?|json|css|html|md|ya?ml)$/,
    script: 'prettier/bin/prettier.cjs',
    words: ['--write'],
  },
  { files: /\.go$/, program: 'gofmt', words: ['-w'] },
  { files: /\.rs$/, program: 'rustfmt', words: [] },
  { files: /\.py$/, program: 'ruff', words: ['format'] },
];

// Files outside the project are somebody else's, also where a link or `..` leads to them.
const isInside = (path) => realpathSync(path).startsWith(realpathSync(cwd) + sep);
if (existsSync(input.path) && isInside(input.path)) {
  const formatter = formatters.find(
    ({ files, script }) =>
      files.test(input.path) && (!script || existsSync(join(packages, script))),
  );
  if (formatter) {
    const { script, program = process.execPath, words } = formatter;
    const start = script ? [join(packages, script)] : [];
    // What the formatter prints is no answer of a hook, so it is not passed on.
    spawnSync(program, [...start, ...words, input.path], { cwd, stdio: 'ignore' });
  }
}
