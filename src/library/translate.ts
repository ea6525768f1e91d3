import { closed } from '../errors.ts';
import type { Draft } from '../mapping/adapter.ts';
import { bindingOfPayload } from '../translate/bindings.ts';
import {
  collectCallInputs,
  nativeInputOf,
  throwIfTooManyMcpTools,
} from '../translate/call-inputs.ts';
import { decodeEvent } from '../translate/decode.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { findUnknownFields } from '../translate/unknown-fields.ts';
import { agentOf, type VendorOrAdapter } from './agent.ts';
import { requireObject } from './arguments.ts';
import type { decode } from './decode.ts';
import { type Encoded, type encode, encodeFirst, toEncoded } from './encode.ts';
import { type Options, settle } from './options.ts';
import type { strictest } from './strictest.ts';

/**
 * Translates a payload of one agent into one payload of another, which states the call as the host does. A call
 * can do more than it states, so a guard needs {@link translateAll}.
 *
 * @returns Undefined where the other agent would not fire a hook.
 * @throws {AnyhookError} as {@link decode} and {@link encode}
 * @example
 * const payload = { hook_event_name: 'beforeShellExecution', command: 'ls' };
 * translate(payload, { from: 'cursor', to: 'gemini' })?.payload.tool_name; // 'run_shell_command'
 */
export function translate(
  payload: unknown,
  options: Options & { from: VendorOrAdapter; to: VendorOrAdapter; native?: string | undefined },
): Encoded | undefined {
  return closed(() => {
    const { from, to, native, world } = settle(options, ['from', 'to', 'native', 'world']);
    const [host, dialect] = [agentOf(from), agentOf(to)];
    const checked = requireObject(payload, 'payload');
    const event = decodeEvent(host, checked, world);
    const unknownFields = () => findUnknownFields(host, checked, event, world);
    const terms = { world, native, foreign: host.id !== dialect.id, unknownFields };
    return encodeFirst(dialect, event, terms);
  });
}

/**
 * Lists all payloads that a hook of another agent has to be asked about for one payload, in order:
 * - one for each file of a patch, and for each address of a fetch;
 * - one for the read that an edit begins with, where the hook's agent makes that call;
 * - one for each MCP server that the name of the tool may belong to;
 * - a path or an address once. With `wordings: 'both'`: in each of its wordings (a path absolute and
 *   relative, an address with and without a last slash).
 *
 * The strictest answer counts: see {@link strictest}.
 *
 * @throws {AnyhookError} as {@link decode}. `tool`: it cannot be known what the call does, so a gate has to
 *   refuse it.
 * @example
 * const payload = { hook_event_name: 'beforeShellExecution', command: 'ls' };
 * const questions = translateAll(payload, { from: 'cursor', to: 'gemini' });
 * const finished = { code: 0, stdout: '{"decision":"deny"}', stderr: '' }; // of the hook, for each question
 * strictest(questions.map((one) => hear('gemini', one.payload, finished).outcome)).decision; // 'deny'
 */
export function translateAll(
  payload: unknown,
  options: Options & {
    from: VendorOrAdapter;
    to: VendorOrAdapter;
    native?: string | undefined;
    wordings?: 'both' | undefined;
  },
): Encoded[] {
  return closed(() => {
    const { from, to, native, wordings, world } = settle(options, [
      'from',
      'to',
      'native',
      'wordings',
      'world',
    ]);
    const [host, dialect] = [agentOf(from), agentOf(to)];
    const checked = requireObject(payload, 'payload');
    const event = decodeEvent(host, checked, world);
    const unknownFields = () => findUnknownFields(host, checked, event, world);
    const terms = { world, native, foreign: host.id !== dialect.id, unknownFields };
    const preferredInput = (call: Draft): HookInput | undefined =>
      generateHookInputs(dialect, call, world, native, terms.foreign).next().value ?? undefined;
    const binding = bindingOfPayload(host, checked);
    const input = nativeInputOf({ bindings: [binding], payload: checked }, event);
    const hostCall = { host, dialect, event, input, world, wordings };
    const hookInputs = terms.foreign
      ? throwIfTooManyMcpTools(collectCallInputs(hostCall, preferredInput), event)
      : [preferredInput(event)].flatMap((one) => one ?? []);
    return hookInputs.map((one) => toEncoded(dialect, one.impliedCall ?? event, one, terms));
  });
}
