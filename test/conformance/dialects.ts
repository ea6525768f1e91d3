// What dialects state for the library alone, against `fixtures/dialects.json`.
import { readFileSync } from 'node:fs';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { catchErrors, reportDifference } from '../../src/testing/report.ts';
import type { Adapters } from './fixtures.ts';

const file = new URL('../../fixtures/dialects.json', import.meta.url);
const goldens = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

/** A payload in the form of several agents, and one that has a field of Copilot CLI alone. */
const forms = [
  { hook_event_name: 'Stop', session_id: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/p' },
  { sessionId: 's', timestamp: 1, cwd: '/p', toolName: 'bash', toolArgs: '{}' },
];

/** Returns what a dialect states of sessions, of variables and of the languages of its shells. */
const statedBy = (adapter: Adapter): unknown =>
  JSON.parse(
    JSON.stringify({
      // Null: the dialect takes back the variable of the dialect that it was made of.
      ...('sessionVariable' in adapter && { sessionVariable: adapter.sessionVariable ?? null }),
      ownVariable: adapter.ownVariable,
      sharesForm: adapter.sharesForm && forms.map((form) => adapter.sharesForm?.(form)),
      transcript: adapter.transcriptOf && [
        adapter.transcriptOf('s1', '/w/demo'),
        adapter.transcriptOf('s1', undefined) ?? null,
      ],
      shells: adapter.tools.flatMap(({ names, shell, result }) =>
        shell === undefined ? [] : [{ names, shell, result }],
      ),
    }),
  );

/** Checks what a dialect states that neither its payloads nor its contract show. */
export function* checkDialects(adapters: Adapters, vendor: string): Generator<string> {
  const adapter = adapters[vendor] as Adapter;
  yield* catchErrors(`${vendor}, its dialect`, function* () {
    yield* reportDifference('states', goldens[vendor], statedBy(adapter));
  });
}
