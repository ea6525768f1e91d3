// Compares, for files with several hooks, what becomes of a call in the hooks' own agent and in every host
// to which the file is converted.
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { settingsTables } from '../../src/adapters/settings.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { answerFromHook } from '../../src/shim/hook-answer.ts';
import { hookInputsOf } from '../../src/shim/hook-inputs.ts';
import { prepareRun } from '../../src/shim/prepare-run.ts';
import { findHost } from '../../src/translate/host.ts';
import type { Json } from '../../src/util/json.ts';
import { runBounded } from '../bounded.ts';
import { worldOf } from '../conformance/fixtures.ts';
import { type Happening, modelled, payloadsOf } from '../corpus/happen.ts';
import { factOf, type Kind } from '../facts.ts';
import { type CallEnd, type ConfiguredHook, playCall } from '../oracles/call-flow.ts';
import { type FinishedCommand, rank } from '../oracles/effect.ts';
import { emptySession } from './cases.ts';
import { type Count, countOf, type Matrix } from './matrix.ts';

/** What a hook does with a call. */
const roles = [
  'rewrites',
  'rewrites more',
  'guards what is made',
  'guards the call',
  'looks on',
] as const;
type Role = (typeof roles)[number];

/** Kinds of calls: `of` makes a call of a text, and `key` is the argument that holds this text. */
const shapes = {
  shell: { of: (call) => ({ shell: call }), key: 'command' },
  mcp: { of: (call) => ({ mcp: 'db/query', args: { sql: call } }), key: 'sql' },
} satisfies Partial<Record<Kind, { of(call: string): Happening; key: string }>>;
type Shape = keyof typeof shapes;

/** The vendors whose payloads about a call, and the order of whose events, are known. */
const dialects = modelled.filter((vendor) => vendor !== 'anyhook');

const ran = (said: object): FinishedCommand => ({
  code: 0,
  stdout: JSON.stringify(said),
  stderr: '',
});

/** Makes a hook of a role, in the words of its agent. */
function does(role: Role, dialect: Vendor, key: string) {
  return (payload: Json): FinishedCommand => {
    const given = (payload.tool_input ?? payload) as Json | string;
    const input = typeof given === 'string' ? (JSON.parse(given) as Json) : given;
    const call = String(input[key]);
    const flat = dialect === 'cursor';
    const refuses =
      (role === 'guards what is made' && call.includes('rm -rf')) ||
      (role === 'guards the call' && call.startsWith('deploy'));
    if (refuses)
      return ran(
        flat ? { permission: 'deny', user_message: 'no' } : { decision: 'deny', reason: 'no' },
      );
    const next =
      role === 'rewrites'
        ? call.replace(/^deploy/, 'rm -rf')
        : role === 'rewrites more'
          ? `${call} --now`
          : call;
    if (next === call || payload.hook_event_name === 'beforeShellExecution') return ran({});
    const fresh = { ...input, [key]: next };
    return ran(
      flat
        ? { permission: 'allow', updated_input: fresh }
        : { hookSpecificOutput: { tool_input: fresh } },
    );
  };
}

interface Hook {
  event: string;
  role: Role;
  sequential: boolean;
}

/** Lists every pair of hooks of a dialect about one kind of call, and every two hooks before a guard. */
function* files(dialect: Vendor, shape: Shape): Generator<Hook[]> {
  const natives = factOf(dialect, 'order')
    .stages.flatMap((stage) => Object.entries(stage))
    .filter(([, kinds]) => kinds.includes(shape));
  const turns = dialect === 'cursor' ? [false] : [false, true];
  const every = natives.flatMap(([event]) => roles.map((role) => ({ event, role })));
  for (const sequential of turns) {
    const hook = (one: { event: string; role: Role }) => ({ ...one, sequential });
    for (const one of every) {
      for (const other of every) {
        yield [hook(one), hook(other)];
        const last = natives.at(-1)?.[0] as string;
        yield [hook(one), hook(other), hook({ event: last, role: 'guards what is made' })];
      }
    }
  }
}

/** Writes a settings file of a dialect with these hooks. The command of a hook is its index. */
function fileOf(dialect: Vendor, hooks: readonly Hook[]): string {
  const out: Record<string, object[]> = {};
  for (const [i, { event, sequential }] of hooks.entries()) {
    const entry = { command: `hook-${i}` };
    const group = { sequential, hooks: [{ type: 'command', ...entry }] };
    out[event] = [...(out[event] ?? []), dialect === 'cursor' ? entry : group];
  }
  const needs = dialect === 'terminai' ? { tools: { enableHooks: true } } : {};
  return JSON.stringify({ ...(dialect === 'cursor' ? { version: 1 } : needs), hooks: out });
}

