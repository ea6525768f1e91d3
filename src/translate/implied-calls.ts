import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Composite, Draft, World } from '../mapping/adapter.ts';
import { writtenLike } from '../mapping/opened.ts';
import { isSameAddress } from '../util/address.ts';
import { listFileCalls } from './affected-files.ts';

/** What a call is to the one that the text of a host's call names. */
export interface CallRelation {
  /** Another place that the text leads to: a link's target, a file that an edit finds by its name. */
  isOtherPlace?: true;
  /** The same address in another wording, or another server and tool of the same name. */
  alternative?: 'wording' | 'name';
  /** The dialect's agent would make it on its way, and the host does not. */
  isHypothetical?: true;
}

const relations = new WeakMap<Draft, CallRelation>();
const noRelation: CallRelation = {};

/** What one of the {@link listImpliedCalls} is to the call that was written. */
export const relationOf = (call: Draft): CallRelation => relations.get(call) ?? noRelation;

function setRelation(call: Draft, relation: CallRelation): Draft {
  if (Object.keys(relation).length) relations.set(call, relation);
  return call;
}

const compositeNamed = ({ composites }: Adapter, name: unknown): Composite | undefined =>
  composites && Object.hasOwn(composites, name as string) ? composites[name as string] : undefined;

function compositeOf(host: Adapter, { tool, name }: Draft): Composite | undefined {
  const composite = compositeNamed(host, name);
  return composite && tool === (composite.tool ?? 'other') ? composite : undefined;
}

/** A bare text as the arguments it stands for; itself where it stands for none. */
export function wrapBareText(host: Adapter, name: unknown, text: string): unknown {
  const key = compositeNamed(host, name)?.text;
  return key === undefined ? text : { [key]: text };
}

/** The calls that a call consists of in its agent; undefined: it is one call. */
export const compositeCallsOf = (
  agent: Adapter,
  event: Draft,
  world: World,
): readonly Draft[] | undefined => compositeOf(agent, event)?.calls(event, world);

/** Every server and tool that the name of an MCP call may stand for, where the host makes one name of several. */
function mcpReadingsOf(host: Adapter, { event, tool, mcp, ...call }: Draft): readonly Draft[][] {
  const { server } = (mcp ?? {}) as { server?: string };
  if (!isGateEvent(event) || tool !== 'mcp' || server === undefined) return [];
  const all = host.mcp.alike?.(mcp as { server: string; tool: string }) ?? [];
  const likely = [...all.filter((one) => !hasMixedSigns(one)), ...all.filter(hasMixedSigns)];
  return all.length > 1 ? [likely.map((one) => ({ ...call, event, tool, mcp: one }))] : [];
}

/** Whether the name of a server, or of its tool, has both signs: few have, so those are asked last. */
const hasMixedSigns = (mcp: object): boolean =>
  Object.values(mcp).some((name) => String(name).includes('-') && String(name).includes('_'));

/** What another meaning of a call is to the first. */
function compareMeanings(first: Draft, { tool, input }: Draft): CallRelation {
  if (tool === 'mcp') return { alternative: 'name' };
  const url = (args: unknown) => (args as { url?: unknown }).url;
  const isSame = tool === 'fetch' && isSameAddress(url(first.input), url(input));
  return isSame ? { alternative: 'wording' } : { isOtherPlace: true };
}

/** What a call of a host does there, in order: itself, unless the host says otherwise. */
function hostCallsOf(
  host: Adapter,
  dialect: Adapter,
  event: Draft,
  world: World,
): readonly Draft[] {
  return (compositeCallsOf(host, event, world) ?? [event]).flatMap((call) => {
    const readings = host === dialect ? [] : mcpReadingsOf(host, call);
    const said = host.meanings?.(call, world) ?? readings;
    const meanings = said.length ? said : [[call]];
    return meanings.flatMap((ways) =>
      ways.flatMap((one, i) => {
        const is = i ? compareMeanings(ways[0] as Draft, one) : noRelation;
        const files = listFileCalls(host.paths, one, world);
        const all = (files.length ? files : [one]).map((file) => writtenLike(file, call));
        return all.map((file, j) => setRelation(file, j ? { ...is, isOtherPlace: true } : is));
      }),
    );
  });
}

/** All that a dialect's agent would have fired hooks for, had it done what a host is about to do. */
export function listImpliedCalls(
  host: Adapter,
  dialect: Adapter,
  event: Draft,
  world: World,
): readonly Draft[] {
  const calls = hostCallsOf(host, dialect, event, world);
  if (!dialect.precedes) return calls;
  return calls.flatMap((one) => {
    const before = dialect.precedes?.(one) ?? [];
    for (const call of before)
      relations.set(writtenLike(call, one), { ...relationOf(one), isHypothetical: true });
    return [...before, one];
  });
}

/** Where every file can be read, and the edits of samples be made. */
export const sampleWorld: World = {
  file: () => ({ text: 'a' }),
  now: () => new Date(0),
  recall: () => 'x',
};

/** An event like this one, of which it is known what it does. */
export function sampleEventOf(host: Adapter, event: Draft): Draft {
  const composite = compositeOf(host, event);
  return composite ? { ...event, input: composite.sample } : event;
}
