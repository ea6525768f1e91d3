/** What 0.169.0 takes for an answer: one key too many, or a kind that is wrong, and none of it counts. */
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { trimmed } from './trim.ts';

/** Whether a value is of a kind; null is as good as nothing, unless it says otherwise. */
type Kind = 'text' | 'flag' | 'any' | readonly string[] | Shape;
interface Shape {
  readonly [key: string]: Kind;
}

const native = 'native';
const must: readonly string[] = [
  'hookEventName',
  'behavior',
  'continue',
  'suppressOutput',
  'interrupt',
];

const universal: Shape = {
  continue: 'flag',
  stopReason: 'text',
  suppressOutput: 'flag',
  systemMessage: 'text',
};
const context: Shape = { hookEventName: [native], additionalContext: 'text' };
const blocks: Shape = { ...universal, decision: ['block'], reason: 'text' };

const shapes: Readonly<Record<string, Shape>> = {
  SessionStart: { ...universal, hookSpecificOutput: context },
  SubagentStart: { ...universal, hookSpecificOutput: context },
  UserPromptSubmit: { ...blocks, hookSpecificOutput: context },
  PreToolUse: {
    ...blocks,
    decision: ['block', 'approve'],
    hookSpecificOutput: {
      ...context,
      permissionDecision: ['allow', 'deny', 'ask'],
      permissionDecisionReason: 'text',
      updatedInput: 'any',
    },
  },
  PostToolUse: { ...blocks, hookSpecificOutput: { ...context, updatedMCPToolOutput: 'any' } },
  PermissionRequest: {
    ...universal,
    hookSpecificOutput: {
      hookEventName: [native],
      decision: {
        behavior: ['allow', 'deny'],
        updatedInput: 'any',
        updatedPermissions: 'any',
        message: 'text',
        interrupt: 'flag',
      },
    },
  },
  Stop: blocks,
  SubagentStop: blocks,
  PreCompact: universal,
  PostCompact: universal,
};

/** What is wrong with an answer to an event; undefined: nothing. */
export function wrongIn(response: Json, event: string): string | undefined {
  const shape = shapes[event];
  return shape && (misshapen(response, shape, event) ?? meaningless(response, event));
}

function misshapen(value: Json, shape: Shape, event: string): string | undefined {
  for (const key of Object.keys(value)) {
    const kind = Object.hasOwn(shape, key) ? (shape[key] as Kind) : undefined;
    if (kind === undefined) return `${key}, which its agent does not know`;
    const one = value[key];
    if (one === null && !must.includes(key)) continue;
    if (kind === 'any') continue;
    if (kind === 'text' || kind === 'flag') {
      if (typeof one !== (kind === 'text' ? 'string' : 'boolean'))
        return `${key}, which is no ${kind}`;
    } else if (Array.isArray(kind)) {
      const words = kind[0] === native ? Object.keys(shapes) : kind;
      if (!words.includes(one as string)) return `${key}, which is no word its agent knows`;
    } else {
      const inner = isObject(one)
        ? misshapen(one, kind as Shape, event)
        : `${key}, which is no object`;
      if (inner !== undefined) return inner;
    }
  }
  const missing = ['hookEventName', 'behavior'].find((key) => key in shape && !(key in value));
  return missing && `no ${missing}`;
}

const isBlank = (value: unknown): boolean => typeof value !== 'string' || trimmed(value) === '';
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** What its schema has, and its agent does not take. */
function meaningless(response: Json, event: string): string | undefined {
  const { decision, reason, suppressOutput, stopReason } = response;
  const goes = response.continue !== false;
  const said = (response.hookSpecificOutput ?? {}) as Json;
  const strict = event === 'PreToolUse' || event === 'PermissionRequest';
  if (strict && !goes) return 'continue: false, which its agent does not take here';
  if (strict && isGiven(stopReason)) return 'stopReason, which its agent does not take here';
  if (suppressOutput === true && (strict || event === 'PostToolUse')) {
    return 'suppressOutput, which its agent does not take here';
  }
  if (event === 'PermissionRequest') {
    const { updatedInput, updatedPermissions, interrupt } = (said.decision ?? {}) as Json;
    const more = isGiven(updatedInput) || isGiven(updatedPermissions) || interrupt === true;
    return more ? 'more than a decision and its message' : undefined;
  }
  if (event === 'PreToolUse') {
    const {
      permissionDecision: verdict,
      permissionDecisionReason: why,
      updatedInput: input,
    } = said;
    if (isGiven(verdict) || isGiven(why) || isGiven(input)) {
      if (verdict === 'allow') return isGiven(input) ? undefined : 'allow, and no updatedInput';
      if (verdict === 'ask') return 'ask, which its agent does not take';
      if (isGiven(input)) return 'updatedInput without allow';
      return verdict === 'deny' && !isBlank(why)
        ? undefined
        : 'a verdict without a reason, or the reverse';
    }
    if (decision === 'approve') return 'approve, which its agent does not take';
  }
  if (decision === 'block') return isBlank(reason) ? 'block, and no reason' : undefined;
  const stray = event === 'PreToolUse' || (event === 'PostToolUse' && goes);
  return stray && isGiven(reason) ? 'a reason, and no decision' : undefined;
}
