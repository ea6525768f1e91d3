/** Finds keys that a script of the canonical dialect reads, and that no payload of its event and its tools has. */
import type { EventName } from '../canonical/event.ts';
import type { Hook } from '../canonical/hook.ts';
import { eventKinds, fieldKinds, toolKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/tool.ts';
import { toolInputOpsOf, toolResultOpsOf } from '../mapping/tools.ts';
import type { Finding } from '../settings/finding.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { keysOf } from '../util/keys-of.ts';
import { readEvidence } from './evidence/index.ts';
import type { KeyPath } from './evidence/jq.ts';
import { agents } from './script-answers.ts';

/** The fields of an event that hold what depends on the tool. */
const partsOfCall = ['input', 'result'] as const;
type PartOfCall = (typeof partsOfCall)[number];

const firstKeysOf = (kinds: object): string[] =>
  Object.keys(kinds).map((path) => path.split('.')[0] ?? path);

/** Returns the canonical names of what agents tell under a key at the top of the payloads of an event. */
const meaningsAtTop = (key: string, event: EventName): string[] =>
  agents()
    .flatMap(({ bindings }) => bindings.listFor(event))
    .flatMap((binding) => payloadPlanOf(binding).ops)
    .filter(
      ({ canonicalName, readPaths }) =>
        !Object.hasOwn(fieldKinds.base, canonicalName) &&
        readPaths.some(([first]) => first === key),
    )
    .map(({ canonicalName }) => canonicalName);

/** Returns the canonical names of what agents tell under a key of the arguments, or of the result, of some tools. */
const meaningsInCall = (key: string, part: PartOfCall, tools: readonly ToolName[]): string[] =>
  agents()
    .flatMap((agent) => agent.tools)
    .filter(({ tool }) => tools.includes(tool))
    .flatMap(part === 'input' ? toolInputOpsOf : toolResultOpsOf)
    .filter(({ readPaths }) => readPaths.some(([first]) => first === key))
    .map(({ canonicalName }) => `${part}.${canonicalName}`);

/**
 * Finds the keys that the script of a hook of the canonical dialect surely reads, and that it is never sent. A script
 * that also reads what is sent in their place serves several agents.
 */
export function findForeignNeutralReads(hook: Hook, workspace: Workspace): Finding | undefined {
  const { reads = [] } = readEvidence(hook, workspace) ?? {};
  const event = hook.event as EventName;
  const sent = new Set([
    'event',
    ...firstKeysOf(fieldKinds.base),
    ...firstKeysOf(eventKinds[event]),
  ]);
  const tools = (hook.tools?.length ? hook.tools : keysOf(toolKinds)) as ToolName[];
  const takesAnyKey = tools.includes('mcp') || tools.includes('other');
  const isRead = (name: string) => reads.some((path) => path.slice(0, 2).join('.') === name);
  const isPartRead = (part: string) => reads.some(([first]) => first === part);
  const foreign = new Map<string, string | undefined>();
  const judge = ([key = '', inner]: KeyPath): void => {
    if (!sent.has(key)) {
      const meanings = meaningsAtTop(key, event);
      if (meanings.length && !meanings.some((name) => isPartRead(name.split('.')[0] ?? name)))
        foreign.set(key, meanings[0]);
      return;
    }
    const part = partsOfCall.find((one) => one === key);
    if (!part || inner === undefined) return;
    const inCall = new Set(tools.flatMap((tool) => firstKeysOf(toolKinds[tool][part])));
    if (inCall.has(inner)) return;
    const meanings = meaningsInCall(inner, part, tools);
    const readsSent = [...inCall].some((name) => isRead(`${part}.${name}`));
    const isForeign = meanings.length ? !meanings.some(isRead) : !takesAnyKey && !readsSent;
    if (isForeign) foreign.set(`${part}.${inner}`, meanings[0]);
  };
  for (const path of reads) judge(path);
  if (!foreign.size) return undefined;
  const instead = [...new Set([...foreign.values()].flatMap((name) => name ?? []))];
  const { title: agent } = adapterOf(hook.speaks);
  const keys = [...foreign.keys()];
  return {
    ...{ code: 'reads-another', event, agent, keys },
    ...(instead.length && { instead }),
  } as Finding;
}