/** Reads the entries of a host's file as hooks that answer as the shim answers for them. */
function asked(
  dialect: Vendor,
  text: string,
  hooks: readonly Hook[],
  key: string,
): ConfiguredHook[] {
  const { hooks: lists } = JSON.parse(text) as { hooks?: Record<string, Json[]> };
  return Object.entries(lists ?? {}).flatMap(([event, list]) =>
    list.flatMap((one) => {
      const entries = (one.hooks as Json[] | undefined) ?? [one];
      return entries.map((entry): ConfiguredHook => {
        const { flags } = parseShimLines(String(entry.command))[0] ?? {};
        if (!flags) throw new Error(`not a line of ours: ${entry.command}`);
        const matcher = new RegExp(String((one.matcher as string | undefined) ?? ''));
        const { role } = hooks[Number(flags.command[0]?.split('-')[1])] as Hook;
        return {
          event,
          sequential: one.sequential === true,
          ask(payload) {
            if (!matcher.test(String(payload.tool_name))) return undefined;
            const at = findHost(flags, payload, {});
            const run = prepareRun(
              flags,
              'the hook',
              at,
              adapters[dialect],
              worldOf({}),
              () => emptySession,
            );
            const parts = hookInputsOf(run, runBounded).map((told) => ({
              input: told,
              finished: does(role, dialect, key)(told.payload) as Finished,
            }));
            if (!parts.length) return undefined;
            const { code, stdout, stderr } = answerFromHook(run, parts);
            return { code, stdout, stderr };
          },
        };
      });
    }),
  );
}

/** Compares the order of hooks in every host with that in every dialect, for every file or every n-th. */
export function walkTurns(every = 1): Matrix & { mattered: number } {
  const table = new Map<string, Count>();
  const weaker: string[] = [];
  let [cells, mattered] = [0, 0];
  for (const dialect of dialects) {
    for (const [name, shape] of Object.entries(shapes) as [Shape, (typeof shapes)[Shape]][]) {
      for (const [i, hooks] of [...files(dialect, name)].entries()) {
        if (i % every) continue;
        const text = fileOf(dialect, hooks);
        const about = (vendor: Vendor) => ({
          payloads: (call: string) => payloadsOf(vendor, shape.of(call), '/proj'),
          callIn: (input: Json) => String(input[shape.key]),
        });
        const own = hooks.map(
          ({ event, role, sequential }): ConfiguredHook => ({
            event,
            sequential,
            ask: does(role, dialect, shape.key),
          }),
        );
        const due = playCall(dialect, 'native', own, 'deploy', about(dialect));
        for (const host of dialects.filter((one) => one !== dialect)) {
          const file = (vendor: Vendor) => settingsTables[vendor].files.own.project;
          const there = convertText({
            lines: 'apart', // what one line merges is the matter of the run
            from: dialect,
            to: host,
            source: { text, file: file(dialect) },
            target: { text: '', file: file(host) },
          });
          const entries = asked(dialect, there.text, hooks, shape.key);
          const is = playCall(host, 'host', entries, 'deploy', about(host));
          const row = countOf(table, host, dialect);
          cells++;
          const kind = kindOf(due, is, there.unsafe);
          if (
            there.unsafe ||
            JSON.parse(there.text).hooks?.BeforeTool?.some((one: Json) => one.sequential)
          )
            mattered++;
          row[kind]++;
          if (kind === 'weaker') {
            const said = hooks.map(
              ({ event, role, sequential }) => `${event} ${role}${sequential ? ' in turn' : ''}`,
            );
            weaker.push(
              `${host} ← ${dialect} ${name}: ${said.join(', ')}; natively ${JSON.stringify(due)}, here ${JSON.stringify(is)}`,
            );
          }
        }
      }
    }
  }
  return { cells, table, used: new Map(), weaker, mattered };
}

/**
 * Tells which kind a cell is: the same call must run, or none, unless the conversion reported an unsafe
 * loss.
 */
function kindOf(due: CallEnd, is: CallEnd, named: boolean): keyof Count {
  if (rank(is.verdict) >= rank('ask'))
    return rank(due.verdict) >= rank('ask') ? 'equal' : 'stricter';
  if (rank(due.verdict) < rank('ask') && is.runs === due.runs) return 'equal';
  return named ? 'impossible' : 'weaker';
}
