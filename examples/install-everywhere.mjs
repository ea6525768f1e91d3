#!/usr/bin/env node
// Installs the hooks of a tool in the settings of every agent, for a project: copy it, and put your tool in place of
// `mytool`. Left out are agents without hook commands: those start hooks by files of anyhook itself.
// Usage: node install-everywhere.mjs FOLDER [--write] [--remove]. Without --write, it only says what it would do.
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { describeFinding, placeHooks, removeHooks, settingsFileOf } from 'anyhook/settings';

const owner = 'mytool';
/** @type {import('anyhook/settings').OwnHook[]} */
const hooks = [
  { on: 'before-tool', tools: ['shell'], command: 'mytool hook', timeout: 10_000 },
  { on: 'stop', command: 'mytool log' },
];
/** @type {import('anyhook/settings').Vendor[]} */
const agents = ['claude', 'codex', 'copilot', 'cursor', 'gemini', 'qwen', 'tabnine', 'terminai'];
const [folder = '.', ...flags] = process.argv.slice(2);
const is = flags.includes('--write') ? 'is' : 'would be';

for (const agent of agents) {
  const place = settingsFileOf(agent, { scope: 'project', owner, project: folder });
  const { path } = place;
  const options = { owner, file: place.file };
  try {
    const before = read(path);
    const result = flags.includes('--remove')
      ? removeHooks(agent, before, options)
      : placeHooks(agent, before, hooks, options);
    const { text } = result;
    const { losses, findings } = 'losses' in result ? result : { losses: [], findings: [] };
    if (text === before) console.log(`${agent}: ${place.file} stays as it is`);
    else if (text === undefined) console.log(`${agent}: ${place.file} ${is} deleted`);
    else console.log(`${agent}: ${place.file} ${is} written. ${place.nextStep}`);
    for (const loss of losses) console.log(`  ${loss.severity}: ${loss.message}`);
    for (const finding of findings) console.log(`  ${describeFinding(finding)}`);
    if ('placed' in result && result.placed && place.alsoReadBy.length)
      console.log(`  ${place.alsoReadBy.join(' and ')} read it too, and start these hooks twice`);
    if (flags.includes('--write') && text !== before) replace(path, text);
  } catch (error) {
    console.error(`${agent}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

/**
 * Returns the text of a file. Undefined: there is none. A file that is not UTF-8 is an error: no byte of it is lost.
 *
 * @param {string} path
 */
function read(path) {
  if (!fs.existsSync(path)) return undefined;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return decoder.decode(fs.readFileSync(path));
}

/**
 * Replaces a file as a whole, so that no agent reads a part of it, or deletes it. A link stays a link.
 *
 * @param {string} path
 * @param {string | undefined} text
 */
function replace(path, text) {
  if (text === undefined) return fs.rmSync(path);
  fs.mkdirSync(dirname(path), { recursive: true });
  const target = fs.existsSync(path) ? fs.realpathSync(path) : path;
  const mode = fs.statSync(target, { throwIfNoEntry: false })?.mode;
  fs.writeFileSync(`${target}.${process.pid}.tmp`, text, { mode });
  fs.renameSync(`${target}.${process.pid}.tmp`, target);
}
