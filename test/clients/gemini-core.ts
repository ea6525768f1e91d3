import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { asShell, type Effect, type FinishedCommand, type Json } from '../oracles/effect.ts';
import { expectThere } from './agents/installed.mjs';

/** Where the pinned client is, after `node test/clients/install.mjs`. */
export const pinned = new URL('node_modules/', import.meta.url);

const packageOf = (modules: URL): URL => new URL('@google/gemini-cli-core/', modules);

/** A module of the client's own, by its name in `dist/src`. */
export async function moduleOf(modules: URL, name: string): Promise<never> {
  const core = packageOf(modules);
  expectThere('Gemini CLI', fileURLToPath(core));
  return (await import(new URL(`dist/src/${name}`, core).href)) as never;
}

/** A process that is over before it began. */
class Over extends EventEmitter {
  readonly pid = 0;
  readonly killed = true;
  readonly stdin = Object.assign(new EventEmitter(), { write() {}, end() {} });
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();
  constructor(ran: FinishedCommand) {
    super();
    queueMicrotask(() => {
      if (ran.stdout) this.stdout.emit('data', Buffer.from(ran.stdout));
      if (ran.stderr) this.stderr.emit('data', Buffer.from(ran.stderr));
      if (!ran.timedOut) this.emit('close', ran.code);
    });
  }
  kill() {
    this.emit('close', null);
  }
}

/** What its `HookRunner` has of a command that really ran. */
export interface Executed {
  exitCode: number;
  stdout: string;
  stderr: string;
}

interface Real {
  runner: {
    executeHook(hook: object, event: string, input: object): Promise<object>;
    expandCommand(command: string, input: object, shell: 'bash'): string;
  };
  aggregator: { aggregateResults(results: object[], event: string): { finalOutput?: Out } };
}
interface Out extends Json {
  shouldStopExecution(): boolean;
  isBlockingDecision(): boolean;
  isAskDecision?(): boolean; // since 0.36
  getEffectiveReason(): string;
  getModifiedToolInput(): Json | undefined;
  getAdditionalContext(): string | undefined;
  getTailToolCallRequest(): Json | undefined;
  shouldClearContext(): boolean;
  getSyntheticResponse(): unknown;
  getModifiedResponse(): unknown;
}

/** Gemini CLI's own classes that run hooks, from the folder of modules it is installed in. */
export interface Client {
  installed: boolean;
  version(): string;
  /** What its `HookRunner` and `HookAggregator` make of finished commands. */
  heard(event: string, all: readonly FinishedCommand[]): Promise<Effect>;
  /** Where it is asked that often: what has to be arranged for it is arranged once. */
  playing<T>(work: () => Promise<T>): Promise<T>;
  /** What it makes of a command, as it stands in settings that are loaded. */
  expands(): Promise<(command: string, cwd: string, session: string) => string>;
  /** Runs one, for real. */
  runs(command: string, input: object, env?: Record<string, string>): Promise<Executed>;
  /** Runs a line of its settings for real: what came out, and what it makes of that. */
  fires(command: string, input: object): Promise<Executed & { heard: Effect }>;
  /** The names of its hook events, and of its tools. */
  vocabulary(): Promise<{ events: string[]; tools: string[] }>;
}

export function realGemini(modules: URL): Client {
  const core = packageOf(modules);
  const from = (name: string) => moduleOf(modules, name);
  let real: Promise<Real> | undefined;
  return {
    installed: existsSync(core),
    version: () => JSON.parse(readFileSync(new URL('package.json', core), 'utf8')).version,
    async heard(event, all) {
      real ??= load(from);
      return hear(await real, event, all);
    },
    playing,
    async expands() {
      real ??= load(from);
      const { runner } = await real;
      return (command, cwd, session_id) => {
        const { debug } = console;
        console.debug = () => {};
        try {
          return runner.expandCommand(command, { cwd, session_id }, 'bash');
        } finally {
          console.debug = debug;
        }
      };
    },
    async runs(command, input, env = {}) {
      real ??= load(from);
      const { runner } = await real;
      const hook = { type: 'command', command, timeout: 60_000, env };
      const { hook_event_name: event } = input as { hook_event_name: string };
      return (await quietly(() => runner.executeHook(hook, event, input))) as Executed;
    },
    async fires(command, input) {
      real ??= load(from);
      const { runner, aggregator } = await real;
      const hook = { type: 'command', command, timeout: 60_000 };
      const { hook_event_name: event } = input as { hook_event_name: string };
      const done = await runner.executeHook(hook, event, input);
      return { ...(done as Executed), heard: together(aggregator, event, [done]) };
    },
    async vocabulary() {
      const { HookEventName } = await from('hooks/types.js');
      const names: { ALL_BUILTIN_TOOL_NAMES: string[]; TOOL_LEGACY_ALIASES: object } =
        await from('tools/tool-names.js');
      const old = Object.keys(names.TOOL_LEGACY_ALIASES);
      return {
        events: Object.values(HookEventName),
        tools: [...names.ALL_BUILTIN_TOOL_NAMES, ...old],
      };
    },
  };
}

