import { rmSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { conflictMessage, findConflict } from '../../edit/conflict.ts';
import { AnyhookError } from '../../errors.ts';
import { readRegularFile, writeFiles } from '../../files/atomic.ts';
import { withFileErrors } from '../../files/file-errors.ts';
import { anyhookFolderOf, type Root } from '../../files/root.ts';
import { backupPathOf, readSettingsFile } from '../../files/settings-file.ts';
import { attempt } from '../../util/attempt.ts';
import { isObject, isSameJson } from '../../util/equal.ts';
import { groupBy } from '../../util/group.ts';
import { parseJson } from '../../util/json.ts';
import { sha256 } from '../../util/sha256.ts';
import { checkLedger } from './ledger-schema.ts';

/** Elements of hook lists by native event. */
export type Entries = Record<string, unknown[]>;

/** What the ledger says of one settings file. The fields of a later version are kept. */
export interface LedgerFile {
  /** True: the file did not exist before our first write. */
  created: boolean;
  /** The hash of the text before our first write; null if there was no file, or its text is not known. */
  before: string | null;
  /** The hash of the text after our last write. */
  after: string;
  /**
   * Native event → the elements that we wrote into the list of that event, exactly as they were written. They may be
   * none as long as the file has lines that a person changed: those are not listed, and so they are not taken for ours.
   */
  entries: Entries;
  /** Dotted paths of the settings that we wrote in addition to hooks, and of the objects that we made around them. */
  set?: string[] | undefined;
  /**
   * Source (a vendor, or a vendor and a file that is none of its own) → those of its entries, by native event, whose
   * dialect does not tell their source. Any other entry came from the vendor whose dialect it speaks.
   */
  sources?: Record<string, Entries> | undefined;
  [field: string]: unknown;
}

/** Hook, by a name that stays true when hooks are moved → its unsafe losses that a person accepted, each as a short text. */
export type AcceptedLosses = Record<string, string[]>;

/** The contents of `.anyhook/written.json`. Teams commit the file, so that anyhook knows its entries in every checkout. */
export interface LedgerContents {
  version: 1;
  /** Path of a settings file below the root, with forward slashes → what we wrote into it. */
  files: Record<string, LedgerFile>;
  /**
   * Source (a vendor) → names of its non-guards, which are hooks that guard nothing, as their owner said.
   * The file calls them `watchers`.
   */
  watchers?: Record<string, string[]> | undefined;
  /** Source → vendor that its hooks were written for → what was accepted when they were written last. */
  accepted?: Record<string, Record<string, AcceptedLosses>> | undefined;
  [field: string]: unknown;
}

/**
 * The ledger of one root. It is read from the disk once; each change is written to the disk at once, as
 * {@link writeLedger} does. A caller that changes it holds the lock of the root.
 */
export class Ledger {
  readonly root: Root;
  #contents: LedgerContents;

  /** Reads the ledger of a root. Throws as {@link readLedger} does. */
  constructor(root: Root) {
    this.root = root;
    this.#contents = readLedger(root);
  }

  /** The names of all files into which we wrote, as {@link ledgerNameOf} returns them. */
  get fileNames(): string[] {
    return Object.keys(this.#contents.files);
  }

  /** Returns what the ledger says of a file, by its name in the ledger or its absolute path. Undefined: the file is not listed. */
  fileAt(path: string): LedgerFile | undefined {
    const { files } = this.#contents;
    const name = isAbsolute(path) ? ledgerNameOf(this.root, path) : path;
    return Object.hasOwn(files, name) ? files[name] : undefined;
  }

  /** Returns the names of a source's hooks that guard nothing, as their owner said. */
  nonGuardsOf(source: string): readonly string[] {
    return this.#contents.watchers?.[source] ?? [];
  }

  /** Adds names of a source's hooks that guard nothing, as their owner said. */
  addNonGuards(source: string, names: readonly string[]): void {
    if (!names.length) return;
    const sortedNames = [...new Set([...this.nonGuardsOf(source), ...names])].sort();
    const watchers = { ...this.#contents.watchers, [source]: sortedNames };
    this.write({ ...this.#contents, watchers });
  }

  /** Returns the losses that were accepted when the hooks of a source were last written for a vendor. */
  acceptedOf(source: string, to: string): AcceptedLosses {
    return this.#contents.accepted?.[source]?.[to] ?? {};
  }

  /** Sets the losses that were accepted when the hooks of a source were written for a vendor. */
  setAccepted(source: string, to: string, losses: AcceptedLosses): void {
    if (isSameJson(losses, this.acceptedOf(source, to))) return;
    const { [source]: ofSource = {}, ...others } = this.#contents.accepted ?? {};
    const { [to]: _, ...ofOtherVendors } = ofSource;
    const kept = Object.keys(losses).length ? { ...ofOtherVendors, [to]: losses } : ofOtherVendors;
    const accepted = Object.keys(kept).length ? { ...others, [source]: kept } : others;
    const { accepted: __, ...contents } = this.#contents;
    this.write(Object.keys(accepted).length ? { ...contents, accepted } : contents);
  }

  /** Sets what the ledger says of a file. With undefined, removes it from the ledger: the file holds nothing of ours any more. */
  setFile(name: string, file: LedgerFile | undefined): void {
    const { [name]: _, ...others } = this.#contents.files;
    const files = file ? { ...this.#contents.files, [name]: file } : others;
    this.write({ ...this.#contents, files });
  }

  /** Removes from the ledger the files for which `isKept` returns false. */
  keepFiles(isKept: (name: string) => boolean): void {
    const files = Object.entries(this.#contents.files);
    const kept = files.filter(([name]) => isKept(name));
    if (kept.length < files.length)
      this.write({ ...this.#contents, files: Object.fromEntries(kept) });
  }

  private write(contents: LedgerContents): void {
    writeLedger(this.root, contents);
    this.#contents = contents;
  }
}

/** Reads `.anyhook/written.json`; if there is none, the ledger is empty. Throws `settings` if its content is no ledger. */
export function readLedger(root: Root): LedgerContents {
  const path = join(anyhookFolderOf(root, 'settings'), 'written.json');
  const text = readRegularFile(path, 'settings')?.text;
  if (text === undefined) return { version: 1, files: {} };
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  const { data, badPath } = checkLedger(value);
  if (data) return data;
  const version = isObject(value) ? value.version : undefined;
  throw new AnyhookError(
    'settings',
    typeof version === 'number' && version > 1
      ? `${path} is of version ${version}, made by a newer anyhook: update anyhook`
      : findConflict(text) !== undefined
        ? `${path} has ${conflictMessage}`
        : `${path} is not as anyhook writes it${badPath ? ` (see ${badPath})` : ''}: restore it, or delete it and write the hooks again`,
  );
}

/**
 * Writes `.anyhook/written.json`, with its files and events sorted by name. If the ledger lists no file,
 * `written.json` is removed, and with it the names of non-guards and the accepted losses. Throws `write`.
 */
export function writeLedger(root: Root, { version, files, ...others }: LedgerContents): void {
  const to = join(anyhookFolderOf(root, 'write'), 'written.json');
  const old = readRegularFile(to, 'write');
  const sorted = sortByKey(files).map(([name, { created, before, after, entries, ...more }]) => {
    const events = Object.fromEntries(sortByKey(entries));
    return [name, { created, before, after, entries: events, ...more }];
  });
  const contents = { version, files: Object.fromEntries(sorted), ...others };
  const text = `${JSON.stringify(contents, null, 2)}\n`;
  if (!sorted.length) withFileErrors('write', to, () => rmSync(to, { force: true }));
  else if (text !== old?.text) writeFiles(root, { to, text, like: old?.stat });
}

const sortByKey = <T>(map: Record<string, T>): [string, T][] =>
  Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));

/** Joins two sets of entries. Each list of the result is sorted, so that a file does not change with the order of conversions. */
export function joinEntries(a: Entries, b: Entries): Entries {
  const lists = groupBy([...Object.entries(a), ...Object.entries(b)], ([event]) => event);
  const joined = [...lists].map(([event, pairs]) => {
    const texts = pairs.flatMap(([, list]) => list.map((element) => JSON.stringify(element)));
    return [event, texts.sort().map((text) => JSON.parse(text))];
  });
  return Object.fromEntries(joined);
}

/** Returns the name of a file in the ledger: its path below the root, with forward slashes. */
export const ledgerNameOf = ({ path: root }: Pick<Root, 'path'>, path: string): string =>
  relative(root, path).replaceAll('\\', '/');

/**
 * Finds the text that a file had before our first write, to restore the file. That is only right if
 * nobody else wrote into the file since our last write.
 *
 * @param name The file's name in the ledger.
 * @param now The file's text.
 * @returns `text`: the former text; undefined: the file did not exist. The result as a whole is undefined
 *   if the file cannot be restored: then only our entries can be taken out.
 */
export function findOriginalText(
  ledger: Ledger,
  name: string,
  now: string,
): { text: string | undefined } | undefined {
  const known = ledger.fileAt(name);
  if (known?.after !== sha256(now)) return undefined;
  if (known.created) return { text: undefined };
  const { root } = ledger;
  const text = attempt(() => readSettingsFile(backupPathOf(join(root.path, name)), root)?.text);
  return text !== undefined && sha256(text) === known.before ? { text } : undefined;
}
