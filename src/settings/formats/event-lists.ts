/** The format of files with a list for each event under `hooks`, in JSON, TOML or a syntax of their own. */
import { editJsonc } from '../../edit/jsonc/edit.ts';
import { type ParsedJsonc, parseJsonc } from '../../edit/jsonc/tree.ts';
import { editToml } from '../../edit/toml/edit.ts';
import { parseToml } from '../../edit/toml/tree.ts';
import type { SettingsTable, Syntax } from '../../mapping/settings.ts';
import { bindingOf } from '../../translate/bindings.ts';
import { adapterOf } from '../../translate/host.ts';
import { isObject, isSameJson } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { findEntryProblem, readEntry, writeEntry } from '../entry.ts';
import { findRootBefore } from '../file-patterns.ts';
import type { Finding } from '../finding.ts';
import { tableOf } from '../tables.ts';
import { findLineProblems, mergeRepeated, readHookEntry, sortByOrder } from './entry-hooks.ts';
import {
  addFileProblems,
  describeUnknownEvent,
  findMisplacedLists,
  findSyntaxProblems,
} from './file-findings.ts';
import {
  type Entry,
  emptyContent,
  type Format,
  type ListContent,
  type ReadHook,
  type Settings,
} from './format.ts';
import { makePluginSyntax } from './plugin-file.ts';

/** What differs between files whose lists hold groups ({@link grouped}) and bare entries ({@link flat}). */
type Shape = Pick<Format, 'entriesOf' | 'elementOf'> & {
  /** Whether an event may hold an object in place of a list, which is read as the only element of a list. */
  allowsLoneElement: boolean;
};

const jsonc: Syntax = { read: parseJsonc, edit: editJsonc, editsInside: true };
const toml: Syntax = {
  read: parseToml,
  edit: (text, file, edits) => editToml(text, file, edits, 'hook'),
};
const isToml = (file: string): boolean => file.endsWith('.toml');
/** Returns the syntax in which a file of a vendor is written. */
function syntaxOf(vendor: string, file: string): Syntax {
  const table = tableOf(vendor);
  const { custom, plugin } = table.syntax;
  const { additional = {} } = table.files;
  const others = [additional.project ?? [], additional.user ?? []].flat();
  if (plugin && !(custom && findRootBefore(`/${file}`, others) !== undefined))
    return makePluginSyntax(vendor, table);
  return custom ?? (isToml(file) ? toml : jsonc);
}

/** A parsed file. The parser of JSON also says whether there are comments, and where a trailing comma is. */
type ParsedFile = ReturnType<Syntax['read']> &
  Pick<Partial<ParsedJsonc>, 'hasComments' | 'trailingComma'>;
type Path = readonly (string | number)[];

/** What is needed of the file for reading one of its lists. */
interface FileContext {
  shape: Shape;
  vendor: string;
  table: SettingsTable;
  /** The value record of the file's shim lines. */
  record: Settings['record'];
  /** Returns the position of the value at a path. Undefined: the parser does not tell. */
  at(path: Path): Finding['at'];
}

/**
 * Reads the hooks of a file: parses the text, reads the list of each event, and adds what is wrong
 * with the file as a whole. Throws `settings` for a text that cannot be parsed.
 *
 * @param file The name that errors give the file. By its end, the text is read as TOML.
 * @param record The value record of the file's shim lines.
 */
function readFile(
  shape: Shape,
  vendor: string,
  text: string,
  file: string,
  record: Settings['record'],
): Settings {
  const table = tableOf(vendor);
  const parsed: ParsedFile = syntaxOf(vendor, file).read(text, file);
  const at = (path: Path) => parsed.at?.(path);
  const value = isObject(parsed.value) ? parsed.value : {};
  const { title: agent } = adapterOf(vendor);
  const { hooks: events } = value;
  const context: FileContext = { shape, vendor, table, record, at };
  const lists = Object.entries(isObject(events) ? events : {}).map(([event, list]) =>
    bindingOf(adapterOf(vendor), event)
      ? readList(context, event, list)
      : readUnknownList(context, event, list),
  );
  const findings: Finding[] = [
    ...(isToml(file) ? [] : findSyntaxProblems(table, text, parsed.trailingComma)),
    ...(events === undefined || isObject(events)
      ? []
      : [{ code: 'hooks-no-object' as const, at: at(['hooks']) }]),
    ...lists.flatMap((one) => one.findings),
    ...findMisplacedLists(value).map((path): Finding => {
      return { code: 'hooks-elsewhere', path: path.join('.'), agent, at: at(path) };
    }),
  ];
  if (table.syntax.comments === 'drop-file' && parsed.hasComments)
    findings.push({ code: 'comments', ends: true }); // `ends`: the agent drops the whole file
  return {
    file,
    text,
    value,
    hooks: sortByOrder(mergeRepeated(lists.flatMap((one) => one.hooks))),
    unknown: lists.flatMap((one) => one.unknown),
    elements: lists.flatMap((one) => one.elements),
    findings: addFileProblems(vendor, value, file, at, findings),
    comments: parsed.hasComments === true,
  };
}

