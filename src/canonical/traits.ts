import type { EventTraits } from './event.ts';
import { eventTraits, outcomeKeysWith } from './kinds.ts';

const none: EventTraits = {};

/** Returns the traits of an event that a run asks for, by its canonical name; of any other name, no traits. */
export const traitsOf = (event: string | undefined): EventTraits =>
  (event !== undefined && Object.hasOwn(eventTraits, event) && eventTraits[event]) || none;

/** Tells whether a hook can refuse what an event is about; `event` is its canonical name. */
export const isGateEvent = (event: string | undefined): boolean => traitsOf(event).isGate === true;

/** Tells whether a key is one of an outcome, and has a trait. */
export const hasOutcomeTrait = (key: string, trait: keyof typeof outcomeKeysWith): boolean =>
  (outcomeKeysWith[trait] as readonly string[]).includes(key);
