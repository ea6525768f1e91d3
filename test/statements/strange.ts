import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { findForeignVerdict } from '../../src/translate/foreign-responses.ts';
import { listAdapters } from '../../src/translate/host.ts';
import type { Json } from '../../src/util/json.ts';

/** The fields of an answer that are said to be another agent's, when a hook prints it at an event. */
export function strangeFields(vendor: Vendor, native: string, answer: Json): string[] {
  const agent = adapters[vendor];
  const binding = agent.bindings.find(native);
  if (!binding) throw new Error(`${vendor}: no event ${native}`);
  const others = () => listAdapters().filter((one) => one !== agent && one.tools.length);
  return findForeignVerdict(answer, agent, binding, others)?.keys ?? [];
}
