import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import { isGateEvent } from '../../src/canonical/traits.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import { runShim } from '../../src/shim/shim.ts';
import type { Json } from '../../src/util/json.ts';
import {
  answerOf,
  firedAs,
  goesOn,
  hostFlags,
  mayRefuse,
  payloads,
  vendors,
} from '../conformance/fixtures.ts';
import { network } from '../network.ts';
import { parseJson, rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { hasTable, isWide } from '../wide.ts';

const hook = vi.hoisted(() => ({ ran: undefined as unknown, started: 0 }));
vi.mock('../../src/shim/command.ts', () => ({
  runCommand: () => {
    hook.started++;
    return Promise.resolve(hook.ran);
  },
}));
const home = mkdtempSync(join(tmpdir(), 'anyhook leaf '));
afterAll(() => rmSync(home, { recursive: true, force: true }));
vi.mock('../../src/shim/own-folder.ts', async (original) => ({
  ...(await original<object>()),
  ownFolder: () => join(home, '.anyhook'),
}));

/** One change in so many. */
const every = isWide ? 80 : 12;
/** For each fixture one guard in so many, others for the next. */
const share = isWide ? 1 : 23;

type Path = readonly string[];
const leaves = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null && Object.keys(value).length
    ? [path, ...Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))]
    : [path];

/** What stands in a leaf's place; undefined: nothing. */
const values = [undefined, null, true, 8080, '', 'x', [], {}, ['a.mjs', 8080], { a: { b: [1] } }];

function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json;
  if (!rest.length && to === undefined) delete copy[key];
  else copy[key] = changed(copy[key], rest, to);
  return copy;
}

const refusal = (dialect: Vendor, native: string): Finished => {
  const words = answerOf(dialect, native, 'deny') ?? { decision: 'deny', continue: false };
  return { code: 0, stdout: JSON.stringify(words), stderr: '' };
};

async function sent(from: readonly string[], as: Vendor, native: string, payload: unknown) {
  hook.ran = refusal(as, native);
  hook.started = 0;
  const args = [...from, '--as', as, '--event', native, '--', 'hook'];
  const bytes = Buffer.from(JSON.stringify(payload));
  return await runShim(
    parseFlags(args),
    { bytes, isCut: false },
    { runBounded: () => true, ...network },
  );
}

/** What says which event, or which tool, this is. */
const names = ['hook_event_name', 'hookName', 'event', 'tool_name', 'toolName', 'tool', 'name'];
/** The paths at which a row, or the one in its place, is read. */
const pathsOfRow = (row: unknown): string[] => {
  if (typeof row === 'string') return [row];
  const { at = [], or } = (row ?? {}) as { at?: string | string[]; or?: unknown };
  return [at, or === undefined ? [] : pathsOfRow(or)].flat(2);
};
/** The paths of the native name of the event and of the tool, and those of the objects that hold them. */
const namePathsOf = (host: Vendor, native: string): string[] => {
  const { bindings, eventKey } = adapters[host];
  const rows = bindings
    .all()
    .flatMap(({ native: one, payload: { event, name } }) => [one === native ? event : '', name]);
  return [eventKey, ...rows.flatMap(pathsOfRow)].flatMap((path) =>
    path.split('.').map((_, i, keys) => keys.slice(0, i + 1).join('.')),
  );
};
const isName = (fixture: string, path: string): boolean =>
  names.includes(path) ||
  // One tool with many operations.
  (fixture.includes('manage_processes') && /^tool_input(\.operation)?$/.test(path)) ||
  // Without a command, nothing is run; without a pattern, nothing is read.
  (fixture.includes('run_commands') && /(^|\.)input\.commands$/.test(path)) ||
  // Several searches are told as a call of an unknown tool to an agent that has none for a search.
  (fixture.includes('search_codebase') && /(^|\.)input(\.queries)?$/.test(path)) ||
  (fixture.includes('read_many_files') && path.startsWith('tool_input'));

for (const host of vendors as Vendor[]) {
  test(
    `${host} refuses what a guard of another dialect refuses, whatever value any payload field has`,
    hasTable,
    async () => {
      const missed: unknown[] = [];
      let count = 0;
      for (const [turn, [fixture, one]] of Object.entries(payloads[host] ?? {}).entries()) {
        const { payload, event, named } = one;
        if (!isGateEvent(event.event as string | undefined)) continue;
        const fired = firedAs(host, payload, named);
        if (!mayRefuse(host, fired)) continue;
        const namePaths = namePathsOf(host, fired);
        const guards = (vendors as Vendor[])
          .filter((as) => as !== host)
          .flatMap((as) => adapters[as].bindings.nativeNames.map((native) => [as, native] as const))
          .filter(([as, native]) => mayRefuse(as, native))
          .filter((_, i) => (i + turn) % share === 0);
        for (const [as, native] of guards) {
          await sent(hostFlags(host, fired), as, native, payload);
          if (!hook.started) continue; // it is not about that
          for (const path of leaves(payload).filter(({ length }) => length)) {
            for (const value of values) {
              const at = path.join('.');
              if (isName(fixture, at) || namePaths.includes(at) || count++ % every) continue;
              const given = changed(payload, path, value);
              if (goesOn(host, fired, given)) continue;
              const said = await sent(hostFlags(host, fired), as, native, given);
              const { started } = hook;
              const { verdict } = oracles[host](fired, said, 'host');
              // What a call means may not be known without it: then it is refused, and why is said.
              const known = !/cannot be handled|: expected |is missing/.test(said.stderr);
              if ((started || known) && rank(verdict) >= rank('deny')) continue;
              missed.push({
                at: `${fixture} ← ${as} ${native}: ${at} = ${JSON.stringify(value)}`,
                started,
                verdict,
                stderr: said.stderr,
                out: parseJson(said.stdout),
              });
            }
          }
        }
      }
      expect(missed.slice(0, 25)).toEqual([]);
      expect(count).toBeGreaterThan(isWide ? 500 : 100);
    },
  );
}
