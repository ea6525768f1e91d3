/** The types of events and calls. They are made of those of {@link EventFields} and its like, so that they need no zod. */
import type {
  EventFields,
  Hook,
  McpIdentity,
  Outcome,
  ToolInputs,
  ToolName,
  ToolResults,
} from './shapes.ts';

export type { Hook, McpIdentity, Outcome, ToolName } from './shapes.ts';

/** The canonical arguments of a tool. */
export type ToolInput<T extends ToolName> = ToolInputs[T];
/** The canonical result of a tool. */
export type ToolResult<T extends ToolName> = ToolResults[T];

/** The language of a shell command. */
export type ShellDialect = 'bash' | 'powershell';

/** The canonical name of an event. */
export type EventName = keyof EventFields;
/** The fields of an event, without its name. */
export type Payload<E extends EventName> = EventFields[E];

/** Events that carry a tool call. */
export type CallEvent = {
  [E in EventName]: 'tool' extends keyof EventFields[E] ? E : never;
}[EventName];

/** Native data that no canonical field holds. Encoding the event for the same vendor puts it back. */
export interface Rest {
  vendor: string;
  /** Native fields no table knows. */
  fields: Record<string, unknown>;
  /** The native event, where the vendor has several for one canonical event. */
  native?: string;
  /** The original values of native fields that encoding would spell in another way. */
  held?: Record<string, unknown>;
  /** Paths that encoding fills in although the payload lacked them. */
  lacked?: readonly (readonly string[])[];
}

/** The fields of an event whose types depend on the tool that is called. */
type ToolFields = 'tool' | 'input' | 'result';

/** An event that carries a call of one tool. `result` is there only at events that come after the call. */
type CallOf<E extends CallEvent, T extends ToolName> = {
  event: E;
  tool: T;
  input: ToolInput<T>;
} & ('result' extends keyof Payload<E> ? { result?: ToolResult<T> } : unknown) &
  (T extends 'mcp' ? { mcp: McpIdentity } : unknown) &
  Omit<Payload<E>, ToolFields> & { rest?: Rest };

/** A tool event whose tool is known. For several tools: a union with a member for each. */
export type ToolEvent<
  E extends CallEvent = CallEvent,
  T extends ToolName = ToolName,
> = E extends CallEvent ? (T extends ToolName ? CallOf<E, T> : never) : never;

/**
 * One hook event in canonical terms. It is a union, which `event` and `tool` tell apart: where `event` is
 * `before-tool` and `tool` is `shell`, `input.command` is a text. Times are milliseconds, and paths are
 * absolute as far as the agent says from where they count.
 *
 * @example
 * const commandOf = (event: Event) =>
 *   event.event === 'before-tool' && event.tool === 'shell' ? event.input.command : undefined;
 */
export type Event<E extends EventName = EventName> = E extends CallEvent
  ? ToolEvent<E>
  : E extends EventName
    ? { event: E } & Payload<E> & { rest?: Rest }
    : never;

/** A part of a session that has its own first and last event. */
export type Span = 'session' | 'turn' | 'call' | 'subagent';

/** What an event is, whatever its payload holds. An absent trait does not hold. */
export interface EventTraits {
  /** A hook can refuse what is about to happen. */
  readonly isGate?: true;
  /** The event is the first of a part of a session. */
  readonly begins?: Span;
  /** The event is the last of a part of a session. */
  readonly ends?: Span;
  /**
   * What happened is over, and its result is about to be shown to the model: a hook cannot refuse it
   * any more, but can hide the result.
   */
  readonly hidesResult?: true;
}

/** A key of an outcome. */
export type OutcomeKey = keyof Outcome;
/** A value of `decision`: what the hook says about the call or the event. */
export type Decision = NonNullable<Outcome['decision']>;
/**
 * How much a loss matters, the worst first. `unsafe`: a guard is weaker. `lossy`: something wanted is
 * missing. `cosmetic`: nobody relies on what is missing.
 */
export type Severity = 'unsafe' | 'lossy' | 'cosmetic';

/** A field of a hook. */
export type HookField = keyof Hook;
