import type { Adapter, Composite, Draft, World } from '../mapping/adapter.ts';
import { touched } from './touched.ts';

const called = ({ composites }: Adapter, name: unknown): Composite | undefined =>
  composites && Object.hasOwn(composites, name as string) ? composites[name as string] : undefined;

function compositeOf(host: Adapter, { tool, name }: Draft): Composite | undefined {
  const composite = called(host, name);
  return composite && tool === (composite.tool ?? 'other') ? composite : undefined;
}

/** A bare text as the arguments it stands for; itself where it stands for none. */
export function asArgument(host: Adapter, name: unknown, text: string): unknown {
  const key = called(host, name)?.text;
  return key === undefined ? text : { [key]: text };
}

/** What a call of a host does there, in order: itself, unless the host says otherwise. */
function meant(host: Adapter, event: Draft, world: World): readonly Draft[] {
  const calls = compositeOf(host, event)?.calls(event, world) ?? [event];
  return calls.flatMap((call) => {
    const meanings = host.meanings?.(call, world) ?? [];
    return (meanings.length ? meanings : [call]).flatMap((one) => {
      const everywhere = touched(host.paths, one, world);
      return everywhere.length ? everywhere : [one];
    });
  });
}

/** All that a dialect's agent would have fired hooks for, had it done what a host is about to do. */
export function steps(
  host: Adapter,
  dialect: Adapter,
  event: Draft,
  world: World,
): readonly Draft[] {
  const calls = meant(host, event, world);
  if (!dialect.precedes) return calls;
  return calls.flatMap((one) => {
    const before = dialect.precedes?.(one) ?? [];
    for (const call of before) unmade.add(call);
    return [...before, one];
  });
}

const unmade = new WeakSet<Draft>();

/** Whether a call is one that the dialect's agent would make on its way to another, and the host does not. */
export const isUnmade = (call: Draft): boolean => unmade.has(call);

/** Where every file can be read, and the edits of samples be made. */
export const anywhere: World = {
  file: () => ({ text: 'a' }),
  now: () => new Date(0),
  recall: () => 'x',
};

/** An event like this one, of which it is known what it does. */
export function sampleOf(host: Adapter, event: Draft): Draft {
  const composite = compositeOf(host, event);
  return composite ? { ...event, input: composite.sample } : event;
}
