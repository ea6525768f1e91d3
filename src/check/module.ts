/** Checks the sources of hooks with `module`. They are read as text, and never run. */
import { dirname, join } from 'node:path';
import type { EventName } from '../canonical/event.ts';
import { isGateEvent } from '../canonical/traits.ts';
import { handlerNameOf } from '../hook/handler-name.ts';
import type { Finding } from '../settings/finding.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { moduleBaseOf, readInput } from '../settings/modules/state.ts';
import { eventNames } from '../settings/neutral/names.ts';
import { onFailureOf } from '../settings/own-agent.ts';
import type { Workspace } from '../settings/workspace.ts';
import { groupBy } from '../util/group.ts';
import { once } from '../util/once.ts';
import { isFile, lookAt } from '../util/stat.ts';
import { findNearestWord } from '../util/words.ts';

/** The event of each name of a handler. */
const eventsByHandler = once(
  () => new Map(eventNames.map((event): [string, EventName] => [handlerNameOf(event), event])),
);

/** Matches what a handler begins with, on a line of its own. */
const handlerStart = once(
  () =>
    new RegExp(
      `^([ \\t]*)(?:async[ \\t]+)?(${[...eventsByHandler().keys()].join('|')})(?:\\([^()\\n]*\\)[^{}\\n]*\\{|:[ \\t]*(?:async\\b|function\\b|\\(|\\w+[ \\t]*=>))`,
      'gm',
    ),
);

