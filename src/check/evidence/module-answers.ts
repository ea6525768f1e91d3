/**
 * Tells which keys of an outcome the module of a hook can set, by the words in its source and in the files that it
 * imports. Each word is judged by the characters around it, so that nothing depends on where texts and comments begin.
 * Where keys may be made at run time, nothing is known.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { adapters } from '../../adapters/index.ts';
import type { Hook } from '../../canonical/hook.ts';
import { outcomeSeverities } from '../../canonical/kinds.ts';
import type { OutcomeKey } from '../../canonical/outcome.ts';
import { isGateEvent } from '../../canonical/traits.ts';
import * as helpers from '../../hook/outcomes.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { moduleBaseOf, moduleStateOf, readInput } from '../../settings/modules/state.ts';
import { ownBindingOf } from '../../settings/own-agent.ts';
import type { Workspace } from '../../settings/workspace.ts';
import { nativePathsOf } from '../../translate/foreign-responses.ts';
import { keysOf } from '../../util/keys-of.ts';
import { once } from '../../util/once.ts';
import { isFile } from '../../util/stat.ts';

/** What a module can say at most. */
export interface ModuleAnswers {
  keys: ReadonlySet<OutcomeKey>;
  mayAsk: boolean;
}

/** The most files, and the most characters in one of them, that are read. */
const maxFiles = 50;
const maxLength = 128 * 1024;

/** The modules of Node that make no objects whose keys come from a text. */
const plainModules = /^node:(?:assert|child_process|crypto|fs|fs\/promises|os|path|path\/posix)$/;

