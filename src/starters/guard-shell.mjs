#!/usr/bin/env node
// Refuses shell commands that destroy what cannot be brought back. The rules stop accidents: somebody who
// wants to get around them can.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve, sep } from 'node:path';

const { cwd, input } = JSON.parse(readFileSync(0, 'utf8'));

/** Tells whether a word is a folder that holds the project or the home folder, or stands at the top of the disk. */
const isPrecious = (word) => {
  const path = word.replace(/^(~|\$HOME|\$\{HOME\})(?=$|\/)/, homedir()).replace(/\*$/, '');
  const folder = resolve(input.directory ?? cwd, path);
  return (
    [cwd, homedir()].some((kept) => kept === folder || kept.startsWith(folder + sep)) ||
    dirname(folder) === resolve('/')
  );
};

/** Returns why a command is refused, or undefined. */
const refuse = (words) => {
  const has = (pattern) => words.some((word) => pattern.test(word));
  if (
    has(/^(.*\/)?rm$/) &&
    has(/^-[a-z]*r|^--recursive$/i) &&
    words.some((word) => !/^-|^rm$/.test(word) && isPrecious(word))
  )
    return 'It deletes the project, the home folder or more. Name what is to be deleted.';
  if (has(/^git$/) && has(/^push$/) && has(/^(-f|--force|\+.*)$/))
    return 'It overwrites what others have pushed. Use --force-with-lease, or ask the person.';
  if (has(/^(.*\/)?mkfs/) || (has(/^dd$/) && has(/^of=\/dev\//))) return 'It overwrites a disk.';
};

for (const part of String(input.command).split(/[;&|\n]+/)) {
  const reason = refuse(
    part
      .replace(/["'`()]/g, ' ')
      .trim()
      .split(/\s+/),
  );
  if (reason) {
    console.log(JSON.stringify({ decision: 'deny', reason }));
    break;
  }
}
