/**
 * Checks responses as 0.169.0 does: because of one unknown key or one value of a wrong type, the client drops
 * the whole response.
 */
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { trimText } from './rust-trim.ts';

/** The values that a key may have: a type, one of the listed words, or an object of a shape. Null counts as absent for most keys. */
type Kind = 'text' | 'flag' | 'any' | readonly string[] | Shape;
/** The keys that an object may have, with their kinds. */
interface Shape {
  readonly [key: string]: Kind;
}

/** As the first word of a list, stands for the names of all events. */
const eventName = 'native';
/** Keys for which null is a wrong value. */
const neverNull: readonly string[] = [
  'hookEventName',
  'behavior',
  'continue',
  'suppressOutput',
  'interrupt',
];

const commonKeys: Shape = {
  continue: 'flag',
  stopReason: 'text',
  suppressOutput: 'flag',
  systemMessage: 'text',
};
const contextKeys: Shape = { hookEventName: [eventName], additionalContext: 'text' };
const blockKeys: Shape = { ...commonKeys, decision: ['block'], reason: 'text' };

const responseShapes: Readonly<Record<string, Shape>> = {
  SessionStart: { ...commonKeys, hookSpecificOutput: contextKeys },
  SubagentStart: { ...commonKeys, hookSpecificOutput: contextKeys },
  UserPromptSubmit: { ...blockKeys, hookSpecificOutput: contextKeys },
  PreToolUse: {
    ...blockKeys,
    decision: ['block', 'approve'],
    hookSpecificOutput: {
      ...contextKeys,
      permissionDecision: ['allow', 'deny', 'ask'],
      permissionDecisionReason: 'text',
      updatedInput: 'any',
    },
  },
  PostToolUse: {
    ...blockKeys,
    hookSpecificOutput: { ...contextKeys, updatedMCPToolOutput: 'any' },
  },
  PermissionRequest: {
    ...commonKeys,
    hookSpecificOutput: {
      hookEventName: [eventName],
      decision: {
        behavior: ['allow', 'deny'],
        updatedInput: 'any',
        updatedPermissions: 'any',
        message: 'text',
        interrupt: 'flag',
      },
    },
  },
  Stop: blockKeys,
  SubagentStop: blockKeys,
  PreCompact: commonKeys,
  PostCompact: commonKeys,
};

/**
 * Finds what makes the client drop a response to an event.
 *
 * @returns words that complete "The hook printed …"; undefined if the client takes the response
 */
export function findResponseProblem(response: Json, event: string): string | undefined {
  const shape = responseShapes[event];
  return shape && (findShapeProblem(response, shape, event) ?? findUnsupported(response, event));
}

/** Finds the first key of an object that its shape does not have or whose value is not allowed, or else a missing key. */
function findShapeProblem(value: Json, shape: Shape, event: string): string | undefined {
  for (const key of Object.keys(value)) {
    const kind = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (kind === undefined) return `${key}, which its agent does not know`;
    const member = value[key];
    if (member === null && !neverNull.includes(key)) continue;
    if (kind === 'any') continue;
    if (kind === 'text' || kind === 'flag') {
      if (typeof member !== (kind === 'text' ? 'string' : 'boolean'))
        return `${key}, which is no ${kind}`;
    } else if (Array.isArray(kind)) {
      const words = kind[0] === eventName ? Object.keys(responseShapes) : kind;
      if (!words.includes(member as string)) return `${key}, which is no word its agent knows`;
    } else {
      const inner = isObject(member)
        ? findShapeProblem(member, kind as Shape, event)
        : `${key}, which is no object`;
      if (inner !== undefined) return inner;
    }
  }
  const missing = ['hookEventName', 'behavior'].find((key) => key in shape && !(key in value));
  return missing && `no ${missing}`;
}

const isBlank = (value: unknown): boolean => typeof value !== 'string' || trimText(value) === '';
const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** Finds what the shape of a response allows, and the client rejects all the same. */
function findUnsupported(response: Json, event: string): string | undefined {
  const { decision, reason, suppressOutput, stopReason } = response;
  const continues = response.continue !== false;
  const specific = (response.hookSpecificOutput ?? {}) as Json;
  const isBeforeCall = event === 'PreToolUse' || event === 'PermissionRequest';
  if (isBeforeCall && !continues) return 'continue: false, which its agent does not take here';
  if (isBeforeCall && isPresent(stopReason))
    return 'stopReason, which its agent does not take here';
  if (suppressOutput === true && (isBeforeCall || event === 'PostToolUse')) {
    return 'suppressOutput, which its agent does not take here';
  }
  if (event === 'PermissionRequest') {
    const { updatedInput, updatedPermissions, interrupt } = (specific.decision ?? {}) as Json;
    const hasUnsupported =
      isPresent(updatedInput) || isPresent(updatedPermissions) || interrupt === true;
    return hasUnsupported ? 'more than a decision and its message' : undefined;
  }
  if (event === 'PreToolUse') {
    const {
      permissionDecision: verdict,
      permissionDecisionReason: why,
      updatedInput: input,
    } = specific;
    if (isPresent(verdict) || isPresent(why) || isPresent(input)) {
      if (verdict === 'allow') return isPresent(input) ? undefined : 'allow, and no updatedInput';
      if (verdict === 'ask') return 'ask, which its agent does not take';
      if (isPresent(input)) return 'updatedInput without allow';
      return verdict === 'deny' && !isBlank(why)
        ? undefined
        : 'a verdict without a reason, or the reverse';
    }
    if (decision === 'approve') return 'approve, which its agent does not take';
  }
  if (decision === 'block') return isBlank(reason) ? 'block, and no reason' : undefined;
  const isStrayReason = event === 'PreToolUse' || (event === 'PostToolUse' && continues);
  return isStrayReason && isPresent(reason) ? 'a reason, and no decision' : undefined;
}
