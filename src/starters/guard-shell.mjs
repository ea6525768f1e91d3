#!/usr/bin/env node
// Refuses shell commands that destroy what cannot be brought back. The rules stop accidents: somebody who
// wants to get around them can.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve, sep } from 'node:path';

const { cwd, input } = JSON.parse(readFileSync(0, 'utf8'));

/** The folders that a part of the command may run in: `cd` changes them. */
let folders = [input.directory ?? cwd];
const toPath = (word) =>
  word
    .replace(/^(~|\$HOME|\$\{HOME\})(?=$|\/)/, homedir())
    .replace(/^(\$PWD|\$\{PWD\})(?=$|\/)/, '.');

/** Tells whether a word is a folder that holds the project or the home folder, or stands at the top of the disk. */
const isPrecious = (word) =>
  folders
    .map((folder) => resolve(folder, toPath(word).replace(/\*+$/, '')))
    .some(
      (folder) =>
        [cwd, homedir()].some((kept) => kept === folder || kept.startsWith(folder + sep)) ||
        dirname(folder) === resolve('/'),
    );

/** Returns why a part of a command is refused, or undefined. */
const refuse = (words, part) => {
  const has = (pattern) => words.some((word) => pattern.test(word));
  const program = words.find((word) => !word.includes('='));
  const paths = words.filter((word) => !/^-|^\\?rm$/.test(word));
  const deletes =
    program === 'find'
      ? has(/^(-delete|(.*\/)?rm)$/) &&
        !has(/^-(i?name|i?path|i?regex|empty|size|[acm](time|min))$/)
      : !/^(echo|printf|grep|rg|man|git)$/.test(program) && // a text, or what git can bring back
        has(/^\\?(.*\/)?rm$/) &&
        has(/^-[a-z]*r|^--recursive$/i);
  if (deletes && paths.some(isPrecious))
    return 'It deletes the project, the home folder or more. Name what is to be deleted.';
  if (
    /\bgit(\s+(-[cC]\s+\S+|-(?![cC]\s)\S+))*\s+push\s/.test(part) &&
    has(/^(-[a-z]*f[a-z]*|--force|--mirror|\+.+)$/)
  )
    return 'It overwrites what others have pushed. Use --force-with-lease, or ask the person.';
  if (
    (program !== 'man' && has(/^(.*\/)?mkfs(\.\w+)?$/)) ||
    /(>|\bof=)\s*\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|r?disk)/.test(part)
  )
    return 'It overwrites a disk.';
};

// A message for git is text. Each part of the rest stands before what ends it.
const command = String(input.command)
  .replace(/(\s-[a-z]*m|--message)[\s=]*('[^']*'|"[^"$`]*")/g, ' ')
  .replace(/\$\(pwd\)|`pwd`/g, '.')
  .replace(/\\\n/g, ' ');
for (const [, part, end] of command.matchAll(/(.*?)(&&|\$\(|[;&|`\n]|$)/gs)) {
  const words = part
    .replace(/["'()]/g, ' ')
    .trim()
    .split(/\s+/);
  const reason = refuse(words, words.join(' '));
  if (reason) {
    console.log(JSON.stringify({ decision: 'deny', reason }));
    break;
  }
  if (words[0] === 'cd') {
    const moved = folders.map((folder) => resolve(folder, toPath(words[1] ?? '~')));
    const isKnown = !/^-|\$/.test(toPath(words[1] ?? '~'));
    // Only behind && is it sure that the folder was there.
    if (isKnown) folders = end === '&&' ? moved : [...folders, ...moved];
  }
  if (part.includes(')')) folders = [...folders, input.directory ?? cwd];
  if (!end) break;
}
