import type {
  CallEvent,
  Event,
  EventName,
  Payload,
  ToolInput,
  ToolName,
  ToolResult,
} from '../canonical/types.ts';
import type { Binding, PathOrRow, ToolRow, World } from './adapter.ts';

/** The dotted paths of a type's fields, down to three levels. Nothing inside a list or an open record has one. */
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

/** The canonical paths of one event. The paths below `input` and `result` are those of the tool `T`. */
export type EventPath<E extends EventName, T extends ToolName = ToolName> =
  | Dotted<Omit<Event<E>, 'rest' | 'event'>>
  | (E extends CallEvent ? `input.${InputPath<T>}` | `result.${ResultPath<T>}` : never);

/** A row of a tool table as an adapter states it. Its paths are those of its tool's arguments and result. */
export type StatedTool = {
  [T in ToolName]: Omit<ToolRow, 'tool' | 'input' | 'result'> & {
    readonly tool: T;
    readonly input: { readonly [P in InputPath<T>]?: PathOrRow };
    readonly result?: { readonly [P in ResultPath<T>]?: PathOrRow };
  };
}[ToolName];

/** The event that the functions of `fillAfterDecoding` and `fillBeforeEncoding` are called with. Any field may be missing. */
export type EventForDerivation<E extends EventName> = { event: E } & Partial<Payload<E>>;

type Derives<E extends EventName> = Readonly<
  Record<string, (event: EventForDerivation<E>, world: World) => unknown>
>;

/** One native event as an adapter states it (see {@link Binding}). */
export type StatedBinding<E extends EventName> = Omit<
  Binding,
  | 'event'
  | 'native'
  | 'payload'
  | 'outcome'
  | 'fillAfterDecoding'
  | 'fillBeforeEncoding'
  | 'requires'
  | 'remembers'
  | 'neutralResponse'
> & {
  readonly payload: Readonly<Record<string, PathOrRow>>;
  /** Absent: no answer has an effect. */
  readonly outcome?: Readonly<Record<string, PathOrRow>>;
  readonly fillAfterDecoding?: Derives<E>;
  readonly fillBeforeEncoding?: Derives<E>;
  /** Absent: an empty object (see {@link Binding.neutralResponse}). */
  readonly neutralResponse?: Binding['neutralResponse'];
  readonly requires?: readonly EventPath<E>[];
  readonly remembers?: Readonly<Record<string, EventPath<E>>>;
};

/** A type that makes every key outside of `Known` a compile error, which says that the key is no `What`. */
type Only<Given, Known extends string, What extends string> = string extends keyof Given
  ? unknown
  : { readonly [K in Exclude<keyof Given, Known> & string]: { wrong: `${K} is no ${What}` } };

/** The tool that a binding is for (`given.tool`). If it names none: any tool. */
type ToolOf<B> = B extends { readonly given: { readonly tool: infer T extends ToolName } }
  ? T
  : ToolName;

/** A type that makes every key and path of a stated binding that is not one of the model a compile error. */
export type CheckedBinding<B, E extends EventName> = Only<
  B,
  keyof StatedBinding<E>,
  'part of a binding'
> & {
  readonly [K in keyof B]: K extends 'payload'
    ? Only<B[K], EventPath<E, ToolOf<B>> | 'event', `path of ${E}`>
    : K extends
          | 'fillAfterDecoding'
          | 'fillBeforeEncoding'
          | 'given'
          | 'continues'
          | 'firesSpeculatively'
      ? Only<B[K], EventPath<E, ToolOf<B>>, `path of ${E}`>
      : K extends 'outcome'
        ? Only<B[K], keyof Binding['outcome'], 'field of an outcome'>
        : unknown;
};
