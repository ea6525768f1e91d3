import type { Binding, Native } from '../../mapping/adapter.ts';
import { otherReasons } from '../../mapping/codecs.ts';

type Says = Binding['outcome'];

// `user_message` is what the model sees, `agent_message` what the pages say it sees: both, always.
// The earliest pages had both in camel case, and nine public repositories still write them so.
const spoken = ['user_message', 'agent_message', 'reason'];
const others = [...otherReasons, 'systemMessage'];
const rest = (said: readonly string[]) => others.filter((path) => !said.includes(path));
const reason: Native = { at: spoken, older: rest(spoken), join: true };

/** Shell and MCP: the only events where `ask` ever meant something. */
export const permission = () =>
  ({
    decision: { at: 'permission', words: { allow: 'allow', deny: 'deny', ask: 'ask' } },
    reason,
  }) satisfies Says;

/** Until February 2026: `decision` and `reason`. `ask` is accepted and not enforced. */
const either = {
  at: ['permission', 'decision'],
  all: true,
  words: { allow: 'allow', deny: 'deny' },
  hears: { ask: 'ask', block: 'deny' },
} satisfies Native;

export const preToolUse = () =>
  ({
    decision: either,
    reason,
    // Applied beside `allow`; beside `ask` it can be dropped.
    input: { at: 'updated_input', implies: { permission: 'allow', decision: 'allow' } },
  }) satisfies Says;

/** `ask` is treated as a deny. */
export const subagentStart = () =>
  ({
    decision: { ...either, hears: { ask: 'deny', block: 'deny' } },
    reason,
  }) satisfies Says;

/** No `ask` here: it is an invalid response, which blocks. */
export const readFile = () =>
  ({
    decision: { at: 'permission', words: { allow: 'allow', deny: 'deny' } },
    reason,
  }) satisfies Says;

export const prompt = () =>
  ({
    decision: { at: 'continue', words: { deny: false } },
    reason: { at: 'user_message', older: rest(['user_message']) },
    // No rewriting and no context: `additional_context` is unverified on every build.
  }) satisfies Says;

export const postToolUse = () =>
  ({
    context: 'additional_context',
    output: { at: 'updated_mcp_tool_output', only: 'mcp' },
  }) satisfies Says;

/** Taken by the CLI of 2026.09.28, not in the pages. */
export const postToolUseFailure = () => ({ context: 'additional_context' }) satisfies Says;

// `continue` and `user_message` parse on sessionStart and never act.
export const sessionStart = () => ({ env: 'env', context: 'additional_context' }) satisfies Says;

export const compact = () => ({ message: 'user_message' }) satisfies Says;
export const stop = () => ({ followUp: 'followup_message' }) satisfies Says;
export const workspace = () => ({ plugins: 'pluginPaths' }) satisfies Says;
