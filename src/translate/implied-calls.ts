import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Composite, Draft, World } from '../mapping/adapter.ts';
import { copyWrittenPaths } from '../mapping/path-codecs.ts';
import { isSameAddress } from '../util/address.ts';
import { listFileCalls } from './affected-files.ts';

/**
 * How one of the implied calls relates to the call that the text of the host's call names. Without
 * any field it is that call.
 */
export interface CallRelation {
  /** The call is on another place that the text leads to: a link's target, or a file that an edit finds by its name. */
  isFurtherPlace?: true;
  /** `wording`: the same address, written differently; `name`: another MCP server and tool that have the same native name. */
  alternative?: 'wording' | 'name';
  /** The dialect's agent would make this call on its way to the next one, and the host does not make it. */
  isHypothetical?: true;
}

const relations = new WeakMap<Draft, CallRelation>();
const noRelation: CallRelation = {};

/** Returns how a call of {@link listImpliedCalls} relates to the call that the host's text names. */
export const relationOf = (call: Draft): CallRelation => relations.get(call) ?? noRelation;

/** Stores the relation of a call, and returns the call. */
function setRelation(call: Draft, relation: CallRelation): Draft {
  if (Object.keys(relation).length) relations.set(call, relation);
  return call;
}

/**
 * Returns the composite tool that a call is of: one whose calls consist of other calls. `undefined`: its tool is none,
 * or the name is used for another tool.
 */
function compositeOf({ composites }: Adapter, { tool, name }: Draft): Composite | undefined {
  const composite =
    composites && Object.hasOwn(composites, name as string)
      ? composites[name as string]
      : undefined;
  return composite && tool === (composite.tool ?? 'other') ? composite : undefined;
}

/** Returns the calls that a composite call of an agent consists of, or `undefined` for any other call. */
export const compositeCallsOf = (
  agent: Adapter,
  event: Draft,
  world: World,
): readonly Draft[] | undefined => compositeOf(agent, event)?.calls(event, world);

/**
 * Returns the calls that an MCP call may be, as one list, where the host gives one name to several
 * servers and tools. Empty where the name stands for one.
 */
function mcpMeaningsOf(host: Adapter, { event, tool, mcp, ...call }: Draft): readonly Draft[][] {
  const { server } = (mcp ?? {}) as { server?: string };
  if (!isGateEvent(event) || tool !== 'mcp' || server === undefined) return [];
  const mcpTools = host.mcp.listSameNamed?.(mcp as { server: string; tool: string }) ?? [];
  if (mcpTools.length < 2) return [];
  const [likely, unlikely] = [
    mcpTools.filter((one) => !hasMixedSigns(one)),
    mcpTools.filter(hasMixedSigns),
  ];
  return [[...likely, ...unlikely].map((one) => ({ ...call, event, tool, mcp: one }))];
}

/** Tells whether the name of a server or of its tool has both `-` and `_`. Few have, so hooks are asked about them last. */
const hasMixedSigns = (mcp: object): boolean =>
  Object.values(mcp).some((name) => String(name).includes('-') && String(name).includes('_'));

/** Returns how another meaning of a call relates to its first meaning. */
function compareMeanings(first: Draft, { tool, input }: Draft): CallRelation {
  if (tool === 'mcp') return { alternative: 'name' };
  const url = (args: unknown) => (args as { url?: unknown }).url;
  const isSame = tool === 'fetch' && isSameAddress(url(first.input), url(input));
  return isSame ? { alternative: 'wording' } : { isFurtherPlace: true };
}

/**
 * Lists what a call does in its host, in order:
 * 1. a composite call is split into its calls;
 * 2. each has the meanings that the host's adapter states, or those of its MCP name, or one;
 * 3. each meaning is listed once for every file that it may touch.
 */
function hostCallsOf(
  host: Adapter,
  dialect: Adapter,
  event: Draft,
  world: World,
): readonly Draft[] {
  return (compositeCallsOf(host, event, world) ?? [event]).flatMap((call) => {
    const mcpMeanings = host === dialect ? [] : mcpMeaningsOf(host, call);
    const foundMeanings = host.listCallMeanings?.(call, world) ?? mcpMeanings;
    const meanings = foundMeanings.length ? foundMeanings : [[call]];
    return meanings.flatMap((alternatives) =>
      alternatives.flatMap((one, i) => {
        const relation = i ? compareMeanings(alternatives[0] as Draft, one) : noRelation;
        const files = listFileCalls(host.paths, one, world);
        return (files.length ? files : [one]).map((file, j) =>
          setRelation(
            copyWrittenPaths(file, call),
            j ? { ...relation, isFurtherPlace: true } : relation,
          ),
        );
      }),
    );
  });
}

/**
 * Lists the calls for which a dialect's agent would have fired hooks, had it done what the host is about
 * to do: what the call does in the host, each preceded by the calls that the dialect's agent makes on
 * its way to it (such as the read before an edit). Throws `tool` where this cannot be known.
 */
export function listImpliedCalls(
  host: Adapter,
  dialect: Adapter,
  event: Draft,
  world: World,
): readonly Draft[] {
  const calls = hostCallsOf(host, dialect, event, world);
  if (!dialect.listPrecedingCalls) return calls;
  return calls.flatMap((call) => {
    const precedingCalls = dialect.listPrecedingCalls?.(call) ?? [];
    for (const preceding of precedingCalls)
      relations.set(copyWrittenPaths(preceding, call), {
        ...relationOf(call),
        isHypothetical: true,
      });
    return [...precedingCalls, call];
  });
}

/** The content of every file of {@link sampleWorld}. */
const sampleText = 'a';

/** A world for samples: every file can be read, and every edit of a sample finds its text. */
export const sampleWorld: World = {
  readFile: () => ({ text: sampleText }),
  now: () => new Date(0),
  recall: () => 'x',
};

/**
 * Returns an event like the given one whose calls are known: a composite tool gets the arguments of its sample, and an
 * edit replaces a text that the files of {@link sampleWorld} have.
 */
export function sampleEventOf(host: Adapter, event: Draft): Draft {
  const composite = compositeOf(host, event);
  if (composite) return { ...event, input: composite.sample };
  if (event.tool !== 'edit') return event;
  const { edits: _, ...args } = event.input ?? {};
  return { ...event, input: { ...args, old: sampleText, new: 'b' } };
}
