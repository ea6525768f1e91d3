/** Fires a harmless call through each gate of a project, in a copy of it. */
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EventName } from '../../canonical/event.ts';
import type { ToolName } from '../../canonical/tool.ts';
import type { AgentSurvey, FileSurvey, HookSurvey, ProjectSurvey } from '../../survey/index.ts';
import { bindingOf } from '../../translate/bindings.ts';
import { adapterOf } from '../../translate/host.ts';
import { isToolEvent, type TrialCall, type TrialScene } from '../../trial/call.ts';
import { entriesIn, type FoundEntry } from '../../trial/entries.ts';
import type { HookTrial } from '../../trial/hook-trial.ts';
import { payloadsFor } from '../../trial/payloads.ts';
import { endHooksAtSignal } from '../../trial/process.ts';
import { tryHook } from '../../trial/try-hook.ts';
import type { Json } from '../../util/json.ts';
import { computeStep } from '../../util/progress.ts';
import { type Copy, copyProject } from './copy.ts';

/** A gate that can be tried. */
export interface Gate {
  agent: AgentSurvey;
  file: FileSurvey;
  one: HookSurvey;
  entry: FoundEntry;
}

/** What came of a gate's trial. */
export interface GateTrial extends Gate {
  trial: HookTrial;
  /** The call that was made up for it. */
  call: TrialCall;
}

/** Lists the gates of a project's own files whose hooks are started at all, and that a command answers for. */
export const listGates = ({ agents }: ProjectSurvey): Gate[] =>
  agents.flatMap((agent) =>
    agent.files
      .filter(({ scope, role }) => scope === 'project' && role !== 'plugin' && role !== 'loaded')
      .flatMap((file) => {
        const { settings } = file;
        if (!settings) return [];
        const entries = entriesIn(adapterOf(agent.agent), settings);
        // Each hook of a line has an entry of its own, in the order of the hooks.
        const gates = file.hooks.flatMap((one): Gate[] => {
          const at = entries.findIndex(
            ({ event, hook }) => event === one.event && hook.command === one.line,
          );
          const [entry] = at < 0 ? [] : entries.splice(at, 1);
          return entry ? [{ agent, file, one, entry }] : [];
        });
        return gates.filter(({ one: { isGate, truth } }) => isGate && truth.code !== 'never-runs');
      }),
  );

/** Returns harmless calls for an event, one for each tool that a matcher may name. */
function harmlessCalls(event: EventName, root: string): TrialCall[] {
  if (!isToolEvent(event)) return [{ event }];
  const path = join(root, 'anyhook-doctor.txt');
  const inputs: Partial<Record<ToolName, Json>> = {
    shell: { command: 'echo hello' },
    read: { path },
    write: { path, content: 'hello\n' },
    edit: { path, old: 'hello', new: 'hello there' },
    list: { path: root },
    glob: { pattern: '*.anyhook-doctor' },
    grep: { pattern: 'anyhook-doctor' },
    fetch: { url: 'https://example.com/', prompt: 'What is this?' },
    search: { query: 'hello' },
    task: { prompt: 'Say hello.', description: 'hello', agent: 'general-purpose' },
    todo: { items: [] },
    delete: { path },
  };
  const calls = Object.entries(inputs).map(([tool, input]): TrialCall => {
    return { event, tool: tool as ToolName, input };
  });
  return [...calls, { event, tool: 'mcp', mcp: { server: 'anyhook', tool: 'hello' }, input: {} }];
}

/** Tries every gate in one copy of the project, one after the other, and removes the copy. */
export async function tryGates(
  survey: ProjectSurvey,
  gates: readonly Gate[],
): Promise<GateTrial[]> {
  // Not below /tmp: some lines look for the runner nowhere there, since a sandbox lets a model write there.
  const copy = computeStep('Copying the project', () =>
    copyProject(survey.workspace.root, join(homedir(), '.cache')),
  );
  try {
    return await endHooksAtSignal(async () => {
      const trials: GateTrial[] = [];
      for (const [i, gate] of gates.entries()) {
        const scene = {
          root: copy.root,
          session: `anyhook-doctor-${i}`,
          transcript: copy.transcript,
          // What each hook of a line said is known by the log alone.
          ...(gate.entry.ofLine && { scratch: dirname(copy.transcript) }),
        };
        trials.push(await tryGate(gate, survey.workspace.root, copy, scene));
      }
      return trials;
    });
  } finally {
    copy.remove();
  }
}

async function tryGate(
  gate: Gate,
  root: string,
  copy: Copy,
  scene: TrialScene,
): Promise<GateTrial> {
  const { agent, entry } = gate;
  const adapter = adapterOf(agent.agent);
  const event = bindingOf(adapter, entry.event)?.event ?? 'before-tool';
  const command = entry.hook.command.replaceAll(root, copy.root);
  const moved = {
    ...entry,
    hook: { ...entry.hook, command },
    env: { ...entry.env, ...copy.env, ANYHOOK_DOCTOR: '1' },
  };
  let last: GateTrial | undefined;
  for (const call of harmlessCalls(event, copy.root)) {
    for (const input of payloadsFor(adapter, call, scene)) {
      if (input.binding.native !== entry.event) continue;
      const trial = await tryHook(moved, input, scene, { timeout: 15_000 });
      last = { ...gate, trial, call };
      if (trial.verdict !== 'not-asked') return last;
    }
  }
  const notRun = 'no harmless call is known that its matcher lets through';
  return last
    ? { ...last, trial: { ...last.trial, notRun } }
    : { ...gate, call: { event }, trial: noTrial(gate, notRun) };
}

const noTrial = ({ agent, entry, one }: Gate, notRun: string): HookTrial => ({
  agent: agent.agent,
  native: entry.event,
  hook: one.name,
  payload: {},
  notRun,
  exitCode: null,
  signal: null,
  stdout: '',
  stderr: '',
  milliseconds: 0,
  verdict: 'unknown',
  outcome: {},
});
