import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Flags } from '../../src/canonical/flags.ts';
import type { Hook } from '../../src/canonical/hook.ts';
import type { Loss } from '../../src/canonical/loss.ts';
import { isGateEvent } from '../../src/canonical/traits.ts';
import { projectLauncher } from '../../src/convert/launcher.ts';
import { wrapHook } from '../../src/convert/wrap-hook.ts';
import { entryPointsOf } from '../../src/coverage/entry-points.ts';
import type { Json } from '../../src/util/json.ts';
import { payloads } from '../conformance/fixtures.ts';
import { effectOf as cursorHeard } from '../oracles/cursor.ts';
import { type Effect, type FinishedCommand, rank } from '../oracles/effect.ts';
import { expanded, loaded } from '../oracles/gemini-line.ts';
import { effectOnPayload, oracles } from '../oracles/index.ts';
import { answerHook, listCases, type MatrixCase, payloadInSession } from './cases.ts';
import { compareEffects } from './compare.ts';
import { listEndings, type NamedEnding } from './endings.ts';
import { type Cell, describeCell, inputsOf, kindOf, type Matrix } from './matrix.ts';

/** Options that a person may set for a hook, for which its own agent starts it through the shim as well. */
const manners: Partial<Hook>[] = [
  {},
  { onFailure: 'block' },
  { ask: 'deny' },
  { onFailure: 'allow' },
  { log: '/dev/null' },
  { halt: 'strict', name: 'guard' },
];
const runners = ['there', 'missing', 'killed'] as const;

/** One line as `convert` or `sync` writes it, with the way its hook ends and whether the runner works. */
export interface Line {
  place: MatrixCase;
  rec: NamedEnding;
  manner: Partial<Hook>;
  runner: (typeof runners)[number];
}

/** Returns the last command of a script that ends so; undefined for an ending that no script has by itself. */
const last = ({ ran }: NamedEnding): string | undefined => {
  if (ran.timedOut || ran.tooMuch || ran.notStarted !== undefined) return undefined;
  return ran.signal ? `kill -s ${ran.signal.slice(3)} $$` : `exit ${ran.code}`;
};

/** Tells whether a case is played: not one about a file that is only on the machine where it was recorded. */
const tellable = ({ host, fixture, firstOfEvent }: MatrixCase): boolean =>
  firstOfEvent && host !== 'anyhook' && payloads[host]?.[fixture]?.outside === undefined;

/** Yields every line; lines of gates stand in the list twice. */
export function* lines(): Generator<Line> {
  let i = 0;
  let at = 0;
  for (const place of listCases()) {
    if (!tellable(place)) continue;
    at++;
    const own = place.host === place.dialect;
    const gate = isGateEvent(place.event);
    const fit = listEndings(place.dialect, place.native).full.filter(
      (rec) => last(rec) !== undefined && !rec.name.includes('huge'),
    );
    for (const [m, manner] of manners.entries()) {
      if (!own && at % manners.length !== m) continue;
      for (let n = 0; n < (gate ? 5 : 2); n++) {
        const rec = fit[(i++ * 31 + n * 97) % fit.length] as NamedEnding;
        yield { place, rec, manner, runner: 'there' };
      }
      const rec = fit[(i++ * 17) % fit.length] as NamedEnding;
      for (const runner of ['missing', 'killed'] as const) yield { place, rec, manner, runner };
    }
  }
}

const runner = new URL('../../dist/run.cjs', import.meta.url);
const loader = new URL('../../dist/sh', import.meta.url);

/**
 * Runs a line of a host's settings in a folder as the host would. `heard`: its effect, where a real client
 * runs the line.
 */
export type Fire = (
  host: Vendor,
  line: string,
  stdin: Json,
  cwd: string,
) => Promise<FinishedCommand & { heard?: Effect }>;

/** Runs lines, each in a project of its own. */
export class Lines implements Matrix {
  cells = 0;
  readonly table: Matrix['table'] = new Map();
  readonly used: Matrix['used'] = new Map();
  readonly weaker: string[] = [];
  #made = 0;
  readonly #root = mkdtempSync(join(tmpdir(), 'anyhook lines '));
  readonly #fire: Fire;

  constructor(fire: Fire = byItsShell) {
    this.#fire = fire;
  }

