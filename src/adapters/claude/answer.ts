import type { Binding } from '../../mapping/adapter.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const oneOf =
  (...words: unknown[]): Check =>
  (value) =>
    words.includes(value);

const fits = (value: Json, checks: Readonly<Record<string, Check>>): boolean =>
  Object.entries(checks).every(([key, check]) => value[key] === undefined || check(value[key]));

const ruling: Check = (value) =>
  isObject(value) &&
  (value.behavior === 'allow'
    ? fits(value, { updatedInput: isObject })
    : value.behavior === 'deny' && fits(value, { message: text, interrupt: flag }));

const top = {
  ...{ continue: flag, suppressOutput: flag, stopReason: text, systemMessage: text },
  ...{ decision: oneOf('approve', 'block'), reason: text },
};
const context = { additionalContext: text };
const permission = {
  permissionDecision: oneOf('allow', 'deny', 'ask', 'defer'),
  permissionDecisionReason: text,
};

/** What `hookSpecificOutput` may hold; where an event has no row, nothing. */
const specific: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  PreToolUse: { ...permission, ...context, updatedInput: isObject },
  PreModelSwitch: permission,
  PermissionRequest: { decision: ruling },
  PermissionDenied: { retry: flag },
  PostToolUse: context,
  PostToolUseFailure: context,
  PostToolBatch: context,
  UserPromptSubmit: { ...context, sessionTitle: text },
  UserPromptExpansion: context,
  SessionStart: { ...context, initialUserMessage: text, sessionTitle: text },
  SubagentStart: context,
  SubagentStop: context,
  Stop: context,
  PostModelSwitch: context,
  MessageDisplay: { displayContent: text },
  Notification: context,
  CwdChanged: {},
  FileChanged: {},
  WorktreeCreate: {},
  Elicitation: {},
  ElicitationResult: {},
};

/** One wrong word or kind, or the name of another event, and the whole answer is dropped, 2.1.330. */
export function isValid({ native }: Binding, response: Json): boolean {
  if (!fits(response, top)) return false;
  const extra = response.hookSpecificOutput;
  if (extra === undefined) return true;
  const checks = specific[native];
  return isObject(extra) && extra.hookEventName === native && !!checks && fits(extra, checks);
}

const both = (...texts: unknown[]): string => texts.filter(Boolean).join('\n');

/** What two of its words come to: the stricter, whatever stands beside it. */
function ruled(response: Json, extra: Json): Json {
  const said = extra.permissionDecision;
  const { decision, reason: _, ...rest } = response;
  // The run ends before the tool, and another may take it up.
  if (said === 'defer')
    return {
      ...rest,
      continue: false,
      hookSpecificOutput: { ...extra, permissionDecision: 'deny' },
    };
  if (said === 'deny' || (said === 'ask' && decision !== 'block')) return rest;
  if (decision !== 'block' || said === undefined) return response;
  const { permissionDecision: __, permissionDecisionReason: ___, ...more } = extra;
  return { ...response, hookSpecificOutput: more };
}

/** A response in the words of the tables: nothing where it is dropped, and each verdict in one place. */
export function tidy(response: Json, binding: Binding): Json {
  if (!isValid(binding, response)) return {};
  const { native } = binding;
  const extra = (response.hookSpecificOutput ?? {}) as Json;
  const { decision, reason, ...rest } = response;
  const blocks = decision === 'block';
  const stops = response.continue === false;
  switch (native) {
    case 'PreToolUse':
    case 'PreModelSwitch':
      return ruled(response, extra);
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      if (!blocks) return response;
      const told = both(extra.additionalContext, reason);
      return {
        ...rest,
        hookSpecificOutput: { ...extra, hookEventName: native, additionalContext: told },
      };
    }
    case 'PostToolBatch':
      return blocks ? { ...rest, continue: false, stopReason: reason ?? '' } : response;
    case 'Stop':
    case 'SubagentStop': {
      if (stops) return native === 'Stop' ? rest : {};
      const { additionalContext, ...beside } = extra;
      const told = both(additionalContext, blocks ? reason : undefined);
      // What is put into the reason must not be read from here as well.
      const left = rest.hookSpecificOutput ? { ...rest, hookSpecificOutput: beside } : rest;
      return blocks || told ? { ...left, decision: 'block', reason: told } : rest;
    }
    default:
      return response;
  }
}
