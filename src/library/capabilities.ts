import { closed } from '../errors.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { dialectOf, type VendorOrDialect } from './agent.ts';
import { isGate } from './refuse.ts';

/** What one native event of an agent can carry. */
export interface Capability {
  /** The canonical event. */
  event: string;
  /** The name of the native event. */
  native: string;
  /** Whether an answer can refuse something at this event: `isGate` of its native name. */
  gate: boolean;
  /** The canonical paths whose values its payload has. */
  tells: string[];
  /** The keys of an outcome that it honours. */
  hears: string[];
}

/**
 * Lists what each native event of an agent can carry, as the agent's tables state it.
 *
 * @example
 * capabilities('terminai').find((one) => one.native === 'BeforeTool')?.hears; // ['decision', 'reason']
 */
export function capabilities(vendor: VendorOrDialect): Capability[] {
  return closed(() => {
    const dialect = dialectOf(vendor);
    return dialect.bindings.all().map((binding) => ({
      event: binding.event,
      native: binding.native,
      gate: isGate(dialect, binding.native),
      tells: payloadPlanOf(binding).ops.map((op) => op.canonicalName),
      hears: Object.keys(binding.outcome),
    }));
  });
}
