/**
 * `anyhook/testing`: compares an adapter with fixtures, which are recorded payloads and answers of its agent.
 *
 * @packageDocumentation
 */

import { anyhook } from '../adapters/anyhook/index.ts';
import { adapters } from '../adapters/index.ts';
import { closed } from '../errors.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { setKnownAdapters } from '../translate/known-adapters.ts';
import { checkContract } from './contract.ts';
import { checkCoverage } from './coverage.ts';
import { checkPayloads, checkVariants } from './events.ts';
import { type Fixtures, readFixtures, type Subject } from './fixtures.ts';
import { checkFinishedCommands, checkResponses } from './outcomes.ts';

export type { Contract, Fixtures, PayloadFixture, Source } from './fixtures.ts';
export { readFixtures } from './fixtures.ts';

/** The checks that {@link conformance} runs. Each yields a text for every difference that it finds. */
export const conformanceChecks: readonly ((subject: Subject) => Generator<string>)[] = [
  checkPayloads,
  checkVariants,
  checkResponses,
  checkContract,
  function* checkAnswers(subject) {
    setKnownAdapters(adapters); // a hook of the canonical dialect may answer in the words of every agent
    yield* checkFinishedCommands(subject);
  },
  checkCoverage,
];

/**
 * Lists the differences between an adapter and its fixtures, each as a text of one or several lines. Empty: the adapter
 * conforms.
 *
 * @param fixtures The path of a folder with `payloads/*.json` (native payloads and their canonical events, one for every
 *   event and tool), `contract.json`, `responses.json` and `finished.json`; or what {@link readFixtures} returns for it.
 *
 * @experimental
 * @throws {AnyhookError} `usage`: the adapter or the fixtures are of a wrong kind, or a file is missing
 * @example
 * import { conformance } from 'anyhook/testing';
 * test('acme', () => expect(conformance(acme, 'fixtures/acme')).toEqual([]));
 */
export function conformance(adapter: Adapter, fixtures: string | Fixtures): string[] {
  return closed(() => {
    const content = typeof fixtures === 'string' ? readFixtures(fixtures) : fixtures;
    const subject: Subject = { adapter, fixtures: content, canonical: anyhook };
    return conformanceChecks.flatMap((check) => [...check(subject)]);
  });
}
