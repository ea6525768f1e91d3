/** Finds keys that a script reads, and that its own agent does not tell at the events that start it. */
import type { Hook } from '../canonical/hook.ts';
import { fieldKinds } from '../canonical/kinds.ts';
import { coverageOf } from '../coverage/coverage.ts';
import { hasToolName, isNameMet, listNames, matchesToolNames } from '../coverage/names.ts';
import type { Adapter, Binding, ToolRow } from '../mapping/adapter.ts';
import { listEquivalentNames } from '../mapping/equivalent-tools.ts';
import { hasNativeArguments, toolInputOpsOf } from '../mapping/tools.ts';
import type { Finding } from '../settings/finding.ts';
import { sampleWorld } from '../translate/implied-calls.ts';
import { requireBinding } from '../translate/named-bindings.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { once } from '../util/once.ts';
import type { KeyPath } from './evidence/index.ts';
import { agents } from './script-answers.ts';

/** Returns the operations of a payload, without those of fields that every event has. */
const opsOf = (binding: Binding) =>
  payloadPlanOf(binding).ops.filter(
    ({ canonicalName }) => !Object.hasOwn(fieldKinds.base, canonicalName),
  );

/** Returns the first keys of all paths of a binding's payload, and the keys that it has beside these. */
function toldKeysOf(binding: Binding): Set<string> {
  const { ops } = payloadPlanOf(binding);
  const read = ops.flatMap(({ readPaths }) => readPaths.map(([key]) => String(key)));
  const supplied = Object.keys(binding.supply ?? {}).map((path) => path.split('.')[0] ?? path);
  const fixed = ops.flatMap(({ row }) =>
    Object.keys({ ...row.with, ...row.implies }).map((path) => path.split('.')[0] ?? path),
  );
  return new Set([...read, ...supplied, ...fixed]);
}

/** Returns the keys that every payload of some agent has: they say nothing about the agent. */
const commonKeys = once(
  () =>
    new Set([
      ...agents().flatMap(({ bindings }) =>
        bindings.all().flatMap((binding) =>
          payloadPlanOf(binding)
            .ops.filter(
              ({ canonicalName }) =>
                Object.hasOwn(fieldKinds.base, canonicalName) || canonicalName === 'event',
            )
            .flatMap(({ readPaths }) => readPaths.map(([key]) => String(key))),
        ),
      ),
    ]),
);

/** Returns a key in camelCase or in snake_case: in the other of the two than it is. */
const otherSpelling = (key: string): string =>
  key.includes('_')
    ? key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Tells whether a text reads a key of an object: `.key` that follows no name or bracket, as in jq, or the key in quotes. */
const mentionsKey = (text: string, key: string): boolean =>
  new RegExp(`(?:^|[^\\w\\])}])\\.${key}\\b|["'\`]${key}["'\`]|\\b\\w+\\??\\.${key}\\b`).test(text);

/** Tells whether an agent has the arguments of a call under a key. */
const isObjectOfArguments = (key: string): boolean =>
  agents().some(({ bindings }) =>
    bindings
      .all()
      .some((binding) => payloadPlanOf(binding).input?.readPaths.some(([first]) => first === key)),
  );

/**
 * Returns an expression for `tool_input.command` and the like, in the payloads of any agent: the key that holds the
 * arguments or the result of a call (group 1), and a key in these.
 */
const keyBelowCall = once(() => {
  const ops = agents()
    .flatMap(({ bindings }) => bindings.all())
    .map(payloadPlanOf)
    .flatMap(({ input, result }) => [input, result]);
  const keys = new Set(ops.flatMap((op) => (op?.readPaths ?? []).map(([key]) => String(key))));
  return new RegExp(`\\b(${[...keys].join('|')})\\W{1,6}\\w+`, 'g');
});

/** A path that is read and not told, with dots, and the path to read instead. Undefined: none is known. */
interface ForeignPath {
  path: string;
  instead: string | undefined;
}

/**
 * Returns the canonical names of what another agent tells under a path: `input.command` for an argument that it has
 * under this name, and `input` for all others.
 */
function meaningsOf(path: KeyPath, agent: Adapter, binding: Binding): string[] {
  const [key, inner] = path;
  return opsOf(binding)
    .filter(({ readPaths }) => readPaths.some(([first]) => first === key))
    .map(({ canonicalName }) => {
      if (canonicalName !== 'input' || inner === undefined) return canonicalName;
      const below = agent.tools
        .flatMap(toolInputOpsOf)
        .find(({ readPaths }) => readPaths.some(([first]) => first === inner));
      return below ? `input.${below.canonicalName}` : canonicalName;
    });
}

