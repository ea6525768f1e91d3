/** Finds under which native events, and with which matchers, an agent starts a hook for the calls that it is for. */

import { eventKinds } from '../canonical/kinds.ts';
import { isGateEvent } from '../canonical/traits.ts';
import type { EventName, ToolName } from '../canonical/types.ts';
import { coverageOfEvent } from '../coverage/coverage.ts';
import { narrowestMatcher } from '../coverage/entry-points.ts';
import { matchesToolNames } from '../coverage/names.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { WrittenEvent } from '../mapping/settings.ts';
import { describeUnknownEvent } from '../settings/formats/file-findings.ts';
import { tableOf } from '../settings/tables.ts';
import { bindingOf, bindingsFor } from '../translate/bindings.ts';
import { adapterOf } from '../translate/host.ts';
import { listMcpNames } from '../translate/mcp-names.ts';
import type { PlacementLoss } from './loss.ts';
import type { OwnHook } from './own-hook.ts';

/** The dialect whose events and tools have the canonical names. */
const canonicalDialect = 'anyhook';

/** A native event under which a hook is written, with its matcher. */
export interface Target {
  event: string;
  matcher?: string | undefined;
}

/** A loss without the index of the hook. */
export type LossOfHook = Omit<PlacementLoss, 'hook'>;

/** The targets of a hook. `losses`: what the agent cannot express of `on`, `tools` and `match`. */
export interface Targets {
  targets: Target[];
  losses: LossOfHook[];
}

/** Returns the targets of a hook in an agent. Throws `usage` for `tools` at an event without tools. */
export function targetsOf(agent: Adapter, hook: OwnHook): Targets {
  const written = writtenEventsOf(agent, hook);
  const [first] = written;
  if (!first) return { targets: [], losses: [noEvent(agent, hook.on)] };
  const { event } = first.binding;
  if (hook.tools && !isToolEvent(event))
    throw new AnyhookError('usage', `"tools" needs an event of tools, and ${hook.on} is none`);
  if (hook.match !== undefined) return matchedTargets(agent, hook.match, written);
  return hook.tools ? toolTargets(agent, hook.tools, written) : everyCall(agent, written);
}

/** Tells whether entries of an agent, or groups of them, have a key for a matcher. In a plugin that we generate they have none. */
const hasMatchers = ({ id }: Adapter): boolean => {
  const { entry, group } = tableOf(id);
  return entry.fields.matcher !== undefined || group.matcher !== undefined;
};

const isToolEvent = (event: EventName): boolean => 'tool' in eventKinds[event];

/** A native event under which hooks are written, with its binding. */
type WrittenBinding = WrittenEvent & { binding: Binding };

/** Returns the native events that `on` stands for. Empty: the agent has none. */
function writtenEventsOf(agent: Adapter, { on }: OwnHook): WrittenBinding[] {
  const isCanonical = Object.hasOwn(eventKinds, on);
  const event = on as EventName;
  const names: readonly WrittenEvent[] = isCanonical
    ? (tableOf(agent.id).firing.writtenEvents?.[event] ?? bindingsFor(agent, event))
    : [{ native: on }];
  return names.flatMap(({ native, calls }) => {
    const binding = bindingOf(agent, native);
    return binding ? { native, binding, ...(calls && { calls }) } : [];
  });
}

function noEvent(agent: Adapter, on: string): LossOfHook {
  const { instead = [] } = describeUnknownEvent(agent.id, on);
  const hint = instead.length ? `; write ${instead.join(' or ')}` : '';
  const message = `${agent.title} has no event ${on}, so the hook is not written${hint}`;
  const isHarmless = Object.hasOwn(eventKinds, on) && !isGateEvent(on);
  return {
    code: 'no-event',
    severity: isHarmless ? 'lossy' : 'unsafe',
    event: on,
    ...(instead.length && { instead }),
    message,
  };
}

/** Returns the targets of a hook that is for every call. */
function everyCall(agent: Adapter, written: readonly WrittenBinding[]): Targets {
  // Of the calls of one canonical event, an agent may tell those of MCP tools by another event than the rest.
  const targets = written.map(({ native, calls }): Target => {
    return calls === 'built-in'
      ? { event: native, matcher: agent.matchers.write('every', true) }
      : { event: native };
  });
  return { targets, losses: [] };
}

/** Returns the targets of a hook with a matcher in the words of the agent. */
function matchedTargets(
  agent: Adapter,
  match: string,
  written: readonly WrittenBinding[],
): Targets {
  // A native matcher names MCP tools too, so the event that is for them alone is not needed.
  const targets = written
    .filter(({ calls }) => calls !== 'mcp')
    .map(({ native, binding }): Target => {
      const isMatched = binding.subject !== undefined && hasMatchers(agent);
      return isMatched ? { event: native, matcher: match } : { event: native };
    });
  const losses = targets.flatMap(({ event, matcher }): LossOfHook[] =>
    matcher === undefined
      ? [
          {
            code: 'more-calls',
            severity: 'lossy',
            event,
            key: 'match',
            message: `${agent.title} has no matchers at ${event}, so the hook always runs`,
          },
        ]
      : [],
  );
  return { targets, losses };
}

