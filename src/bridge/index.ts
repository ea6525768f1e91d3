/**
 * The bundle `.anyhook/bridge.cjs`, which a generated plugin loads into the process of its agent. It is for agents
 * without hook commands: the shim runs in the agent's process, and only the command of a hook is started.
 *
 * The process belongs to the agent. So nothing here writes to stdout or stderr, adds a handler of signals, ends the process or
 * keeps it alive, and every error is caught: at a gate it is a refusal with a reason, elsewhere a line in the log.
 */
import { join } from 'node:path';
import { plugins } from '../adapters/plugins.ts';
import type { Flags, ParsedLine } from '../canonical/flags.ts';
import type { Binding } from '../mapping/adapter.ts';
import type { HostPlugin } from '../mapping/host-plugin.ts';
import { startDetachedRun } from '../shim/detached-run.ts';
import { answerFailure } from '../shim/failure-answer.ts';
import { writeLogs } from '../shim/log.ts';
import { noticeOutput } from '../shim/notices.ts';
import { setHomeLookup } from '../shim/own-folder.ts';
import type { Platform } from '../shim/platform.ts';
import { runShim } from '../shim/shim.ts';
import { bindingOf } from '../translate/bindings.ts';
import { adapterOf, type Host } from '../translate/host.ts';
import { maxBytes } from '../translate/machine.ts';
import type { ShimOutput } from '../translate/shim-output.ts';
import { attempt } from '../util/attempt.ts';
import { type Json, parseJsonObject } from '../util/json.ts';
import { copyLine, type EventLines, type PluginEntry, readEntries } from './lines.ts';
import { listModuleWords, listRunWords } from './processes.ts';

// The bundle is a CommonJS module.
declare const require: NodeJS.Require;
declare const __dirname: string;

/** The settings in a generated plugin: for each native event, its entries. */
export interface PluginSettings {
  hooks?: Readonly<Record<string, readonly PluginEntry[]>>;
}

/** An open bridge: what a generated plugin calls. */
export interface Bridge {
  /**
   * Runs the hooks of a native event, and applies what they say.
   *
   * @param given What the agent called the plugin with.
   * @returns what the plugin returns to the agent. Rejects only where that is how the agent is refused something.
   */
  handle(native: string, given: readonly unknown[]): Promise<unknown>;
}

/** The path of the runner, which lies beside this bundle. */
const runner = join(__dirname, 'run.cjs');

setHomeLookup(() => (require('node:os') as typeof import('node:os')).userInfo().homedir);
noticeOutput.isSilent = true;

const platform: Platform = {
  runBounded: (code, globals, timeout) =>
    (require('node:vm') as typeof import('node:vm')).runInNewContext(code, globals, { timeout }),
  http: () => require('node:http'),
  https: () => require('node:https'),
  tls: () => require('node:tls'),
  surroundings: {
    folder: () => attempt(() => process.cwd()),
    variable: (name) => process.env[name],
  },
  runnerPath: runner,
};

/**
 * Opens the bridge of an agent. Throws `vendor` if there is no such agent.
 *
 * @param settings The hooks of the generated plugin. Those of an event are read once.
 */
export function openBridge(vendor: string, settings: PluginSettings): Bridge {
  const agent = adapterOf(vendor);
  const makePlugin = plugins[vendor];
  if (!makePlugin) throw new Error(`${agent.title} has hook commands and needs no plugin`);
  const plugin = makePlugin();
  const linesByEvent = new Map<string, EventLines>();
  const linesOf = (native: string): EventLines => {
    const known = linesByEvent.get(native);
    if (known) return known;
    const lines = readEntries(vendor, native, settings.hooks?.[native] ?? []);
    linesByEvent.set(native, lines);
    return lines;
  };
  return {
    async handle(native, given) {
      const binding = bindingOf(agent, native);
      const lines = linesOf(native);
      const response = await respond(plugin, native, given, lines, (payload) => ({
        ...{ agents: [agent], payload, isCertain: true },
        bindings: [binding as Binding],
      }));
      return plugin.applyResponse(native, given, response);
    },
  };
}

/**
 * Runs the hooks of an event. Returns a refusal for a failure at a gate. Rejects only where the refusal itself cannot be
 * stated: the plugin's own code answers then, as it does where it cannot load this bundle.
 */
async function respond(
  plugin: HostPlugin,
  native: string,
  given: readonly unknown[],
  { heard, unheard }: EventLines,
  hostOf: (payload: Json) => Host,
): Promise<Json> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const run = async (
    line: ParsedLine,
    words: readonly string[],
    bytes: Buffer,
    signal: AbortSignal | undefined,
  ) => {
    const output = await runShim(
      line,
      { bytes, isCut: bytes.length > maxBytes },
      {
        ...platform,
        elapsed,
        shared: {
          signal,
          listModuleWords: (module, onFailure) => listModuleWords(runner, module, onFailure),
          startDetachedRun: (payload) => startDetachedRun(payload, listRunWords(runner, words)),
        },
      },
    );
    writeLogs(line, output, performance.now() - startedAt);
    return output;
  };
  const line = heard && copyLine(heard);
  const fail = (error: unknown, hooks: readonly Flags[]): Json => {
    if (!line) return {};
    const output = answerFailure(error, hooks, { host: hostOf({}) });
    writeLogs(line, output, performance.now() - startedAt);
    return readResponse(output);
  };
  try {
    const payload = await plugin.makePayload(native, given);
    if (payload === undefined) return {};
    const bytes = Buffer.from(`${JSON.stringify(payload)}\n`);
    const signal = plugin.signalOf?.(native, given);
    const background = unheard.map((one) => run(copyLine(one.line), one.words, bytes, signal));
    const output = line && (await run(line, [], bytes, signal));
    await Promise.all(background);
    // A guard that was broken off has not answered, and the agent may make the call all the same.
    if (line && signal?.aborted)
      return fail(
        new Error('the turn was ended before each hook had answered'),
        line.hooks.map((flags) => ({ ...flags, onFailure: 'native' })),
      );
    return output ? readResponse(output) : {};
  } catch (error) {
    return fail(error, line?.hooks ?? []);
  }
}

/** Reads the response out of the output of a run. Throws if it is neither JSON nor empty. */
function readResponse({ stdout, code, stderr }: ShimOutput): Json {
  if (!stdout.trim() && code === 0) return {};
  const response = parseJsonObject(stdout.trim(), false);
  if (!response) throw new Error(stderr.trim() || 'the answer is no JSON');
  return response;
}
