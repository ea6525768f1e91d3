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

/** One event of a host, and one of the ways a hook of a dialect can be asked about it. */
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
  /** The first of its event: the whole product is tried, and every policy. */
  firstOfEvent: boolean;
  /** The first of its event with such a tool. */
  firstOfTool: boolean;
}

/** What a finished hook comes to, as the host hears it. */
export const answerHook = (run: Run, told: HookInput, finished: Finished): ShimOutput =>
  answerFromHook(run, [{ input: told, finished }]);

/** A session that has only begun, and whose context no later event takes. */
export const emptySession: Session = {
  exists: () => false,
  recallField: () => undefined,
  rememberField: () => true,
  readVariables: () => ({}),
  notePrompt: () => {},
  turnId: () => undefined,
  noteAsked: () => false,
  readCallDuration: () => undefined,
  noteCallStart: () => {},
  noteHalt: () => true,
  readHaltReason: () => undefined,
  keepContext: () => false,
  takeContext: () => '',
  countFollowUps: () => 0,
  claimFollowUp: () => 'asked',
  noteFollowUp: () => {},
  begin: () => {},
  keepVariables: () => true,
  problem: () => undefined,
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

/** Every place, from the fixtures; `only`: of one host. */
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

/** Every way in which a hook of any dialect is asked about one payload of a host. */
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

/** What a place is told, in a session of its own: what it leaves to be remembered is nobody else's. */
export const payloadInSession = ({ payload }: MatrixCase, cwd: string, id: string): Json => ({
  ...payload,
  cwd,
  ...Object.fromEntries(sessions.flatMap((key) => (key in payload ? [[key, id]] : []))),
});

/** What cannot be told whole is refused before any hook is asked: tested elsewhere. */
function listHookInputs(run: Run): readonly HookInput[] {
  try {
    return hookInputsOf(run, () => true);
  } catch (error) {
    if (error instanceof AnyhookError && error.code === 'tool') return [];
    throw error;
  }
}
