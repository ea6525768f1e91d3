import type { Vendor } from '../../src/adapters/index.ts';
import { factOf } from '../facts.ts';
import type { Effect, FinishedCommand, Json } from './effect.ts';
import { mergingOracles } from './index.ts';

/** A hook of one event in the settings. `ask` returns how the hook ends for a payload; undefined: it is not started. */
export interface ConfiguredHook {
  event: string;
  sequential?: boolean | undefined;
  ask(payload: Json): FinishedCommand | undefined;
}

/** The end of a call: the verdict, and the call that is made. `runs` is empty where a hook refuses or asks. */
export interface CallEnd {
  verdict: Effect['verdict'];
  runs: string;
}

/**
 * Tells whether hooks of one event run in turn: their agent always does that, or a group says `sequential`, and its agent
 * heeds that. Otherwise they run side by side.
 */
export function runsInTurn(
  vendor: Vendor,
  side: 'native' | 'host',
  hooks: readonly Pick<ConfiguredHook, 'sequential'>[],
): boolean {
  const { inTurn } = factOf(vendor, 'order');
  if (inTurn === 'every') return true;
  return ['always', side].includes(inTurn) && hooks.some(({ sequential }) => sequential);
}

const strict: readonly Effect['verdict'][] = ['ask', 'deny', 'halt'];

/**
 * Plays a call through all its events, from the first hook to the last, by the facts of the agent. A rewrite
 * changes the call for the events that follow.
 *
 * @param shape `payloads` returns the payloads of all events for a call, `callIn` the call that rewritten
 *   arguments stand for.
 */
export function playCall(
  vendor: Vendor,
  side: 'native' | 'host',
  hooks: readonly ConfiguredHook[],
  call: string,
  shape: { payloads(call: string): Json[]; callIn(input: Json): string },
): CallEnd {
  let runs = call;
  let verdict: Effect['verdict'] = 'pass';
  const events = (call: string) => new Map(shape.payloads(call).map((one) => [eventOf(one), one]));
  for (const stage of factOf(vendor, 'order').stages) {
    for (const event of Object.keys(stage)) {
      const payload = events(runs).get(event);
      const here = hooks.filter((one) => one.event === event);
      if (!payload || !here.length) continue;
      const ran = all(here, payload, runsInTurn(vendor, side, here));
      const heard = mergingOracles[vendor](event, ran, side);
      if (strict.includes(heard.verdict)) return { verdict: heard.verdict, runs: '' };
      verdict = heard.verdict;
      if (heard.input) runs = shape.callIn(heard.input);
    }
  }
  return { verdict, runs };
}

const eventOf = (payload: Json): string => String(payload.hook_event_name ?? payload.event);

/**
 * Runs the hooks of one event. In turn, each gets the payload with the rewrites of those before it, merged as
 * Gemini CLI does it: `applyHookOutputToInput`, 0.61.0.
 */
function all(hooks: readonly ConfiguredHook[], payload: Json, turns: boolean): FinishedCommand[] {
  let told = payload;
  return hooks.flatMap((one) => {
    const ran = one.ask(told);
    if (!ran) return [];
    if (turns && ran.code === 0 && ran.stdout.trim()) {
      const said = JSON.parse(ran.stdout) as { hookSpecificOutput?: { tool_input?: Json } };
      const fresh = said.hookSpecificOutput?.tool_input;
      if (fresh) told = { ...told, tool_input: { ...(told.tool_input as Json), ...fresh } };
    }
    return [ran];
  });
}
