import type { EventTraits } from './event.ts';
import { eventTraits, outcomeKeysWith } from './kinds.ts';
import type { EventName } from './types.ts';

const none: EventTraits = {};

/** Returns those traits of an event that a run needs, by its canonical name. Returns an object without traits for any other name. */
export const traitsOf = (event: string | undefined): EventTraits =>
  eventTraits[event as EventName] ?? none;

/** Tells whether a hook can refuse what an event announces. The event is given by its canonical name. */
export const isGateEvent = (event: string | undefined): boolean => traitsOf(event).isGate === true;

/** Tells whether a key of an outcome has a trait. Returns false for a key that no outcome has. */
export const hasOutcomeTrait = (key: string, trait: keyof typeof outcomeKeysWith): boolean =>
  (outcomeKeysWith[trait] as readonly string[]).includes(key);
