import { expect, test } from 'vitest';
import { events } from '../../src/canonical/event.ts';
import { outcomeFields, outcomeSchema } from '../../src/canonical/outcome.ts';
import { outcomeKeysAt } from '../../src/canonical/outcome-of.ts';
import { handlerNameOf } from '../../src/hook/handler-name.ts';
import { handlerNames } from '../../src/hook/handler-names.ts';
import * as entry from '../../src/hook/index.ts';

const { hook, deny, halt, message, rewrite, context, followUp } = entry;

test('there is a name of a handler for each canonical event, and no other', () => {
  expect([...handlerNames].sort()).toEqual(Object.keys(events).map(handlerNameOf).sort());
});

test('hook returns the handlers that it was given', () => {
  const handlers = { beforeTool: () => deny('no') };
  expect(hook(handlers)).toBe(handlers);
});

test('hook refuses a name that is no event, and names the nearest one', () => {
  const wrong = (handlers: object) => () => hook(handlers as never);
  expect(wrong({ beforeTols() {} })).toThrow(
    'hook: there is no event beforeTols (did you mean beforeTool?)',
  );
  expect(wrong({ beforeTool() {}, 'before-tool'() {} })).toThrow('did you mean beforeTool?');
  expect(wrong({ beforeTool: deny('no') })).toThrow('hook: beforeTool must be a function');
  expect(wrong({})).toThrow('hook: there is no handler');
  expect(wrong(null as never)).toThrow('hook: there is no handler');
  expect(wrong({ PreToolUse() {} })).toThrow(expect.objectContaining({ code: 'event' }));
});

test('each helper makes an outcome of the model with nothing but what it was told', () => {
  const { hook: _, ...helpers } = entry;
  const made = Object.entries(helpers).map(([name, helper]) => {
    const argument = /^rewrite(?:Result)?$/.test(name) ? { command: 'ls' } : 'text';
    const outcome = (helper as (value: unknown) => object)(argument);
    expect(outcomeSchema.strict().parse(outcome)).toEqual(outcome);
    return Object.keys(outcome);
  });
  expect(made.length).toBe(12);
  const without = ['tail', 'clear', 'request', 'response', 'toolMode', 'toolNames', 'env'].concat(
    ...['plugins', 'title', 'firstPrompt', 'display', 'quiet'],
  );
  expect([...new Set([...made.flat(), ...without])].sort()).toEqual(
    Object.keys(outcomeFields).sort(),
  );
});

test('outcomes are combined by spreading them', () => {
  expect({ ...deny('no'), ...message('see the log') }).toEqual({
    decision: 'deny',
    reason: 'no',
    message: 'see the log',
  });
});

test('the types of handlers tell events, tools and outcomes apart', () => {
  hook({
    beforeTool(call) {
      if (call.tool === 'shell' && call.input.command.includes('rm')) return deny('no');
      // @ts-expect-error a call of a tool that is not known yet has no command
      if (call.input.command) return rewrite({ command: 'ls' });
      return { ...halt('over'), ...context('c') };
    },
    async stop({ loopCount }) {
      return loopCount ? undefined : followUp('Run the tests.');
    },
    // @ts-expect-error an end of a session cannot be refused
    sessionEnd: () => deny('no'),
    // @ts-expect-error nobody hears what a hook says of a thought
    thought: () => message('hm'),
    // @ts-expect-error no word of a decision
    prompt: () => ({ decision: 'block' }),
    interrupt() {},
  });
  // @ts-expect-error no name of an event
  expect(() => hook({ beforeTool() {}, stopp() {} })).toThrow('did you mean stop?');
});

test('what a handler may return by its type is what some agent honours', () => {
  expect(Object.keys(outcomeKeysAt).every((event) => event in events)).toBe(true);
});
