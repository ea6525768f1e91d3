import type { Hook } from '../../canonical/hook.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import type { Json } from '../../util/json.ts';
import type { MissingKeys } from '../command-line/flags.ts';
import type { Finding, Position } from '../finding.ts';
import type { ValueRecord } from '../value-record.ts';

/** A hook that was read from a settings file. */
export interface ReadHook {
  hook: Hook;
  /** The native event of the host in whose list the hook stands. */
  event: string;
  /** The index of the list element that holds the hook. */
  index: number;
  at?: Position | undefined;
  /** Whether the entry is a shim line. */
  wrapped: boolean;
  /** The place of the hook among the hooks of its own event. Absent: the order of the file counts. */
  order?: number;
  /** The keys that the shim line names and the value record does not hold. */
  missing?: MissingKeys;
}

/** An element of an event's list: an entry, or a group of entries. */
export interface Element {
  event: string;
  index: number;
  value: unknown;
}

/** The text of a settings file, and the name that errors give the file. */
export interface FileText {
  file: string;
  text: string;
  /** The only native event whose list the file holds. Absent: it may hold all of them. */
  event?: string | undefined;
  /** The value record for the shim lines of the file. */
  record?: ValueRecord | undefined;
}

/** The content of a settings file, or of several that count as one. */
export interface Settings extends FileText {
  /** The files, where they are several. */
  parts?: readonly FileText[];
  value: Json;
  hooks: ReadHook[];
  /** Hooks of events that the vendor's table does not have; conversion leaves them as they are. */
  unknown: ReadHook[];
  elements: Element[];
  /** Elements of files that the vendor loads as well and that we do not write. */
  elementsOfOtherFiles?: readonly Element[];
  findings: Finding[];
  comments: boolean;
}

/** What the lists of events in a settings file hold. */
export type ListContent = Pick<Settings, 'hooks' | 'unknown' | 'elements' | 'findings'>;

/** Returns the content of a file without lists. */
export const emptyContent = (): ListContent => {
  return { hooks: [], unknown: [], elements: [], findings: [] };
};

/** An entry, the group that holds it, and its path below the list element. */
export type Entry = [entry: unknown, group: Json, below: (string | number)[]];

/** An entry to be written into the list of an event, with the keys of its group. */
export interface NewEntry {
  event: string;
  entry: Json;
  group: Json;
}

/** How a kind of settings file holds hooks. Its functions touch no files. */
export interface Format {
  /** Whether hooks of every dialect stand in the file in their own words, without the shim. */
  holdsAllDialects: boolean;
  /** Reads the hooks of a vendor's file. Throws `settings`. */
  read(vendor: string, text: string, file: string, record?: ValueRecord): Settings;
  /** Takes elements of lists out of a text and puts others in. Throws `settings`. */
  edit(vendor: string, text: string, file: string, edits: FileEdits): string;
  /** Returns the entries of a list element, or the finding why there are none. */
  entriesOf(element: unknown): Entry[] | Finding;
  /** Returns the list element that holds an entry. */
  elementOf(stated: Pick<NewEntry, 'entry' | 'group'>): Json;
  /** Returns a hook of the vendor's own dialect as an entry without the shim. */
  stateHook(vendor: string, hook: Hook): NewEntry;
  /** Tells whether {@link stateHook} keeps all of a hook. */
  canState(vendor: string, hook: Hook): boolean;
  /** Returns the dialect of the hook in an element. Absent: elements do not name their dialect. */
  dialectOf?(vendor: string, element: unknown): string;
  /** Returns a value that is equal for entries without the shim that mean one hook. */
  meaningOf(vendor: string, entry: Json, group: Json): unknown;
}
