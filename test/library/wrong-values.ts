/** A proxy whose keys can be listed, and whose values cannot be read. */
const unreadable = (keys: string[]) =>
  new Proxy(Object.fromEntries(keys.map((key) => [key, 1])), {
    get() {
      throw new TypeError('a value that cannot be read');
    },
  });

/** Values that are nothing that a function of the library takes, by what they are. */
export const wrong: Record<string, unknown> = {
  undefined: undefined,
  null: null,
  'a number': 7,
  'not a number': Number.NaN,
  'a big integer': 7n,
  true: true,
  'an empty text': '',
  'a text': 'x',
  'the name of a property of objects': '__proto__',
  'a symbol': Symbol('x'),
  'a function': () => ({}),
  'a promise': Promise.resolve({}),
  'an empty object': {},
  'an empty list': [],
  'a list': [undefined],
  'an object without a prototype': Object.create(null),
  'an object with symbols': { [Symbol('x')]: 1, id: Symbol('y'), ok: Symbol('z') },
  'an object that holds itself': (() => {
    const own: Record<string, unknown> = { event: 'before-tool' };
    own.own = own;
    return own;
  })(),
  'an object that is nested too deep': JSON.parse(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`),
  'a list whose elements cannot be read': new Proxy([1], {
    get() {
      throw new TypeError('an element');
    },
  }),
  'a list that throws what cannot be read': new Proxy([], {
    get() {
      throw unreadable([]);
    },
  }),
  'an option that does not exist': { wrold: 1, aks: 'host', fil: 'x' },
  'a map': new Map([['event', 'stop']]),
  'a date': new Date(Number.NaN),
  'an object with getters that throw': Object.defineProperties(
    {},
    Object.fromEntries(
      ['event', 'id', 'ok', 'world', 'code', 'decision', 'from', 'bindings'].map((key) => [
        key,
        {
          enumerable: true,
          get() {
            throw new TypeError('a getter');
          },
        },
      ]),
    ),
  ),
  'a proxy that throws': new Proxy(
    {},
    {
      get() {
        throw new TypeError('a proxy');
      },
      has() {
        throw new TypeError('a proxy');
      },
      ownKeys() {
        throw new TypeError('a proxy');
      },
      getOwnPropertyDescriptor() {
        throw new TypeError('a proxy');
      },
      getPrototypeOf() {
        throw new TypeError('a proxy');
      },
    },
  ),
  'a proxy without keys whose values cannot be read': unreadable([]),
  'a proxy whose values cannot be read': unreadable(['event', 'decision', 'code', 'input']),
  'an outcome that holds such a proxy': { input: unreadable([]), output: unreadable(['a']) },
  'a payload that holds such a proxy': {
    ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', event: 'before-tool', tool: 'shell' },
    ...{ name: 'Bash', input: unreadable([]), tool_input: unreadable(['command']) },
  },
  'a finished command that holds such a proxy': { code: 0, stdout: unreadable([]), stderr: '' },
  'an object like what read returns': { ok: true, problems: [], native: {}, vendor: 'claude' },
  'an object like a payload that was read': {
    ...{ ok: true, problems: [], vendor: 'claude' },
    native: { event: 'PreToolUse', payload: {} },
  },
  'an event that lacks its fields': { event: 'before-tool' },
  'an event of wrong kinds': { event: 'before-tool', tool: 'shell', name: 7, input: 7, mcp: 7 },
  'an event of a tool that does not exist': {
    event: 'before-tool',
    tool: 'x',
    name: 'x',
    input: {},
  },
  'an adapter in name alone': { id: 'x', bindings: { find() {}, listFor() {} }, recognises() {} },
};
