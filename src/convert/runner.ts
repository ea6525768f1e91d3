/** Installs and removes the runner and its loader in `.anyhook`. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnyhookError } from '../errors.ts';
import { readRegularFile, removeLeftovers, writeFiles } from '../files/atomic.ts';
import { toFileError, withFileErrors } from '../files/file-errors.ts';
import { anyhookFolderOf, type Root, removeIfEmpty, statOf } from '../files/root.ts';
import { bridgeName, namesOwnRunner } from '../settings/command-line/shim-line.ts';
import { modulesFolder } from '../settings/modules/names.ts';
import { valueRecordName } from '../shim/line-values.ts';
import { attempt } from '../util/attempt.ts';
import { quoteForShell } from '../util/quote-for-shell.ts';
import type { Ledger } from './ownership/ledger.ts';

/** The file that keeps git from changing line ends in `.anyhook`: no shell can read a loader with Windows line ends. */
export const noConversionOfLineEnds = { name: '.gitattributes', text: '* -text\n' };

/**
 * The names of the runner, of the loader that starts it, and of what generated plugins load, in `.anyhook` and in the
 * package. The bridge is installed only where a plugin needs it.
 */
const names = { runner: 'run.cjs', loader: 'sh', bridge: bridgeName } as const;

/** Tells whether a name is that of a program in `.anyhook`, which comes with the package. */
export const isProgramName = (name: string): boolean => Object.values<string>(names).includes(name);

/** The names of all files that are installed in `.anyhook`. */
export const installedNames: readonly string[] = [
  ...Object.values(names),
  noConversionOfLineEnds.name,
];

/** Matches the name of a module file on a line, which a settings file may have between further quotes. */
const moduleOnLine = / --module ['"\\]*([\w.+=-]+\.cjs)\b/g;

/** Returns the names of the module files that the shim lines in a text need. */
const findNeededModules = (text: string): string[] => [
  ...new Set([...text.matchAll(moduleOnLine)].map(([, name]) => `${modulesFolder}/${name}`)),
];

/** Returns the names of the files in `.anyhook` that the shim lines in a text need. Without them, a line refuses each call. */
export const findNeededFiles = (text: string): string[] => [
  ...(namesOwnRunner(text) ? [names.runner, ...findNeededModules(text)] : []),
  ...(/\.anyhook\/sh\b/.test(text) ? [names.loader] : []),
  ...(namesBridge(text) ? [names.bridge] : []),
  ...(/ --values /.test(text) ? [valueRecordName] : []),
];

/** Tells whether the text of a settings file is that of a plugin, which loads the bridge. */
export const namesBridge = (text: string): boolean => text.includes(`.anyhook/${names.bridge}`);

/** Tells whether one of some settings files is a plugin. */
export const hasPlugin = (files: readonly { text: string }[]): boolean =>
  files.some(({ text }) => namesBridge(text));

const withUnixLineEnds = (text: string | undefined) => text?.replaceAll('\r\n', '\n');

/** Returns the text of a file; undefined: there is no such file, or it cannot be read. */
const textAt = (path: string): string | undefined =>
  attempt(() => readRegularFile(path, 'write')?.text);

/** Reads a file of the package. Throws `settings`. */
function readPackageFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { message } = toFileError('settings', path, error);
    throw new AnyhookError('settings', `${message}; if it is not there, install anyhook again`);
  }
}

/**
 * Returns the text of the loader for a root. A loader in a home folder starts the Node program that runs
 * now, as long as that program exists, because the `node` found through PATH may belong to a project.
 *
 * @param text The text of the loader in the package.
 */
const loaderFor = ({ scope }: Root, text: string): string => {
  if (scope !== 'user') return text;
  const node = quoteForShell(process.execPath);
  const preferred = `[ ! -x ${node} ] || { shift && set -- ${node} "$@"; }`;
  return text.replace(/^set -- node .*$/m, (line) => `${line}\n${preferred}`);
};

/**
 * Returns the runner and the loader that belong into `.anyhook`, and the bridge if it is needed or there already: the path of
 * each (`to`), its text, and whether the file is there already with this text.
 *
 * @param source The path of the runner in the package.
 */
function filesFor(root: Root, source: string, needsBridge: boolean) {
  const folder = anyhookFolderOf(root);
  const bridgePath = join(folder, names.bridge);
  const fileOf = (to: string, text: string) => {
    // A checkout may have given the file other line ends.
    const isThere = withUnixLineEnds(textAt(to)) === withUnixLineEnds(text);
    return { to, text, isThere };
  };
  const loader = loaderFor(root, readPackageFile(join(dirname(source), names.loader)));
  const loaderPath = join(folder, names.loader);
  return [
    fileOf(join(folder, names.runner), readPackageFile(source)),
    { to: loaderPath, text: loader, isThere: textAt(loaderPath) === loader },
    ...(needsBridge || existsSync(bridgePath)
      ? [fileOf(bridgePath, readPackageFile(join(dirname(source), names.bridge)))]
      : []),
  ];
}

