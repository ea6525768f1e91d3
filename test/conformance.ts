import { contract } from './conformance/contract.ts';
import { events, told, variety } from './conformance/events.ts';
import { type Adapters, vendors } from './conformance/fixtures.ts';
import { meant } from './conformance/meanings.ts';
import { answered, outcomes, readings } from './conformance/outcomes.ts';

/** What a vendor is held to, each on its own. */
export const suites = [events, variety, outcomes, contract, readings, told, meant, answered];

/** Everything in which a set of adapters differs from the fixtures. */
export const conform = (adapters: Adapters): string[] =>
  vendors.flatMap((vendor) => suites.flatMap((suite) => [...suite(adapters, vendor)]));
