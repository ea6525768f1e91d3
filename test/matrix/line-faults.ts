/**
 * Faults that may keep a shim line from its hook: what is done to a project, and what must become of the
 * line.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearedVariables } from '../../src/shim/loader-variables.ts';

/** A project with a converted line, to be damaged. */
export interface Damaged {
  dir: string;
  /** Replaces a file of the project; undefined removes it. */
  put(path: string, text: string | Buffer | undefined, mode?: number): void;
  /**
   * Makes a folder that is the whole PATH: a few programs of the system, and the given scripts. Returns
   * its path.
   */
  path(programs: Record<string, string>): string;
}

export interface Fault {
  name: string;
  /** Damages the project. Returns variables for the agent's process. */
  make?(project: Damaged): Record<string, string | undefined> | undefined;
  /** Shell commands that the hook runs before it answers. */
  hook?: string;
  /** The stream that the agent closes before it starts the line, as a shell writes that. */
  closes?: '<&-' | '>&-' | '2>&-';
  /** The file that a line must start for the fault to matter. Absent: any. */
  of?: 'runner' | 'loader';
  /** Whether a foreign file or program prints an answer, which happens only on purpose. */
  answers?: true;
  /** Whether it is one of many similar faults. A short run plays each of those for one host. */
  alike?: true;
  /**
   * `refuses`: no answer counts, and a gate refuses and says why, as `says` has it. `runs`: the hook
   * answers as ever. `safe`: one of both. A text: why no line can tell.
   */
  due: 'refuses' | 'runs' | 'safe' | { cannot: string };
  says?: RegExp;
}

export const runnerPath = '.anyhook/run.cjs';
export const loaderPath = '.anyhook/sh';
const built = (name: string) => readFileSync(new URL(`../../dist/${name}`, import.meta.url));

/**
 * Matches the reason of a refusal that cannot name the fault: the words of the line itself, or of the
 * agent.
 */
const anything = /anyhook|hook/i;
const writer =
  'who writes into .anyhook can write a runner that allows, and a line cannot tell one from another';
const starter =
  'who chooses the programs that an agent finds chooses what is run, and what it says';

/** Contents of a file that was damaged after it was written, by name: for the runner and for the loader. */
const texts = (comment: string): Record<string, string> => ({
  empty: '',
  blank: '\n\n  \n\t\n',
  'a comment': `${comment} left by a merge\n`,
  'marks of a merge': '<<<<<<< HEAD\n=======\n>>>>>>> other\n',
});

/** Truncates a file as a full disk does: at the end of a line, or within one. */
function cuts(name: string, path: string, says: RegExp): Fault[] {
  const bytes = built(name);
  const { length } = bytes.toString().trimEnd(); // what follows means nothing
  const ends = [...bytes.entries()].filter(([at, one]) => one === 10 && at < length);
  const every = Math.ceil(ends.length / 60);
  const lines = ends.filter((_, i) => i % every === 0).map(([at]) => at + 1);
  const within = [0.1, 0.25, 0.5, 0.75, 0.9, 0.99].map((part) => Math.floor(length * part));
  return [length - 1, ...within, ...lines].map((end) => ({
    name: `${path} ends after ${end} bytes`,
    make: ({ put }) => void put(path, bytes.subarray(0, end)),
    alike: true,
    due: 'safe', // what is cut off may mean nothing
    says,
  }));
}

const ofFile = (of: Fault['of'], all: readonly Fault[]): Fault[] =>
  all.map((one) => ({ ...one, ...(of && { of }) }));

