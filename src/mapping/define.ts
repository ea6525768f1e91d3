import { once } from '../util/once.ts';
import type { Binding, Bindings } from './adapter.ts';

/** Native events by name, each yet to be made. */
export type Rows = Readonly<Record<string, () => Omit<Binding, 'native'>>>;

/** An agent's events, by their native names. */
export const bindingsOf = (rows: Rows): Bindings =>
  lazily(Object.keys(rows), (native) => ({ ...rows[native]?.(), native }) as Binding);

/** The bindings of a fork: those of another agent, changed. */
export const changed = (parent: Bindings, change: (binding: Binding) => Binding): Bindings =>
  lazily(parent.natives, (native) => change(parent.named(native) as Binding));

/** Each is made when first asked for: a run needs one, and would pay for all. */
export function lazily(natives: readonly string[], make: (native: string) => Binding): Bindings {
  const made = new Map<string, Binding>();
  const named = (native: unknown): Binding | undefined => {
    const known = made.get(native as string);
    if (known || !natives.includes(native as string)) return known;
    const binding = make(native as string);
    made.set(native as string, binding);
    return binding;
  };
  const all = once(() => natives.map((native) => named(native) as Binding));
  return { natives, named, all };
}
