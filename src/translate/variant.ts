import type { Draft } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';

/** An event as it is, or expressed as another event or with another tool, for a dialect that cannot express it as it is. */
export interface Variant {
  event: Draft;
  /** Turns rewritten arguments of the variant into arguments of the original event. Returns `undefined` if that is impossible. */
  toOriginalInput(input: Json): Json | undefined;
}

/** Returns the variant that is the event as it is. */
export const unchangedVariant = (event: Draft): Variant => ({
  event,
  toOriginalInput: (input) => input,
});
