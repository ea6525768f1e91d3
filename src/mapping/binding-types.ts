import type { CallEvent, Event, EventName, Payload } from '../canonical/event.ts';
import type { ToolInput, ToolName, ToolResult } from '../canonical/tool.ts';
import type { Binding, Native, ToolRow, World } from './adapter.ts';

type Dotted<T, Depth extends unknown[] = []> = Depth['length'] extends 3
  ? never
  : {
      [K in keyof T & string]: string extends K
        ? never
        :
            | K
            | (NonNullable<T[K]> extends readonly unknown[]
                ? never
                : NonNullable<T[K]> extends object
                  ? string extends keyof NonNullable<T[K]>
                    ? never
                    : `${K}.${Dotted<NonNullable<T[K]>, [...Depth, 0]>}`
                  : never);
    }[keyof T & string];

type InputPath<T extends ToolName> = T extends ToolName ? Dotted<ToolInput<T>> : never;
type ResultPath<T extends ToolName> = T extends ToolName ? Dotted<ToolResult<T>> : never;

/** Canonical paths of one event; of a call's arguments and result those that its tool has. */
export type EventPath<E extends EventName, T extends ToolName = ToolName> =
  | Dotted<Omit<Event<E>, 'rest' | 'event'>>
  | (E extends CallEvent ? `input.${InputPath<T>}` | `result.${ResultPath<T>}` : never);

/** A row of a tool table, whose paths are those of its tool. */
export type StatedTool = {
  [T in ToolName]: Omit<ToolRow, 'tool' | 'input' | 'result'> & {
    readonly tool: T;
    readonly input: { readonly [P in InputPath<T>]?: Native };
    readonly result?: { readonly [P in ResultPath<T>]?: Native };
  };
}[ToolName];

/** An event as its derived fields see it: any may be missing. */
export type EventForDerivation<E extends EventName> = { event: E } & Partial<Payload<E>>;

type Derives<E extends EventName> = Readonly<
  Record<string, (event: EventForDerivation<E>, world: World) => unknown>
>;

/** One native event as it is stated: see {@link Binding}. */
export type StatedBinding<E extends EventName> = Omit<
  Binding,
  'event' | 'native' | 'payload' | 'outcome' | 'infer' | 'derive' | 'requires' | 'remembers'
> & {
  readonly payload: Readonly<Record<string, Native>>;
  readonly outcome: Readonly<Record<string, Native>>;
  readonly infer?: Derives<E>;
  readonly derive?: Derives<E>;
  readonly requires?: readonly EventPath<E>[];
  readonly remembers?: Readonly<Record<string, EventPath<E>>>;
};

/** No key but these. */
type Only<Given, Known extends string, What extends string> = string extends keyof Given
  ? unknown
  : { readonly [K in Exclude<keyof Given, Known> & string]: { wrong: `${K} is no ${What}` } };

/** The tool that a binding names; any of those with arguments of their own where it names none. */
type ToolOf<B> = B extends { readonly given: { readonly tool: infer T extends ToolName } }
  ? T
  : ToolName;

/** What is wrong with what was stated: nothing, where every path is one of the model. */
export type CheckedBinding<B, E extends EventName> = Only<
  B,
  keyof StatedBinding<E>,
  'part of a binding'
> & {
  readonly [K in keyof B]: K extends 'payload'
    ? Only<B[K], EventPath<E, ToolOf<B>> | 'event', `path of ${E}`>
    : K extends 'infer' | 'derive' | 'given' | 'continues' | 'eager'
      ? Only<B[K], EventPath<E, ToolOf<B>>, `path of ${E}`>
      : K extends 'outcome'
        ? Only<B[K], keyof Binding['outcome'], 'field of an outcome'>
        : unknown;
};