/** What may make objects whose keys do not stand in the text, or what may hide words of the text. */
const openings = [
  /\b(?:eval|Function|Reflect|Proxy|globalThis|__proto__|require|createRequire|fetch|structuredClone|groups)\b/,
  /\b(?:import|json)\s*[(/]/,
  /\bimport\s+\w+\s*=/,
  /\bJSON\b(?!\s*\.\s*stringify\b)/,
  /\bObject\b(?!\s*\.\s*(?:keys|values|entries|is|hasOwn|freeze)\b)(?=\s*[^\s\w])/,
  /\bnamespace\s+[\w$.]+\s*\{/,
  /\*\s*as\b/,
  /\\[ux0-7]/,
  /\\\n/,
  // A key in brackets, and a value that is given to one.
  /\]\s*(?::|\/\*)/,
  /\]\s*\/\/[^\n]*\n\s*[:=]/,
  /\]\s*(?:\?\?|\|\||&&|[-+*/%&|^])?=(?![=>])/,
  // A spread of what is not known. One in a list or in arguments adds no key.
  /(?:[{,/]|\n)[ \t]*\.\.\.(?=[\s\w$({[])/,
];

/** Matches names that are taken out of a value, which are no keys that are set. Group 1 stays. */
const takenNames = [
  /\b(?:const|let|var)\s*\{[\w$\s,:]*\}\s*(?:=(?![=>])|of\b)/g,
  /\b(?:const|let|var)\s*\[[\w$\s,]*\]\s*(?:=(?![=>])|of\b)/g,
  /\(\s*\{[\w$\s,:]*\}\s*(?::[\w$\s<>'".]*)?(\)\s*=>)/g,
  /\(\s*\{[\w$\s,:]*\}\s*(?::[\w$\s<>'".]*)?(\)[ \t]*\{)/g,
];

/** The type of a handler in a comment of JavaScript. */
const typeOfHook = /\bimport\(['"]anyhook\/hook['"]\)\.[A-Z]\w*/g;

/** The names of the functions of `anyhook/hook` that set a key, by the key. */
const helpersOf = once(() => {
  const names = new Map<OutcomeKey, string[]>();
  for (const [name, make] of Object.entries(helpers))
    for (const key of keysOf((make as (value: unknown) => object)('text')) as OutcomeKey[])
      names.set(key, [...(names.get(key) ?? []), name]);
  return names;
});

/** Matches the words that some agent reads a key of an outcome by, in any way to write them. */
const wordsOf = once(() => {
  const bindings = Object.values<Adapter>(adapters).flatMap(({ bindings }) => bindings.all());
  return new Map(
    keysOf(outcomeSeverities).map((key): [OutcomeKey, RegExp] => {
      const paths = [...bindings.flatMap((binding) => nativePathsOf(binding, [key])), key];
      const words = paths.map((path) => (path.split('.').at(-1) ?? '').replaceAll('_', ''));
      const patterns = [...new Set(words)].map((word) => [...word].join('[-_ ]?'));
      return [key, new RegExp(`(?<![\\w$])(?:${patterns.join('|')})(?![\\w$])`, 'gi')];
    }),
  );
});

const assignment = /^\s*(?:\?\?|\|\||&&|\*\*|<<|>>>?|[-+*/%&|^])?=(?![=>])/;
const functionValue =
  /^\s*:\s*(?:async\s+)?(?:function\b|[\w$]+\s*=>|\([^()]{0,200}\)\s*(?::[^=]{0,100})?=>)/;

/** Tells whether a word of a text may be the key of a value that is made there. */
function maySetKey(before: string, after: string): boolean {
  // What decides may be further away.
  if (/^\s{60}$/.test(before) || /^\s{400}$/.test(after)) return true;
  const isGiven = assignment.test(after) && !/\b(?:const|let|var)\s+$/.test(before);
  if (isGiven || /^\s*\/[/*]/.test(after)) return true;
  if (/(?:^|[^.])\.\s*$/.test(before)) return false;
  if (/^\s*:/.test(after)) return !functionValue.test(after);
  if (/^\s*[,}]/.test(after)) return /(?:[{,/]\s*|\n[ \t]*)$/.test(before);
  if (/^["'`\\]/.test(after) && /["'`\\]$/.test(before))
    return !/(?:[=!]==?|\bcase|<)\s*["']$/.test(before);
  return /^\s*\(/.test(after) && /\bget\s+$/.test(before);
}

/** Tells whether a text may make a value with a key that a pattern matches. */
function mayMake(text: string, words: RegExp): boolean {
  for (const { index, 0: word } of text.matchAll(words)) {
    const end = index + word.length;
    if (maySetKey(text.slice(Math.max(0, index - 60), index), text.slice(end, end + 400)))
      return true;
  }
  return false;
}

/** Returns the text of a source without what sets no key. Undefined: it may make keys that do not stand in it. */
function readSource(raw: string): { text: string; imported: readonly string[] } | undefined {
  const names = [...Object.keys(helpers)].join('|');
  const unspread = raw.replace(new RegExp(`\\.\\.\\.(?=(?:${names})\\()`, 'g'), '');
  const text = takenNames
    .reduce(
      (rest, pattern) =>
        rest.replace(pattern, (_, end) => (typeof end === 'string' ? `(${end}` : ' ')),
      unspread,
    )
    .replace(typeOfHook, ' ');
  if (openings.some((opening) => opening.test(text))) return undefined;
  const lists = [...text.matchAll(/\{([^{}]*)\}\s*from\s*["']anyhook\/hook["']/g)];
  const mentions = text.match(/anyhook\/hook["'`]/g) ?? [];
  if (mentions.length !== lists.length) return undefined;
  const imported = lists.flatMap(([, list = '']) => list.match(/[\w$]+/g) ?? []);
  return { text: text.replace(/\{[^{}]*\}\s*from\s*["']anyhook\/hook["']/g, ' '), imported };
}

/** Returns the files that a relative import may mean. Undefined: it may also mean something that is not read. */
function filesOf(path: string): string[] | undefined {
  const stem = path.replace(/\.([cm]?)js$/, '.$1');
  const beside = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
  const names = [
    path,
    ...(stem === path ? [] : [`${stem}ts`]),
    ...beside.map((ending) => `${path}.${ending}`),
    ...beside.map((ending) => join(path, `index.${ending}`)),
  ];
  const others = ['.tsx', '.jsx', '.json', '.css', '/package.json', '/index.tsx', '/index.jsx'];
  if (others.some((ending) => existsSync(path + ending))) return undefined;
  const found = names.filter(isFile);
  return found.length && found.every((name) => /\.[cm]?[jt]s$/.test(name)) ? found : undefined;
}

/** Reads a source and all that it imports. Undefined: not all of it is read. */
function readAllSources(file: string): { text: string; imported: readonly string[] } | undefined {
  const seen = new Set([file]);
  const texts: string[] = [];
  const imported: string[] = [];
  for (const path of seen) {
    const raw = seen.size > maxFiles ? undefined : readInput(path);
    const source = raw === undefined || raw.length > maxLength ? undefined : readSource(raw);
    if (!source) return undefined;
    texts.push(source.text);
    imported.push(...source.imported);
    for (const [, name = ''] of source.text.matchAll(/\b(?:from|import)\s*["']([^"'\n]*)["']/g)) {
      if (plainModules.test(name)) continue;
      const found = /^\.\.?\//.test(name) ? filesOf(join(dirname(path), name)) : undefined;
      if (!found) return undefined;
      for (const one of found) seen.add(one);
    }
  }
  return { text: texts.join('\n'), imported };
}

/** Matches the beginnings of words that are taken for a refusal under any key. */
const refusing = /\b(?:den(?:y|ied)|block|reject|refuse|forbid|disallow|prevent|abort|veto|ok)/i;

/**
 * Returns what the module of a hook can say at most: the keys that its source, or a file that it imports, may set.
 *
 * @param isFromSource Whether the file that is run will be made of the source. Else it may be an older one.
 * @returns undefined if that is not known: keys are made at run time, or a package has a part in it.
 */
export function moduleAnswersOf(
  hook: Hook,
  workspace: Workspace,
  isFromSource: boolean,
): ModuleAnswers | undefined {
  if (hook.module === undefined) return undefined;
  if (!isFromSource && moduleStateOf(hook.module, workspace).state !== 'current') return undefined;
  const source = readAllSources(join(moduleBaseOf(workspace), hook.module));
  if (!source) return undefined;
  const { text, imported } = source;
  const { event, outcome } = ownBindingOf(hook);
  const isSaid = (key: OutcomeKey): boolean =>
    helpersOf()
      .get(key)
      ?.some((name) => imported.includes(name)) === true ||
    mayMake(text, wordsOf().get(key) as RegExp);
  const decides = isGateEvent(event) || isSaid('decision') || refusing.test(text);
  const ofDecision: readonly OutcomeKey[] = ['decision', 'reason', 'replaced', 'followUp'];
  const keys = keysOf(outcome).filter(
    (key) => (decides && ofDecision.includes(key)) || isSaid(key),
  );
  const mayAsk = imported.includes('ask') || /["'`](?:ask|confirm)/i.test(text);
  return { keys: new Set(keys), mayAsk };
}
