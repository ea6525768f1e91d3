import type { Binding } from '../../mapping/adapter.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** Tells whether the value of a key is valid. */
type Check = (value: unknown) => boolean;
const isString: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isOneOf =
  (...words: unknown[]): Check =>
  (value) =>
    words.includes(value);

/** Tells whether every key of `checks` is absent from an object or has a valid value. Other keys may have any value. */
const areFieldsValid = (value: Json, checks: Readonly<Record<string, Check>>): boolean =>
  Object.entries(checks).every(([key, check]) => value[key] === undefined || check(value[key]));

/** Tells whether a value is valid as `hookSpecificOutput.decision` at `PermissionRequest`. */
const isPermissionDecision: Check = (value) =>
  isObject(value) &&
  (value.behavior === 'allow'
    ? areFieldsValid(value, { updatedInput: isObject })
    : value.behavior === 'deny' &&
      areFieldsValid(value, { message: isString, interrupt: isBoolean }));

const topLevelChecks = {
  continue: isBoolean,
  suppressOutput: isBoolean,
  stopReason: isString,
  systemMessage: isString,
  decision: isOneOf('approve', 'block'),
  reason: isString,
};
const contextChecks = { additionalContext: isString };
const permissionChecks = {
  permissionDecision: isOneOf('allow', 'deny', 'ask', 'defer'),
  permissionDecisionReason: isString,
};

/** The checks of `hookSpecificOutput`, by event. At an event without a row, every such object is invalid. */
const specificChecks: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  PreToolUse: { ...permissionChecks, ...contextChecks, updatedInput: isObject },
  PreModelSwitch: permissionChecks,
  PermissionRequest: { decision: isPermissionDecision },
  PermissionDenied: { retry: isBoolean },
  PostToolUse: contextChecks,
  PostToolUseFailure: contextChecks,
  PostToolBatch: contextChecks,
  UserPromptSubmit: { ...contextChecks, sessionTitle: isString },
  UserPromptExpansion: contextChecks,
  SessionStart: { ...contextChecks, initialUserMessage: isString, sessionTitle: isString },
  SubagentStart: contextChecks,
  SubagentStop: contextChecks,
  Stop: contextChecks,
  PostModelSwitch: contextChecks,
  MessageDisplay: { displayContent: isString },
  Notification: contextChecks,
  CwdChanged: {},
  FileChanged: {},
  WorktreeCreate: {},
  Elicitation: {},
  ElicitationResult: {},
};

/**
 * Tells whether the client takes a response. It drops the whole response if one known key has an unknown
 * word or a value of a wrong type, or if `hookEventName` does not name the event that was fired, 2.1.330.
 */
export function isValidResponse({ native }: Binding, response: Json): boolean {
  if (!areFieldsValid(response, topLevelChecks)) return false;
  const specific = response.hookSpecificOutput;
  if (specific === undefined) return true;
  const checks = specificChecks[native];
  if (!checks || !isObject(specific) || specific.hookEventName !== native) return false;
  return areFieldsValid(specific, checks);
}

/** Joins texts with newlines. Empty and absent texts are left out. */
const joinTexts = (...texts: unknown[]): string => texts.filter(Boolean).join('\n');

/**
 * Reduces a response that has both `decision` and `permissionDecision` to the stricter of the two. Writes
 * `defer` as a deny that also ends the turn.
 *
 * @param specific the `hookSpecificOutput` of the response; empty if there is none
 */
function keepStricterDecision(response: Json, specific: Json): Json {
  const permission = specific.permissionDecision;
  const { decision, reason: _, ...withoutDecision } = response;
  // `defer` ends the run before the tool is called; a later run can resume the call.
  if (permission === 'defer')
    return {
      ...withoutDecision,
      continue: false,
      hookSpecificOutput: { ...specific, permissionDecision: 'deny' },
    };
  if (permission === 'deny' || (permission === 'ask' && decision !== 'block'))
    return withoutDecision;
  if (decision !== 'block' || permission === undefined) return response;
  const { permissionDecision: __, permissionDecisionReason: ___, ...withoutPermission } = specific;
  return { ...response, hookSpecificOutput: withoutPermission };
}

/**
 * Moves what a response decides to the keys where the tables of this adapter read it. Depending on the
 * event, the client takes several keys for one decision, or gives a key another effect than its name says.
 *
 * @returns an empty object for a response that the client drops
 */
export function normaliseResponse(response: Json, binding: Binding): Json {
  if (!isValidResponse(binding, response)) return {};
  const { native } = binding;
  const specific = (response.hookSpecificOutput ?? {}) as Json;
  const { decision, reason, ...withoutDecision } = response;
  const isBlock = decision === 'block';
  switch (native) {
    case 'PreToolUse':
    case 'PreModelSwitch':
      return keepStricterDecision(response, specific);
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      // The client adds the reason of a block to the result, as it adds context.
      if (!isBlock) return response;
      const contextText = joinTexts(specific.additionalContext, reason);
      return {
        ...withoutDecision,
        hookSpecificOutput: { ...specific, hookEventName: native, additionalContext: contextText },
      };
    }
    case 'PostToolBatch':
      return isBlock ? { ...withoutDecision, continue: false, stopReason: reason ?? '' } : response;
    case 'Stop':
    case 'SubagentStop': {
      // `continue: false` counts more than a block. At SubagentStop the parent goes on all the same.
      if (response.continue === false) return native === 'Stop' ? withoutDecision : {};
      // Context also makes the model go on, so it becomes a part of the reason.
      const { additionalContext, ...withoutContext } = specific;
      const followUp = joinTexts(additionalContext, isBlock ? reason : undefined);
      if (!isBlock && !followUp) return withoutDecision;
      return {
        ...withoutDecision,
        ...(response.hookSpecificOutput ? { hookSpecificOutput: withoutContext } : {}),
        decision: 'block',
        reason: followUp,
      };
    }
    default:
      return response;
  }
}