const runnerFaults = ofFile('runner', [
  ...cuts('run.cjs', runnerPath, /run\.cjs gave no answer/),
  ...Object.entries(texts('//')).map(
    ([name, text]): Fault => ({
      name: `the runner is ${name}`,
      make: ({ put }) => void put(runnerPath, text),
      due: 'refuses',
      says: /run\.cjs gave no answer/,
    }),
  ),
  ...Object.entries({
    'ends with 0': 'process.exit(0)',
    'prints {}': 'console.log("{}")',
    'prints an allow': `console.log('{"permission":"allow","decision":"allow"}')`,
    throws: 'throw new Error("other")',
  }).map(
    ([name, text]): Fault => ({
      name: `the runner is another's, which ${name}`,
      make: ({ put }) => void put(runnerPath, text),
      ...(text.includes('{') && { answers: true }),
      due: 'refuses',
      says: /run\.cjs gave no answer/,
    }),
  ),
  {
    name: "the runner is another's, which ends as ours does after an answer",
    make: ({ put }) => void put(runnerPath, 'process.exit(85)'),
    due: { cannot: writer },
  },
  {
    name: 'the runner is missing',
    make: ({ put }) => void put(runnerPath, undefined),
    due: 'refuses',
    says: /run\.cjs is missing/,
  },
  {
    name: 'the runner is a folder',
    make: ({ dir, put }) => {
      put(runnerPath, undefined);
      mkdirSync(join(dir, runnerPath));
      return undefined;
    },
    due: 'refuses',
    says: /run\.cjs/,
  },
  {
    name: 'the runner is a pipe that nobody writes to',
    make: ({ dir, put }) => {
      put(runnerPath, undefined);
      execFileSync('mkfifo', [join(dir, runnerPath)]);
      return undefined;
    },
    due: 'refuses',
    says: /run\.cjs/,
  },
  {
    name: 'the runner may not be read',
    make: ({ put }) => void put(runnerPath, built('run.cjs'), 0o000),
    due: 'refuses',
    says: /run\.cjs/,
  },
  {
    name: 'the runner is of a version that gives no proof',
    make: ({ put }) =>
      void put(runnerPath, built('run.cjs').toString().replaceAll('"--proof"', '"--unknown"')),
    due: 'refuses',
    says: /run\.cjs gave no answer/,
  },
]);

const loaderFaults = ofFile('loader', [
  ...cuts('sh', loaderPath, anything),
  ...Object.entries(texts('#')).map(
    ([name, text]): Fault => ({
      name: `the loader is ${name}`,
      make: ({ put }) => void put(loaderPath, text),
      due: 'refuses',
      says: anything,
    }),
  ),
  ...Object.entries({
    'ends with 0': 'exit 0',
    'ends with 0 by exec': 'exec true',
    'prints {}': "echo '{}'",
    'cannot be parsed': 'if; then (',
  }).map(
    ([name, text]): Fault => ({
      name: `the loader is another's, which ${name}`,
      make: ({ put }) => void put(loaderPath, `${text}\n`),
      ...(text.includes('{') && { answers: true }),
      due: 'refuses',
      says: anything,
    }),
  ),
  {
    name: "the loader is another's, which ends with 9",
    make: ({ put }) => void put(loaderPath, 'exit 9\n'),
    due: { cannot: writer },
  },
  {
    name: 'the loader is missing',
    make: ({ put }) => void put(loaderPath, undefined),
    due: 'refuses',
    says: anything,
  },
  {
    name: 'the loader is a folder',
    make: ({ dir, put }) => {
      put(loaderPath, undefined);
      mkdirSync(join(dir, loaderPath));
      return undefined;
    },
    due: 'refuses',
    says: anything,
  },
  {
    name: 'the loader may not be read',
    make: ({ put }) => void put(loaderPath, built('sh'), 0o000),
    due: 'refuses',
    says: anything,
  },
  {
    name: 'the loader has the line ends of Windows',
    make: ({ put }) => void put(loaderPath, built('sh').toString().replaceAll('\n', '\r\n')),
    due: 'refuses',
    says: anything,
  },
]);

const nodeFaults: Fault[] = [
  {
    name: 'there is no node',
    make: ({ path }) => ({ PATH: path({}) }),
    due: 'refuses',
    says: /node cannot be started/,
  },
  {
    name: 'node is too old to read the runner',
    make: ({ path }) => ({
      PATH: path({
        node: '[ "$1" = --version ] && echo v14.21.3 && exit 0; echo "SyntaxError: Unexpected token" >&2; exit 1',
      }),
    }),
    due: 'refuses',
    says: /v14\.21\.3 is too old/,
  },
  {
    name: 'node is killed',
    make: ({ path }) => ({ PATH: path({ node: 'kill -9 $$' }) }),
    due: 'refuses',
    says: /signal 9/,
  },
  { name: 'the hook kills the runner', hook: 'kill -9 $PPID', due: 'refuses', says: /signal 9/ },
  {
    name: 'node is a program that says nothing',
    make: ({ path }) => ({ PATH: path({ node: 'exit 0' }) }),
    due: 'refuses',
    says: anything,
  },
  {
    name: 'node is a program that allows',
    answers: true,
    make: ({ path }) => ({ PATH: path({ node: 'echo "{}"' }) }),
    due: 'refuses',
    says: anything,
  },
  {
    name: 'node is a program that ends as the runner does after an answer',
    make: ({ path }) => ({ PATH: path({ node: 'exit 85' }) }),
    due: { cannot: starter },
  },
  {
    name: 'node is started with an option that it does not have',
    make: ({ path }) => ({
      PATH: path({ node: `exec '${process.execPath}' --no-such-option "$@"` }),
    }),
    due: 'refuses',
    says: /node cannot be started/,
  },
  // Node itself ends with these codes: see "Exit codes" in the documentation of its module process.
  ...[1, 3, 4, 5, 6, 7, 9, 10, 12, 13].map(
    (code): Fault => ({
      name: `node is a program that ends with ${code}`,
      make: ({ path }) => ({ PATH: path({ node: `exit ${code}` }) }),
      due: 'refuses',
      says: anything,
    }),
  ),
];

