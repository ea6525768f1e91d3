/** Finds keys that a script reads, and that its own agent does not tell at the events that start it. */
import { baseKinds } from '../canonical/kinds.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { toolInputOpsOf } from '../mapping/tools.ts';
import type { Finding } from '../settings/finding.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { once } from '../util/once.ts';
import type { KeyPath } from './evidence/index.ts';
import { agents } from './script-answers.ts';

/** Returns the operations of a payload, without those of fields that every event has. */
const opsOf = (binding: Binding) =>
  payloadPlanOf(binding).ops.filter(
    ({ canonicalName }) => !Object.hasOwn(baseKinds, canonicalName),
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
                Object.hasOwn(baseKinds, canonicalName) || canonicalName === 'event',
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

/** A key that is read and not told, and the path to read instead. Undefined: none is known. */
interface ForeignKey {
  key: string;
  instead: string | undefined;
}

/** Returns the canonical names of what another agent tells under a path. */
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

/**
 * Finds the keys that a script reads, and that no payload tells which its own agent sends it.
 * @param reads - The paths that the script surely reads.
 * @param text - Its text, in which keys may be read in ways that are not followed.
 */
export function findForeignReads(
  reads: readonly KeyPath[],
  text: string,
  { own, bindings, event }: { own: Adapter; bindings: readonly Binding[]; event: string },
): Finding | undefined {
  const told = new Set(bindings.flatMap((binding) => [...toldKeysOf(binding)]));
  const ownOps = bindings.flatMap(opsOf);
  if (!ownOps.length) return undefined;
  const withoutInnerKeys = text
    .replace(/^[^\S\n]*(?:#|\/\/).*$/gm, '')
    .replace(keyBelowCall(), '.$1 ');
  const readKeys = new Set(reads.map(([key = '']) => key));
  const readsOwn = (key: string): boolean =>
    readKeys.has(key) || (mentionsKey(withoutInnerKeys, key) && !isInnerOnly(key, reads));
  const foreign = new Map<string, ForeignKey>();
  for (const path of reads) {
    const [key = ''] = path;
    if (told.has(key) || commonKeys().has(key) || foreign.has(key)) continue;
    const respelled = otherSpelling(key);
    if (told.has(respelled) && respelled !== key) {
      if (!readKeys.has(respelled)) foreign.set(key, { key, instead: respelled });
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
    const instead = [...meanings].flatMap((meaning) =>
      bindings.flatMap((binding) => pathOf(meaning, own, binding) ?? []),
    )[0];
    foreign.set(key, { key, instead });
  }
  for (const result of findForeignResults(reads, own, bindings)) foreign.set(result.key, result);
  if (!foreign.size) return undefined;
  const keys = [...foreign.keys()];
  const instead = [...new Set([...foreign.values()].flatMap((one) => one.instead ?? []))];
  return {
    code: 'reads-another',
    event,
    agent: own.title,
    keys,
    ...(instead.length && { instead }),
  };
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
): ForeignKey[] {
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
      key: `${first}.${second}`,
      instead: `${first}.${[...ownKeys][0]}`,
    }));
}
