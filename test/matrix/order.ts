// Plays a call under every host with a rewriter and a guard of every dialect, as `sync` writes their lines, and compares the
// end with that of the same hooks in their own agent.
import type { Vendor } from '../../src/adapters/index.ts';
import { settingsTables } from '../../src/adapters/settings.ts';
import { getAtPath, splitPath } from '../../src/mapping/paths.ts';
import { agentVendors } from '../../src/settings/formats/index.ts';
import {
  type Call,
  factOf,
  facts,
  payloadOfCall,
  placePayload,
  recordedCall,
  recordedPayload,
} from '../facts.ts';
import { runsInTurn } from '../oracles/call-flow.ts';
import { type Effect, type FinishedCommand, type Json, rank } from '../oracles/effect.ts';
import { mergingOracles, oracles, startsHook } from '../oracles/index.ts';
import { type Project, project } from '../settings/project.ts';

/** What a hook does with a call: a guard refuses `rm -rf`, and a rewriter makes this of another call, and another call of this. */
export type Role = 'rewriter' | 'guard';

/** Hooks of one dialect, in the order of their file. */
export interface OrderCase {
  dialect: Vendor;
  hooks: readonly { role: Role; event: string; sequential?: boolean }[];
}

const dangerous = 'rm -rf /x';
const rewritten: Record<string, string> = { 'clean it': dangerous, [dangerous]: 'echo safe' };
export const calls = Object.keys(rewritten);

/** Returns the answer of a rewriter in the words of its agent. */
function rewriteIn(dialect: Vendor, event: string, command: string): Json {
  const input = { command };
  const { rewrite } = facts[dialect]?.call ?? {};
  if (rewrite) return JSON.parse(JSON.stringify(rewrite).replace('{command}', command));
  if (dialect === 'anyhook') return { input };
  if (dialect === 'cursor') return { permission: 'allow', updated_input: input };
  if (dialect === 'copilot') return { permissionDecision: 'allow', modifiedArgs: input };
  const more = event === 'BeforeTool' ? { tool_input: input } : { updatedInput: input };
  const allow = { hookEventName: event, permissionDecision: 'allow' };
  return { hookSpecificOutput: { ...allow, ...more } };
}

/** Returns what a hook prints for each call that it answers. */
function answersOf(dialect: Vendor, role: Role, event: string): Map<string, Json> {
  if (role === 'guard') return new Map([[dangerous, factOf(dialect, 'refusal')]]);
  return new Map(
    Object.entries(rewritten).map(([call, next]) => [call, rewriteIn(dialect, event, next)]),
  );
}

/** Returns a script of a hook. */
const scriptOf = (dialect: Vendor, role: Role, event: string): string =>
  [
    '#!/bin/sh',
    'case "$(cat)" in',
    ...[...answersOf(dialect, role, event)].map(
      ([call, answer]) => `*"${call}"*) echo '${JSON.stringify(answer)}' ;;`,
    ),
    'esac',
    '',
  ].join('\n');

/** A hook of the settings of an agent, as it is started for a call. Undefined: it is not. */
interface Started {
  event: string;
  sequential: boolean;
  start(call: string): Promise<FinishedCommand | undefined>;
}

/** Lists the events that an agent fires for a shell command, in order. */
function eventsOf(vendor: Vendor): string[] {
  if (vendor === 'anyhook') return ['before-tool']; // no agent: the shim runs its hooks of one event side by side
  const natives = factOf(vendor, 'order').stages.flatMap((stage) => Object.entries(stage));
  return natives.flatMap(([event, kinds]) => (kinds.includes('shell') ? event : []));
}

/** Plays a call, by the facts of the agent and its oracle. Returns the call that runs. Undefined: none does. */
async function play(
  vendor: Vendor,
  side: 'native' | 'host',
  hooks: readonly Started[],
  call: string,
): Promise<string | undefined> {
  let runs = call;
  for (const event of eventsOf(vendor)) {
    const here = hooks.filter((one) => one.event === event);
    const isInTurn = vendor !== 'anyhook' && runsInTurn(vendor, side, here);
    const ended: FinishedCommand[] = [];
    let told = runs;
    for (const one of here) {
      const ran = await one.start(told);
      if (!ran) continue;
      ended.push(ran);
      const effect = oracles[vendor](event, ran, side);
      if (isInTurn && isRefusal(effect)) break;
      if (isInTurn) told = commandIn(effect) ?? told;
    }
    if (!ended.length) continue;
    const effect = mergingOracles[vendor](event, ended, side);
    if (isRefusal(effect)) return undefined;
    runs = commandIn(effect) ?? runs;
  }
  return runs;
}

const isRefusal = ({ verdict }: Effect): boolean => rank(verdict) >= rank('ask');
const commandIn = ({ input }: Effect): string | undefined => input?.command as string | undefined;

/** Returns the payload of a shell command of a host, at one of its events. */
function payloadOf(host: Vendor, event: string, command: string, cwd: string): Json {
  const about = { cwd, workspace_roots: [cwd] };
  if (event === 'beforeShellExecution')
    return { ...recordedPayload(host, 'cli-beforeShellExecution'), ...about, command };
  const [name, input] = callIn(host);
  const payload = payloadOfCall(host, [name, { ...(input as Json), command }]);
  return facts[host].place?.paths ? placePayload(host, payload, { cwd }) : { ...payload, ...about };
}

