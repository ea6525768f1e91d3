import { expect, test } from 'vitest';
import type { StatedTool } from '../src/mapping/binding-types.ts';
import { changeEvents, defineBinding, makeBindings } from '../src/mapping/define.ts';
import { defineAdapter } from '../src/mapping/extend.ts';

const base = { session: 'id', event: 'event' } as const;
const rest = { outcome: {}, neutralResponse: {} } as const;

/** Each line below is a compile error that is expected; `tsc` fails where there is none. */
const misspelt = () => [
  // @ts-expect-error -- `nam` is no path of the event
  defineBinding('before-tool', () => ({ payload: { ...base, nam: 'tool' }, ...rest })),
  // @ts-expect-error -- nor is it one in a part that is spread
  defineBinding('prompt', () => ({ payload: { ...{ sesion: 'id' }, ...base }, ...rest })),
  // @ts-expect-error -- a prompt has no arguments
  defineBinding('prompt', () => ({ payload: { ...base, 'input.command': 'x' }, ...rest })),
  defineBinding('before-tool', () => ({
    given: { tool: 'shell' },
    // @ts-expect-error -- a shell command has no path
    payload: { ...base, 'input.path': 'file' },
    ...rest,
  })),
  // @ts-expect-error -- `reson` is no field of an outcome
  defineBinding('stop', () => ({ payload: base, outcome: { reson: 'why' }, neutralResponse: {} })),
  // @ts-expect-error -- nor is `tim` one of an event
  defineBinding('stop', () => ({ payload: base, fillBeforeEncoding: { tim: () => 0 }, ...rest })),
  // @ts-expect-error -- what is remembered is a path too
  defineBinding('stop', () => ({ payload: base, remembers: { last: 'respons' }, ...rest })),
  // @ts-expect-error -- nothing reads it
  defineBinding('stop', () => ({ payload: base, subjekt: 'tool', ...rest })),
  // @ts-expect-error -- there is no such event
  defineBinding('before-tol', () => ({ payload: base, ...rest })),
];

const tools = [
  { tool: 'shell', names: ['sh'], input: { command: 'cmd' }, result: { exitCode: 'code' } },
  // @ts-expect-error -- a shell command has no path
  { tool: 'shell', names: ['sh'], input: { path: 'file' } },
] as const satisfies readonly StatedTool[];

test('a table with a misspelt path or event does not compile, and a correct one does', () => {
  expect(misspelt).toBeTypeOf('function');
  expect(tools.map(({ tool }) => tool)).toEqual(['shell', 'shell']);
  const right = defineBinding('before-tool', () => ({
    given: { tool: 'shell' },
    payload: {
      ...base,
      'input.command': 'cmd',
      'mcp.server': { at: 'server', supply: (event) => event.session ?? '' },
    },
    fillBeforeEncoding: { turn: ({ session }) => session?.slice(1) },
    ...rest,
  }));
  expect(right.make().payload).toMatchObject({ 'input.command': 'cmd', event: 'event' });
});

test('the table of an event is built when the event is first looked up, once, and no other is built', () => {
  const made: string[] = [];
  const noted = (name: string) => {
    made.push(name);
    return { payload: base, ...rest };
  };
  const { bindings, ...adapter } = defineAdapter({
    id: 'acme',
    title: 'Acme',
    eventKey: 'event',
    events: {
      Ask: defineBinding('prompt', () => noted('Ask')),
      Stop: defineBinding('stop', () => noted('Stop')),
      End: defineBinding('stop', () => noted('End')),
    },
    recognises: () => 1,
    readFinished: () => ({}),
  });
  const fork = makeBindings(changeEvents(bindings, (one) => ({ ...one, subject: 'event' })));
  expect(made).toEqual([]);
  expect(fork.find('Ask')).toMatchObject({ native: 'Ask', event: 'prompt', subject: 'event' });
  expect(bindings.find('Ask')).toBe(bindings.find('Ask'));
  expect(made).toEqual(['Ask']);
  expect(bindings.listFor('stop').map(({ native }) => native)).toEqual(['Stop', 'End']);
  expect(made).toEqual(['Ask', 'Stop', 'End']);
  expect(bindings.find('toString')).toBeUndefined();
  expect(adapter).toMatchObject({ tools: [], rewrites: 'replace' });
});
