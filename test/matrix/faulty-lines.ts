/** Lines of settings whose runner, loader, Node or surroundings fail, played by every shell. */
import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import type { Json } from '../../src/util/json.ts';
import { effectOf as cursorHeard } from '../oracles/cursor.ts';
import { type Effect, type FinishedCommand, rank } from '../oracles/effect.ts';
import { expanded, loaded } from '../oracles/gemini-line.ts';
import { effectOnPayload, oracles } from '../oracles/index.ts';
import { isPlugin } from '../settings/agent-file.ts';
import { listCases, type MatrixCase, payloadInSession } from './cases.ts';
import {
  type Fault,
  faults,
  fillPath,
  loaderPath,
  runnerPath,
  shellFaults,
} from './line-faults.ts';

/** The shells that run a line: how each is started, but for the line. */
export const shells: Record<string, readonly string[]> = {
  sh: ['sh', '-c'],
  dash: ['dash', '-c'],
  'bash --posix': ['bash', '--posix', '-c'],
  bash: ['bash', '-c'],
  zsh: ['zsh', '-c'],
};

const found = (program: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, program))
    .find(existsSync);

/** Shells that are not installed. */
export const missing = (): string[] =>
  [...new Set(Object.values(shells).map(([program = '']) => program))].filter(
    (program) => found(program) === undefined,
  );

/** Lists the shells that differ: `sh` is the same program as another of them on most systems. */
export const differing = (): string[] =>
  Object.keys(shells).filter((name) => {
    if (name !== 'sh') return true;
    const [sh, dash] = ['sh', 'dash'].map((program) => realpathSync(found(program) ?? program));
    return sh !== dash;
  });

export interface FaultyLine {
  host: Vendor;
  shell: string;
  fault: Fault;
  gate: boolean;
}

/** An agent that loads a plugin starts no line by a shell: `test/bridge` and the real clients break what it loads. */
export const hosts = (Object.keys(adapters) as Vendor[]).filter(
  (id) => id !== 'anyhook' && !isPlugin(id),
);

/**
 * Every line with every fault in every shell. `whole` false: every fault for every host, in one shell
 * each, so that each fault meets each shell as well; of what guards nothing, a third.
 */
export function* faultyLines(whole: boolean): Generator<FaultyLine> {
  const all = differing();
  for (const [f, fault] of faults.entries())
    for (const [h, host] of hosts.entries())
      for (const gate of [true, false])
        for (const [s, shell] of all.entries()) {
          const turn = f + h + (gate ? 0 : 1);
          const isPart = fault.alike
            ? gate && f % hosts.length === h && f % all.length === s
            : turn % all.length === s && (gate || turn % 3 === 0);
          if (whole || isPart) yield { host, shell, fault, gate };
        }
}

/** The hook that is converted for a host, with its agent: it refuses at a gate, and goes on at a stop. */
const sources: Record<'claude' | 'cursor', { file: string; gate: string; text: object }> = {
  claude: {
    file: '.claude/settings.json',
    gate: 'PreToolUse',
    text: {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './hook.sh' }] }],
        Stop: [{ hooks: [{ type: 'command', command: './hook.sh' }] }],
      },
    },
  },
  cursor: {
    file: '.cursor/hooks.json',
    gate: 'beforeShellExecution',
    text: {
      version: 1,
      hooks: {
        beforeShellExecution: [{ command: './hook.sh' }],
        stop: [{ command: './hook.sh' }],
      },
    },
  },
};
const sourceOf = (host: Vendor) => (host === 'claude' ? 'cursor' : 'claude');
const stopOf = { claude: 'Stop', cursor: 'stop' } as const;

const said = 'the hook refuses';
const dist = new URL('../../dist/', import.meta.url);
const uid = process.getuid?.() === 0 ? 65_534 : undefined;
/** The milliseconds after which a line counts as hanging. */
const limit = 20_000;

/** A line as it stands in the settings, and the payload that its event is fired with. */
interface Entry {
  line: string;
  failClosed: boolean | undefined;
  place: MatrixCase;
}

interface Host {
  dir: string;
  gate: Entry;
  other: Entry;
}

/** The results of all lines. */
export interface Played {
  cells: number;
  /** The number of cells, by the expected result. */
  due: Record<string, number>;
  /** Gates that did not refuse, and other hooks whose line printed something. */
  weaker: string[];
  /** Gates that refused without the true reason. */
  misled: string[];
}

