import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { runCommandLine } from '../cli.ts';
import { runInProcess } from '../shim/in-process.ts';
import { bin } from '../shim/run.ts';
import { agentOfPlugin, readAgentFile, writeAgentFile } from './agent-file.ts';

const top = mkdtempSync(join(inject('scratch'), 'anyhook cli '));
chmodSync(top, 0o755);

export interface Result {
  stdout: string;
  stderr: string;
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Files by path, in the project or (`~/…`) in the home folder: a text, or a value that is written as JSON, or into the plugin of that path. */
export type Files = Record<string, string | object>;
type Env = Record<string, string | undefined>;

/** Runs a program to its end. */
export function runProgram(
  command: readonly string[],
  { stdin = '', ...options }: { stdin?: string; cwd: string; env: Env; uid?: number },
): Promise<Result> {
  const [file, ...args] = command as [string, ...string[]];
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, timeout: 60_000 });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text) => {
        said[name] += text;
      });
    }
    child.stdin.on('error', () => {}); // it may end before it has read everything
    child.stdin.end(stdin);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ ...said, code, signal }));
  });
}

const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};

/** Makes a temporary project with a temporary home folder beside it. */
export function project(files: Files = {}, name = 'project') {
  const place = mkdtempSync(join(top, 'x'));
  const dir = join(place, name);
  const home = join(place, 'home');
  for (const path of [dir, home]) mkdirSync(path);
  chmodSync(place, 0o755);
  const at = (path: string) =>
    path.startsWith('~/') ? join(home, path.slice(2)) : join(dir, path);
  const put = (path: string, text: string | object) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    const said = typeof text === 'string' ? text : writeAgentFile(agentOfPlugin(path), text);
    writeFileSync(at(path), said);
    if (said.startsWith('#!')) chmodSync(at(path), 0o755);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env;
  const env: Env = { ...inherited, HOME: home };
  return {
    dir,
    home,
    at,
    put,
    get: (path: string) => readFileSync(at(path), 'utf8'),
    json: (path: string) => readAgentFile(agentOfPlugin(path), readFileSync(at(path), 'utf8')),
    has: (path: string) => existsSync(at(path)),
    drop: (path: string) => rmSync(at(path), { recursive: true }),
    /** Runs the command line in this process. It cannot do `run`, which only the executable has. */
    anyhook: (...args: string[]) => runCommandLine(args, { cwd: dir, env }),
    anyhookIn: (cwd: string, ...args: string[]) => runCommandLine(args, { cwd, env }),
    /** Runs the executable as a process of its own. */
    anyhookProcess: (...args: string[]) =>
      runProgram([process.execPath, bin, ...args], { cwd: dir, env }),
    /** Runs the executable with another version of Node. */
    anyhookBy: (node: string, ...args: string[]) =>
      runProgram([node, bin, ...args], { cwd: dir, env }),
    anyhookTold: (payload: object, ...args: string[]) =>
      runProgram([process.execPath, bin, ...args], {
        cwd: dir,
        env,
        stdin: JSON.stringify(payload),
      }),
    anyhookWith: (more: Env, ...args: string[]) =>
      runCommandLine(args, { cwd: dir, env: { ...env, ...more } }),
    /** Runs the executable as a user who is not root. */
    anyhookAsNobody: (...args: string[]) =>
      runProgram([process.execPath, bin, ...args], { cwd: dir, env, ...nobody }),
    /** Runs a command line as an agent does. */
    fires: (line: string, payload: object, shell = 'sh', more: Env = {}) =>
      runProgram([shell, '-c', line], {
        cwd: dir,
        env: { ...env, ...more },
        stdin: JSON.stringify(payload),
      }),
    /** Runs a shim line in this process, without a shell and without starting Node: only the hook is a process. */
    calls(line: string, payload: object, more: Record<string, string> = {}) {
      const [read, ...others] = parseShimLines(line);
      if (!read) throw new Error(`not a line of ours: ${line}`);
      const hooks = [read, ...others].map((one) => structuredClone(one.flags));
      const stdin = Buffer.from(JSON.stringify(payload));
      const starts = /\.anyhook\/(?:run\.cjs|sh)/.test(read.launcher);
      if (line.includes('$? = 9')) for (const flags of hooks) flags.exit ??= '0'; // a proof is asked for
      const [first = read.flags] = hooks;
      const flags = others.length ? { ...first, command: [] } : first;
      const root = read.launcher.includes(home) ? home : dir;
      const runner = starts ? join(root, '.anyhook/run.cjs') : undefined;
      return runInProcess({ flags, hooks }, stdin, {
        cwd: dir,
        env: { HOME: home, ...more },
        runner,
      });
    },
    /** Returns every file and empty folder of project and home: the time of its last change, and its bytes. */
    state: () => ({ ...walk(dir, ''), ...walk(home, '~/') }),
    /** Returns every file of the project with its bytes. */
    texts: () =>
      Object.fromEntries(
        Object.entries(walk(dir, '')).map(([path, said]) => [path, said.replace(/^\S+ /, '')]),
      ),
    /** Lists the paths of all files of the project. */
    files: () =>
      Object.keys(walk(dir, ''))
        .filter((path) => !path.endsWith('/'))
        .sort(),
  };
}

export type Project = ReturnType<typeof project>;

function walk(dir: string, prefix: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, one.name);
    if (!one.isDirectory()) {
      const bytes = one.isFile() ? readFileSync(path, 'latin1') : '';
      found[prefix + one.name] = `${lstatSync(path).mtimeMs} ${bytes}`;
      continue;
    }
    const below = walk(path, `${prefix}${one.name}/`);
    if (!Object.keys(below).length) found[`${prefix}${one.name}/`] = '';
    Object.assign(found, below);
  }
  return found;
}

/** Every command in a settings file, whatever its shape. */
export function commands(settings: unknown): string[] {
  if (typeof settings !== 'object' || settings === null) return [];
  return Object.entries(settings).flatMap(([key, value]) =>
    key === 'command' && typeof value === 'string' ? [value] : commands(value),
  );
}

/** The lines that are longer than a terminal of 80 columns and could have been broken. */
export const wide = (text: string): string[] =>
  text.split('\n').filter((line) => [...line].length > 80 && /\S +\S/.test(line.slice(8)));

/** A `.cursor/hooks.json`. */
export const cursorHooks = (hooks: Record<string, object[]>) => ({ version: 1, hooks });

/** A `settings.json` of the Gemini family, with each entry in a group of its own. */
export const geminiHooks = (hooks: Record<string, { matcher?: string; command: string }[]>) => ({
  hooks: Object.fromEntries(
    Object.entries(hooks).map(([event, list]) => [
      event,
      list.map(({ matcher, ...entry }) => ({
        ...(matcher === undefined ? {} : { matcher }),
        hooks: [{ type: 'command', ...entry }],
      })),
    ]),
  ),
});

/** A Cursor hook that refuses what `rm -rf` is in. */
export const guard = `#!/bin/sh
if grep -q 'rm -rf'; then echo '{"permission":"deny","user_message":"no"}'
else echo '{"permission":"allow"}'; fi
`;
