// What tables state that no payload and no single answer shows, against `fixtures/dialects.json` and the vendors' own `dialect.json`.
import type { Adapter } from '../../src/mapping/adapter.ts';
import { catchErrors, reportDifference } from '../../src/testing/report.ts';
import { type Adapters, dialects } from './fixtures.ts';

/** A payload in the form of several agents, and one that has a field of Copilot CLI alone. */
const forms = [
  { hook_event_name: 'Stop', session_id: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/p' },
  { sessionId: 's', timestamp: 1, cwd: '/p', toolName: 'bash', toolArgs: '{}' },
];

/** Returns what an agent states of sessions, of variables, of the languages of its shells, and of several hooks of one event. */
const statedBy = (adapter: Adapter): unknown => {
  const shells = adapter.tools.flatMap(({ names, shell, result }) =>
    shell === undefined ? [] : [{ names, shell, result }],
  );
  return JSON.parse(
    JSON.stringify({
      // Null: the dialect takes back the variable of the dialect that it was made of.
      ...('sessionVariable' in adapter && { sessionVariable: adapter.sessionVariable ?? null }),
      ownVariable: adapter.ownVariable,
      sharesForm: adapter.sharesForm && forms.map((form) => adapter.sharesForm?.(form)),
      transcript: adapter.transcriptOf && [
        adapter.transcriptOf('s1', '/w/demo'),
        adapter.transcriptOf('s1', undefined) ?? null,
      ],
      ...(shells.length && { shells }),
      merging: adapter.merging,
    }),
  );
};

/** Checks what a dialect states that neither its payloads nor its contract show. */
export function* checkDialects(adapters: Adapters, vendor: string): Generator<string> {
  const adapter = adapters[vendor] as Adapter;
  yield* catchErrors(`${vendor}, its dialect`, function* () {
    yield* reportDifference('states', dialects[vendor] ?? {}, statedBy(adapter));
  });
}
