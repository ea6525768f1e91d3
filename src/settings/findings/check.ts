import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Hook } from '../../canonical/hook.ts';
import { isBelow } from '../../files/root.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { get } from '../../mapping/paths.ts';
import type { Scope } from '../../mapping/settings.ts';
import { adapterOf } from '../../translate/host.ts';
import { onOneLine } from '../../translate/output.ts';
import { bindingNamed } from '../../translate/plan.ts';
import { scriptOf } from '../command-line/shell-words.ts';
import { byTool, coverageOf, knows, namesIn } from '../coverage/coverage.ts';
import type { Placed, Settings } from '../formats/format.ts';
import { handlerOf, lineOf } from '../handler.ts';
import { doubts } from '../source/relations.ts';
import { tableOf } from '../tables.ts';
import type { Finding } from './finding.ts';

/** Where a settings file stands. */
export interface Place {
  root: string;
  home: string;
  scope: Scope;
}

/** A path as a person would write it; only for people's eyes. */
export function shown(path: string, { root, home }: Place): string {
  if (isBelow(root, path)) return onOneLine(relative(root, path));
  return onOneLine(isBelow(home, path) ? `~/${relative(home, path)}` : path);
}

/**
 * Hooks of a file that do nothing where they are now, and what else looks wrong.
 *
 * @example
 * checkSettings('cursor', readHooks('cursor', text, '.cursor/hooks.json')).map(describeFinding);
 */
export function checkSettings(vendor: string, settings: Settings, place?: Place): Finding[] {
  const { hooks, value } = settings;
  const table = tableOf(vendor);
  const plain = hooks.filter(({ wrapped }) => !wrapped);
  const own = plain.filter(({ hook }) => hook.speaks === vendor);
  const found = [
    ...settings.findings,
    ...own.flatMap((one) => checkHook(one, value, place)),
    ...plain.flatMap((one) => checkSource(vendor, one, place)),
  ];
  for (const [path, wanted] of Object.entries(table.needs)) {
    if (!hooks.length || get(value, path.split('.')) !== undefined) continue;
    found.push({ code: 'setting-missing', path, wanted });
  }
  if (settings.comments && table.plain && hooks.length) {
    found.push({ code: 'comments' });
  }
  return found;
}

/** A hook, whatever it speaks. */
function checkSource(vendor: string, { hook, at }: Placed, place?: Place): Finding[] {
  const own = hook.speaks === vendor; // the rest is said of it already
  const odd = [...doubts(hook)]
    .filter(([key]) => !own || key !== 'match')
    .map(([, why]): Finding => ({ code: 'doubtful', why, at }));
  const dead = !own && place && deadScript(hook, place);
  return dead ? [...odd, { ...dead, at }] : odd;
}

function checkHook({ hook, at }: Placed, file: Settings['value'], place?: Place): Finding[] {
  const found = [
    switchedOff(hook, file),
    unknownHandler(hook),
    deadMatcher(adapterOf(hook.speaks), hook),
    place && deadScript(hook, place),
    oddTimeout(hook),
    oddMatcher(adapterOf(hook.speaks), hook),
    ignored(hook),
  ];
  return found.flatMap((one) => (one ? [{ ...one, at }] : []));
}

function unknownHandler(hook: Hook): Finding | undefined {
  const handler = handlerOf(hook);
  if (handler.kind !== 'foreign') return undefined;
  const { title: agent } = adapterOf(hook.speaks);
  return { code: 'unknown-handler', event: hook.event, agent, type: handler.type };
}

function switchedOff(hook: Hook, file: Settings['value']): Finding | undefined {
  const why = tableOf(hook.speaks).switchedOff?.(file, hook);
  return why === undefined ? undefined : { code: 'switched-off', event: hook.event, why };
}

