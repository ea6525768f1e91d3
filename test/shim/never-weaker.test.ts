import { describe, expect, test, vi } from 'vitest';
import { parseFlags } from '../../src/flags.ts';
import { shim } from '../../src/shim.ts';
import { type Heard, isObject, type Ran, rank } from '../oracles/heard.ts';
import { oracles } from '../oracles/index.ts';
import { behaviours, codes } from './behaviours.ts';
import { gates, type Vendor } from './gates.ts';
import { shell, speaks, stop } from './payloads.ts';

const finished = vi.hoisted(() => ({ ran: undefined as unknown, started: 0 }));
vi.mock('../../src/command.ts', () => ({
  runCommand: () => {
    finished.started++;
    return Promise.resolve(finished.ran);
  },
}));

const lazy = { hash: String, bounded: () => true };

/** What the host prints and hears when the hook ended like this. */
async function through(args: string[], payload: object, ran: Ran): Promise<Ran> {
  finished.ran = ran;
  const stdin = { bytes: Buffer.from(JSON.stringify(payload)), cut: false };
  const said = await shim(parseFlags([...args, '--', 'hook']), stdin, lazy);
  return { code: said.code, stdout: said.stdout, stderr: said.stderr };
}

/** Agents that cannot end a turn: the closed list, law 3. */
const cannotHalt: readonly Vendor[] = ['cursor', 'terminai'];

/** Why what the host heard is weaker than what the hook's own vendor would have done. */
function weakness(native: Heard, host: Heard, vendor: Vendor): string | undefined {
  const capped = native.verdict === 'halt' && cannotHalt.includes(vendor) ? 'deny' : native.verdict;
  // Cursor applies a rewrite only beside `allow`, facts/cursor.md 1.2.
  const due = host.input && vendor === 'cursor' && capped === 'pass' ? 'allow' : capped;
  if (rank(host.verdict) < rank(due)) return `${host.verdict}, natively ${native.verdict}`;
  const rewrites = isObject(native.input) && rank(native.verdict) < rank('deny');
  if (rewrites && rank(host.verdict) < rank('deny') && !changed(host, native))
    return 'the rewrite is lost, and the call runs as it was';
  return undefined;
}

/** The rewritten command is in what the host would run. */
const changed = (host: Heard, native: Heard): boolean =>
  host.input !== undefined &&
  Object.values(native.input as object).every(
    (value) =>
      typeof value !== 'string' || JSON.stringify(host.input).includes(JSON.stringify(value)),
  );

describe.each(gates)('%s fires', (host, events) => {
  test.each(events)('$event $about', async ({ event, payload, dialects }) => {
    const weak: string[] = [];
    for (const [dialect, natives] of Object.entries(dialects) as [Vendor, readonly string[]][]) {
      const side = dialect === host ? 'native' : 'host'; // the same bytes on both sides
      for (const native of dialect === host ? [event] : natives) {
        const args = ['--host', host, '--as', dialect, '--event', native];
        finished.started = 0;
        let cells = 0;
        for (const { name, ran } of behaviours(codes)) {
          const own = oracles[dialect](native, ran, 'native');
          const heard = oracles[host](event, await through(args, payload, ran), side);
          const why = weakness(own, heard, host);
          if (why) weak.push(`${dialect} ${native}, ${name}: ${why}`);
          cells++;
        }
        expect(finished.started, `${dialect} ${native} was not started`).toBe(cells);
      }
    }
    expect(weak.slice(0, 40)).toEqual([]);
  });
});

/** What is over cannot be stopped; it must not be begun again by mistake. */
const stops: [Vendor, string, object][] = [
  ['gemini', 'AfterAgent', stop('gemini')],
  ['tabnine', 'AfterAgent', stop('tabnine')],
  ['terminai', 'AfterAgent', stop('terminai')],
  ['cursor', 'stop', stop('cursor')],
];
const stopOf = (dialect: Vendor): string =>
  stops.find(([vendor]) => vendor === dialect)?.[1] ?? 'stop';

describe.each(stops)('%s ends a turn', (host, event, payload) => {
  test.each([
    ['native', ''],
    ['block', 'block'],
  ])('nothing begins another that would not have, on failure %s', async (policy) => {
    const wrong: string[] = [];
    for (const dialect of Object.keys(oracles) as Vendor[]) {
      const native = stopOf(dialect);
      const flags = ['--host', host, '--as', dialect, '--event', native, '--loop-limit', 'none'];
      for (const { name, ran } of behaviours(codes)) {
        const own = oracles[dialect](native, ran, 'native');
        const said = await through([...flags, '--on-failure', policy], payload, ran);
        const heard = oracles[host](event, said, 'native');
        const again = heard.followUp !== undefined && own.followUp === undefined;
        if (again) wrong.push(`${dialect}, ${name}: prompted with ${heard.followUp}`);
      }
    }
    expect(wrong.slice(0, 40)).toEqual([]);
  });
});

test('a time limit that is ours and not the dialect’s blocks; one of its own does as its vendor', async () => {
  const ran: Ran = { code: null, signal: 'SIGTERM', timedOut: true, stdout: '', stderr: '' };
  for (const dialect of ['gemini', 'tabnine', 'terminai', 'cursor'] as const) {
    const args = ['--host', 'cursor', ...speaks(dialect)];
    if (dialect === 'cursor') args[1] = 'gemini';
    const host = args[1] as 'gemini' | 'cursor';
    const payload = shell(host);
    const event = host === 'cursor' ? 'beforeShellExecution' : 'BeforeTool';
    const verdict = async (flags: string[]) =>
      oracles[host](event, await through([...args, ...flags], payload, ran), 'host').verdict;
    expect(await verdict([]), dialect).toBe('deny');
    expect(await verdict(['--timeout', '5s']), dialect).toBe('pass');
  }
});