/** The path of the runner in this package. */
const packagedRunner = fileURLToPath(new URL('../run.cjs', import.meta.url));

/** Returns the files that this version installs in `.anyhook` of a root, and whether they are there already. */
export const readPackagedFiles = (
  root: Root,
  needsBridge: boolean,
): { name: string; text: string; isThere: boolean }[] =>
  filesFor(root, packagedRunner, needsBridge).map(({ to, ...file }) => ({
    name: basename(to),
    ...file,
  }));

/** Installs the runner of this package in a root. Returns false if it is there already. */
export const installPackagedRunner = (root: Root, needsBridge: boolean): boolean =>
  installRunner(root, packagedRunner, needsBridge);

/**
 * Returns the names of the files that `.anyhook` lacks or has of another version. If the package has no
 * files to compare with, these are the names of all files.
 *
 * @param source The path of the runner in the package.
 * @param needsBridge Whether a settings file of the root is a plugin.
 */
export const findOutdatedFiles = (root: Root, source: string, needsBridge: boolean): string[] =>
  attempt(() => filesFor(root, source, needsBridge).filter(({ isThere }) => !isThere))?.map(
    ({ to }) => basename(to),
  ) ?? Object.values(names).filter((name) => needsBridge || name !== names.bridge);

/**
 * Copies the runner (from `source`), its loader and, where it is needed, the bridge into `.anyhook`. Returns false if all are
 * there already, of this version.
 */
export function installRunner(root: Root, source: string, needsBridge = false): boolean {
  const files = filesFor(root, source, needsBridge).filter(({ isThere }) => !isThere);
  const [first, ...more] = files.map(({ to, text }) => ({ to, text, mode: 0o644 }));
  if (!first) return false;
  const attributesPath = join(anyhookFolderOf(root), noConversionOfLineEnds.name);
  const needsAttributes = root.scope === 'project' && !existsSync(attributesPath);
  writeFiles(
    root,
    first,
    ...more,
    ...(needsAttributes
      ? [{ to: attributesPath, text: noConversionOfLineEnds.text, mode: 0o644 }]
      : []),
  );
  return true;
}

/**
 * Installs the runner, then calls `work`, which writes module files and shim lines. If `work` throws, `.anyhook` gets the runner and the
 * loader back that it had before. A runner where there was none is removed, unless the ledger lists a settings file by
 * now.
 *
 * @param source The path of the runner in the package.
 * @param needs `modules`: the names of the module files that `work` writes, which get their texts back as well. `bridge`: whether
 *   `work` writes a plugin.
 */
export function withRunner(
  ledger: Ledger,
  source: string,
  work: () => void,
  { modules, bridge }: { modules: readonly string[]; bridge: boolean },
): void {
  const { root } = ledger;
  const folder = anyhookFolderOf(root);
  const wasThere = statOf(join(folder, names.runner));
  const restoreModules = rememberFiles(
    root,
    modules.map((name) => join(folder, name)),
  );
  const restore = rememberFiles(
    root,
    [...Object.values(names), noConversionOfLineEnds.name].map((name) => join(folder, name)),
  );
  try {
    installRunner(root, source, bridge);
    work();
  } catch (error) {
    restoreModules();
    removeIfEmpty(join(folder, modulesFolder));
    if (wasThere) restore();
    else attempt(() => ledger.fileNames.length || removeRunner(root));
    throw error;
  }
}

/** Returns a function that gives files the texts and the permissions back that they have now, and removes those that are not there now. */
function rememberFiles(root: Root, paths: readonly string[]): () => void {
  const before = paths.map((path) => ({
    path,
    file: attempt(() => readRegularFile(path, 'write')),
    isAbsent: !statOf(path),
  }));
  return () => {
    for (const { path, file, isAbsent } of before)
      attempt(() => {
        if (isAbsent) rmSync(path, { force: true });
        else if (file && textAt(path) !== file.text)
          writeFiles(root, { to: path, text: file.text, like: file.stat });
      });
  };
}

/** Removes the bridge from `.anyhook`. Throws `write`. */
export function removeBridge(root: Root): void {
  const path = join(anyhookFolderOf(root), names.bridge);
  withFileErrors('write', path, () => rmSync(path, { force: true }));
}

/** Removes the runner, its loader, the bridge and `.gitattributes` from `.anyhook`, and the folder if nothing else is in it. A `.gitattributes` that a person changed stays. */
export function removeRunner(root: Root): void {
  const folder = anyhookFolderOf(root);
  const attributesPath = join(folder, noConversionOfLineEnds.name);
  const paths = Object.values(names).map((name) => join(folder, name));
  for (const path of paths) withFileErrors('write', path, () => rmSync(path, { force: true }));
  withFileErrors('write', attributesPath, () => {
    // The caller holds the lock: no other process still needs a temporary file here.
    for (const one of [...paths, attributesPath]) attempt(() => removeLeftovers(one, 0));
    if (withUnixLineEnds(textAt(attributesPath)) === noConversionOfLineEnds.text)
      rmSync(attributesPath);
  });
  removeIfEmpty(folder);
}
