import type { HookResult } from '../convert/hook-result.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { hasKnownEvent, ownBindingOf } from '../settings/own-agent.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import type { TrialScene } from '../trial/call.ts';
import type { HookTrial } from '../trial/hook-trial.ts';
import { payloadsFor, payloadsForEvent, recordedInput } from '../trial/payloads.ts';
import type { AgentHooks } from '../trial/project-hooks.ts';
import { callFrom } from '../trial/read-call.ts';
import { type AgentTrials, runTrials, withSession } from '../trial/run-trials.ts';
import { asJson, paint, toPlainLine, wrapText } from './paint.ts';
import { describeProject } from './project.ts';
import { print } from './spelling.ts';
import { type Asking, findTestedProject, type TestFlags } from './test-asking.ts';
import { callSourceOf, describeFlagProblem, hasCall, readPayloadFile } from './test-flags.ts';
import { selectHook } from './test-hooks.ts';
import { describeAltered, formatTrials, isUnanswered, summarise } from './test-report.ts';
import { tellStory } from './test-story.ts';

/** Asks the hooks about the call of the command line. */
export async function tryOneCall(command: string | undefined, asking: Asking): Promise<number> {
  const { hooks, flags, workspace, scene, limits } = asking;
  const { title, event, callOf, inputsOf, only } = askedCall(command, hooks, flags, workspace);
  const asked = selectHook(hooks, flags.hook).filter(({ agent }) => !only || agent.id === only);
  const all = await runTrials(
    asked.map(({ agent, entries }) => ({
      ...{ agent, entries, inputsOf: inputsOf(agent) },
      ...callOf(agent),
    })),
    scene,
    limits,
  );
  const unanswered = all.some(({ trials }) => trials.some(isUnanswered));
  if (flags.json) console.log(asJson({ event, call: title, agents: all.map(agentToJson) }));
  else printTrials(title, event, all, { ...asking, hooks: asked });
  return unanswered ? 5 : 0;
}

/** Returns what is asked: its words for people, the event, and how each agent states it. */
function askedCall(
  command: string | undefined,
  hooks: readonly AgentHooks[],
  flags: TestFlags,
  { root }: Workspace,
) {
  if (flags.payload !== undefined) {
    if (hasCall(command, flags))
      throw new AnyhookError(
        'usage',
        '--payload states the whole call: leave out what else states one',
      );
    const ids = hooks.map(({ agent }) => agent.id);
    const { vendor, payload } = readPayloadFile(flags.payload, ids);
    const from = adapterOf(vendor);
    const own = recordedInput(from, payload, { root, session: '', transcript: '' });
    const inputsOf = (agent: Adapter) => (whole: TrialScene) =>
      agent === from
        ? [recordedInput(from, payload, whole)]
        : payloadsForEvent(agent, withSession(own.variant.event, whole), whole);
    const callOf = (agent: Adapter) => (agent === from ? {} : { call: own.variant.event });
    // A recorded payload is a matter of its own agent, unless others are named.
    const only = flags.agent === undefined && ids.includes(vendor) ? vendor : undefined;
    const title = `${from.title} ${own.binding.native}`;
    return { title, event: own.binding.event as string, callOf, inputsOf, only };
  }
  const { event, call } = callSourceOf(command, flags);
  const made = callFrom(event, call, root, describeFlagProblem);
  const inputsOf = (agent: Adapter) => (whole: TrialScene) => payloadsFor(agent, made, whole);
  const { tool, ...args } = { tool: made.tool, ...call };
  const shown = command ?? Object.values(args).find((value) => typeof value === 'string') ?? '';
  const title = [event === 'before-tool' ? undefined : event, tool, shown]
    .filter(Boolean)
    .join(' ');
  const callOf = () => ({ call: made });
  return { title, event: event as string, callOf, inputsOf, only: undefined };
}

/** Prints what hooks said of one call. */
function printTrials(
  title: string,
  event: string,
  all: readonly AgentTrials[],
  { hooks, flags }: Asking,
): void {
  const { verbose } = flags;
  for (const line of describeProject(findTestedProject(flags))) print(line);
  print(`${paint('dim', toPlainLine(title))}\n`);
  const trials = all.flatMap((one) => one.trials);
  const told = all.flatMap((one) => (one.noCall === undefined ? one.trials : []));
  if (verbose && told.length) print(`${told.map(tellStory).join('\n\n')}\n`);
  if (trials.length) print(`${formatTrials(all)}\n`);
  else print(`${wrapText('', toPlainLine(explainNoTrial(hooks)))}\n`);
  for (const line of describeAltered(all)) print(line);
  for (const line of summarise(all, event)) print(wrapText('', line));
  const isAsked = ({ hook }: HookResult) =>
    !hasKnownEvent(hook) || ownBindingOf(hook).event === event;
  const lost = hooks.flatMap(({ agent, notCarried }) =>
    notCarried.filter(isAsked).map(({ hook }) => `${displayNameOf(hook)} (${agent.id})`),
  );
  if (lost.length)
    print(
      wrapText(
        '',
        toPlainLine(`Lost or weaker: ${lost.join(', ')}. To see why: anyhook sync --dry-run`),
      ),
    );
  if (isSilentScript(flags, trials))
    print(
      wrapText(
        '',
        'The script was asked in the dialect of anyhook itself. If it was written for an agent, name the agent: --as AGENT',
      ),
    );
  if (!verbose && trials.some(isUnanswered)) print('To see the whole story, add -v.');
}

/** Tells whether a script of the command line says nothing to any agent, and nobody has said for which agent it was written. */
const isSilentScript = (flags: TestFlags, trials: readonly HookTrial[]): boolean =>
  flags.commandWords !== undefined &&
  flags.as === undefined &&
  trials.length > 0 &&
  trials.every(
    ({ verdict, failure, outcome }) =>
      verdict === 'none' && failure === undefined && !Object.keys(outcome).length,
  );

/** Says that no hook is asked, and under which events the hooks of each agent stand. */
function explainNoTrial(hooks: readonly AgentHooks[]): string {
  const places = hooks.flatMap(({ agent, entries }) => {
    const events = [...new Set(entries.map((entry) => entry.event))];
    return events.length ? [`those of ${agent.id} stand under ${events.join(', ')}`] : [];
  });
  const why = places.length ? places.join('; ') : 'these agents have no hooks here';
  return `No hook is asked about this call: ${why}.`;
}

/** Returns what the hooks of an agent said, for `--json`. */
export const agentToJson = ({ agent, isFired, trials }: AgentTrials) => ({
  agent: agent.id,
  fired: isFired,
  hooks: trials,
});
