import type { PathOrRow } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** The words of a verdict. `DENY` has no effect, 1.0.102. */
const verdictWords = { allow: 'allow', deny: 'deny', ask: 'ask' } as const;
/** Returns the path of a key in `hookSpecificOutput`. */
const specificPath = (key: string) => `hookSpecificOutput.${key}`;

/** Context has no effect in `hookSpecificOutput`, except at `PreToolUse`, 1.0.102. */
export const contextRow = { context: 'additionalContext' } as const;

/**
 * Answers before a tool. On events with a PascalCase name `hookSpecificOutput` also counts, before
 * the keys at the top level.
 */
export const beforeToolRows = {
  camel: {
    decision: 'permissionDecision',
    reason: 'permissionDecisionReason',
    input: 'modifiedArgs',
    ...contextRow,
  },
  pascal: {
    decision: {
      at: [specificPath('permissionDecision'), 'permissionDecision'],
      words: verdictWords,
    },
    reason: { at: [specificPath('permissionDecisionReason'), 'permissionDecisionReason'] },
    input: { at: [specificPath('updatedInput'), 'modifiedArgs'] },
    context: { at: ['additionalContext', specificPath('additionalContext')] },
  },
} as const;

/** The reason of a block, which hides a result or starts another turn. */
export const blockReasonRow: PathOrRow = { at: 'reason', with: { decision: ['block'] } };

export const refusalRows = {
  decision: { at: 'decision', words: { deny: 'block' } },
  reason: 'reason',
} as const;

/** Removes a block whose reason is no text, since it has no effect, 1.0.102. */
export function normaliseResponse(response: Json): Json {
  const { decision, ...rest } = response;
  return decision === 'block' && typeof rest.reason !== 'string' ? rest : response;
}

/**
 * Returns the text of an MCP result that is a single text, the only form that can replace a result.
 *
 * @returns undefined for any other result
 */
function plainTextOf(output: unknown): string | undefined {
  const { content, ...more } = isObject(output) ? output : {};
  const [part, ...parts] = Array.isArray(content) ? content : [];
  if (parts.length || Object.keys(more).length || !isObject(part)) return undefined;
  const { type, text, ...rest } = part;
  const isPlain = type === 'text' && typeof text === 'string' && !Object.keys(rest).length;
  return isPlain ? text : undefined;
}

/** Answers that replace a result. After a failed tool they have no effect. */
export const resultRows = {
  replaced: blockReasonRow,
  output: {
    at: 'modifiedResult',
    accepts: (output: unknown) => output === undefined || plainTextOf(output) !== undefined,
    codec: makeCodec(
      (value) => {
        const text = isObject(value) ? value.textResultForLlm : undefined;
        return typeof text === 'string' ? { content: [{ type: 'text', text }] } : undefined;
      },
      (output) => ({ resultType: 'success', textResultForLlm: plainTextOf(output) }),
    ),
  },
} as const;

/** Answers to a permission request. */
export const permissionRequestRows = {
  decision: { at: 'behavior', words: { allow: 'allow', deny: 'deny' } },
  reason: 'message',
  halt: {
    at: 'interrupt',
    with: { behavior: ['deny'] },
    codec: makeCodec((value) => (value === true ? true : undefined)),
  },
} as const;
