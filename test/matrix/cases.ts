import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Flags } from '../../src/canonical/flags.ts';
import { AnyhookError } from '../../src/errors.ts';
import type { Adapter, Finished } from '../../src/mapping/adapter.ts';
import { answerFromHook } from '../../src/shim/hook-answer.ts';
import { hookInputsOf } from '../../src/shim/hook-inputs.ts';
import { prepareRun, type Run } from '../../src/shim/prepare-run.ts';
import type { Session } from '../../src/shim/session.ts';
import { isContinuedPrompt } from '../../src/shim/session-memory.ts';
import type { HookInput } from '../../src/translate/hook-input.ts';
import { findHost } from '../../src/translate/host.ts';
import type { ShimOutput } from '../../src/translate/shim-output.ts';
import type { Json } from '../../src/util/json.ts';
import { type Outside, payloads, vendors, worldOf } from '../conformance/fixtures.ts';
import { facts, placePayload } from '../facts.ts';

/** A case of the matrix: one event of a host, and one hook input that a hook of a dialect gets for it. */
export interface MatrixCase {
  host: Vendor;
  fixture: string;
  payload: Json;
  /** The host's event, in canonical words and in its own. */
  event: string;
  fired: string;
  tool: string;
  dialect: Vendor;
  /** The dialect's event. */
  native: string;
  run: Run;
  told: HookInput;
  /** Whether this is the first case of its events in host and dialect: only there all endings and policies are tried. */
  firstOfEvent: boolean;
  /** Whether this is the first case of its events with this tool. */
  firstOfTool: boolean;
}

/** Returns what the shim prints for the host after one hook has finished. */
export const answerHook = (run: Run, told: HookInput, finished: Finished): ShimOutput =>
  answerFromHook(run, [{ input: told, finished }]);

/** A session memory that is empty and remembers nothing. */
export const emptySession: Session = {
  exists: () => false,
  recallValue: () => undefined,
  rememberValue: () => true,
  readVariables: () => ({}),
  notePrompt: () => {},
  turnId: () => undefined,
  noteRunInTurn: () => false,
  readCallDuration: () => undefined,
  noteCallStart: () => {},
  noteHalt: () => true,
  readHaltReason: () => undefined,
  keepContext: () => false,
  takeContext: () => '',
  countFollowUps: () => 0,
  claimFollowUp: () => 'counted',
  noteFollowUp: () => {},
  begin: () => {},
  keepVariables: () => true,
  findProblem: () => undefined,
  forget: () => {},
};

export const flagsFor = (host: string, as: string, event: string): Flags => ({
  host,
  as,
  event,
  onFailure: 'native',
  ask: 'auto',
  halt: 'auto',
  answer: 'heard',
  env: {},
  command: ['hook'],
});

/**
 * Yields every case, from the recorded payloads in the fixtures.
 *
 * @param only The only host. Absent: all.
 * @param table The adapters. Default: ours.
 */
export function* listCases(
  only?: string,
  table: Record<string, Adapter> = adapters,
): Generator<MatrixCase> {
  const seen = new Set<string>();
  for (const host of vendors as Vendor[]) {
    if (only !== undefined && host !== only) continue;
    for (const [fixture, { payload, outside }] of Object.entries(payloads[host] ?? {}))
      yield* listCasesOf({ host, fixture, payload }, outside, table, seen);
  }
}

/** Yields every case for one payload of a host: each hook input of each event of each dialect. */
export function* listCasesOf(
  { host, fixture, payload }: Pick<MatrixCase, 'host' | 'fixture' | 'payload'>,
  outside?: Outside,
  table: Record<string, Adapter> = adapters,
  seen = new Set<string>(),
): Generator<MatrixCase> {
  for (const dialect of vendors as Vendor[]) {
    for (const { native } of (table[dialect] as Adapter).bindings.all()) {
      const flags = flagsFor(host, dialect, native);
      const at = findHost(flags, payload, {});
      const fired = at.bindings[0]?.native as string;
      if (dialect === host && native !== fired) continue;
      const run = prepareRun(
        flags,
        'the hook',
        at,
        table[dialect] as Adapter,
        worldOf(outside),
        () => emptySession,
      );
      const all = isContinuedPrompt(run) ? [] : listHookInputs(run); // its prompt hooks were asked before
      const { event } = run.event;
      const tool = String(run.fullEvent().tool ?? '');
      const whole = [host, fired, dialect, native].join(' ');
      const about = { host, fixture, payload, event, fired, tool, dialect, native };
      for (const told of all) {
        const firstOfEvent = !seen.has(whole);
        const firstOfTool = !seen.has(`${whole} ${tool}`);
        seen.add(whole).add(`${whole} ${tool}`);
        yield { ...about, run, told, firstOfEvent, firstOfTool };
      }
    }
  }
}

const sessions = ['session', 'session_id', 'sessionId', 'conversation_id'];

/** Returns the payload of a case in a session of its own, so that cases do not share session memory. */
export const payloadInSession = ({ host, payload }: MatrixCase, cwd: string, id: string): Json =>
  facts[host].place?.paths
    ? placePayload(host, payload, { cwd, session: id })
    : {
        ...payload,
        cwd,
        ...Object.fromEntries(sessions.flatMap((key) => (key in payload ? [[key, id]] : []))),
      };

/** Lists the hook inputs of a run. An event that a dialect cannot express whole has none: the shim refuses it before it starts a hook, which other tests check. */
function listHookInputs(run: Run): readonly HookInput[] {
  try {
    return hookInputsOf(run, () => true);
  } catch (error) {
    if (error instanceof AnyhookError && error.code === 'tool') return [];
    throw error;
  }
}
