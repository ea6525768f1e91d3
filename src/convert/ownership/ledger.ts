import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { AnyhookError } from '../../errors.ts';
import { readRegularFile, writeFiles } from '../../files/atomic.ts';
import { withFileErrors } from '../../files/file-errors.ts';
import { anyhookFolderOf, type Root } from '../../files/root.ts';
import { backupPathOf, readSettingsFile } from '../../files/settings-file.ts';
import { attempt } from '../../util/attempt.ts';
import { isObject } from '../../util/equal.ts';
import { groupBy } from '../../util/group.ts';
import { valueIn } from '../../util/json.ts';
import { sha256 } from '../../util/sha256.ts';

const hash = z.string().regex(/^[\da-f]{64}$/);

const written = z.looseObject({
  /** Whether there was no file before our first write. */
  created: z.boolean(),
  /** The hash of the text before our first write; null where there was none, or it is not known. */
  before: hash.nullable(),
  /** The hash of the text after our last write. */
  after: hash,
  /** Native event → the elements we wrote into its list, exactly. */
  entries: z.record(z.string(), z.array(z.unknown())),
  /** Paths of what else we put into the file, with the objects around it that we made. */
  set: z.array(z.string()).optional(),
});

/** Settings file below the root → what is ours. */
const schema = z.looseObject({
  version: z.literal(1),
  files: z.record(z.string(), written),
  /** By vendor, the names of hooks that guard nothing, as their owner said. */
  watchers: z.record(z.string(), z.array(z.string())).optional(),
});

export type Entries = Record<string, unknown[]>;
export type LedgerFile = z.infer<typeof written>;
/** What we wrote into which settings file. Teams commit it, so that anybody's run knows ours. */
export type Ledger = z.infer<typeof schema>;

/** Reads the ledger; an empty one where there is none. Throws `settings` for what is no ledger of ours. */
export function readLedger(base: Root): Ledger {
  const path = join(anyhookFolderOf(base, 'settings'), 'written.json');
  const text = readRegularFile(path, 'settings')?.text;
  if (text === undefined) return { version: 1, files: {} };
  const value = valueIn(text.replace(/^\uFEFF/, ''));
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

/** Writes the ledger, with files and events in one order. The file of an empty ledger is removed. */
export function writeLedger(base: Root, { version, files, ...rest }: Ledger): void {
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

/** Merges two lots of entries, in an order that does not depend on which of them comes first. */
export function mergeEntries(a: Entries, b: Entries): Entries {
  const lists = groupBy([...Object.entries(a), ...Object.entries(b)], ([event]) => event);
  const sorted = [...lists].map(([event, all]) => {
    const texts = all.flatMap(([, list]) => list.map((one) => JSON.stringify(one)));
    return [event, texts.sort().map((text) => JSON.parse(text))];
  });
  return Object.fromEntries(sorted);
}

/** Returns the name of a file in the ledger: its path below the root, with forward slashes. */
export const ledgerNameOf = ({ root }: Pick<Root, 'root'>, path: string): string =>
  relative(root, path).replaceAll('\\', '/');

/** Returns what the ledger holds about a file; undefined where it holds nothing. */
export const ledgerFileOf = ({ files }: Ledger, file: string): LedgerFile | undefined =>
  Object.hasOwn(files, file) ? files[file] : undefined;

/**
 * Finds the text that a file had before our first write, if nobody has written into it since our last.
 *
 * @param now The text that the file has now.
 * @returns `text` is undefined where there was no file. Undefined where there is no text to go back to,
 * so that only our entries can be taken out.
 */
export function findOriginalText(
  base: Root,
  record: Ledger,
  file: string,
  now: string,
): { text: string | undefined } | undefined {
  const ours = ledgerFileOf(record, file);
  if (ours?.after !== sha256(now)) return undefined;
  if (ours.created) return { text: undefined };
  const text = attempt(() => readSettingsFile(backupPathOf(join(base.root, file)), base)?.text);
  return text !== undefined && sha256(text) === ours.before ? { text } : undefined;
}
