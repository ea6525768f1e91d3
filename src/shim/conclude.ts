import type { Adapter, Context, Finished, Json } from '../adapter.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { answer, isGate, judge, outcomeOf } from '../translate/answer.ts';
import type { Told } from '../translate/place.ts';
import { read } from '../translate/read.ts';
import { beside, notice, type Said, say } from '../translate/said.ts';
import type { Run } from './begin.ts';
import * as memory from './memory.ts';
import { unkept } from './session.ts';
import { unable } from './unable.ts';

const logged = ({ host, dialect }: Run): Json => ({
  host: host.agents[0]?.id,
  event: host.bindings[0]?.native,
  as: dialect.id,
  in: host.payload,
});

/** Says an outcome that no hook gave. */
export const unasked = (run: Run, outcome: Outcome): Said => {
  const { host, flags, event, world } = run;
  const context: Context = { adapter: host.agents[0] as Adapter, event, world };
  return say(answer(outcome, host, context, flags), logged(run));
};

/** What a finished hook comes to, as the host hears it. An answer that cannot be handled refuses. */
export function concluded(run: Run, told: Told, finished: Finished): Said {
  try {
    return conclude(run, told, finished);
  } catch (error) {
    const { flags, host, dialect } = run;
    const onFailure = flags.onFailure === 'allow' ? 'allow' : 'block';
    return unable(error, { ...flags, onFailure }, host, dialect, Buffer.alloc(0));
  }
}

function conclude(run: Run, told: Told, finished: Finished): Said {
  const { flags, host, dialect, event, world, same } = run;
  const agent = host.agents[0] as Adapter;
  const reading = read(dialect, told.binding, finished);
  const ours = finished.timedOut === true && flags.timeout === undefined;
  const gate = isGate(host.bindings[0]);
  const judged = judge(reading, finished, { gate, ours, dialect, flags });
  const log = { ...logged(run), ...(same ? {} : { told: told.payload }), ran: finished };
  const { code, stdout, stderr } = finished;
  const plain = judged === reading && !reading.stricter && code !== null;
  if (same && plain && flags.ask !== 'deny' && flags.loopLimit === undefined) {
    return { stdout, stderr, code, log };
  }
  const context: Context = { adapter: agent, event, world };
  const outcome = outcomeOf(judged, { ...context, adapter: dialect }, told);
  const note = limitLoop(outcome, run);
  const kept = memory.postpone(outcome, run);
  const answered = answer(outcome, host, context, flags, { dialect, told });
  answered.losses.push(...kept.losses);
  const failed = reading.failure === undefined ? '' : notice(`the hook ${reading.failure}`);
  return say(answered, log, beside(answered, stderr + failed + note + kept.note));
}

/** Ends a loop of follow-ups on a host that has no limit of its own. Returns what to tell of it. */
function limitLoop(outcome: Outcome, { flags, host, dialect, session }: Run): string {
  if (!outcome.followUp || host.agents[0]?.capsLoops) return '';
  const limit = flags.loopLimit === undefined ? dialect.habitat.loopLimit : flags.loopLimit;
  if (limit === null) return '';
  const asked = session().follows();
  if (asked < limit && session().follow(outcome.followUp)) return '';
  delete outcome.followUp;
  const why =
    asked < limit
      ? `${unkept}, so no loop could be ended`
      : `${limit} in a row is the limit (--loop-limit)`;
  return notice(`follow-up dropped: ${why}`);
}
