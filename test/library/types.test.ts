// What a program with strict types gets of the library. `tsc` checks this file; the tests run what it states.
import { describe, expect, expectTypeOf, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { type EventName as AnyEventName, events } from '../../src/canonical/event.ts';
import type { OutcomeKey } from '../../src/canonical/outcome.ts';
import {
  type AnyRead,
  type Dialect,
  type Event,
  type EventName,
  type Loss,
  type McpIdentity,
  type Outcome,
  type OutcomeAt,
  type OutcomeOf,
  type Output,
  outcomeKeysAt,
  type Problem,
  type Read,
  type ReadEvent,
  type Recognised,
  read,
  recognise,
  refuse,
  say,
  type ToolEvent,
  type ToolName,
} from '../../src/index.ts';
import { keysOf } from '../../src/util/keys-of.ts';
import { listEffectiveKeys } from './outcome-keys.ts';

const shell = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };

describe('The types of an event', () => {
  test('are told apart by the event and the tool, in either order', () => {
    const { event } = read('claude', shell) as ReadEvent;
    let met = '';
    if (event.event === 'before-tool' && event.tool === 'shell') {
      expectTypeOf(event.input.command).toEqualTypeOf<string>();
      expectTypeOf(event.input.timeout).toEqualTypeOf<number | undefined>();
      expectTypeOf(event.name).toEqualTypeOf<string>();
      met += event.input.command;
    }
    if ('tool' in event && event.tool === 'shell' && event.event === 'after-tool') {
      expectTypeOf(event.result?.exitCode).toEqualTypeOf<number | undefined>();
      expectTypeOf(event.result?.output).toEqualTypeOf<string | undefined>();
    }
    if (event.event === 'after-tool' && event.tool === 'read')
      expectTypeOf(event.result?.length).toEqualTypeOf<number | undefined>();
    if (event.event === 'prompt') expectTypeOf(event.prompt).toEqualTypeOf<string>();
    if (event.event === 'stop') expectTypeOf(event.response).toEqualTypeOf<string | undefined>();
    // @ts-expect-error: only some events have a command
    event.input.command;
    // @ts-expect-error: an event before the call has no result
    if (event.event === 'before-tool') event.result;
    expect(met).toBe('ls');
  });

  test('are told apart by a switch over the tool that names all tools', () => {
    const objectOf = (event: ToolEvent<'before-tool'>): string => {
      switch (event.tool) {
        case 'shell':
          return event.input.command;
        case 'read':
        case 'write':
        case 'edit':
        case 'delete':
        case 'list':
          return event.input.path;
        case 'glob':
        case 'grep':
          return event.input.pattern;
        case 'fetch':
          return event.input.url ?? '';
        case 'search':
          return event.input.query;
        case 'task':
          return event.input.prompt;
        case 'todo':
          return String(event.input.items.length);
        case 'mcp':
          expectTypeOf(event.mcp).toExtend<McpIdentity>();
          return event.mcp.tool;
        case 'other':
          expectTypeOf(event.input).toEqualTypeOf<Record<string, unknown>>();
          return event.name;
        default:
          return event satisfies never;
      }
    };
    const { event } = read('claude', shell) as ReadEvent;
    expect(event.event === 'before-tool' && objectOf(event)).toBe('ls');
  });

  test('are named: of one event, of one tool, of what read returns', () => {
    expectTypeOf<Event<'stop'>['event']>().toEqualTypeOf<'stop'>();
    expectTypeOf<Event['event']>().toEqualTypeOf<EventName>();
    expectTypeOf<ToolEvent<'before-tool', 'write'>['input']>().toExtend<{
      path: string;
      content: string;
    }>();
    expectTypeOf<ToolEvent['tool']>().toEqualTypeOf<ToolName>();
    const one = read('claude', shell);
    expectTypeOf(one).toEqualTypeOf<Read>();
    expectTypeOf(one.problems).toEqualTypeOf<readonly Problem[]>();
    if (one.ok) expectTypeOf(one.event).toEqualTypeOf<Event>();
    else expectTypeOf(one.event).toEqualTypeOf<undefined>();
    expectTypeOf(recognise(shell)).toEqualTypeOf<Recognised[]>();
    // What was recognised is read as it is, and answered.
    for (const { vendor } of recognise(shell)) {
      const again = read(vendor, shell);
      expectTypeOf(again).toEqualTypeOf<Read>();
      expectTypeOf(say(again.vendor, again, {})).toEqualTypeOf<Output>();
    }
    expectTypeOf(recognise(shell, {}, ['claude', 'codex'])).toEqualTypeOf<Recognised[]>();
    // A dialect of the caller's own has an id of its own.
    const own: Dialect = adapters.claude;
    expectTypeOf(recognise(shell, {}, [own])).toEqualTypeOf<Recognised<string>[]>();
    const ofOwn = read(own, shell);
    expectTypeOf(ofOwn).toEqualTypeOf<AnyRead>();
    expect([say(own, ofOwn, {}), refuse(own, ofOwn, 'no')]).toHaveLength(2);
    expectTypeOf(read).parameter(1).toBeUnknown();
    expect(one.ok).toBe(true);
  });
});

