// The bridge in a process of an agent: what its client makes of the plugin is what the oracle makes of the shim's answer.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { answerHook, listCases, type MatrixCase, payloadInSession } from '../matrix/cases.ts';
import { listEndings, type NamedEnding } from '../matrix/endings.ts';
import type { CallPlugin, Effect } from '../oracles/effect.ts';
import { oracles, pluginClients, pluginEvents } from '../oracles/index.ts';
import { folder } from '../shim/run.ts';
import { installBridge, lineOf, openBridge, pluginHosts } from './bridge.ts';

const dir = folder('bridge');
const bridge = installBridge(dir);

/** The last command of a script that ends so; undefined for an end that no script has by itself. */
const lastCommand = ({ ran }: NamedEnding): string | undefined => {
  if (ran.timedOut || ran.tooMuch || ran.notStarted !== undefined) return undefined;
  return ran.signal ? `kill -s ${ran.signal.slice(3)} $$` : `exit ${ran.code}`;
};

let made = 0;

/** Plays a hook behind the plugin. Returns what the client makes of it, and what the oracle makes of the shim's answer. */
async function play(place: MatrixCase, rec: NamedEnding): Promise<[client: Effect, due: Effect]> {
  const at = join(dir, String(made++));
  mkdirSync(at);
  writeFileSync(join(at, 'out'), rec.ran.stdout);
  writeFileSync(join(at, 'err'), rec.ran.stderr);
  writeFileSync(join(at, 'hook.sh'), `cat out; cat err >&2; ${lastCommand(rec)}\n`);
  const { host, dialect, native, fired } = place;
  const command = lineOf(host, dialect, native, `cd '${at}'; . ./hook.sh`);
  const { handle } = openBridge(bridge, host, { hooks: { [fired]: [{ command }] } });
  const call = pluginClients[host] as CallPlugin;
  const client = await call(fired, payloadInSession(place, dir, `cell ${made}`), handle);
  const side = dialect === host ? 'native' : 'host';
  return [client, oracles[host](fired, answerHook(place.run, place.told, rec.ran), side)];
}

/** What one sees of a verdict: a person who says no refuses, and a prompt that is refused ends its turn. */
const seenOf = ({ verdict }: Effect, { event }: MatrixCase): Effect['verdict'] => {
  if (verdict === 'ask' || (verdict === 'halt' && event === 'prompt')) return 'deny';
  return verdict === 'allow' ? 'pass' : verdict;
};

const textsOf = ({ context, followUp, input }: Effect) => ({ context, followUp, input });

test.each(
  pluginHosts,
)('In %s, every dialect’s hooks refuse, rewrite, tell and go on as the shim answers, whatever the client does with an answer', async (host) => {
  const heard = pluginEvents[host as Vendor];
  const all = [...listCases(host as Vendor)].filter(
    ({ firstOfEvent, fired }) => firstOfEvent && (heard?.includes(fired) ?? true),
  );
  const wrong: string[] = [];
  let count = 0;
  for (const [i, place] of all.entries()) {
    const { full } = listEndings(place.dialect, place.native);
    const fit = full.filter((rec) => lastCommand(rec) !== undefined && !rec.name.includes('huge'));
    const some = [0, 1, 2].map((n) => fit[(i * 31 + n * 97) % fit.length] as NamedEnding);
    for (const rec of some) {
      const [client, due] = await play(place, rec);
      count++;
      const what = `${place.fired} ${place.dialect} ${place.native} ${rec.name}`;
      if (seenOf(client, place) !== seenOf(due, place))
        wrong.push(`${what}: ${client.verdict}, due ${due.verdict}`);
      else if (client.verdict === 'pass') {
        const [is, wanted] = [client, due].map((one) => JSON.stringify(textsOf(one)));
        if (is !== wanted) wrong.push(`${what}: ${is}, due ${wanted}`);
      }
    }
  }
  expect(count).toBeGreaterThan(200);
  expect(wrong.slice(0, 10), `${wrong.length} of ${count}`).toEqual([]);
});