/** Reads the list of an event that the vendor has. */
function readList(context: FileContext, event: string, list: unknown): ListContent {
  const { shape, vendor, table, record = {}, at } = context;
  const content = emptyContent();
  const { hooks, elements, findings } = content;
  const isLoneElement = shape.allowsLoneElement && isObject(list);
  const path = ['hooks', event];
  if (!Array.isArray(list))
    findings.push({ code: isLoneElement ? 'lone-group' : 'no-list', event, at: at(path) });
  const values = Array.isArray(list) ? list : isLoneElement ? [list] : [];
  for (const [index, value] of values.entries()) {
    const pathOfElement = isLoneElement ? path : [...path, index];
    elements.push({ event, index, value });
    const entries = shape.entriesOf(value);
    if (!Array.isArray(entries)) {
      findings.push({ ...entries, at: at(pathOfElement) });
      continue;
    }
    for (const [entry, group, subPath] of entries) {
      const place = { index, at: at([...pathOfElement, ...subPath]) };
      const problem = findEntryProblem(table, event, entry);
      const found = problem
        ? []
        : readHookEntry(vendor, { event, entry: entry as Json, group }, place, record);
      if (problem) findings.push({ ...problem, at: place.at });
      hooks.push(...found);
      findings.push(...found.flatMap((one) => findLineProblems(vendor, one)));
    }
  }
  return content;
}

/**
 * Reads the value of a key below `hooks` that is no event in the vendor's table: it may be a switch, data of
 * the agent, or the list of an event that our tables do not have.
 */
function readUnknownList(context: FileContext, event: string, list: unknown): ListContent {
  const { vendor, table, at } = context;
  const { renamedKeys, agentDataKeys, unknownEventDropsFile: dropsFile = false } = table.validation;
  const content = emptyContent();
  const { title: agent } = adapterOf(vendor);
  const path = ['hooks', event];
  const position = at(path);
  const key = path.join('.');
  // Some keys are switches. If newer versions of the agent read a switch at another path, it has no effect
  // here.
  const newPath = renamedKeys?.[key];
  if (newPath)
    content.findings.push({
      code: 'switch-ignored',
      path: key,
      instead: newPath,
      agent,
      at: position,
    });
  // These two keys are taken for switches under every agent.
  if (['disabled', 'enabled'].includes(event) || agentDataKeys?.includes(event)) return content;
  content.findings.push({
    code: 'unknown-event',
    event,
    agent,
    voids: dropsFile,
    ...describeUnknownEvent(vendor, event), // `of` and `instead`
    at: position,
  });
  // Elements are collected in objects by event, and `__proto__` and its like cannot be keys of those.
  if (Array.isArray(list) && !(event in {}))
    content.elements.push(...list.map((value, index) => ({ event, index, value })));
  return { ...content, unknown: readUnknownHooks(context, event, list) };
}

/**
 * Reads the entries of an unknown event as hooks of the vendor's own dialect. They may be in groups or not,
 * and in a list or alone.
 */
function readUnknownHooks(
  { shape, vendor, table, at }: FileContext,
  event: string,
  list: unknown,
): ReadHook[] {
  return [list].flat().flatMap((element, index) => {
    const found = shape.entriesOf(element);
    const entries: Entry[] = Array.isArray(found) ? found : [[element, {}, []]];
    return entries.flatMap(([entry, group, subPath]): ReadHook[] => {
      if (!isObject(entry)) return [];
      const hook = readEntry(table, vendor, event, entry, group);
      const position = at(['hooks', event, ...(Array.isArray(list) ? [index] : []), ...subPath]);
      return [{ hook, event, index, at: position, wrapped: false }];
    });
  });
}

/** Makes the format of files that have a list for each event. */
const formatWith = (shape: Shape): Format => ({
  holdsAllDialects: false,
  read: (vendor, text, file, record) => readFile(shape, vendor, text, file, record),
  edit: (vendor, text, file, edits) => syntaxOf(vendor, file).edit(text, file, edits),
  editsInside: (vendor, file) => syntaxOf(vendor, file).editsInside === true,
  entriesOf: shape.entriesOf,
  elementOf: shape.elementOf,
  stateHook: (vendor, hook) => ({ event: hook.event, ...writeEntry(tableOf(vendor), hook) }),
  canState(vendor, hook) {
    const table = tableOf(vendor);
    // A plugin starts every hook by a line of ours.
    if (hook.speaks !== vendor || table.syntax.plugin) return false;
    const { event } = hook;
    const element = shape.elementOf(writeEntry(table, hook));
    const entries = shape.entriesOf(element);
    if (!Array.isArray(entries)) return false;
    const fileWithHook = { hooks: { [event]: [element] } };
    if (table.validation.findProblems?.(fileWithHook, table.files.own.project).length) return false;
    // For an event that our tables do not have we cannot tell which entries are valid: any is accepted.
    const binding = bindingOf(adapterOf(vendor), event);
    return entries.every(
      ([entry, group]) =>
        !(binding && findEntryProblem(table, event, entry)) &&
        isSameJson(readEntry(table, vendor, event, entry as Json, group), hook),
    );
  },
  // The event is left empty, since only entries of the same list are compared.
  meaningOf: (vendor, entry, group) => readEntry(tableOf(vendor), vendor, '', entry, group),
});

/** The format whose lists hold groups, each with a matcher and a list of entries. */
export const grouped = formatWith({
  allowsLoneElement: true, // Gemini CLI 0.61.0 reads such an object; the files of all agents with groups are read so
  entriesOf(element) {
    if (!isObject(element)) return { code: 'no-group' };
    const { hooks } = element;
    if (Array.isArray(hooks)) return hooks.map((entry, i) => [entry, element, ['hooks', i]]);
    const isEntry = typeof element.command === 'string';
    return { code: isEntry ? 'entry-for-group' : 'group-without-entries' };
  },
  elementOf: ({ entry, group }) => ({ ...group, hooks: [entry] }),
});

/** The format whose lists hold entries without groups. */
export const flat = formatWith({
  allowsLoneElement: false,
  entriesOf: (element) =>
    isObject(element) && Array.isArray(element.hooks)
      ? { code: 'group-for-entry' }
      : [[element, {}, []]],
  elementOf: ({ entry }) => entry,
});
