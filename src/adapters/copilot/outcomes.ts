import type { Native } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { asText } from '../../util/json.ts';

/** `DENY` is none, 1.0.102. */
const words = { allow: 'allow', deny: 'deny', ask: 'ask' } as const;
const nested = (key: string) => `hookSpecificOutput.${key}`;

/** Never in `hookSpecificOutput`, but at `PreToolUse`, 1.0.102. */
export const context = { context: 'additionalContext' } as const;

/** Before a tool; what is nested is heard under names in PascalCase, and first. */
export const permission = {
  camel: {
    decision: { at: 'permissionDecision', words },
    reason: 'permissionDecisionReason',
    input: 'modifiedArgs',
    ...context,
  },
  pascal: {
    decision: { at: [nested('permissionDecision'), 'permissionDecision'], words },
    reason: { at: [nested('permissionDecisionReason'), 'permissionDecisionReason'] },
    input: { at: [nested('updatedInput'), 'modifiedArgs'] },
    context: { at: ['additionalContext', nested('additionalContext')] },
  },
} as const;

/** A result that is hidden, or another turn. */
export const blocked: Native = { at: 'reason', with: { decision: ['block'] } };

export const refusal = {
  decision: { at: 'decision', words: { deny: 'block' } },
  reason: 'reason',
} as const;

/** A block without a reason is none, 1.0.102. */
export function tidy(response: Json): Json {
  const { decision, ...rest } = response;
  return decision === 'block' && (typeof rest.reason !== 'string' || !rest.reason)
    ? rest
    : response;
}

const textOf = (output: unknown): string => {
  const parts = isObject(output) && Array.isArray(output.content) ? output.content : [];
  const texts = parts.map((part) => (part as Json | null)?.text);
  const isPlain = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return isPlain ? texts.join('\n') : asText(output);
};

/** What the model is shown of a result; after a tool that failed, nothing is heard of it. */
export const shown = {
  replaced: blocked,
  output: {
    at: 'modifiedResult',
    codec: codec(
      (value) => {
        const text = isObject(value) ? value.textResultForLlm : undefined;
        return typeof text === 'string' ? { content: [{ type: 'text', text }] } : undefined;
      },
      (output) => ({ resultType: 'success', textResultForLlm: textOf(output) }),
    ),
  },
} as const;

/** Where a person would be asked. */
export const behavior = {
  decision: { at: 'behavior', words: { allow: 'allow', deny: 'deny' } },
  reason: 'message',
  halt: {
    at: 'interrupt',
    with: { behavior: ['deny'] },
    codec: codec((value) => (value === true ? true : undefined)),
  },
} as const;