async function load(from: (name: string) => Promise<never>): Promise<Real> {
  const { HookRunner }: { HookRunner: new (config: object) => Real['runner'] } =
    await from('hooks/hookRunner.js');
  const { HookAggregator }: { HookAggregator: new () => Real['aggregator'] } =
    await from('hooks/hookAggregator.js');
  const config = {
    isTrustedFolder: () => true,
    sanitizationConfig: {},
    storage: { getPlansDir: () => '/plans' },
  };
  return { runner: new HookRunner(config), aggregator: new HookAggregator() };
}

/** It says a line about every hook. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { debug } = console;
  console.debug = () => {};
  try {
    return await work();
  } finally {
    console.debug = debug;
  }
}

let next: FinishedCommand;
let isPlaying = false;

/** While it lasts, what it starts is over as `next` says; its variables are few, as it copies them for each. */
async function playing<T>(work: () => Promise<T>): Promise<T> {
  if (isPlaying) return work();
  const { spawn } = childProcess;
  const { env } = process;
  isPlaying = true;
  childProcess.spawn = (() => new Over(asShell(next))) as never;
  process.env = { PATH: env.PATH };
  syncBuiltinESMExports();
  try {
    return await quietly(work);
  } finally {
    isPlaying = false;
    childProcess.spawn = spawn;
    process.env = env;
    syncBuiltinESMExports();
  }
}

const hear = (
  { runner, aggregator }: Real,
  event: string,
  all: readonly FinishedCommand[],
): Promise<Effect> =>
  playing(async () => {
    const results: object[] = [];
    for (const ran of all) {
      next = ran;
      const hook = { type: 'command', command: 'hook', timeout: ran.timedOut ? 1 : 60_000 };
      results.push(await runner.executeHook(hook, event, { cwd: '/w', session_id: 's' }));
    }
    return together(aggregator, event, results);
  });

function together(aggregator: Real['aggregator'], event: string, results: object[]): Effect {
  try {
    return taken(event, aggregator.aggregateResults(results, event).finalOutput);
  } catch {
    return { verdict: 'pass' }; // the event's output is lost
  }
}

const text = (key: string, value: unknown) =>
  typeof value === 'string' && value ? { [key]: value } : {};

/** What the client does with it: scheduler/hook-utils.js, hookSystem.js, client.js. */
function taken(event: string, out: Out | undefined): Effect {
  if (!out) return { verdict: 'pass' };
  const extra = (out.hookSpecificOutput ?? {}) as Json;
  const shown = text('message', out.systemMessage);
  const why = out.stopReason || out.reason ? text('reason', out.getEffectiveReason()) : {};
  const [stops, denies] = [out.shouldStopExecution(), out.isBlockingDecision()];
  const gate = ['BeforeTool', 'BeforeAgent', 'BeforeModel'].includes(event);
  const clear = event === 'AfterAgent' && out.shouldClearContext() ? { clear: true as const } : {};
  if (stops && (gate || event.startsWith('After'))) {
    const said = event === 'AfterAgent' ? {} : why;
    return { verdict: 'halt', ...said, ...clear, ...shown };
  }
  if (denies && event === 'BeforeModel') {
    const answer = out.getSyntheticResponse() ? { response: extra.llm_response } : {};
    return { verdict: 'deny', ...why, ...answer, ...shown };
  }
  if (denies && gate) return { verdict: 'deny', ...why, ...shown };
  const pass = { verdict: 'pass' as const, ...shown };
  const context = () =>
    out.getAdditionalContext() ? { context: extra.additionalContext as string } : {};
  switch (event) {
    case 'BeforeTool': {
      const input = out.getModifiedToolInput();
      const rewritten = input ? { input } : {};
      return out.isAskDecision?.()
        ? { ...pass, verdict: 'ask', ...why, ...rewritten }
        : { ...pass, ...rewritten };
    }
    case 'BeforeModel':
      return extra.llm_request ? { ...pass, request: extra.llm_request } : pass;
    case 'AfterAgent':
      return denies ? { ...pass, followUp: out.getEffectiveReason(), ...clear } : pass;
    case 'AfterTool': {
      if (denies) return { ...pass, replaced: out.getEffectiveReason() };
      const tail = out.getTailToolCallRequest();
      return { ...pass, ...context(), ...(tail ? { tail } : {}) };
    }
    case 'AfterModel':
      return !denies && out.getModifiedResponse()
        ? { ...pass, response: extra.llm_response }
        : pass;
    case 'BeforeToolSelection': {
      const { mode, allowedFunctionNames: names } = extra.toolConfig as {
        mode: string;
        names: [];
      } & Json;
      if (mode === 'AUTO' && !(names as []).length) return { verdict: 'pass' };
      return { verdict: 'pass', offered: { mode, names } };
    }
    case 'BeforeAgent':
    case 'SessionStart':
      return { ...pass, ...context() };
    default:
      return pass;
  }
}