/** Returns where an agent tells something, by its canonical name. */
function pathOf(meaning: string, agent: Adapter, binding: Binding): string | undefined {
  const ops = opsOf(binding);
  const direct = ops.find(({ canonicalName }) => canonicalName === meaning)?.readPaths[0];
  if (direct) return direct.join('.');
  const [group = '', name] = meaning.split('.');
  const outer = ops.find(({ canonicalName }) => canonicalName === group)?.readPaths[0];
  if (!outer || name === undefined) return undefined;
  const inner = agent.tools
    .flatMap(toolInputOpsOf)
    .find(({ canonicalName }) => canonicalName === name)?.readPaths[0];
  return [...outer, ...(inner ?? [])].join('.');
}

/** Returns the keys that results of an agent's tools have, with those of all older versions. */
const resultKeysOf = (agent: Adapter): Set<string> =>
  new Set(
    agent.tools
      .flatMap(({ result = {}, resultSupply = {} }) => [
        ...Object.values(result).flatMap((row) =>
          typeof row === 'string' ? row : [row?.at ?? [], row?.older ?? []].flat(),
        ),
        ...Object.keys(resultSupply),
      ])
      .concat(
        Object.values(agent.result ?? {}).flatMap((row) =>
          typeof row === 'string' ? row : [row?.at ?? [], row?.older ?? []].flat(),
        ),
      )
      .map((path) => path.split('.')[0] ?? path),
  );

/** The agent that a script was written for, and what its hooks that start the script say of the calls that it gets. */
export interface ScriptStarts {
  own: Adapter;
  /** The native events that start the script. */
  bindings: readonly Binding[];
  /** Finds the tools for whose calls alone the script runs, once. Undefined: it may run for any. */
  findCalledTools: () => CalledTools | undefined;
}

/** The tools for whose calls a script runs, and the path of their arguments in the payload. */
interface CalledTools {
  rows: readonly ToolRow[];
  place: string;
}

/**
 * Returns what is true of a script by the hooks that start it. It is shared by all findings about these hooks, since
 * there may be as many findings as hooks.
 */
export function startsOf(
  own: Adapter,
  hooks: readonly Pick<Hook, 'event' | 'matcher'>[],
): ScriptStarts {
  const natives = [...new Set(hooks.map(({ event }) => event))];
  return {
    own,
    bindings: natives.map((native) => requireBinding(own, native)),
    findCalledTools: once(() => findCalledTools(own, hooks)),
  };
}

/** A script, and the hooks of the agent that it was written for. */
export interface ReadingScript extends ScriptStarts {
  /** The paths in the payload that it surely reads. */
  reads: readonly KeyPath[];
  /** Its text, in which keys may be read in ways that are not followed. */
  text: string;
}

/**
 * Finds what a script reads, and no payload tells which its own agent sends it.
 *
 * @param event - The native event of the hook that the finding is about.
 */
export function findForeignReads(script: ReadingScript, event: string): Finding | undefined {
  const agent = script.own.title;
  const keys = findForeignKeys(script);
  if (keys.length) return { code: 'reads-another', event, agent, ...wordsFor(keys) };
  const { foreign, tools } = findForeignArguments(script);
  if (!foreign.length) return undefined;
  return { code: 'reads-another', event, agent, ...wordsFor(foreign), tools };
}

/** Returns the data of a finding about paths, without doubles. */
function wordsFor(foreign: readonly ForeignPath[]): { keys: string[]; instead?: string[] } {
  const keys = [...new Set(foreign.map(({ path }) => path))];
  // The object with the arguments is left out where single ones are named.
  const named = keys.filter((key) => !keys.some((other) => other.startsWith(`${key}.`)));
  const known = foreign.filter(({ path }) => named.includes(path));
  const instead = [...new Set(known.flatMap((one) => one.instead ?? []))];
  return { keys: named, ...(instead.length && { instead }) };
}