function deadMatcher(agent: Adapter, hook: Hook): Finding | undefined {
  const { matcher, event } = hook;
  const binding = bindingNamed(agent, event);
  if (matcher === undefined || binding.subject === undefined) return undefined;
  const meant = agent.matchers.read(matcher, binding);
  const ofTools = byTool(binding);
  if (!ofTools && typeof meant === 'object' && 'names' in meant) {
    const isWord = !meant.names.some((name) => /[|.*+^$()[\]\\?]/.test(name));
    return isWord ? undefined : { code: 'matcher-compared', event, matcher };
  }
  const reached = coverageOf(agent, { dialect: agent, event, matcher });
  const here = reached.find((one) => one.binding === binding);
  // The canonical dialect is matched against every agent's own names as well.
  const named = agent.tools.length > 0 && ofTools;
  const names = named ? namesIn(meant)?.filter((name) => !knows(agent, name)) : [];
  if (!here) return { code: 'matcher-matches-nothing', event, matcher };
  if (here.own.length || !names?.length || !agent.tools.length) return undefined;
  if (binding.given?.tool || names.some((name) => agent.mcp.read(name))) return undefined;
  return { code: 'matcher-names-no-tool', event, matcher, agent: agent.title };
}

function oddMatcher(agent: Adapter, { event, matcher }: Hook): Finding | undefined {
  const none = bindingNamed(agent, event).subject === undefined;
  return matcher !== undefined && none ? { code: 'matcher-ignored', event } : undefined;
}

function oddTimeout({ speaks, event, timeout }: Hook): Finding | undefined {
  const [least, most] = tableOf(speaks).plausible;
  if (timeout === undefined || (timeout >= least && timeout <= most)) return undefined;
  return { code: 'odd-timeout', event, milliseconds: timeout };
}

function ignored({ speaks, event, rest }: Hook): Finding | undefined {
  return rest?.env !== undefined && tableOf(speaks).entry.env === undefined
    ? { code: 'env-ignored', event, agent: adapterOf(speaks).title }
    : undefined;
}

const windows = process.platform === 'win32';

/** Where a hook runs; undefined: in whichever project its agent is in. */
export function folderOf({ speaks, cwd }: Hook, { root, home, scope }: Place): string | undefined {
  const { userCwd } = tableOf(speaks);
  const folder = scope === 'project' ? root : userCwd && join(home, userCwd);
  if (cwd === undefined) return folder;
  return isAbsolute(cwd) ? cwd : folder && resolve(folder, cwd);
}

/** Where a hook's script is, as far as that can be told. */
export function scriptPath(hook: Hook, place: Place): string | undefined {
  const { root, home, scope } = place;
  const found = scriptOf(lineOf(hook) ?? '');
  if (!found || (found.windows && !windows)) return undefined;
  const script = found.path;
  const [, name, below] = /^\$(\w+)\/(.*)$/.exec(script) ?? [];
  if (name) {
    const known = Object.keys(adapterOf(hook.speaks).runtime.env({ event: 'prompt', cwd: '/' }));
    if (name === 'HOME') return join(home, below as string);
    return scope === 'project' && known.includes(name) ? join(root, below as string) : undefined;
  }
  if (script.includes('$')) return undefined;
  const cwd = folderOf(hook, place);
  // A program without a folder is looked for elsewhere.
  const here = script.includes('/') || !found.direct;
  return isAbsolute(script) ? script : cwd && here ? resolve(cwd, script) : undefined;
}

function deadScript(hook: Hook, place: Place): Finding | undefined {
  const found = scriptOf(lineOf(hook) ?? '');
  if (found?.windows && !windows) {
    return { code: 'script-unchecked', event: hook.event, script: onOneLine(found.path) };
  }
  const path = scriptPath(hook, place);
  if (path === undefined) return undefined;
  const stat = statSync(path, { throwIfNoEntry: false });
  const { event } = hook;
  const script = shown(path, place);
  if (!stat) return { code: 'script-missing', event, script };
  if (!found?.direct) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    return { code: 'script-not-executable', event, script };
  }
}
