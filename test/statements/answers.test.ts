// Answers and endings of hooks that the agents’ pages state: see `pages.ts`.
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { isGateEvent } from '../../src/canonical/traits.ts';
import { findVerdict } from '../../src/canonical/verdict.ts';
import { decode, hear, say } from '../../src/index.ts';
import type { Binding, Finished } from '../../src/mapping/adapter.ts';
import { makeWorld } from '../../src/testing/fixtures.ts';
import type { Json } from '../../src/util/json.ts';
import { mayRefuse } from '../conformance/fixtures.ts';
import { rank } from '../oracles/effect.ts';
import { effectOnPayload, mergingOracles, oracles } from '../oracles/index.ts';
import { type ToldElsewhere, toldElsewhere } from './elsewhere.ts';
import { type AnswerRow, type ExitRow, eachRow, eventsOf, payloadFor, rowsOf } from './pages.ts';
import { strangeFields } from './strange.ts';

const world = makeWorld();

/** What an agent's own client makes of a finished command. */
function heardBy(vendor: Vendor, native: string, payload: Json, finished: Finished) {
  const heard = oracles[vendor](native, finished, 'native');
  return effectOnPayload(vendor, heard, payload);
}

test.each(
  eachRow('events'),
)('%s: the event is told, and a refusal has an effect where the page says so', (_, row) => {
  for (const native of eventsOf(row.vendor, row)) {
    const payload = payloadFor(row.vendor, native);
    expect(decode(row.vendor, payload, { world }).event).toBe(row.is);
    const said = say(row.vendor, payload, { decision: 'deny', reason: 'S' }, { world });
    const { stdout = '', stderr = '', exitCode: code } = said;
    const { verdict, ...more } = heardBy(row.vendor, native, payload, { code, stdout, stderr });
    const blocks = rank(verdict) >= rank('deny') || 'replaced' in more || 'followUp' in more;
    expect([native, blocks]).toEqual([native, row.blocks]);
  }
});

describe('answers', () => {
  test.each(
    eachRow('answers'),
  )('%s: the answer means what is said, to us and to its own client', (_, row) => {
    for (const native of eventsOf(row.vendor, row)) {
      const payload = payloadFor(row.vendor, native, row.with);
      const stdout = typeof row.print === 'string' ? row.print : JSON.stringify(row.print);
      const finished: Finished = { code: 0, stdout, stderr: '' };
      const { outcome } = hear(row.vendor, payload, finished, { world });
      expect([native, outcome]).toEqual([native, row.means]);
      if (typeof row.print !== 'string')
        expect([native, strangeFields(row.vendor, native, row.print)]).toEqual([native, []]);
      const client = heardBy(row.vendor, native, payload, finished);
      const [ours, theirs] = [findVerdict(outcome), client.verdict];
      if (row.stricter) expect(rank(ours)).toBeGreaterThan(rank(theirs));
      else expect([native, ours]).toEqual([native, theirs]);
    }
  });

  test.each(
    eachRow('answers').filter(([, { means }]) => Object.keys(means).length > 0),
  )('%s: what it means is said to the agent in words that mean the same', (_, row) => {
    for (const native of eventsOf(row.vendor, row)) {
      const payload = payloadFor(row.vendor, native, row.with);
      const said = say(row.vendor, payload, row.means, { ask: 'host', world });
      const { stdout, stderr, exitCode: code } = said;
      const { outcome } = hear(row.vendor, payload, { code, stdout, stderr }, { world });
      const wanted = row.back ?? row.means;
      expect([native, outcome]).toEqual([native, expect.objectContaining(wanted)]);
      const lost = said.losses.flatMap((loss) => (loss.kind === 'unsaid' ? [loss.path] : []));
      expect([native, lost]).toEqual([native, []]);
    }
  });
});

test.each(
  eachRow('exits'),
)('%s: the ending means what is said, to us and to its own client', (_, row) => {
  for (const native of eventsOf(row.vendor, row)) {
    const payload = payloadFor(row.vendor, native);
    const { code, stdout = '', stderr = '' } = row;
    const { outcome } = hear(row.vendor, payload, { code, stdout, stderr }, { world });
    expect([native, outcome]).toEqual([native, row.means]);
    const client = heardBy(row.vendor, native, payload, { code, stdout, stderr });
    const [ours, theirs] = [findVerdict(outcome), client.verdict];
    if (row.stricter) expect(rank(ours)).toBeGreaterThan(rank(theirs));
    else expect([native, ours]).toEqual([native, theirs]);
  }
});

test.each(
  eachRow('several'),
)('%s: the client hears the same in the answers as they are and as they are said again', (_, row) => {
  for (const native of eventsOf(row.vendor, row)) {
    const payload = payloadFor(row.vendor, native);
    const printed = row.prints.map((one) => ({
      code: 0,
      stdout: JSON.stringify(one),
      stderr: '',
    }));
    const again = printed.map((finished) => {
      const { outcome } = hear(row.vendor, payload, finished, { world });
      const { stdout, stderr, exitCode: code } = say(row.vendor, payload, outcome, { world });
      return { code, stdout, stderr };
    });
    expect([native, mergingOracles[row.vendor](native, printed, 'native')]).toEqual([
      native,
      row.heard,
    ]);
    expect([native, mergingOracles[row.vendor](native, again, 'native')]).toEqual([
      native,
      row.heard,
    ]);
  }
});

/** One payload of each gate of another agent at which a hook of an agent is told its own event. */
const firstElsewhere = (vendor: Vendor, native: string): ToldElsewhere[] => {
  const met = new Map(
    toldElsewhere(vendor, native).map((one) => [`${one.host} ${one.event}`, one]),
  );
  return [...met.values()].filter(({ host, event }) => mayRefuse(host, event));
};

const finishedOf = (row: AnswerRow | ExitRow): Finished => {
  if ('code' in row) return { code: row.code, stdout: row.stdout ?? '', stderr: row.stderr ?? '' };
  const stdout = typeof row.print === 'string' ? row.print : JSON.stringify(row.print);
  return { code: 0, stdout, stderr: '' };
};

test('no answer and no ending that the pages state is weaker at a gate of another agent', () => {
  let cells = 0;
  for (const row of [...rowsOf('answers'), ...rowsOf('exits')]) {
    for (const native of eventsOf(row.vendor, row)) {
      const { event } = adapters[row.vendor].bindings.find(native) as Binding;
      if (!isGateEvent(event)) continue;
      const finished = finishedOf(row);
      for (const { host, event: fired, payload, outside, told } of firstElsewhere(
        row.vendor,
        native,
      )) {
        const seen = { world: makeWorld(outside) };
        const home = heardBy(row.vendor, native, told, finished).verdict;
        const { outcome } = hear(row.vendor, told, finished, seen);
        const { stdout, stderr, exitCode: code } = say(host, payload, outcome, seen);
        const there = effectOnPayload(
          host,
          oracles[host](fired, { code, stdout, stderr }, 'host'),
          payload,
        );
        const least = home === 'halt' ? 'deny' : home; // some agents end no turn
        const weaker = rank(there.verdict) < rank(least);
        expect([row.title, native, host, fired, there.verdict, weaker]).toEqual([
          row.title,
          native,
          host,
          fired,
          there.verdict,
          false,
        ]);
        cells++;
      }
    }
  }
  expect(cells).toBeGreaterThan(700);
});
