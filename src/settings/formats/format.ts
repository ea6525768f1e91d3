import type { Hook } from '../../canonical/hook.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import type { Json } from '../../util/json.ts';
import type { MissingKeys } from '../command-line/flags.ts';
import type { Finding, Position } from '../finding.ts';
import type { ValueRecord } from '../value-record.ts';

/** A hook as it stands in a file. */
export interface ReadHook {
  hook: Hook;
  /** The list it stands in: the host's own event. */
  event: string;
  /** The list element it stands in. */
  index: number;
  at?: Position | undefined;
  /** Runs through the shim. */
  wrapped: boolean;
  /** Its place among the hooks of its own event, where the host lost it. */
  order?: number;
  /** What its line names, and the record does not hold. */
  lost?: MissingKeys;
}

/** An element of a list of hooks: an entry, or a group of entries. */
export interface Element {
  event: string;
  index: number;
  value: unknown;
}

/** A file, as errors call it, and what it holds. */
export interface FileText {
  file: string;
  text: string;
  /** The only native event whose list it holds. */
  event?: string | undefined;
  /** What the record beside it holds, for the lines that name some of it. */
  kept?: ValueRecord | undefined;
}

/** What a settings file says. */
export interface Settings extends FileText {
  /** The files it is made up of, where they are several. */
  parts?: readonly FileText[];
  value: Json;
  hooks: ReadHook[];
  /** Hooks of events that no table of ours has: they stay as they are. */
  unknown: ReadHook[];
  elements: Element[];
  /** What stands in files that are not ours to write. */
  beside?: readonly Element[];
  findings: Finding[];
  comments: boolean;
}

/** An entry, the group it stands in, and where it is below its element. */
export type Entry = [entry: unknown, group: Json, below: (string | number)[]];

/** One entry as it is to stand in a list. */
export interface NewEntry {
  event: string;
  entry: Json;
  group: Json;
}

/** How a kind of settings file holds hooks. All functions are of texts and values alone. */
export interface Format {
  /** Its lists hold hooks of every dialect, as they are; nothing in it runs through the shim. */
  anyDialect: boolean;
  /** The hooks of a file of a vendor's. Throws `settings`. */
  read(vendor: string, text: string, file: string, kept?: ValueRecord): Settings;
  /** The text with elements of lists taken out and put in. Throws `settings`. */
  edit(vendor: string, text: string, file: string, edits: FileEdits): string;
  /** The entries of a list element, or why there are none. */
  entriesOf(element: unknown): Entry[] | Finding;
  /** The element that holds one entry. */
  elementOf(stated: Pick<NewEntry, 'entry' | 'group'>): Json;
  /** A hook of the file's own, without the shim. */
  stateHook(vendor: string, hook: Hook): NewEntry;
  /** Whether {@link stateHook} says all of a hook. */
  canState(vendor: string, hook: Hook): boolean;
  /** Whose hook an element holds, where it says so itself; absent: it does not. */
  dialectOf?(vendor: string, element: unknown): string;
  /** What an entry without the shim means, to know the same again. */
  meaningOf(vendor: string, entry: Json, group: Json): unknown;
}