  async run(todo: Iterable<Line>): Promise<this> {
    try {
      for (const [name, there] of [
        ['project', true],
        ['without', false],
      ] as const) {
        mkdirSync(join(this.#root, name, '.anyhook'), { recursive: true });
        copyFileSync(loader, join(this.#root, name, '.anyhook/sh'));
        if (there) copyFileSync(runner, join(this.#root, name, '.anyhook/run.cjs'));
      }
      const queue = [...todo];
      const lane = async () => {
        for (let one = queue.shift(); one; one = queue.shift()) await this.#try(one);
      };
      await Promise.all([lane(), lane(), lane()]);
    } finally {
      rmSync(this.#root, { recursive: true, force: true });
    }
    return this;
  }

  async #try(line: Line): Promise<void> {
    const { place, rec, manner } = line;
    const { host, dialect, native, fired, told } = place;
    const id = `line-${process.pid}-${this.#made++}`;
    const hook: Hook = {
      speaks: dialect,
      event: native,
      command: './hook.sh',
      ...manner,
      cwd: this.#script(id, line),
    };
    const written = wrapHook(adapters[host], hook, entryPointsOf(adapters[host], hook), {
      launcher: projectLauncher(host),
    });
    const found = written.find((one) => one.event === fired && one.kind !== 'memory');
    if (!found) return; // the converter chose another event
    this.cells++;
    const cwd = join(this.#root, line.runner === 'missing' ? 'without' : 'project');
    const stdin = payloadInSession(place, cwd, id);
    const ran = await this.#fire(host, found.entry.command as string, stdin, cwd);
    const flags = { ...place.run.flags, ...manner } as Flags;
    const side = host === dialect ? 'native' : 'host';
    const failClosed = (found.entry as { failClosed?: boolean }).failClosed;
    const heard =
      ran.heard ??
      (host === 'cursor'
        ? cursorHeard(fired, ran, side, failClosed)
        : oracles[host](fired, ran, side));
    const is = effectOnPayload(host, heard, stdin);
    const due = effectOnPayload(dialect, oracles[dialect](native, rec.ran, 'native'), told.payload);
    const losses = answerHook({ ...place.run, flags }, told, rec.ran).log.losses;
    const cell: Cell = {
      place,
      rec,
      flags,
      native: due,
      host: is,
      losses: (losses as Loss[] | undefined) ?? [],
      difference: compareEffects(place.event, due, is, inputsOf(place)),
    };
    const verdict = line.runner === 'there' ? kindOf(cell) : fate(cell);
    const key = `${host} ${dialect}`;
    const row = this.table.get(key) ?? { equal: 0, stricter: 0, impossible: 0, weaker: 0 };
    this.table.set(key, row);
    row[verdict.kind]++;
    for (const reason of verdict.reasons) this.used.set(reason, (this.used.get(reason) ?? 0) + 1);
    if (verdict.kind !== 'weaker') return;
    const said = JSON.stringify([found.entry, ran]).slice(0, 900);
    const why = `${verdict.why ?? ''} (runner ${line.runner}, ${JSON.stringify(manner)}) ${said}`;
    this.weaker.push(describeCell(cell, why));
  }

  /** The hook of one line, in a folder of its own. */
  #script(id: string, { rec, runner }: Line): string {
    const at = join(this.#root, id);
    mkdirSync(at);
    writeFileSync(join(at, 'out'), rec.ran.stdout);
    writeFileSync(join(at, 'err'), rec.ran.stderr);
    const kill = runner === 'killed' ? 'kill -9 $PPID; ' : '';
    writeFileSync(join(at, 'hook.sh'), `#!/bin/sh\n${kill}cat out; cat err >&2; ${last(rec)}\n`);
    chmodSync(join(at, 'hook.sh'), 0o755);
    return at;
  }
}

/** Runs a line in the shell that the host starts, after the host has replaced variables in it. */
const byItsShell: Fire = (host, line, stdin, cwd) => {
  const { length: expands } = adapters[host].runtime.commandVariables;
  if (!expands) return shell(host, line, stdin, cwd);
  const session = String(stdin.session_id);
  return shell(host, expanded(loaded(line, process.env), cwd, '/plans', session), stdin, cwd);
};

function shell(host: Vendor, line: string, stdin: Json, cwd: string): Promise<FinishedCommand> {
  return new Promise((resolve) => {
    const { env = {}, shell: name } = adapters[host].runtime;
    const own = typeof env === 'function' ? env({ cwd } as never) : env;
    const child = spawn(name, ['-c', line], {
      cwd,
      env: { ...process.env, ...own } as NodeJS.ProcessEnv,
    });
    const ran = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        ran[stream] += text;
      });
    }
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(stdin));
    child.on('close', (code, signal) => resolve({ ...ran, code, signal }));
  });
}

/** Checks a line whose runner is missing or killed: a gate refuses, and any other event says nothing. */
function fate({ place, flags, host }: Cell): ReturnType<typeof kindOf> {
  const heeds = place.run.host.bindings.some(({ outcome }) => outcome.decision !== undefined);
  const gate = heeds && isGateEvent(place.event) && flags.onFailure !== 'allow';
  const refused = rank(host.verdict) >= rank('deny');
  const { verdict: _, reason: __, ...said } = host;
  if (gate ? refused : !refused && !Object.keys(said).length) {
    return { kind: 'equal', reasons: [] };
  }
  // Nobody has seen `failClosed` hold a prompt back; its line means the same to sh and PowerShell.
  if (place.fired === 'beforeSubmitPrompt') return { kind: 'impossible', reasons: [] };
  return { kind: 'weaker', reasons: [], why: gate ? 'no refusal' : 'something said' };
}

/** Whether the package is built. */
export const built = existsSync(runner);
