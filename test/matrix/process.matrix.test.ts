import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { payloads, vendors } from '../conformance/fixtures.ts';
import type { Effect } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { folder, runExecutable } from '../shim/run.ts';
import { answerHook, listCases, type MatrixCase, payloadInSession } from './cases.ts';
import { listEndings, type NamedEnding } from './endings.ts';
import { selectEvenly } from './selection.ts';

const dir = folder('matrix');

/** Ends that a command can have by itself, as the last line of a script. */
const last = ({ ran }: NamedEnding): string | undefined => {
  if (ran.timedOut || ran.tooMuch || ran.notStarted !== undefined) return undefined;
  return ran.signal ? `kill -s ${ran.signal.slice(3)} $$` : `exit ${ran.code}`;
};

/** For every pair of a host and a dialect one of its events, with a way to end. */
function cells(): [MatrixCase, NamedEnding][] {
  const all = [...listCases()].filter(
    (one) => one.firstOfEvent && one.event !== 'stop' && isOnAnyDisk(one),
  );
  // A step that has no factor in common with most numbers of records meets all kinds of ends.
  return selectEvenly(all, pairOf, 1).map((place, i) => {
    const { full } = listEndings(place.dialect, place.native);
    const fit = full.filter((rec) => last(rec) !== undefined && !rec.name.includes('huge'));
    return [place, fit[(i * 97) % fit.length] as NamedEnding];
  });
}

/** Whose files are no part of what is told: a real process has its own disk. */
const isOnAnyDisk = ({ host, fixture }: MatrixCase): boolean =>
  payloads[host]?.[fixture]?.outside === undefined;

const pairOf = ({ host, dialect }: MatrixCase): string => `${host} ${dialect}`;

let made = 0;
async function asProcess([place, rec]: [MatrixCase, NamedEnding]): Promise<{
  here: Effect;
  there: Effect;
}> {
  const at = join(dir, String(made++));
  mkdirSync(at);
  writeFileSync(join(at, 'out'), rec.ran.stdout);
  writeFileSync(join(at, 'err'), rec.ran.stderr);
  writeFileSync(join(at, 'hook.sh'), `cd "$(dirname "$0")"; cat out; cat err >&2; ${last(rec)}\n`);
  const { host, dialect, native, fired } = place;
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
  const stdin = payloadInSession(place, dir, `cell ${made}`);
  const said = await runExecutable(flags, { stdin, cwd: dir, env: { HOME: dir } });
  const side = dialect === host ? 'native' : 'host';
  return {
    here: oracles[host](fired, answerHook(place.run, place.told, rec.ran), side),
    there: oracles[host](fired, said, side),
  };
}

test('for every host and dialect, a real process gives the host the verdict that a call in this process gives', async () => {
  const all = cells();
  expect(new Set(all.map(([place]) => pairOf(place))).size).toBe(vendors.length ** 2);
  const other: string[] = [];
  for (let i = 0; i < all.length; i += 4) {
    const some = all.slice(i, i + 4);
    const done = await Promise.all(some.map(asProcess));
    done.forEach(({ here, there }, j) => {
      const [place, rec] = some[j] as [MatrixCase, NamedEnding];
      if (here.verdict === there.verdict) return;
      const { host, fired, dialect, native, fixture } = place;
      other.push(
        `${host} ${fired} (${fixture}) ← ${dialect} ${native}, ${rec.name}: ${JSON.stringify(there)}, in process ${JSON.stringify(here)}`,
      );
    });
  }
  expect(other.slice(0, 10)).toEqual([]);
});
