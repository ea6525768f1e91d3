import { rmSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import { AnyhookError } from '../../errors.ts';
import { readRegularFile, writeFiles } from '../../files/atomic.ts';
import { withFileErrors } from '../../files/file-errors.ts';
import { anyhookFolderOf, type Root } from '../../files/root.ts';
import { backupPathOf, readSettingsFile } from '../../files/settings-file.ts';
import { attempt } from '../../util/attempt.ts';
import { isObject } from '../../util/equal.ts';
import { groupBy } from '../../util/group.ts';
import { parseJson } from '../../util/json.ts';
import { sha256 } from '../../util/sha256.ts';

/** A SHA-256 hash in hexadecimal digits. */
const hash = z.string().regex(/^[\da-f]{64}$/);

/** What the ledger says of one settings file. */
const fileSchema = z.looseObject({
  /** True: there was no file before our first write. */
  created: z.boolean(),
  /** The hash of the text before our first write; null where there was none, or it is not known. */
  before: hash.nullable(),
  /** The hash of the text after our last write. */
  after: hash,
  /** Native event → the elements we wrote into the list of that event, exactly as they were written. */
  entries: z.record(z.string(), z.array(z.unknown())),
  /** Dotted paths of other settings that we wrote, and of the objects that we made around them. */
  set: z.array(z.string()).optional(),
  /** Source → those of its entries that do not tell by themselves which source they came from. */
  sources: z
    .record(z.string(), z.record(z.string(), z.array(z.unknown())))
    .optional()
    .catch(undefined),
});

const schema = z.looseObject({
  version: z.literal(1),
  /** Path of a settings file below the root, with forward slashes → what is ours in it. */
  files: z.record(z.string(), fileSchema),
  /** Source → names of its hooks that guard nothing, as their owner said. */
  watchers: z.record(z.string(), z.array(z.string())).optional(),
});

/** Elements of hook lists by native event. */
export type Entries = Record<string, unknown[]>;
export type LedgerFile = z.infer<typeof fileSchema>;
/** The contents of `.anyhook/written.json`. Teams commit it, so that every member's run knows our entries. */
export type LedgerContents = z.infer<typeof schema>;

/**
 * The ledger of one root, read once by whoever holds the lock, and passed along: what is written goes
 * to the disk and is seen by every later reader of this object.
 */
export class Ledger {
  readonly root: Root;
  #contents: LedgerContents;

  /** Reads the ledger of a root. Throws as {@link readLedger}. */
  constructor(root: Root) {
    this.root = root;
    this.#contents = readLedger(root);
  }

  /** The names of all files that hold something of ours. */
  get fileNames(): string[] {
    return Object.keys(this.#contents.files);
  }

  /** Returns what the ledger says of a file, by its name or its absolute path; undefined: nothing. */
  fileAt(path: string): LedgerFile | undefined {
    const { files } = this.#contents;
    const name = isAbsolute(path) ? ledgerNameOf(this.root, path) : path;
    return Object.hasOwn(files, name) ? files[name] : undefined;
  }

  /** Returns the names of a source's hooks that guard nothing, as their owner said. */
  nonGuardsOf(source: string): readonly string[] {
    return this.#contents.watchers?.[source] ?? [];
  }

  /** Adds names of a source's hooks that guard nothing. */
  addNonGuards(source: string, names: readonly string[]): void {
    if (!names.length) return;
    const all = [...new Set([...this.nonGuardsOf(source), ...names])].sort();
    const watchers = { ...this.#contents.watchers, [source]: all };
    this.write({ ...this.#contents, watchers });
  }

  /** Writes what is known of a file; undefined: the file holds nothing of ours any more. */
  setFile(name: string, file: LedgerFile | undefined): void {
    const { [name]: _, ...others } = this.#contents.files;
    const files = file ? { ...this.#contents.files, [name]: file } : others;
    this.write({ ...this.#contents, files });
  }

  /** Forgets the files for which a test fails. */
  keepFiles(isKept: (name: string) => boolean): void {
    const all = Object.entries(this.#contents.files);
    const kept = all.filter(([name]) => isKept(name));
    if (kept.length < all.length)
      this.write({ ...this.#contents, files: Object.fromEntries(kept) });
  }

  private write(contents: LedgerContents): void {
    writeLedger(this.root, contents);
    this.#contents = contents;
  }
}

/** Reads `.anyhook/written.json`; a root without one has an empty ledger. Throws `settings` for other content. */
export function readLedger(base: Root): LedgerContents {
  const path = join(anyhookFolderOf(base, 'settings'), 'written.json');
  const text = readRegularFile(path, 'settings')?.text;
  if (text === undefined) return { version: 1, files: {} };
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  const { data, error } = schema.safeParse(value);
  if (data) return data;
  const version = isObject(value) ? value.version : undefined;
  const where = error.issues[0]?.path.join('.');
  throw new AnyhookError(
    'settings',
    typeof version === 'number' && version > 1
      ? `${path} is of version ${version}, made by a newer anyhook: update anyhook`
      : `${path} is no record of anyhook${where ? ` (see ${where})` : ''}: settle a merge in it, or delete it`,
  );
}

/** Writes `.anyhook/written.json`, or removes it where no file is left in it. Throws `write`. */
export function writeLedger(base: Root, { version, files, ...rest }: LedgerContents): void {
  const to = join(anyhookFolderOf(base), 'written.json');
  const was = readRegularFile(to, 'write');
  const lines = sorted(files).map(([path, { created, before, after, entries, ...rest }]) => {
    const events = Object.fromEntries(sorted(entries));
    return [path, { created, before, after, entries: events, ...rest }];
  });
  const record = { version, files: Object.fromEntries(lines), ...rest };
  const text = `${JSON.stringify(record, null, 2)}\n`;
  if (!lines.length) withFileErrors('write', to, () => rmSync(to, { force: true }));
  else if (text !== was?.text) writeFiles(base, { to, text, like: was?.stat });
}

const sorted = <T>(map: Record<string, T>): [string, T][] =>
  Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));

/** Joins two sets of entries. The order of the result does not depend on which was written last. */
export function joinEntries(a: Entries, b: Entries): Entries {
  const lists = groupBy([...Object.entries(a), ...Object.entries(b)], ([event]) => event);
  const sorted = [...lists].map(([event, all]) => {
    const texts = all.flatMap(([, list]) => list.map((element) => JSON.stringify(element)));
    return [event, texts.sort().map((text) => JSON.parse(text))];
  });
  return Object.fromEntries(sorted);
}

/** Returns the name of a file in the ledger: its path below the root, with forward slashes. */
export const ledgerNameOf = ({ path: root }: Pick<Root, 'path'>, path: string): string =>
  relative(root, path).replaceAll('\\', '/');

/**
 * Returns what a file was before our first write, if nobody else wrote into it since our last write.
 *
 * @param name The file's name in the ledger.
 * @param now The file's text.
 * @returns Its former text, which is undefined where the file did not exist; or undefined where it
 *   cannot be restored, and only our entries can be taken out.
 */
export function findOriginalText(
  ledger: Ledger,
  name: string,
  now: string,
): { text: string | undefined } | undefined {
  const ours = ledger.fileAt(name);
  if (ours?.after !== sha256(now)) return undefined;
  if (ours.created) return { text: undefined };
  const { root } = ledger;
  const text = attempt(() => readSettingsFile(backupPathOf(join(root.path, name)), root)?.text);
  return text !== undefined && sha256(text) === ours.before ? { text } : undefined;
}
