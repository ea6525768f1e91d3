import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Adapter } from '../../adapter.ts';
import type { Hook } from '../../canonical/hook.ts';
import { get } from '../../paths.ts';
import { adapterOf } from '../../translate/host.ts';
import { bindingNamed } from '../../translate/plan.ts';
import { onOneLine } from '../../translate/said.ts';
import { formatDuration } from '../lines/line.ts';
import { scriptOf } from '../lines/words.ts';
import { isNeutral, tableOf } from '../lines/wrap.ts';
import { byTool, knows, listed, reachOf } from '../reach/reach.ts';
import type { Finding, Placed, Settings } from '../read.ts';
import { doubts } from '../source/relations.ts';
import type { Scope } from '../table.ts';

/** Where a settings file stands. */
export interface Place {
  root: string;
  home: string;
  scope: Scope;
}

/** A path as a person would write it; only for people's eyes. */
export function shown(path: string, { root, home }: Place): string {
  const below = relative(root, path);
  if (!below.startsWith('..') && !isAbsolute(below)) return onOneLine(below);
  const ofHome = relative(home, path);
  return onOneLine(ofHome.startsWith('..') || isAbsolute(ofHome) ? path : `~/${ofHome}`);
}

/** Hooks of a file that do nothing where they are now, and what else looks wrong. */
export function checkSettings(vendor: string, settings: Settings, place?: Place): Finding[] {
  const { hooks, value } = settings;
  const table = tableOf(vendor);
  const own = hooks.filter(({ hook, wrapped }) => !wrapped && hook.speaks === vendor);
  const found = [...settings.findings, ...own.flatMap((one) => checkHook(one, value, place))];
  if (isNeutral(vendor)) found.push(...hooks.flatMap((one) => checkSource(vendor, one, place)));
  for (const [path, wanted] of Object.entries(table.needs)) {
    if (!hooks.length || get(value, path.split('.')) !== undefined) continue;
    found.push({ kind: 'odd', text: `${path} is missing; it should be ${JSON.stringify(wanted)}` });
  }
  if (settings.comments && table.plain && hooks.length) {
    found.push({ kind: 'odd', text: 'the file has comments, and its agent may not read them' });
  }
  return found;
}

/** A hook of the neutral file, whatever it speaks. */
function checkSource(vendor: string, { hook, at }: Placed, place?: Place): Finding[] {
  const own = hook.speaks === vendor; // the rest is said of it already
  const odd = [...doubts(hook)]
    .filter(([key]) => !own || key !== 'match')
    .map(([, text]): Finding => ({ kind: 'odd', text, at }));
  const dead = !own && place && deadScript(hook, place);
  return dead ? [...odd, { kind: 'dead', text: `${hook.event}: ${dead}`, at }] : odd;
}

function checkHook({ hook, at }: Placed, file: Settings['value'], place?: Place): Finding[] {
  const table = tableOf(hook.speaks);
  const dead = [
    table.switchedOff?.(file, hook),
    deadMatcher(adapterOf(hook.speaks), hook),
    place && deadScript(hook, place),
  ];
  const odd = [oddTimeout(hook), oddMatcher(adapterOf(hook.speaks), hook), ignored(hook)];
  const finding = (kind: Finding['kind']) => (text: string | undefined) =>
    text === undefined ? [] : [{ kind, text: `${hook.event}: ${text}`, at }];
  return [...dead.flatMap(finding('dead')), ...odd.flatMap(finding('odd'))];
}

function deadMatcher(agent: Adapter, hook: Hook): string | undefined {
  const { matcher, event } = hook;
  const binding = bindingNamed(agent, event);
  if (matcher === undefined || binding.subject === undefined) return undefined;
  const shown = JSON.stringify(matcher);
  if (binding.exact) {
    return /[|.*+^$()[\]\\?]/.test(matcher)
      ? `the matcher ${shown} is compared, not matched: it never equals`
      : undefined;
  }
  const searches = tableOf(agent.id).script;
  const reached = reachOf(agent, { dialect: agent, event, matcher, searches });
  const here = reached.find((one) => one.binding === binding);
  // The canonical dialect is matched against every agent's own names as well.
  const named = agent.tools.length > 0 && byTool(binding);
  const names = named ? listed(matcher)?.filter((name) => !knows(agent, name)) : [];
  if (!here) return `the matcher ${shown} matches nothing`;
  if (here.own.length || !names?.length || !agent.tools.length) return undefined;
  if (binding.given?.tool || names.some((name) => agent.mcp.read(name))) return undefined;
  return `the matcher ${shown} names no tool of ${agent.title}`;
}

function oddMatcher(agent: Adapter, { event, matcher }: Hook): string | undefined {
  const none = bindingNamed(agent, event).subject === undefined;
  return matcher !== undefined && none ? 'a matcher is ignored on this event' : undefined;
}

function oddTimeout({ speaks, timeout }: Hook): string | undefined {
  const [least, most] = tableOf(speaks).plausible;
  if (timeout === undefined || (timeout >= least && timeout <= most)) return undefined;
  return `its time limit is ${formatDuration(timeout)}: was another unit meant?`;
}

function ignored({ speaks, rest }: Hook): string | undefined {
  return rest?.env !== undefined && tableOf(speaks).entry.env === undefined
    ? `env is ignored by ${adapterOf(speaks).title}`
    : undefined;
}

/** Where a hook's script is, as far as that can be told. */
export function scriptPath(hook: Hook, { root, home, scope }: Place): string | undefined {
  const found = scriptOf(hook.command);
  if (!found) return undefined;
  const script = found.path;
  const { userCwd } = tableOf(hook.speaks);
  const folder = scope === 'project' ? root : userCwd && join(home, userCwd);
  const [, name, below] = /^\$(\w+)\/(.*)$/.exec(script) ?? [];
  if (name) {
    const known = Object.keys(adapterOf(hook.speaks).habitat.env({ event: 'prompt', cwd: '/' }));
    if (name === 'HOME') return join(home, below as string);
    return scope === 'project' && known.includes(name) ? join(root, below as string) : undefined;
  }
  if (script.includes('$')) return undefined;
  const cwd = hook.cwd ?? folder;
  // A program without a folder is looked for elsewhere.
  const here = script.includes('/') || !found.direct;
  return isAbsolute(script) ? script : cwd && here ? resolve(cwd, script) : undefined;
}

function deadScript(hook: Hook, place: Place): string | undefined {
  const path = scriptPath(hook, place);
  if (path === undefined) return undefined;
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return `its script ${shown(path, place)} does not exist`;
  if (!scriptOf(hook.command)?.direct) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    return `its script ${shown(path, place)} is not executable (chmod +x it)`;
  }
}