/** Returns the recorded call of a shell command of a host. */
function callIn(host: Vendor): Call {
  const { tool, input } = factOf(host, 'call');
  const [name, given] = [tool, input].map((path) => getAtPath(recordedCall(host), splitPath(path)));
  return [String(name), given];
}

/** Reads the entries of a host's settings. */
function entriesOf(host: Vendor, p: Project): Started[] {
  const file = fileOf(host);
  if (!p.has(file)) return [];
  const lists: Record<string, Json[]> = p.json(file).hooks ?? {};
  return Object.entries(lists).flatMap(([event, list]) =>
    list.flatMap((group) =>
      ((group.hooks as Json[] | undefined) ?? [group]).map(
        (entry): Started => ({
          event,
          sequential: group.sequential === true,
          async start(call) {
            const payload = payloadOf(host, event, call, p.dir);
            const matcher = group.matcher as string | undefined;
            if (!startsHook(host, event, matcher, payload)) return undefined;
            const { code, stdout, stderr } = await p.calls(String(entry.command), payload);
            return { code, stdout, stderr };
          },
        }),
      ),
    ),
  );
}

const fileOf = (host: Vendor): string => settingsTables[host].files.own.project;

/** One dialect for each way in which agents order hooks. */
export const ofEachKind: readonly Vendor[] = ['claude', 'copilot', 'cursor', 'gemini'];

/** Lists a rewriter and a guard of each dialect, for one of each kind in both orders, at every event that is fired for a shell command. */
export function* listOrderCases(): Generator<OrderCase> {
  for (const dialect of [...agentVendors(), 'anyhook'] as Vendor[]) {
    const events = eventsOf(dialect);
    const canSay = ['gemini', 'tabnine', 'terminai', 'qwen'].includes(dialect);
    const [first = ''] = events;
    for (const event of events)
      for (const sequential of canSay ? [false, true] : [false]) {
        const rewriter = { role: 'rewriter', event: first, sequential } as const;
        const guard = { role: 'guard', event, sequential } as const;
        yield { dialect, hooks: [rewriter, guard] };
        if (ofEachKind.includes(dialect)) yield { dialect, hooks: [guard, rewriter] };
      }
  }
}

/**
 * How the lines of a case come to be: written at once, also where only the second hook has a matcher, or one of the hooks
 * after a person changed the line of the other.
 */
export const ways = ['together', 'matcher', 'apart', 'first changed', 'second changed'] as const;
export type Way = (typeof ways)[number];

/** Returns what limits a hook to shell commands. */
function matcherOf(dialect: Vendor): object {
  if (dialect === 'anyhook') return { tools: ['shell'] };
  return { match: recordedCall(dialect)[factOf(dialect, 'call').tool] };
}

/** Returns `anyhook.yaml` with some hooks. */
const sourceOf = (dialect: Vendor, hooks: OrderCase['hooks'], way: Way): object => ({
  version: 1,
  lines: way === 'apart' ? 'apart' : 'together',
  hooks: hooks.map(({ role, event, sequential }, i) => ({
    ...(dialect === 'anyhook' ? { on: event } : { speaks: dialect, event }),
    ...(way === 'matcher' && i === 1 && event !== 'beforeShellExecution' && matcherOf(dialect)),
    run: `./${role}.sh`,
    ...(sequential && { keep: { sequential } }),
  })),
});

/** Makes a project with the hooks of a case, before they are written for a host the last time. */
export async function projectOf(
  { dialect, hooks }: OrderCase,
  way: Way,
  host: Vendor,
): Promise<Project> {
  const scripts = hooks.map(({ role, event }) => [`${role}.sh`, scriptOf(dialect, role, event)]);
  const p = project({ ...Object.fromEntries(scripts), [fileOf(host)]: {} });
  const changed = way === 'first changed' ? hooks[0] : hooks[1];
  if (changed && way.endsWith('changed')) {
    p.put('anyhook.yaml', sourceOf(dialect, [changed], way));
    await p.anyhook('sync', '--to', host);
    const line = ` -- ./${changed.role}.sh`;
    const text = p.get(fileOf(host));
    if (!text.includes(line)) throw new Error(`no line of ${changed.role}: ${text}`);
    p.put(fileOf(host), text.replaceAll(line, ` --timeout 9s${line}`));
  }
  p.put('anyhook.yaml', sourceOf(dialect, hooks, way));
  return p;
}

/** Plays a call as the agent of the hooks does. */
export const playNatively = ({ dialect, hooks }: OrderCase, call: string) =>
  play(
    dialect,
    'native',
    hooks.map(({ role, event, sequential }) => ({
      event,
      sequential: sequential === true,
      async start(told) {
        const answer = answersOf(dialect, role, event).get(told);
        return { code: 0, stdout: answer ? JSON.stringify(answer) : '', stderr: '' };
      },
    })),
    call,
  );

/** Plays a call as a host does with what stands in its settings. */
export const playUnder = (host: Vendor, p: Project, call: string) =>
  play(host, 'host', entriesOf(host, p), call);
