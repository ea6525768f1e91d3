/**
 * Holds an adapter to recorded payloads and answers: `anyhook/testing`.
 *
 * @packageDocumentation
 */
import { anyhook } from '../adapters/anyhook/index.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { checkContract } from './contract.ts';
import { checkCoverage } from './coverage.ts';
import { checkPayloads, checkVariants } from './events.ts';
import { type Fixtures, readFixtures, type Subject } from './fixtures.ts';
import { checkFinishedCommands, checkResponses } from './outcomes.ts';

export type { Contract, Fixtures, PayloadFixture, Source } from './fixtures.ts';
export { readFixtures } from './fixtures.ts';

/** What a vendor is held to, each on its own. */
export const conformanceChecks: readonly ((subject: Subject) => Generator<string>)[] = [
  checkPayloads,
  checkVariants,
  checkResponses,
  checkContract,
  checkFinishedCommands,
  checkCoverage,
];

/**
 * Everything in which an adapter differs from its fixtures, a line or more each; none: it conforms.
 * `fixtures` is a folder: `payloads/*.json` (native payloads and their canonical events, one for
 * every event and tool), `contract.json`, `responses.json` and `finished.json`.
 *
 * @experimental
 * @example
 * import { conformance } from 'anyhook/testing';
 * test('acme', () => expect(conformance(acme, 'fixtures/acme')).toEqual([]));
 */
export function conformance(adapter: Adapter, fixtures: string | Fixtures): string[] {
  const held = typeof fixtures === 'string' ? readFixtures(fixtures) : fixtures;
  const subject: Subject = { adapter, fixtures: held, canonical: anyhook };
  return conformanceChecks.flatMap((suite) => [...suite(subject)]);
}
