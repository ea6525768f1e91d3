import type { Hook } from '../../canonical/hook.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { get } from '../../mapping/paths.ts';
import { adapterOf } from '../../translate/host.ts';
import { coverageOf } from '../coverage/coverage.ts';
import { byTool, knows, namesIn } from '../coverage/names.ts';
import { perHost } from '../coverage/per-host.ts';
import type { Settings } from '../formats/format.ts';
import { handlerOf, homeEvent } from '../home.ts';
import type { Place } from '../place.ts';
import { doubts } from '../source/relations.ts';
import { tableOf } from '../tables.ts';
import type { Finding } from './finding.ts';
import { deadScript } from './script.ts';

/**
 * Hooks of a file that do nothing where they are now, and what else looks wrong.
 *
 * @example
 * checkSettings('cursor', readHooks('cursor', text, '.cursor/hooks.json')).map(describeFinding);
 */
export function checkSettings(vendor: string, settings: Settings, place?: Place): Finding[] {
  const { hooks, value, comments } = settings;
  const { needs, plain } = tableOf(vendor);
  const direct = hooks.filter(({ wrapped }) => !wrapped);
  const each = (find: (hook: Hook) => Iterable<Finding>): Finding[] =>
    direct.flatMap(({ hook, at }) => Array.from(find(hook), (one) => ({ ...one, at })));
  const found = [
    ...settings.findings,
    ...each((hook) => (hook.speaks === vendor ? ofOwnHook(hook, value, place) : [])),
    ...each((hook) => ofAnyHook(hook, hook.speaks === vendor, place)),
  ];
  if (!hooks.length) return found;
  for (const [path, wanted] of Object.entries(needs)) {
    if (get(value, path.split('.')) === undefined) {
      found.push({ code: 'setting-missing', path, wanted });
    }
  }
  if (comments && plain === true) found.push({ code: 'comments', ends: false });
  return found;
}

/** What is to be said of a hook, whatever it speaks; of one in its agent's own file the rest is said. */
function* ofAnyHook(hook: Hook, own: boolean, place?: Place): Iterable<Finding> {
  for (const [key, why] of doubts(hook)) {
    if (!own || key !== 'match') yield { code: 'doubtful', why };
  }
  const dead = !own && place && deadScript(hook, place);
  if (dead) yield dead;
}

function* ofOwnHook(hook: Hook, file: Settings['value'], place?: Place): Iterable<Finding> {
  const { speaks, event, matcher, timeout } = hook;
  const { title: agent } = adapterOf(speaks);
  const { switchedOff, plausible, entry, posts } = tableOf(speaks);
  const unasked = hook.url === undefined ? undefined : posts?.unasked?.(event, hook.url);
  if (unasked !== undefined) yield { code: 'address-unasked', event, why: unasked };
  const why = switchedOff?.(file, hook);
  if (why !== undefined) yield { code: 'switched-off', event, why };
  const handler = handlerOf(hook);
  if (handler.kind === 'foreign') {
    yield { code: 'unknown-handler', event, agent, type: handler.type };
  }
  const dead = [
    matcher !== undefined && deadMatcher(hook, matcher),
    place && deadScript(hook, place),
  ];
  for (const one of dead) if (one) yield one;
  const [least, most] = plausible;
  if (timeout !== undefined && (timeout < least || timeout > most)) {
    yield { code: 'odd-timeout', event, milliseconds: timeout };
  }
  if (matcher !== undefined && homeEvent(hook).subject === undefined) {
    yield { code: 'matcher-ignored', event };
  }
  if (hook.rest?.env !== undefined && entry.env === undefined) {
    yield { code: 'env-ignored', event, agent };
  }
}

const known = perHost<Finding | undefined>();

/** The same for every hook of an event that has this matcher. */
function deadMatcher(hook: Hook, matcher: string): Finding | undefined {
  const agent = adapterOf(hook.speaks);
  return known(agent, JSON.stringify([hook.event, matcher]), () => matterOf(agent, hook, matcher));
}

function matterOf(agent: Adapter, hook: Hook, matcher: string): Finding | undefined {
  const { event } = hook;
  const binding = homeEvent(hook);
  if (binding.subject === undefined) return undefined;
  const meant = agent.matchers.read(matcher, binding);
  const ofTools = byTool(binding);
  if (!ofTools && typeof meant === 'object' && 'names' in meant) {
    const isWord = !meant.names.some((name) => /[|.*+^$()[\]\\?]/.test(name));
    return isWord ? undefined : { code: 'matcher-compared', event, matcher };
  }
  const reached = coverageOf(agent, { dialect: agent, event, matcher });
  const here = reached.find((one) => one.binding === binding);
  if (!here) return { code: 'matcher-matches-nothing', event, matcher };
  // The canonical dialect is matched against every agent's own names as well.
  if (!ofTools || !agent.tools.length || here.own.length || binding.given?.tool) return undefined;
  const names = namesIn(meant)?.filter((name) => !knows(agent, name)) ?? [];
  if (!names.length || names.some((name) => agent.mcp.read(name))) return undefined;
  return { code: 'matcher-names-no-tool', event, matcher, agent: agent.title };
}
