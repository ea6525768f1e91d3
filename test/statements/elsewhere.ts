import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { translate } from '../../src/index.ts';
import { worldOf } from '../../src/testing/fixtures.ts';
import type { Json } from '../../src/util/json.ts';
import { firedAs, payloads } from '../conformance/fixtures.ts';

const known = new Map<string, Json[]>();

/** What a hook of an agent is told at one of its events when any other agent is the host. */
export function toldElsewhere(vendor: Vendor, native: string): Json[] {
  const key = `${vendor} ${native}`;
  const told = known.get(key) ?? [...tellingsElsewhere(vendor, native)];
  known.set(key, told);
  return told;
}

function* tellingsElsewhere(vendor: Vendor, native: string): Generator<Json> {
  const { event } = adapters[vendor].bindings.named(native) ?? {};
  for (const [host, named] of Object.entries(payloads)) {
    if (host === vendor || host === 'anyhook') continue;
    for (const fixture of Object.values(named)) {
      const binding = adapters[host as Vendor].bindings.named(
        firedAs(host, fixture.payload, fixture.named),
      );
      if (binding?.event !== event || fixture.older || fixture.named) continue;
      const told = attempt(() =>
        translate(fixture.payload, {
          from: host as Vendor,
          to: vendor,
          native,
          world: worldOf(fixture.outside),
        }),
      );
      if (told) yield told.payload;
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