/** Finds paths whose first key, or the key of a result, no payload of the own agent has. */
function findForeignKeys({ reads, text, own, bindings }: ReadingScript): ForeignPath[] {
  const told = new Set(bindings.flatMap((binding) => [...toldKeysOf(binding)]));
  const ownOps = bindings.flatMap(opsOf);
  if (!ownOps.length) return [];
  const withoutInnerKeys = withoutComments(text).replace(keyBelowCall(), '.$1 ');
  const readKeys = new Set(reads.map(([key = '']) => key));
  const readsOwn = (key: string): boolean =>
    readKeys.has(key) || (mentionsKey(withoutInnerKeys, key) && !isInnerOnly(key, reads));
  const foreign: ForeignPath[] = [];
  for (const path of reads) {
    const [key = ''] = path;
    if (told.has(key) || commonKeys().has(key)) continue;
    const respelled = otherSpelling(key);
    if (told.has(respelled) && respelled !== key) {
      if (!readKeys.has(respelled)) foreign.push({ path: key, instead: respelled });
      continue;
    }
    const others = agents().filter((agent) => agent !== own);
    const meanings = new Set(
      others.flatMap((agent) =>
        bindings.flatMap((binding) =>
          agent.bindings.listFor(binding.event).flatMap((other) => meaningsOf(path, agent, other)),
        ),
      ),
    );
    if (!meanings.size) continue;
    // Another spelling of the same may be read as well: then the script serves several agents.
    const groups = new Set([...meanings].map((meaning) => meaning.split('.')[0]));
    const counterparts = ownOps.filter(({ canonicalName }) =>
      groups.has(canonicalName.split('.')[0]),
    );
    const ownKeys = counterparts.flatMap(({ readPaths }) =>
      readPaths.map(([first]) => String(first)),
    );
    const relevant = ownKeys.length
      ? ownKeys
      : ownOps.flatMap(({ readPaths }) => readPaths.map(([first]) => String(first)));
    if (relevant.some(readsOwn)) continue;
    const argument = [...meanings].find((meaning) => meaning.includes('.'));
    const instead = [...(argument ? [argument] : meanings)].flatMap((meaning) =>
      bindings.flatMap((binding) => pathOf(meaning, own, binding) ?? []),
    )[0];
    // What is to be read instead of an argument is a whole path, so the whole path of the argument is named.
    const holdsArgument =
      argument !== undefined && instead !== undefined && isObjectOfArguments(key);
    foreign.push({ path: path.slice(0, holdsArgument ? 2 : 1).join('.'), instead });
  }
  return [...foreign, ...findForeignResults(reads, own, bindings)];
}

