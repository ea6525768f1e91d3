import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { translate } from '../../src/index.ts';
import { makeWorld } from '../../src/testing/fixtures.ts';
import type { Json } from '../../src/util/json.ts';
import { firedAs, type Outside, payloads } from '../conformance/fixtures.ts';

/** An event of another agent, and what a hook is told of it. */
export interface ToldElsewhere {
  host: Vendor;
  /** The host's own event and payload. */
  event: string;
  payload: Json;
  outside: Outside | undefined;
  told: Json;
}

const known = new Map<string, ToldElsewhere[]>();

/** What a hook of an agent is told at one of its events when any other agent is the host. */
export function toldElsewhere(vendor: Vendor, native: string): ToldElsewhere[] {
  const key = `${vendor} ${native}`;
  const told = known.get(key) ?? [...tellingsElsewhere(vendor, native)];
  known.set(key, told);
  return told;
}

function* tellingsElsewhere(vendor: Vendor, native: string): Generator<ToldElsewhere> {
  const { event } = adapters[vendor].bindings.find(native) ?? {};
  for (const [host, named] of Object.entries(payloads) as [Vendor, (typeof payloads)[string]][]) {
    if (host === vendor || host === 'anyhook') continue;
    for (const fixture of Object.values(named)) {
      const fired = firedAs(host, fixture.payload, fixture.named);
      const binding = adapters[host].bindings.find(fired);
      if (binding?.event !== event || fixture.older || fixture.named) continue;
      const told = attempt(() =>
        translate(fixture.payload, {
          from: host,
          to: vendor,
          native,
          world: makeWorld(fixture.outside),
        }),
      );
      const { payload, outside } = fixture;
      if (told) yield { host, event: fired, payload, outside, told: told.payload };
    }
  }
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined; // cannot be told whole: a gate refuses
  }
}
