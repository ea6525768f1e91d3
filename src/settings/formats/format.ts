import type { Hook } from '../../canonical/types.ts';
import type { FileEdits, HookReference } from '../../mapping/settings.ts';
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
  /** The position of the entry. Absent: the parser does not tell. */
  at?: Position | undefined;
  /** Whether the entry starts the hook by a shim line. */
  wrapped: boolean;
  /** How settings refer to the entry, where its line starts several hooks. Absent: as to the hook. */
  sharedEntry?: HookReference;
  /** The number by which a person can name the hook. Absent: it is counted in the list that it stands in. */
  number?: number | undefined;
  /** The position of the hook among those of its own event, if its shim line carries that. Absent: the order of the file counts. */
  order?: number;
  /** The keys that the shim line names and the value record does not hold. */
  missing?: MissingKeys;
  /** What this version cannot read on the shim line, so that the hook is not started. Absent: nothing. */
  problem?: string;
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

/** The content of a settings file, or of several that are read as one. */
export interface Settings extends FileText {
  /** The files, if they are several. */
  parts?: readonly FileText[];
  /** The whole content as plain data. */
  value: Json;
  hooks: ReadHook[];
  /** Hooks of events that the vendor's table does not have. Conversion leaves them as they are. */
  unknown: ReadHook[];
  elements: Element[];
  /** Elements of files that the vendor also loads, and that we do not write. */
  elementsOfOtherFiles?: readonly Element[];
  findings: Finding[];
  /** Whether the file wants its hooks to have a line each. Absent: it does not say. */
  lines?: 'together' | 'apart' | undefined;
  /** Whether the file has comments. */
  comments: boolean;
}

/** What the lists of events in a settings file hold. */
export type ListContent = Pick<Settings, 'hooks' | 'unknown' | 'elements' | 'findings'>;

/** Returns the content of a file without lists. */
export const emptyContent = (): ListContent => {
  return { hooks: [], unknown: [], elements: [], findings: [] };
};

/**
 * An entry; the group that holds it, or `{}`; and the path that leads from the list element to the entry, such
 * as `['hooks', 0]`.
 */
export type Entry = [entry: unknown, group: Json, below: (string | number)[]];

/** An entry with the event in whose list it is, or to whose list it is to be added, and the keys of its group. */
export interface GroupedEntry {
  event: string;
  entry: Json;
  group: Json;
}

/** How a kind of settings file holds hooks. The functions work on texts and values, and open no file. */
export interface Format {
  /** Whether the file holds hooks of every dialect as their owners wrote them, without the shim. Only the neutral file does. */
  holdsAllDialects: boolean;
  /** Reads the hooks of a vendor's file. Throws `settings`. */
  read(vendor: string, text: string, file: string, record?: ValueRecord): Settings;
  /** Removes elements of lists in a text and inserts others. Throws `settings`. */
  edit(vendor: string, text: string, file: string, edits: FileEdits): string;
  /** Whether `edit` can remove one entry of an element, and keep every other byte of it. */
  editsInside(vendor: string, file: string): boolean;
  /** Returns the entries of a list element, or a finding that says why it has none. */
  entriesOf(element: unknown): Entry[] | Finding;
  /** Returns a list element that holds nothing but an entry. */
  elementOf(entry: Pick<GroupedEntry, 'entry' | 'group'>): Json;
  /** Returns a hook of the vendor's own dialect as an entry without the shim. */
  stateHook(vendor: string, hook: Hook): GroupedEntry;
  /** Tells whether the entry of {@link stateHook} is valid, and is read as an equal hook. */
  canState(vendor: string, hook: Hook): boolean;
  /** Returns the dialect of the hook in an element. Absent: elements do not name it, and all are of the vendor's. */
  dialectOf?(vendor: string, element: unknown): string;
  /** Returns a value for comparing entries without the shim: those of equal hooks have equal values. */
  meaningOf(vendor: string, entry: Json, group: Json): unknown;
}
