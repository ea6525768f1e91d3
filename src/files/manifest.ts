import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { AnyhookError } from '../errors.ts';
import { isObject } from '../util/equal.ts';
import { valueIn } from '../util/json.ts';
import { put, readReal } from './atomic.ts';
import { failure, folderOf, type Root } from './root.ts';
import { backupOf, readSettings } from './settings-file.ts';

const hash = z.string().regex(/^[\da-f]{64}$/);

const written = z.looseObject({
  created: z.boolean().describe('there was no file before our first write'),
  before: hash.nullable().describe('the text before our first write; null: none, or not known'),
  after: hash.describe('the text after our last write'),
  entries: z
    .record(z.string(), z.array(z.unknown()))
    .describe('native event → the elements we wrote into its list, exactly'),
  set: z
    .array(z.string())
    .optional()
    .describe('paths of what else we put into the file, with the objects around it that we made'),
});

const schema = z.looseObject({
  version: z.literal(1),
  files: z.record(z.string(), written).describe('settings file below the root → what is ours'),
});

export type Entries = Record<string, unknown[]>;
export type WrittenFile = z.infer<typeof written>;
/** What we wrote into which settings file. Teams commit it, so that anybody's run knows ours. */
export type Manifest = z.infer<typeof schema>;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Empty when there is none. Throws `settings` for what is not a record of ours. */
export function readManifest(base: Root): Manifest {
  const path = join(folderOf(base, 'settings'), 'written.json');
  const text = readReal(path, 'settings')?.text;
  if (text === undefined) return { version: 1, files: {} };
  const value = valueIn(text.replace(/^\uFEFF/, ''));
  const { data, error } = schema.safeParse(value);
  if (data) return data;
  const version = isObject(value) ? value.version : undefined;
  if (typeof version === 'number' && version > 1) {
    const said = `${path} is of version ${version}, made by a newer anyhook: update anyhook`;
    throw new AnyhookError('settings', said);
  }
  const where = error.issues[0]?.path.join('.');
  throw new AnyhookError(
    'settings',
    `${path} is no record of anyhook${where ? ` (see ${where})` : ''}: settle a merge in it, or delete it`,
  );
}

/** An empty record is no file. */
export function writeManifest(base: Root, record: Manifest): void {
  const path = join(folderOf(base), 'written.json');
  const was = readReal(path, 'write');
  const text = format(record);
  try {
    if (!Object.keys(record.files).length) rmSync(path, { force: true });
    else if (text !== was?.text) put(path, path, base, [{ to: path, text, like: was?.stat }]);
  } catch (error) {
    throw failure('write', path, error);
  }
}

function format({ version, files, ...rest }: Manifest): string {
  const lines = sorted(files).map(([path, { created, before, after, entries, ...rest }]) => {
    const events = Object.fromEntries(sorted(entries));
    return [path, { created, before, after, entries: events, ...rest }];
  });
  return `${JSON.stringify({ version, files: Object.fromEntries(lines), ...rest }, null, 2)}\n`;
}

const sorted = <T>(map: Record<string, T>): [string, T][] =>
  Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));

/** What the record calls a file. */
export const nameIn = ({ root }: Pick<Root, 'root'>, path: string): string =>
  relative(root, path).replaceAll('\\', '/');

/** What the record says of a file, if anything. */
export const fileIn = ({ files }: Manifest, file: string): WrittenFile | undefined =>
  Object.hasOwn(files, file) ? files[file] : undefined;

/**
 * What a file was before our first write, if nobody wrote into it since our last. `text`
 * undefined: it did not exist. Undefined: only our entries can be taken out.
 */
export function restorable(
  base: Root,
  record: Manifest,
  file: string,
  now: string,
): { text: string | undefined } | undefined {
  const ours = fileIn(record, file);
  if (!ours || ours.after !== sha256(now)) return undefined;
  if (ours.created) return { text: undefined };
  try {
    const text = readSettings(backupOf(join(base.root, file)), base)?.text;
    return text !== undefined && sha256(text) === ours.before ? { text } : undefined;
  } catch {
    return undefined;
  }
}
