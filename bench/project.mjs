/**
 * Makes installs and projects for the bench, in a folder of its own. None shares compiled code with another: what a run
 * costs depends on which kind of run made the code that it finds.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { run } from './measure.mjs';

const root = join(import.meta.dirname, '..');
export const folder = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
export const newFolder = () => mkdtempSync(join(folder, 'at-'));

/** Writes a hook that lets every call pass, and returns its path. */
export function writeHook(path, script = 'cat > /dev/null\necho "{}"\n') {
  writeFileSync(path, `#!/bin/sh\n${script}`);
  chmodSync(path, 0o755);
  return path;
}

/** Makes a folder in which the package is installed, without compiled code, and returns its path. */
export function installPackage() {
  const at = newFolder();
  const installed = join(at, 'node_modules/anyhook');
  cpSync(join(root, 'package.json'), join(installed, 'package.json'));
  const filter = (path) => !path.endsWith('.cache');
  cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true, filter });
  return at;
}

/** Installs the package, and returns the path of its executable. */
export const installProgram = () => join(installPackage(), 'node_modules/anyhook/dist/anyhook.cjs');

const runnerIds = [];

/** Gives a copy of the runner a hash that no other has, by which it finds its compiled code. */
export function makeRunnerUnique(path) {
  const text = readFileSync(path, 'latin1');
  const body = text.slice(text.indexOf('/*') + 2, text.indexOf('*/'));
  const hash = createHash('sha256').update(Buffer.from(body, 'latin1')).digest('hex').slice(0, 8);
  if (text.split(hash).length !== 2) throw new Error('the runner does not say its hash once');
  runnerIds.push(randomBytes(4).toString('hex'));
  writeFileSync(path, text.replace(hash, runnerIds.at(-1)), 'latin1');
  return path;
}

/** Copies the runner that projects get, and returns the path of the copy. */
export function copyRunner() {
  const path = join(newFolder(), 'run.cjs');
  cpSync(join(root, 'dist/run.cjs'), path);
  return makeRunnerUnique(path);
}

/**
 * Makes a project with hooks of Cursor, converts it to Gemini CLI, and returns its folder and the lines in the settings.
 *
 * @param commands The commands of the hooks, all of one event and matcher.
 */
export function convertProject(commands) {
  const at = newFolder();
  mkdirSync(join(at, '.cursor'));
  writeHook(join(at, 'hook.sh'));
  const preToolUse = commands.map((command) => ({ command, matcher: 'Write' }));
  writeFileSync(
    join(at, '.cursor/hooks.json'),
    JSON.stringify({ version: 1, hooks: { preToolUse } }),
  );
  const program = join(root, 'dist/anyhook.cjs');
  run([process.execPath, program, 'convert', 'cursor', 'gemini', '--write'], { cwd: at });
  makeRunnerUnique(join(at, '.anyhook/run.cjs'));
  const { hooks } = JSON.parse(readFileSync(join(at, '.gemini/settings.json'), 'utf8'));
  const groups = Object.values(hooks).flat();
  return { at, lines: groups.flatMap((group) => group.hooks.map(({ command }) => command)) };
}

/** Removes the folder of the bench, and the compiled code of its runners. */
function removeAll() {
  rmSync(folder, { recursive: true, force: true });
  const own = join(userInfo().homedir, '.anyhook');
  for (const name of existsSync(own) ? readdirSync(own) : [])
    if (/^run\..*\.cache/.test(name) && runnerIds.some((id) => name.includes(id)))
      rmSync(join(own, name), { force: true });
}

process.on('exit', removeAll);

const recorded = join(root, 'fixtures/gemini/payloads/BeforeTool-write_file.json');

/** Returns the payload of a call of Gemini CLI that writes a file in a project, with a size in bytes. */
export function payloadOf(bytes, at = folder) {
  const { payload } = JSON.parse(readFileSync(recorded, 'utf8'));
  const call = { ...payload, cwd: at, tool_input: { file_path: join(at, 'a.txt'), content: '' } };
  call.tool_input.content = 'x'.repeat(Math.max(0, bytes - JSON.stringify(call).length));
  return JSON.stringify(call);
}
