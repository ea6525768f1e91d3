import type { Native } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** `DENY` is none, 1.0.102. */
const words = { allow: 'allow', deny: 'deny', ask: 'ask' } as const;
const nested = (key: string) => `hookSpecificOutput.${key}`;

/** Never in `hookSpecificOutput`, but at `PreToolUse`, 1.0.102. */
export const context = { context: 'additionalContext' } as const;

/** Before a tool; what is nested is heard under names in PascalCase, and first. */
export const permission = {
  camel: {
    decision: 'permissionDecision',
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

/** A block without a text for its reason is none, 1.0.102. */
export function tidy(response: Json): Json {
  const { decision, ...rest } = response;
  return decision === 'block' && typeof rest.reason !== 'string' ? rest : response;
}

/** A result that is a text alone; the model is shown nothing else here. */
function textOf(output: unknown): string | undefined {
  const { content, ...more } = isObject(output) ? output : {};
  const [part, ...parts] = Array.isArray(content) ? content : [];
  if (parts.length || Object.keys(more).length || !isObject(part)) return undefined;
  const { type, text, ...rest } = part;
  const isPlain = type === 'text' && typeof text === 'string' && !Object.keys(rest).length;
  return isPlain ? text : undefined;
}

/** What the model is shown of a result; after a tool that failed, nothing is heard of it. */
export const shown = {
  replaced: blocked,
  output: {
    at: 'modifiedResult',
    takes: (output: unknown) => output === undefined || textOf(output) !== undefined,
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
