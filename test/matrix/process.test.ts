import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vendors } from '../conformance/fixtures.ts';
import type { Heard } from '../oracles/heard.ts';
import { oracles } from '../oracles/index.ts';
import { folder, run } from '../shim/run.ts';
import { concluded, type Place, places } from './places.ts';
import { type Rec, records } from './records.ts';

const dir = folder('matrix');

/** Ends that a command can have by itself, as the last line of a script. */
const last = ({ ran }: Rec): string | undefined => {
  if (ran.timedOut || ran.tooMuch || ran.notStarted !== undefined) return undefined;
  return ran.signal ? `kill -s ${ran.signal.slice(3)} $$` : `exit ${ran.code}`;
};

/** Every host and dialect in turn, with another event and another way to end each time. */
function* cells(most: number): Generator<[Place, Rec]> {
  const pairs = new Map<string, Place[]>();
  for (const place of places()) {
    if (!place.firstOfEvent || place.event === 'stop') continue;
    const pair = `${place.host} ${place.dialect}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), place]);
  }
  const all = [...pairs.values()];
  for (let n = 0; n < most; n++) {
    const i = n + seed * most;
    const some = all[i % all.length] as Place[];
    const place = some[(Math.floor(i / all.length) * 7) % some.length] as Place;
    const { full } = records(place.dialect, place.native);
    const fit = full.filter((rec) => last(rec) !== undefined && !rec.name.includes('huge'));
    yield [place, fit[(i * 31) % fit.length] as Rec];
  }
}

let made = 0;
async function asProcess([place, rec]: [Place, Rec]): Promise<{ here: Heard; there: Heard }> {
  const at = join(dir, String(made++));
  mkdirSync(at);
  writeFileSync(join(at, 'out'), rec.ran.stdout);
  writeFileSync(join(at, 'err'), rec.ran.stderr);
  writeFileSync(join(at, 'hook.sh'), `cd "$(dirname "$0")"; cat out; cat err >&2; ${last(rec)}\n`);
  const { host, dialect, native, fired, payload } = place;
  const flags = [
    '--host',
    host,
    '--as',
    dialect,
    '--event',
    native,
    '--cwd',
    at,
    '--',
    'sh',
    join(at, 'hook.sh'),
  ];
  // A session of its own: what one cell leaves to be remembered is not another's.
  const stdin = {
    ...payload,
    cwd: dir,
    session_id: `cell ${made}`,
    conversation_id: `cell ${made}`,
  };
  const said = await run(flags, { stdin, cwd: dir, env: { HOME: dir } });
  const side = dialect === host ? 'native' : 'host';
  return {
    here: oracles[host](fired, concluded(place.run, place.told, rec.ran), side),
    there: oracles[host](fired, said, side),
  };
}

/** Every pair three times in CI, else some of them: others each day, on which they depend alone. */
const pairs = vendors.length ** 2;
const most = process.env.CI ? 3 * pairs : 40;
const seed = process.env.CI ? 0 : Math.floor(Date.now() / 86_400_000);

test(`${most} cells again, as real processes (seed ${seed})`, async () => {
  const todo = [...cells(most)];
  expect(new Set(todo.map(([{ host, dialect }]) => `${host} ${dialect}`)).size).toBe(
    Math.min(most, pairs),
  );
  const other: string[] = [];
  for (let i = 0; i < todo.length; i += 4) {
    const some = todo.slice(i, i + 4);
    const done = await Promise.all(some.map(asProcess));
    done.forEach(({ here, there }, j) => {
      const [place, rec] = some[j] as [Place, Rec];
      if (here.verdict === there.verdict) return;
      const { host, fired, dialect, native, fixture } = place;
      other.push(
        `${host} ${fired} (${fixture}) ← ${dialect} ${native}, ${rec.name}: ${JSON.stringify(there)}, in process ${JSON.stringify(here)}`,
      );
    });
  }
  expect(other.slice(0, 10)).toEqual([]);
});
