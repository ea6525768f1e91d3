import type { Binding, PathOrRow } from '../../mapping/adapter.ts';
import { refusedByHook } from '../../mapping/default-reasons.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** The words of a decision, which count in lower case only: `DENY` has no effect, 1.0.102. */
const verdictWords = { allow: 'allow', deny: 'deny', ask: 'ask' } as const;
/** Returns the path of a key in `hookSpecificOutput`. */
const specificPath = (key: string) => `hookSpecificOutput.${key}`;

/** The row of context. Inside `hookSpecificOutput` it has an effect only at `PreToolUse`, 1.0.102. */
export const contextRow = { context: 'additionalContext' } as const;

/**
 * The rows of the event before a tool, under its camelCase and its PascalCase name. Under the PascalCase name the
 * client also reads `hookSpecificOutput`, which counts more than the keys at the top level.
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

/** The reason of a block that starts another turn. */
export const followUpRow = { at: 'reason', with: { decision: ['block'] } } as const;

/** The reason of a block that hides a result. An empty text is a reason, too. */
const blockReasonRow: PathOrRow = { ...followUpRow, whenEmpty: refusedByHook };

/** A refusal, and its reason. */
export const refusalRows = {
  decision: { at: 'decision', words: { deny: 'block' } },
  reason: 'reason',
} as const;

/** Removes a block that the client ignores, 1.0.102: its reason is no text or, at the end of a turn, an empty one. */
export function normaliseResponse(response: Json, { outcome }: Binding): Json {
  const { decision, ...withoutDecision } = response;
  const { reason } = response;
  const isHeard = typeof reason === 'string' && (reason !== '' || !outcome.followUp);
  return decision === 'block' && !isHeard ? withoutDecision : response;
}

/**
 * Returns the text of an MCP result that consists of a single text. Only such a result can be written in place
 * of another.
 *
 * @returns undefined for any other result
 */
function plainTextOf(output: unknown): string | undefined {
  const { content, ...otherFields } = isObject(output) ? output : {};
  const [part, ...furtherParts] = Array.isArray(content) ? content : [];
  if (furtherParts.length || Object.keys(otherFields).length || !isObject(part)) return undefined;
  const { type, text, ...otherKeys } = part;
  const isPlainText = type === 'text' && typeof text === 'string' && !Object.keys(otherKeys).length;
  return isPlainText ? text : undefined;
}

/** The rows of what replaces a result. After a failed tool the client ignores these keys. */
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

/** The rows of a permission request. */
export const permissionRequestRows = {
  decision: { at: 'behavior', words: { allow: 'allow', deny: 'deny' } },
  reason: 'message',
  halt: {
    at: 'interrupt',
    with: { behavior: ['deny'] },
    codec: makeCodec((value) => (value === true ? true : undefined)),
  },
} as const;