/** Returns the targets of a hook that is for some canonical tools. */
function toolTargets(
  agent: Adapter,
  tools: readonly ToolName[],
  written: readonly WrittenBinding[],
): Targets {
  const { absentTools = [], partialTools = {} } = tableOf(agent.id).firing;
  const covered = tools
    .filter((tool) => !absentTools.includes(tool))
    .filter((tool) => written.some((one) => coverTools(agent, [tool], one)));
  const missing = tools.filter((tool) => !covered.includes(tool));
  const losses: LossOfHook[] = [];
  const event = written.map(({ native }) => native).join(', ');
  if (missing.length)
    losses.push({
      code: 'no-tool',
      severity: 'lossy',
      event,
      tools: missing,
      message: `${agent.title} tells no calls of ${missing.join(', ')} at ${event}${covered.length ? '' : ', so the hook is not written'}`,
    });
  for (const tool of covered) {
    const partial = partialTools[tool];
    if (!partial || covered.includes(partial.otherTool)) continue;
    const { why, otherTool } = partial;
    const message = `${why}. Name the tool ${otherTool} as well`;
    losses.push({ code: 'fewer-calls', severity: 'unsafe', event, tools: [tool], message });
  }
  const targets = written.flatMap((one): Target[] => {
    const cover = covered.length ? coverTools(agent, covered, one) : undefined;
    if (!cover) return [];
    const { partlyFired } = cover;
    const matcher = hasMatchers(agent) ? cover.matcher : undefined;
    const { native, binding } = one;
    const tellsTools =
      hasMatchers(agent) && binding.subject !== undefined && matchesToolNames(binding);
    const isForOneTool = binding.given?.tool !== undefined;
    const startsForAll = matcher === undefined && !isForOneTool;
    if (startsForAll)
      losses.push({
        code: 'more-calls',
        severity: 'lossy',
        event: native,
        key: 'tools',
        message: tellsTools
          ? `no matcher of ${agent.title} means just ${covered.join(', ')}, so at ${native} the hook is started for every tool`
          : `${agent.title} has no matchers for tools at ${native}, so the hook is started for every tool`,
      });
    else if (partlyFired.length)
      losses.push({
        code: 'more-calls',
        severity: 'lossy',
        event: native,
        key: 'tools',
        tools: partlyFired,
        message: `at ${native} the hook is started for every ${partlyFired.join(', ')}, because some of these calls do what ${covered.join(', ')} does`,
      });
    return [{ event: native, matcher }];
  });
  return { targets, losses };
}

/** Returns the matcher for the calls of some canonical tools at an event. Undefined: the event tells none of them. */
function coverTools(
  agent: Adapter,
  tools: readonly ToolName[],
  { native, binding, calls }: WrittenBinding,
) {
  const scopeOf = (tools: readonly ToolName[]) => {
    return { dialect: adapterOf(canonicalDialect), event: binding.event, tools };
  };
  const coverage = coverageOfEvent(agent, native, scopeOf(tools));
  if (!coverage) return undefined;
  const { mcpTools, unknownTools } = coverage;
  const names = coverage.hostTools.filter((name) => doesOneOf(agent, name, tools));
  const partlyFired = coverage.partlyFired.filter((name) => names.includes(name));
  const cover = (matcher: string | undefined) => ({ matcher, partlyFired });
  if (mcpTools === false && unknownTools === false && names.length < coverage.hostTools.length) {
    if (!names.length) return undefined;
    return cover(agent.matchers.write({ names }, calls === 'built-in'));
  }
  const written = { native, ...(calls && { calls }) };
  const matcher = narrowestMatcher(agent, scopeOf(tools), coverage, written);
  if (matcher === null) return undefined;
  const pattern = patternOfMcpTools(agent);
  const isWide = matcher === undefined && binding.subject && matchesToolNames(binding);
  return isWide && pattern !== undefined && mcpTools === true && unknownTools === false
    ? cover(agent.matchers.write({ names, pattern }, false))
    : cover(matcher);
}

/**
 * Tells whether a tool of an agent, which stands for a call of some canonical tools, is one of them or does what several
 * of them do. An edit is also told to hooks of writes, but it is no call of `write` where the agent has a tool for that.
 */
function doesOneOf(agent: Adapter, name: string, tools: readonly ToolName[]): boolean {
  const rows = agent.tools.filter((row) => row.names.includes(name));
  const hasOwnTool = (tool: ToolName) =>
    agent.tools.some((row) => row.tool === tool && !row.readOnly);
  const isComposite = Object.hasOwn(agent.composites ?? {}, name);
  return (
    !rows.length ||
    isComposite ||
    rows.some(({ tool }) => tools.includes(tool)) ||
    !tools.every(hasOwnTool)
  );
}

/** Returns an expression for the names of all MCP tools of an agent. Undefined: their names do not all begin alike. */
function patternOfMcpTools(agent: Adapter): string | undefined {
  const server = 'zqzqz';
  const beginnings = listMcpNames(agent, { server, tool: 'qzqzq' }).map((name) =>
    name.split(server),
  );
  const [first = ''] = beginnings[0] ?? [];
  const areAlike = beginnings.every(([start, end]) => start === first && end !== undefined);
  return areAlike && /^\w+$/.test(first) ? `^${first}` : undefined;
}
