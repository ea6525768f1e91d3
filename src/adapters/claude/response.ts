import type { Binding } from '../../mapping/adapter.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** Tells whether a value is of a kind. */
type Check = (value: unknown) => boolean;
const isString: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isOneOf =
  (...words: unknown[]): Check =>
  (value) =>
    words.includes(value);

/** Tells whether each of the named keys is absent or passes its check. */
const areFieldsValid = (value: Json, checks: Readonly<Record<string, Check>>): boolean =>
  Object.entries(checks).every(([key, check]) => value[key] === undefined || check(value[key]));

/** Tells whether a value is a valid `decision` of a `PermissionRequest` answer. */
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

/** The checks of `hookSpecificOutput`, by event. An event without a row accepts no such object. */
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
 * Tells whether the client takes an answer. It drops the whole answer if one known key has a wrong
 * word or a value of a wrong type, or if `hookEventName` is not the running event, 2.1.330.
 */
export function isValidResponse({ native }: Binding, response: Json): boolean {
  if (!areFieldsValid(response, topLevelChecks)) return false;
  const specific = response.hookSpecificOutput;
  if (specific === undefined) return true;
  const checks = specificChecks[native];
  if (!checks || !isObject(specific) || specific.hookEventName !== native) return false;
  return areFieldsValid(specific, checks);
}

/** Joins texts with newlines, without those that are empty or absent. */
const joinTexts = (...texts: unknown[]): string => texts.filter(Boolean).join('\n');

/**
 * Reduces an answer that has both `decision` and `permissionDecision` to the stricter of the two.
 *
 * @param specific the `hookSpecificOutput` of the response
 */
function keepStricterDecision(response: Json, specific: Json): Json {
  const verdict = specific.permissionDecision;
  const { decision, reason: _, ...rest } = response;
  // `defer` ends the run before the tool is called; a later run can resume the call.
  if (verdict === 'defer')
    return {
      ...rest,
      continue: false,
      hookSpecificOutput: { ...specific, permissionDecision: 'deny' },
    };
  if (verdict === 'deny' || (verdict === 'ask' && decision !== 'block')) return rest;
  if (decision !== 'block' || verdict === undefined) return response;
  const { permissionDecision: __, permissionDecisionReason: ___, ...otherKeys } = specific;
  return { ...response, hookSpecificOutput: otherKeys };
}

/**
 * Rewrites a response so that each verdict stands in the one place where the tables of this adapter
 * read it.
 *
 * @returns an empty object for a response that the client drops
 */
export function normaliseResponse(response: Json, binding: Binding): Json {
  if (!isValidResponse(binding, response)) return {};
  const { native } = binding;
  const specific = (response.hookSpecificOutput ?? {}) as Json;
  const { decision, reason, ...rest } = response;
  const blocks = decision === 'block';
  const stops = response.continue === false;
  switch (native) {
    case 'PreToolUse':
    case 'PreModelSwitch':
      return keepStricterDecision(response, specific);
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      if (!blocks) return response;
      const contextText = joinTexts(specific.additionalContext, reason);
      return {
        ...rest,
        hookSpecificOutput: { ...specific, hookEventName: native, additionalContext: contextText },
      };
    }
    case 'PostToolBatch':
      return blocks ? { ...rest, continue: false, stopReason: reason ?? '' } : response;
    case 'Stop':
    case 'SubagentStop': {
      if (stops) return native === 'Stop' ? rest : {};
      const { additionalContext, ...otherKeys } = specific;
      const followUp = joinTexts(additionalContext, blocks ? reason : undefined);
      // The context is now a part of the reason; left here, it would be read twice.
      const withoutContext = rest.hookSpecificOutput
        ? { ...rest, hookSpecificOutput: otherKeys }
        : rest;
      return blocks || followUp ? { ...withoutContext, decision: 'block', reason: followUp } : rest;
    }
    default:
      return response;
  }
}