describe('The types of an outcome', () => {
  test('are those that some agent honours at the event', () => {
    const one = say('claude', 'before-tool', { decision: 'deny', reason: 'no' });
    expectTypeOf(one).toEqualTypeOf<Output>();
    expectTypeOf(one.losses).toEqualTypeOf<Loss[]>();
    // @ts-expect-error: nothing begins another turn before a call
    say('claude', 'before-tool', { followUp: 'go on' });
    // @ts-expect-error: there is no such decision
    expect(() => say('claude', 'before-tool', { decision: 'block' })).toThrow();
    // @ts-expect-error: there is no such key
    expect(() => say('claude', 'Stop', { stop: true })).toThrow();
    say('claude', 'stop', { followUp: 'go on' });
    say('claude', 'Stop', { followUp: 'go on' });
    expectTypeOf<OutcomeOf<'before-tool'>>().toExtend<Outcome>();
    expectTypeOf<keyof OutcomeOf<'display'>>().toEqualTypeOf<'display'>();
    // @ts-expect-error: no agent hears an answer there
    const none: OutcomeOf<'interrupt'> = { quiet: true };
    const empty: OutcomeOf<'interrupt'> = {};
    expect({ ...none, ...empty }).toEqual({ quiet: true });
    const given = read('claude', shell);
    expect(say('claude', given, { decision: 'deny' }).exitCode).toBe(0);
    expect(refuse('claude', given, 'no').exitCode).toBe(0);
  });

  test('are outcomes and nothing else where the event is not known', () => {
    const one = read('claude', shell);
    const notCalled = () => {
      // @ts-expect-error: no outcome has such a key
      say('claude', one, { desicion: 'deny' });
      // @ts-expect-error: a promise is no outcome
      say('claude', one, Promise.resolve({ decision: 'deny' as const }));
      // @ts-expect-error: there is no such decision
      say('claude', one, { decision: 'block' });
      // @ts-expect-error: a number is no outcome
      say('claude', one, 7);
      // @ts-expect-error: a function is no outcome
      say('claude', one, async () => 1);
      if (!one.ok) return;
      // @ts-expect-error: no outcome has such a key
      say('claude', one, { desicion: 'deny' });
      // @ts-expect-error: a promise is no outcome
      say('claude', one, Promise.resolve({ decision: 'deny' as const }));
      if (one.event.event !== 'before-tool') return;
      // @ts-expect-error: no outcome has such a key
      say('claude', one, { desicion: 'deny' });
    };
    // @ts-expect-error: a number is no outcome
    const number: OutcomeAt<ReadEvent> = 7;
    const judge = (): Outcome => ({ decision: 'deny' });
    expect(say('claude', one, judge()).exitCode).toBe(0);
    expect(say('claude', one, { decision: 'deny', reason: 'no' }).exitCode).toBe(0);
    if (one.ok) expect(say('claude', one, { decision: 'deny', context: 'c' }).exitCode).toBe(0);
    expect([notCalled, number]).toHaveLength(2);
  });

  test('have exactly the keys that change the answer of some agent', () => {
    const effective = Object.fromEntries(
      keysOf(events)
        .map((event): [AnyEventName, OutcomeKey[]] => [event, listEffectiveKeys(event)])
        .filter(([, keys]) => keys.length),
    );
    expect(outcomeKeysAt).toEqual(effective);
  });
});
