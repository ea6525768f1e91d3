import type { Binding, Draft, Row } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

const isTrue = makeCodec((value) => (value === true ? true : undefined));

/** The rows with which a hook file ends the run. The client shows the reason to nobody, 3.0.65. */
export const cancelRows = {
  halt: { at: 'cancel', codec: isTrue },
  haltReason: 'errorMessage',
} as const;

/** The rows of what a hook file says to a prompt: to refuse it is to end the run. */
export const promptRows = {
  decision: { at: 'cancel', words: { deny: true } },
  reason: 'errorMessage',
  ...cancelRows,
} as const;

/** A text of a hook file for the model. */
export const fileContextRow = 'context';

/** Arguments that tools take as a bare text or a list, by the canonical tool. */
const bareArguments: Readonly<Record<string, string>> = {
  shell: 'commands',
  read: 'files',
  grep: 'queries',
};

/** Tells whether a tool is an MCP tool, or may be one, since it is not known. */
const isMcpOrUnknown = (tool: unknown): boolean => tool === 'mcp' || tool === undefined;

/** Tells whether a call may be one of an MCP tool: it is one, or nothing tells what it is of. */
const mayBeMcp = ({ tool, name }: Draft): boolean =>
  isMcpOrUnknown(tool) || (tool === 'other' && !name);

const isRefusal = (value: unknown): boolean => value === undefined || value === 'deny';

/** Tells whether arguments are nothing that the tool of an event takes. */
const isInvalid = (value: unknown, tool: unknown): boolean =>
  !isObject(value) &&
  !(
    (typeof value === 'string' || Array.isArray(value)) &&
    Object.hasOwn(bareArguments, tool as string)
  );

/**
 * A refusal after which the turn goes on: the tool refuses null in place of its arguments. An MCP tool would run with an empty
 * object, so there, and where the tool is not known, a refusal ends the run, 3.0.65.
 */
const refusalRow: Row = {
  at: 'overrideInput',
  codec: makeCodec(
    (value, { event }) => (isInvalid(value, event.tool) ? 'deny' : undefined),
    (value, { event }) => (value === 'deny' && !mayBeMcp(event) ? null : undefined),
  ),
  accepts: (value, tool) => isRefusal(value) && !isMcpOrUnknown(tool),
  or: {
    at: 'cancel',
    codec: makeCodec(
      () => undefined,
      (value) => (value === 'deny' ? true : undefined),
    ),
    accepts: (value, tool) => isRefusal(value) && isMcpOrUnknown(tool),
  },
};

/** The rows of what a hook file says before a tool. */
export const beforeToolRows = {
  decision: refusalRow,
  reason: 'contextModification',
  input: {
    at: 'overrideInput',
    codec: makeCodec((value, { event: { tool } }) => {
      if (isInvalid(value, tool)) return undefined;
      return isObject(value) ? value : { [bareArguments[tool as string] as string]: value };
    }),
  },
  context: fileContextRow,
  ...cancelRows,
  // It is not written: a refusal of the call has a reason that somebody reads.
  halt: { ...cancelRows.halt, readOnly: true },
} as const;

/**
 * Brings the keys with texts into one form: a reason of `cancel` in `errorMessage`, a reason of another refusal in
 * `contextModification`, and context in `context`. Of several texts, the client takes the first of `context`,
 * `contextModification` and `errorMessage`, and for `cancel` `errorMessage` before them, 3.0.65.
 */
export function normaliseResponse(response: Json, { native }: Binding): Json {
  if (!/^[A-Z]/.test(native)) return isPayload(response) ? {} : response;
  // A row does not read null, which counts as no value.
  if (response.overrideInput === null)
    return normaliseResponse({ ...response, overrideInput: false }, { native } as Binding);
  const { context, contextModification, errorMessage, ...others } = response;
  const isMessage = typeof errorMessage === 'string' && errorMessage.trim() !== '';
  const message = isMessage ? errorMessage : undefined;
  const text = [context, contextModification].find((one) => typeof one === 'string');
  if (response.cancel === true) {
    const reason = message ?? text;
    const isFurther = message !== undefined && text !== undefined;
    return {
      ...others,
      ...(reason !== undefined && { errorMessage: reason }),
      ...(isFurther && { context: text }),
    };
  }
  const shown = text ?? message;
  if (shown === undefined) return others;
  if (native !== 'PreToolUse' || others.overrideInput !== false)
    return { ...others, context: shown };
  // The client shows the first text alone, which we write for the context of a refusal that has both.
  return typeof context === 'string' && typeof contextModification === 'string'
    ? { ...others, context, contextModification }
    : { ...others, contextModification: shown };
}

/** Tells whether a hook of our plugin printed its payload, whose `input` and `result` are no answer. No payload has a verdict. */
export const isPayload = ({ hook, session, skip, stop }: Json): boolean =>
  typeof hook === 'string' && isObject(session) && skip === undefined && stop === undefined;

/** A text of a plugin hook for the model. */
const pluginContext = { context: 'appendContext' } as const;

/** The rows with which a plugin hook ends the run. Our plugin throws the reason, since the client loses it, 3.0.65. */
const stopRows = {
  halt: { at: 'stop', codec: isTrue },
  haltReason: {
    at: 'reason',
    codec: makeCodec((value, _, { stop } = {}) => (stop === true ? value : undefined)),
  },
} as const;

/** The rows of what a plugin hook returns, by the event. */
export const pluginRows = {
  prompt: {
    decision: { at: 'stop', words: { deny: true } },
    reason: 'reason',
    ...pluginContext,
    ...stopRows,
  },
  start: { ...pluginContext, ...stopRows },
  beforeTool: {
    decision: {
      at: 'skip',
      words: { deny: true },
      // Whether the client asks the person. `true` answers the question that it would ask, 3.0.65.
      or: { at: 'policy.autoApprove', words: { allow: true, ask: false } },
    },
    reason: {
      at: 'reason',
      codec: makeCodec((value, _, { stop } = {}) => (stop === true ? undefined : value)),
    },
    input: 'input',
    ...pluginContext,
    ...stopRows,
  },
  afterTool: {
    replaced: {
      at: 'result',
      codec: makeCodec(
        (value) => (isObject(value) && typeof value.output === 'string' ? value.output : undefined),
        (text) => ({ output: text }),
      ),
    },
    output: {
      at: 'result.output',
      accepts: (_: unknown, tool: unknown) => tool === 'mcp',
    },
    ...pluginContext,
    ...stopRows,
  },
} as const;