const early = (dir: string): string => {
  const path = join(dir, 'early.sh');
  writeFileSync(path, 'exit 0\n');
  return path;
};

/** Makes a named pipe that nobody writes to. */
const pipe = (dir: string): string => {
  const path = join(dir, 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
};

/** Every variable that Node itself reads. */
const allOf = (value: string) =>
  Object.fromEntries(Object.keys(clearedVariables).map((name): [string, string] => [name, value]));

const surroundings: Fault[] = [
  { name: 'nothing is wrong', due: 'runs' },
  {
    name: 'PATH begins with a folder of other programs',
    make: ({ path }) => {
      const names = ['sh', 'bash', 'env', 'test', '[', 'echo', 'printf', 'exec', 'command'];
      const folder = path(Object.fromEntries(names.map((name) => [name, 'exit 0'])));
      return { PATH: `${folder}:${process.env.PATH}` };
    },
    due: 'safe',
    says: anything,
  },
  { name: 'PATH is empty', make: () => ({ PATH: '' }), due: 'safe', says: anything },
  { name: 'there is no PATH', make: () => ({ PATH: undefined }), due: 'safe', says: anything },
  { name: 'IFS has what lines are made of', make: () => ({ IFS: ' /.9=$-:hors' }), due: 'runs' },
  { name: 'IFS is empty', make: () => ({ IFS: '' }), due: 'runs' },
  { name: 'CDPATH leads elsewhere', make: () => ({ CDPATH: '/:/tmp' }), due: 'runs' },
  {
    name: 'SHELLOPTS ends a shell at the first command that fails',
    make: () => ({ SHELLOPTS: 'errexit' }),
    due: 'runs',
  },
  { name: 'ENV names a script that ends', make: ({ dir }) => ({ ENV: early(dir) }), due: 'runs' },
  { name: 'stderr is closed', closes: '2>&-', due: 'runs' },
  { name: 'stdin is closed', closes: '<&-', due: 'safe', says: /no payload on stdin/ },
  { name: 'stdout is closed', closes: '>&-', due: 'safe', says: anything },
  ...['/proc/x', '/no/such', 'nonsense'].map(
    (value): Fault => ({
      name: `all that Node reads is ${value}`,
      make: () => allOf(value),
      due: 'runs',
    }),
  ),
  {
    name: 'all that Node reads names a pipe that nobody writes to',
    make: ({ dir }) => allOf(pipe(dir)),
    due: 'runs',
  },
  {
    name: 'NODE_OPTIONS loads a script that ends with 0',
    make: ({ dir }) => {
      writeFileSync(join(dir, 'early.cjs'), 'process.exit(0)');
      return { NODE_OPTIONS: `--require=${join(dir, 'early.cjs')}` };
    },
    due: 'runs',
  },
];

/** Faults of shells that read a script before they run a line, by the variable that names the script. */
export const shellFaults: Record<'BASH_ENV' | 'ZDOTDIR', Fault> = {
  BASH_ENV: {
    name: 'BASH_ENV names a script that ends',
    make: ({ dir }) => ({ BASH_ENV: early(dir) }),
    due: 'runs',
  },
  ZDOTDIR: {
    name: 'ZDOTDIR has a .zshenv that ends',
    make: ({ dir }) => {
      writeFileSync(join(dir, '.zshenv'), 'exit 0\n');
      return { ZDOTDIR: dir };
    },
    due: 'runs',
  },
};

/** All faults. */
export const faults: readonly Fault[] = [
  ...surroundings,
  ...Object.values(shellFaults),
  ...nodeFaults,
  ...runnerFaults,
  ...loaderFaults,
];

/** Fills the folder of {@link Damaged.path} with the programs of the system that hooks and lines may need. */
export function fillPath(folder: string, programs: Record<string, string>): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of ['sh', 'cat', 'touch', 'rm'])
    if (!(name in programs)) symlinkSync(join('/bin', name), join(folder, name));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}