/** Plays faulty lines in projects of their own. */
export class FaultyLines {
  readonly played: Played = { cells: 0, due: {}, weaker: [], misled: [] };
  readonly #root = mkdtempSync(join(tmpdir(), 'anyhook faults '));
  readonly #hosts = new Map<Vendor, Host>();
  #made = 0;

  async run(todo: Iterable<FaultyLine>): Promise<Played> {
    try {
      chmodSync(this.#root, 0o777);
      const queue = [...todo];
      for (const host of new Set(queue.map((one) => one.host)))
        this.#hosts.set(host, await this.#convert(host));
      const lane = async () => {
        for (let one = queue.shift(); one; one = queue.shift()) await this.#play(one);
      };
      await Promise.all([lane(), lane(), lane()]);
    } finally {
      rmSync(this.#root, { recursive: true, force: true });
    }
    return this.played;
  }

  /** A project whose hooks were converted for a host, by the executable. */
  async #convert(host: Vendor): Promise<Host> {
    const from = sourceOf(host);
    const dir = join(this.#root, host);
    const { file, text, gate } = sources[from];
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), JSON.stringify(text));
    const words = ['convert', from, host, '--write', '--accept-loss'];
    await promisify(execFile)(process.execPath, [new URL('anyhook.cjs', dist).pathname, ...words], {
      cwd: dir,
      env: { ...process.env, HOME: this.#root },
    });
    const { hooks } = JSON.parse(readFileSync(join(dir, tableOf(host).files.own.project), 'utf8'));
    const entryOf = (native: string): Entry => {
      for (const place of listCases(host)) {
        if (place.dialect !== from || place.native !== native) continue;
        if (native === gate && place.tool !== 'shell') continue;
        const entries = JSON.stringify(hooks[place.fired] ?? []);
        const line = commandsIn(hooks[place.fired]).find((one) => one.includes('./hook.sh'));
        const failClosed = entries.includes('"failClosed":true');
        if (line !== undefined) return { line, failClosed, place };
      }
      throw new Error(`${host} has no line for ${native}`);
    };
    return { dir, gate: entryOf(gate), other: entryOf(stopOf[from]) };
  }

  async #play({ host, shell, fault, gate }: FaultyLine): Promise<void> {
    const { dir: from, ...entries } = this.#hosts.get(host) as Host;
    const { line, failClosed, place } = gate ? entries.gate : entries.other;
    const dir = join(this.#root, `${host}-${this.#made++}`);
    const env = this.#damage(from, dir, tableOf(host).files.own.project, fault);
    const told = payloadInSession(place, dir, `faulty-${process.pid}-${this.#made}`);
    const stdin = 'workspace_roots' in told ? { ...told, workspace_roots: [dir] } : told;
    const ran = await fire(host, line, stdin, shell, env, fault.closes);
    const isRun = existsSync(join(dir, 'ran'));
    rmSync(dir, { recursive: true, force: true });
    const side = 'host';
    const heard = effectOnPayload(
      host,
      host === 'cursor'
        ? cursorHeard(place.fired, ran, side, failClosed)
        : oracles[host](place.fired, ran, side),
      stdin,
    );
    const { due, problem } = judge({ host, shell, fault, gate, line, heard, isRun });
    this.played.cells++;
    this.played.due[due] = (this.played.due[due] ?? 0) + 1;
    if (!problem) return;
    const what = `${fault.name}; ${host} by ${shell}, ${gate ? 'a gate' : 'no gate'}`;
    const seen = JSON.stringify([heard, ran]).slice(0, 700);
    this.played[problem.weaker ? 'weaker' : 'misled'].push(`${problem.why}: ${what}: ${seen}`);
  }

  /** Copies a project, damages it, and returns the variables of its agent. */
  #damage(
    from: string,
    dir: string,
    settings: string,
    fault: Fault,
  ): Record<string, string | undefined> {
    const put = (path: string, text: string | Buffer | undefined, mode = 0o644) => {
      rmSync(join(dir, path), { recursive: true, force: true });
      if (text !== undefined) writeFileSync(join(dir, path), text, { mode });
    };
    for (const path of [runnerPath, loaderPath, settings]) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      if (existsSync(join(from, path))) copyFileSync(join(from, path), join(dir, path));
    }
    const hook = `#!/bin/sh\n: >ran\n${fault.hook ?? ':'}\necho '${said}' >&2\nexit 2\n`;
    put('hook.sh', hook, 0o755);
    chmodSync(join(dir, 'hook.sh'), 0o755);
    const path = (programs: Record<string, string>) => fillPath(join(dir, 'bin'), programs);
    const env = fault.make?.({ dir, put, path }) ?? {};
    if (uid !== undefined) chownSync(dir, uid, uid);
    return { HOME: dir, ...env };
  }
}

function commandsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' ? (key === 'command' ? [one] : []) : commandsIn(one),
  );
}

interface Problem {
  weaker: boolean;
  why: string;
}

/** Returns the expected result of a cell, and what is wrong with its actual result. */
function judge(cell: FaultyLine & { line: string; heard: Effect; isRun: boolean }): {
  due: string;
  problem?: Problem | undefined;
} {
  const { host, shell, fault, gate, line, heard, isRun } = cell;
  // Its line has no ending: the agent itself refuses where a guard gave no answer, and says nothing.
  const isAgents = tableOf(host).commandLine.failureAnsweredBy === 'host';
  const isTouched = fault.of !== 'loader' || line.includes(loaderPath);
  // The shell itself ends before it reads the line.
  const isEarly =
    (fault === shellFaults.BASH_ENV && shell === 'bash') ||
    (fault === shellFaults.ZDOTDIR && shell === 'zsh');
  // What a loader of another's prints goes to the agent, as what any runner prints does in Cursor.
  const isAnswered = isTouched && fault.answers && (isAgents || fault.of === 'loader');
  // Only what is printed refuses there, and nothing of it arrives.
  const isLost = fault.closes === '>&-' && (isAgents || line.includes('{"'));
  if ((isTouched && typeof fault.due === 'object') || isEarly || isAnswered || isLost)
    return { due: 'cannot be known' };
  const due = isTouched ? fault.due : 'runs';
  const weaker = (why: string) => ({ due: String(due), problem: { weaker: true, why } });
  const misled = (why: string) => ({ due: String(due), problem: { weaker: false, why } });
  const fine = { due: String(due) };
  const refused = rank(heard.verdict) >= rank('deny');
  const { verdict: _, reason = '', ...more } = heard;
  if (!gate) {
    if (due === 'runs') return isRun || isAgents ? fine : weaker('the hook was not started');
    const speaks = refused || Object.keys(more).length > 0;
    return due === 'refuses' && speaks && !(isAgents && isRun)
      ? weaker('where nothing is guarded, it speaks')
      : fine;
  }
  if (!refused) return weaker('it does not refuse');
  const isHooks = reason.includes(said);
  if (due !== 'refuses' && (isHooks || isAgents)) return fine;
  if (due === 'runs') return misled('the reason is not that of the hook');
  if (isHooks) return isAgents ? fine : misled('the answer of the hook counts');
  // Where only JSON refuses, and the loader cannot run, the line has one text for all.
  const isJson = fault.of === 'loader' && line.includes('{"') && /gave no answer/.test(reason);
  // Without a word Claude Code names the line itself, and with it the loader.
  const isNamed = fault.of === 'loader' && host === 'claude' && reason === '';
  const isTrue = fault.says?.test(reason) || isJson || isNamed;
  return isTrue || isAgents ? fine : misled('the reason is not the true one');
}

/** Runs a line in a shell, with the variables and the folder that a host gives its hooks. */
function fire(
  host: Vendor,
  line: string,
  stdin: Json,
  shell: string,
  more: Record<string, string | undefined>,
  closes = '',
): Promise<FinishedCommand> {
  const cwd = stdin.cwd as string;
  const { env: given = {}, commandVariables } = adapters[host].runtime;
  const own = typeof given === 'function' ? given({ cwd } as never) : given;
  const env = { ...process.env, ...own, ...more } as NodeJS.ProcessEnv;
  const text = commandVariables.length
    ? expanded(loaded(line, env), cwd, '/plans', String(stdin.session_id))
    : line;
  const [program = '', ...words] = shells[shell] as string[];
  const started = [found(program) ?? program, ...words, text];
  const [first = '', ...others] = closes
    ? ['/bin/sh', '-c', `exec "$@" ${closes}`, 'sh', ...started]
    : started;
  return new Promise((resolve) => {
    const child = spawn(first, others, {
      ...{ cwd, env, detached: true },
      ...(uid !== undefined && { uid, gid: uid }),
    });
    const ran = { stdout: '', stderr: '', timedOut: false };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        ran[stream] += text;
      });
    }
    const timer = setTimeout(() => {
      ran.timedOut = true;
      process.kill(-(child.pid as number), 'SIGKILL');
    }, limit);
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(stdin));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const { timedOut, ...texts } = ran;
      resolve({ ...texts, code, signal, ...(timedOut && { timedOut }) });
    });
  });
}