/** Returns a text without its lines that are comments. */
const withoutComments = (text: string): string => text.replace(/^[^\S\n]*(?:#|\/\/).*$/gm, '');

/**
 * Returns the rows of the tools for whose calls a hook runs.
 * @returns undefined if it may run for other tools, such as one of an MCP server: their arguments may have any name.
 */
function listToolRows(own: Adapter, event: string, matcher: string): ToolRow[] | undefined {
  const binding = requireBinding(own, event);
  if (!matchesToolNames(binding) || binding.given?.tool) return undefined;
  const meaning = own.matchers.read(matcher, binding);
  const codec = payloadPlanOf(binding).name?.row.codec;
  const context = { adapter: own, event: { event: binding.event }, world: sampleWorld };
  const sentName = (name: string) => String(codec ? codec.write(name, context) : name);
  const sentNames = new Set(own.tools.flatMap(({ names }) => names.map(sentName)));
  // A word of a pattern may be a part of another name; a whole name of a tool is meant for that tool.
  const isOwnName = (name: string) => hasToolName(own, name) || sentNames.has(name);
  const namesOwnTools = listNames(meaning)?.every(isOwnName) === true;
  if (!namesOwnTools && mayMatchOtherTools(own, event, matcher)) return undefined;
  const withOtherArguments = [
    ...Object.keys(own.composites ?? {}),
    ...listEquivalentNames(own.equivalentTools),
  ];
  if (withOtherArguments.some((name) => isNameMet(meaning, name))) return undefined;
  const rows = own.tools.filter((row) =>
    row.names.some((name) => [name, sentName(name)].some((one) => isNameMet(meaning, one))),
  );
  return rows.some(({ tool }) => hasNativeArguments(tool)) ? undefined : rows;
}

/** Tells whether a matcher may match tools that are not the agent's own: those of MCP servers, and unknown ones. */
function mayMatchOtherTools(own: Adapter, event: string, matcher: string): boolean {
  const coverage = coverageOf(own, { dialect: own, event, matcher }).find(
    ({ binding }) => binding.native === event,
  );
  return coverage?.mcpTools !== false || coverage.unknownTools !== false;
}

/** Returns the first keys in the arguments of a tool which hold something, by its canonical name. */
const keysFor = (row: ToolRow, meaning: string): string[] =>
  toolInputOpsOf(row)
    .filter(({ canonicalName }) => canonicalName === meaning)
    .flatMap(({ readPaths }) => readPaths.map(([first]) => String(first)));

/** Finds the tools for whose calls alone hooks run. Undefined: they may run for any, or the events differ in the place of arguments. */
function findCalledTools(
  own: Adapter,
  hooks: readonly Pick<Hook, 'event' | 'matcher'>[],
): CalledTools | undefined {
  const rows = new Set<ToolRow>();
  const places = new Set<string>();
  const scopes = new Map(hooks.map((hook) => [JSON.stringify([hook.event, hook.matcher]), hook]));
  for (const { event, matcher } of scopes.values()) {
    const [outer] = payloadPlanOf(requireBinding(own, event)).input?.readPaths ?? [];
    if (!outer) continue;
    const matched = matcher === undefined ? undefined : listToolRows(own, event, matcher);
    if (!matched?.length) return undefined;
    for (const row of matched) rows.add(row);
    places.add(outer.join('.'));
  }
  const [place = '', ...otherPlaces] = places;
  return rows.size && !otherPlaces.length ? { rows: [...rows], place } : undefined;
}

/**
 * Finds arguments that the script reads of a call, and that no tool has for whose calls it runs: another agent calls
 * them so.
 */
function findForeignArguments({ reads, text, own, findCalledTools }: ReadingScript): {
  foreign: ForeignPath[];
  tools: string[];
} {
  const { rows: ownRows = [], place = '' } = findCalledTools() ?? {};
  if (!ownRows.length) return { foreign: [], tools: [] };
  const depth = place.split('.').length;
  const below = reads.filter(
    (path) => path.length > depth && path.slice(0, depth).join('.') === place,
  );
  const readKeys = new Set(below.map((path) => path[depth] ?? ''));
  const isRead = (key: string) => readKeys.has(key) || mentionsKey(withoutComments(text), key);
  const hasKey = (row: ToolRow, key: string) =>
    toolInputOpsOf(row).some(({ readPaths }) => readPaths.some(([first]) => first === key));
  const likeTools = agents()
    .filter((agent) => agent !== own)
    .flatMap((agent) => agent.tools)
    .filter(({ tool }) => ownRows.some((row) => row.tool === tool));
  const foreign = [...readKeys].flatMap((key): ForeignPath[] => {
    if (ownRows.some((row) => hasKey(row, key))) return [];
    const meanings = likeTools.flatMap((row) =>
      toolInputOpsOf(row)
        .filter(({ readPaths }) => readPaths.some(([first]) => first === key))
        .map(({ canonicalName }) => canonicalName),
    );
    const ownKeys = meanings.flatMap((meaning) => ownRows.flatMap((row) => keysFor(row, meaning)));
    const [first] = ownKeys;
    if (first === undefined || ownKeys.some(isRead)) return [];
    return [{ path: `${place}.${key}`, instead: `${place}.${first}` }];
  });
  return { foreign, tools: [...new Set(ownRows.flatMap(({ names }) => names[0] ?? []))] };
}

/** Tells whether every path that ends with a key, or holds it, has it below another key. */
const isInnerOnly = (key: string, reads: readonly KeyPath[]): boolean => {
  const holding = reads.filter((path) => path.includes(key));
  return holding.length > 0 && holding.every(([first]) => first !== key);
};

/** Finds keys of a call's result that only the results of other agents have. */
function findForeignResults(
  reads: readonly KeyPath[],
  own: Adapter,
  bindings: readonly Binding[],
): ForeignPath[] {
  const outer = new Set(
    bindings.flatMap((binding) =>
      (payloadPlanOf(binding).result?.readPaths ?? []).map((path) => path.join('.')),
    ),
  );
  const ownKeys = resultKeysOf(own);
  const below = reads.filter(([first = '', second]) => outer.has(first) && second !== undefined);
  if (!ownKeys.size || below.some(([, second = '']) => ownKeys.has(second))) return [];
  return below
    .filter(([, second = '']) =>
      agents().some((agent) => agent !== own && resultKeysOf(agent).has(second)),
    )
    .map(([first, second]) => ({
      path: `${first}.${second}`,
      instead: `${first}.${[...ownKeys][0]}`,
    }));
}
