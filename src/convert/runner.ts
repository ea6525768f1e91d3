import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { readRegularFile, removeLeftovers, writeFiles } from '../files/atomic.ts';
import { toFileError, withFileErrors } from '../files/file-errors.ts';
import { anyhookFolderOf, type Root, removeIfEmpty, statOf } from '../files/root.ts';
import { valueRecordName } from '../shim/line-values.ts';
import { attempt } from '../util/attempt.ts';
import { quoteForShell } from '../util/quote-for-shell.ts';
import type { Ledger } from './ownership/ledger.ts';

/** Keeps git from changing line ends in `.anyhook`: no shell reads a loader with others. */
const attributes = { name: '.gitattributes', text: '* -text\n' };

/** The names of the runner and of the loader that starts it, in `.anyhook` and in the package. */
const names = { runner: 'run.cjs', loader: 'sh' } as const;

/** The names of all files that are installed in `.anyhook`. */
export const installedNames: readonly string[] = [...Object.values(names), attributes.name];

/** Returns which files of `.anyhook` the shim lines in a text need. Without them a line refuses each call. */
export const findNeededFiles = (text: string): string[] => [
  ...(/\.anyhook[/\\]+(?:run\.cjs|sh)\b/.test(text) ? [names.runner] : []),
  ...(/\.anyhook\/sh\b/.test(text) ? [names.loader] : []),
  ...(/ --values /.test(text) ? [valueRecordName] : []),
];

const withUnixLineEnds = (text: string | undefined) => text?.replaceAll('\r\n', '\n');

/** Returns the text of a file. Undefined: there is no file, or something else that can be replaced is in its place. */
const textAt = (path: string): string | undefined =>
  attempt(() => readRegularFile(path, 'write')?.text);

/** Reads a file of the package. Throws `settings`. */
function readBuilt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { message } = toFileError('settings', path, error);
    throw new AnyhookError('settings', `${message}; if it is not there, install anyhook again`);
  }
}

/**
 * Returns the loader for a root. In a home it starts the Node that runs now, if that still exists:
 * `node` in PATH may belong to a project.
 */
const loaderFor = ({ scope }: Root, text: string): string => {
  if (scope !== 'user') return text;
  const node = quoteForShell(process.execPath);
  const preferred = `[ ! -x ${node} ] || { shift && set -- ${node} "$@"; }`;
  return text.replace(/^set -- node .*$/m, (line) => `${line}\n${preferred}`);
};

/**
 * Returns the files that belong into `.anyhook`, and whether each is there already.
 *
 * @param source The path of the runner in the package.
 */
function filesFor(base: Root, source: string) {
  const folder = anyhookFolderOf(base);
  const loader = loaderFor(base, readBuilt(join(dirname(source), names.loader)));
  const runner = readBuilt(source);
  const [runs, loads] = [join(folder, names.runner), join(folder, names.loader)];
  return [
    // A checkout may have given the runner other line ends.
    {
      to: runs,
      text: runner,
      isThere: withUnixLineEnds(textAt(runs)) === withUnixLineEnds(runner),
    },
    { to: loads, text: loader, isThere: textAt(loads) === loader },
  ];
}

/** Returns the names of the files that `.anyhook` lacks or has of another version; all, where the package has none. */
export const findOutdatedFiles = (base: Root, source: string): string[] =>
  attempt(() => filesFor(base, source).filter(({ isThere }) => !isThere))?.map(({ to }) =>
    basename(to),
  ) ?? Object.values(names);

/** Copies the runner and its loader into `.anyhook`. Returns false if both are there already, of this version. */
export function installRunner(base: Root, source: string): boolean {
  const files = filesFor(base, source).filter(({ isThere }) => !isThere);
  const [first, ...more] = files.map(({ to, text }) => ({ to, text, mode: 0o644 }));
  if (!first) return false;
  const attributesPath = join(anyhookFolderOf(base), attributes.name);
  const needsAttributes = base.scope === 'project' && !existsSync(attributesPath);
  writeFiles(
    base,
    first,
    ...more,
    ...(needsAttributes ? [{ to: attributesPath, text: attributes.text, mode: 0o644 }] : []),
  );
  return true;
}

/**
 * Installs the runner, then calls `work`, which writes shim lines. If `work` fails, a runner that was not
 * there before is removed again, unless the ledger lists a settings file.
 *
 * @param source The file of the runner that is installed.
 */
export function withRunner(ledger: Ledger, source: string, work: () => void): void {
  const { root } = ledger;
  const wasThere = statOf(join(anyhookFolderOf(root), names.runner));
  installRunner(root, source);
  try {
    work();
  } catch (error) {
    attempt(() => wasThere || ledger.fileNames.length || removeRunner(root));
    throw error;
  }
}

/** Removes the runner and its loader, and the folder if nothing else is in it. */
export function removeRunner(base: Root): void {
  const folder = anyhookFolderOf(base);
  const attributesPath = join(folder, attributes.name);
  const paths = Object.values(names).map((name) => join(folder, name));
  for (const path of paths) withFileErrors('write', path, () => rmSync(path, { force: true }));
  withFileErrors('write', attributesPath, () => {
    // under the lock nobody else writes here
    for (const one of [...paths, attributesPath]) attempt(() => removeLeftovers(one, 0));
    if (withUnixLineEnds(textAt(attributesPath)) === attributes.text) rmSync(attributesPath);
  });
  removeIfEmpty(folder);
}