/** Matches the call that takes the handlers, and the text before the first of them. */
const hookCall = /^export default hook\([ \t]*\{(\s*)/m;

/** Matches the name of a method, or of a property that is a function, and the white space before it. */
const methodStart =
  /([\n{,][ \t]*)(?:async[ \t]+)?(\w+)(?:\([^()\n]*\)[^{}\n]*\{|:[ \t]*(?:async\b|function\b|\(|\w+[ \t]*=>))/g;

/** Matches what a method or property begins with, on a line of its own or in braces. */
const propertyStart = /(?:^|[{,])[ \t]*(?:async[ \t]+)?(\w+)[ \t]*[(:]/gm;

/** Matches the name of a file or package that a source takes something from. */
const imported = /\b(?:from|import|require)\b[ \t(]*['"]([^'"\n]+)['"]/g;

/** Finds what is wrong with the modules of a file, once for each of their hooks. */
export function checkModules(hooks: readonly ReadHook[], workspace?: Workspace): Finding[] {
  if (!workspace) return [];
  const withModule = hooks.filter(({ hook, wrapped }) => !wrapped && hook.module !== undefined);
  return [...groupBy(withModule, ({ hook }) => hook.module as string)].flatMap(([path, some]) => {
    const file = join(moduleBaseOf(workspace), path);
    const why = explainMissing(file);
    if (why !== undefined)
      return some.map(({ hook: { event }, at }): Finding => {
        return { code: 'module-missing', event, path, why, at };
      });
    const text = readInput(file) ?? '';
    const unknown = findUnknownHandler(text);
    if (unknown) return some.map((one) => describeUnknownHandler(one, path, unknown));
    return [
      ...some.flatMap((one) => findMissingHandler(one, path, text, file)),
      ...findOtherHandlers(some, path, text),
    ];
  });
}

/** Says why no module can be made of a file, as the end of a sentence. Undefined: it is there. */
function explainMissing(file: string): string | undefined {
  const { stats, code } = lookAt(file);
  if (!stats) return code === 'ENOENT' ? 'does not exist' : `cannot be reached (${code})`;
  if (stats.isDirectory()) return 'is a folder';
  return readInput(file) === undefined ? 'cannot be read as a text' : undefined;
}

/** Tells whether a source states its handlers itself, and takes none from elsewhere. */
const listsAllHandlers = (text: string): boolean =>
  /^export default (?:hook\([ \t]*)?\{/m.test(text) && !text.includes('...');

/** The most files that are looked through for a handler. */
const maxFiles = 100;

/**
 * Tells whether a source may take a handler from a file that it imports, or that such a file imports: one that has the
 * name of the handler, or one that is not found, such as that of a package.
 *
 * @param folder The folder of the source.
 */
function mayImport(handler: string, text: string, folder: string): boolean {
  const seen = new Set<string>();
  const waiting = [{ text, folder }];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const [, name = ''] of one.text.matchAll(imported)) {
      if (/^(?:anyhook\/|node:)/.test(name)) continue;
      const path = /^\.\.?\//.test(name) ? findImported(join(one.folder, name)) : undefined;
      const found = path === undefined ? undefined : readInput(path);
      if (path === undefined || found === undefined || seen.size > maxFiles) return true;
      if (hasWord(found, handler)) return true;
      if (!seen.has(path)) waiting.push({ text: found, folder: dirname(path) });
      seen.add(path);
    }
  }
  return false;
}

/** Returns the file that a relative import means. Undefined: there is none under the usual names. */
function findImported(path: string): string | undefined {
  const stem = path.replace(/\.[cm]?js$/, '');
  const names = [
    path,
    `${path}.ts`,
    `${path}.js`,
    `${stem}.ts`,
    `${stem}.mts`,
    join(path, 'index.ts'),
  ];
  return names.find(isFile);
}

/** Tells whether a text has a word. */
const hasWord = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);

/** Tells whether a hook whose handler cannot be called refuses every call. Otherwise it never runs. */
const refusesAll = (hook: ReadHook['hook']): boolean =>
  isGateEvent(hook.event as EventName) && onFailureOf(hook) !== 'allow';

/** A handler that is for no event, and the name of one that may be meant. */
interface UnknownHandler {
  name: string;
  near: string | undefined;
}

/**
 * Finds a handler of a source that is for no event. `hook()` then throws when the module is loaded, so that no other
 * handler is called either. Only handlers that begin in the column of the first one are looked at.
 */
function findUnknownHandler(text: string): UnknownHandler | undefined {
  const call = hookCall.exec(text);
  if (!call) return undefined;
  const space = call[1] ?? '';
  // What stands before a handler: the end of a line and the indent of the first one, or the brace and what follows it.
  const first = text.slice(call.index + call[0].length - space.length - 1);
  const indent = space.slice(space.lastIndexOf('\n'));
  const end = /^[ \t]*\}\);?[ \t]*$/m.exec(first)?.index;
  for (const [, before = '', name = ''] of first.slice(0, end).matchAll(methodStart)) {
    const isAmongThem = space.includes('\n') ? before === indent : before === `{${space}`;
    if (isAmongThem && !eventsByHandler().has(name))
      return { name, near: findNearestWord(name, [...eventsByHandler().keys()]) };
  }
  return undefined;
}

function describeUnknownHandler(
  { hook, at }: ReadHook,
  path: string,
  { name, near }: UnknownHandler,
): Finding {
  const { event } = hook;
  return { code: 'misnamed-handler', event, path, name, near, refuses: refusesAll(hook), at };
}

/** Finds a hook whose event no handler of its module is for, as far as the texts of its files tell. */
function findMissingHandler(
  { hook, at }: ReadHook,
  path: string,
  text: string,
  file: string,
): Finding[] {
  const { event } = hook;
  const handler = handlerNameOf(event);
  if (hasWord(text, handler)) return [];
  if (!listsAllHandlers(text) && mayImport(handler, text, dirname(file))) return [];
  const names = [...text.matchAll(propertyStart)].flatMap(([, name]) => name ?? []);
  const near = names.find(
    (name) => !eventsByHandler().has(name) && findNearestWord(name, [handler]) !== undefined,
  );
  return [{ code: 'no-handler', event, path, handler, near, refuses: refusesAll(hook), at }];
}

/** Finds handlers of a module for events at which no hook of the file names it. */
function findOtherHandlers(hooks: readonly ReadHook[], path: string, text: string): Finding[] {
  const [first] = hooks;
  if (!first) return [];
  const found = [...text.matchAll(handlerStart())].map(([, indent, name = '']) => ({
    indent,
    event: eventsByHandler().get(name) as EventName,
  }));
  const isNamed = (event: string) => hooks.some(({ hook }) => hook.event === event);
  // What begins in other columns than a handler that is named belongs to something else.
  const indents = found.filter(({ event }) => isNamed(event)).map(({ indent }) => indent);
  const others = found.filter(({ event, indent }) => !isNamed(event) && indents.includes(indent));
  return [...new Set(others.map(({ event }) => event))].map((other): Finding => {
    return { code: 'other-handler', event: first.hook.event, path, other, at: first.at };
  });
}
