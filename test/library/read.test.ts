import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { encode, read, say } from '../../src/index.ts';
import type { Json } from '../../src/util/json.ts';
import { firedAs, payloads } from '../conformance/fixtures.ts';

const vendors = Object.keys(adapters) as Vendor[];
const recorded = vendors.flatMap((vendor) =>
  Object.entries(payloads[vendor] ?? {})
    .filter(([, { named, outside }]) => named === undefined && outside === undefined)
    .map(([name, { payload, event }]) => ({ vendor, name, payload, event })),
);

describe.each(vendors)('Of %s', (vendor) => {
  const own = recorded.filter((one) => one.vendor === vendor);

  test('every recorded payload is read as the event that it is decoded into, without a problem', () => {
    for (const { name, payload, event } of own) {
      const { rest: _, ...fields } = event;
      expect(read(vendor, payload), name).toEqual({
        ok: true,
        vendor,
        event: fields,
        native: expect.objectContaining({ event: firedAs(vendor, payload), payload }),
        problems: [],
      });
    }
    expect(own.length).toBeGreaterThan(20);
  });

  test('text, bytes, text with a byte order mark and data are read alike', () => {
    for (const { payload } of own) {
      const text = JSON.stringify(payload);
      const bytes = new TextEncoder().encode(text);
      const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
      const expected = read(vendor, payload);
      for (const one of [text, `\ufeff${text}\n`, bytes, Buffer.from(`\ufeff${text}`), utf16])
        expect(read(vendor, one)).toEqual(expected);
    }
  });

  test('what is read is plain data, and shares nothing with the payload', () => {
    for (const { payload, name } of own) {
      const copy = structuredClone(payload);
      const one = read(vendor, payload);
      expect(JSON.parse(JSON.stringify(one)), name).toEqual(one);
      const { event, native } = one;
      const unchanged = structuredClone(native);
      if (event && 'input' in event) Object.assign(event.input, { added: 1 });
      expect({ payload, native }, name).toEqual({ payload: copy, native: unchanged });
    }
  });

  test('a payload that lacks one of its fields is read, or the problem says why not', () => {
    let lacking = 0;
    for (const { payload, name } of own)
      for (const key of Object.keys(payload)) {
        const { [key]: _, ...others } = payload;
        const one = read(vendor, others);
        if (one.ok) continue;
        expect(one.problems.at(-1)?.code, `${name}: ${key}`).toMatch(
          /^(no-event|unknown-event|no-tool)$/,
        );
        lacking++;
      }
    expect(lacking).toBeGreaterThan(5);
  });

  test('an event that was read can be encoded and answered', () => {
    for (const { payload, name } of own) {
      const one = read(vendor, payload);
      if (!one.ok) throw new Error(name);
      expect(encode(vendor, one.event)?.payload, name).toBeDefined();
      expect(say(vendor, one, {}), name).toEqual(say(vendor, payload, {}));
    }
  });
});

/** What is on stdin, by what is wrong with it, and the code of the problem. */
const broken: Record<string, [unknown, string]> = {
  nothing: ['', 'empty'],
  blanks: [' \n\t', 'empty'],
  'no bytes': [new Uint8Array(), 'empty'],
  'a payload that was cut off': ['{"hook_event_name":"PreToolUse","tool_input":{"com', 'not-json'],
  'two payloads': ['{}{}', 'not-json'],
  'a number': ['7', 'not-object'],
  null: ['null', 'not-object'],
  'a list': ['[{"hook_event_name":"PreToolUse"}]', 'not-object'],
  'a text': ['"x"', 'not-object'],
  'no payload at all': [undefined, 'not-object'],
  'a number as data': [7, 'not-object'],
  'a function': [() => ({}), 'not-object'],
  'a symbol': [Symbol('x'), 'not-object'],
  'an empty object': ['{}', 'no-event'],
  'a promise': [Promise.resolve({}), 'no-event'],
  'an event that is a number': ['{"hook_event_name":7}', 'unknown-event'],
  'an event that is an object': ['{"hook_event_name":{"toString":1}}', 'unknown-event'],
  'an event named __proto__': ['{"hook_event_name":"__proto__"}', 'unknown-event'],
  'an event named constructor': ['{"hook_event_name":"constructor"}', 'unknown-event'],
  'an event of another agent': ['{"hook_event_name":"beforeReadFile"}', 'unknown-event'],
  'a call without a tool': ['{"hook_event_name":"PreToolUse","tool_input":{}}', 'no-tool'],
  'too many lists': [
    `{"hook_event_name":"PreToolUse","x":${'['.repeat(2000)}${']'.repeat(2000)}}`,
    'too-deep',
  ],
  'lists in lists, 100,000 deep': [`${'['.repeat(1e5)}${']'.repeat(1e5)}`, 'not-object'],
  'an object that holds itself': [
    (() => {
      const own: Json = { hook_event_name: 'PreToolUse' };
      own.own = own;
      return own;
    })(),
    'too-deep',
  ],
  'a getter that throws': [
    Object.defineProperty({ hook_event_name: 'Stop' }, 'x', {
      enumerable: true,
      get() {
        throw new Error('no');
      },
    }),
    'unreadable',
  ],
  'a proxy that throws': [
    new Proxy(
      {},
      {
        get() {
          throw 'no';
        },
        ownKeys() {
          throw 'no';
        },
      },
    ),
    'unreadable',
  ],
};

test.each(Object.entries(broken))('Of %s no event is read, and the problem says why', (_, [
  stdin,
  code,
]) => {
  const one = read('claude', stdin);
  expect({ ok: one.ok, code: one.problems.at(-1)?.code }).toEqual({ ok: false, code });
  expect(one.problems.at(-1)?.message).toMatch(/^[^\n]{8,260}$/);
  expect(() => structuredClone(one)).not.toThrow();
});

test('A payload that was cut off is of the event that it names outside of its values, unless it names several', () => {
  const named = (text: string) => read('claude', text).native.event;
  expect(named('{"hook_event_name": "PreToolUse", "tool_input": {"command": "rm')).toBe(
    'PreToolUse',
  );
  expect(named('{"tool_input":{"hook_event_name":"Stop"},"hook_event_name":"PreToolUse","x')).toBe(
    'PreToolUse',
  );
  for (const text of [
    '{"hook_event_name":"Stop","hook_event_name":"PreToolUse","x',
    '{"tool_input":{"hook_event_name":"Stop","x',
    '{"tool_input":[{"hook_event_name":"Stop"}],"x',
    '{"a":"hook_event_name","b":"Stop","x',
    '{"hook_event_name":"Sto',
    '{"hook_event_name":7,"x":"Stop',
    '{"hook_event_name":{"x":"Stop"},"y',
  ])
    expect(named(text), text).toBe(undefined);
  expect(named('{"tool_input":{"command":"\\"hook_event_name\\":\\"Stop\\"')).toBe(undefined);
});

const shell = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  transcript_path: '/home/dev/.claude/projects/p/s.jsonl',
  cwd: '/p',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

/** What is wrong with a payload that is read all the same: the payload, the code, the path, and a part of the event. */
const odd: Record<string, [unknown, string, string, Json]> = {
  'a command that is a number': [
    { ...shell, tool_input: { command: 7 } },
    'wrong-kind',
    'tool_input.command',
    { tool: 'shell', input: { command: '7' } },
  ],
  'a command that is missing': [
    { ...shell, tool_input: {} },
    'missing',
    'tool_input.command',
    { tool: 'shell', input: {} },
  ],
  'a command under another key': [
    { ...shell, tool_input: { cmd: 'rm -rf /' } },
    'missing',
    'tool_input.command',
    { tool: 'shell', input: { command: 'rm -rf /' } },
  ],
  'arguments that are a list': [
    { ...shell, tool_input: ['rm'] },
    'wrong-kind',
    'tool_input',
    { tool: 'shell' },
  ],
  'a session that is a list': [
    { ...shell, session_id: [] },
    'wrong-kind',
    'session_id',
    { tool: 'shell' },
  ],
  'a key that is there twice': [
    JSON.stringify(shell).replace('"command":"ls"', '"command":"ls","command":"rm"'),
    'duplicate-key',
    'tool_input.command',
    { input: { command: 'rm' } },
  ],
  'bytes that are no UTF-8': [
    Buffer.from(JSON.stringify(shell).replace('ls', 'l\xff'), 'latin1'),
    'not-utf8',
    '',
    { input: { command: 'l\ufffd' } },
  ],
};

test.each(Object.entries(odd))('With %s the event is read, and a problem names the place', (_, [
  stdin,
  code,
  path,
  event,
]) => {
  const one = read('claude', stdin);
  expect(one).toMatchObject({ ok: true, event: { event: 'before-tool', ...event } });
  expect(one.problems).toContainEqual({ code, path, message: expect.stringMatching(/./) });
});

/** Returns an object in which the value at each path in turn is replaced by another. */
const replaceEach = (value: unknown, by: unknown): unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => {
        const replaced = (one: unknown) =>
          Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one };
        return [by, ...replaceEach(inner, by)].map(replaced);
      });

test.each([
  ['a big integer', 10n],
  ['a function', () => 'rm'],
  ['a symbol', Symbol('x')],
  ['an object that says how it becomes JSON', { toJSON: () => 10n }],
] as const)('What read returns is JSON, also if %s stands anywhere in the data, and a problem names the place', (_, value) => {
  let count = 0;
  for (const { vendor, payload } of recorded)
    for (const changed of replaceEach(payload, value)) {
      const one = read(vendor, changed);
      expect(JSON.parse(JSON.stringify(one))).toEqual(one);
      expect(one.problems.map(({ message }) => message)).toContainEqual(
        expect.stringMatching(/^[^ ]+: JSON has no such value: it is left out$/),
      );
      count++;
    }
  expect(count).toBeGreaterThan(2000);
});

test('The problem of a value that is missing or of a wrong kind is a whole sentence', () => {
  const messages = (vendor: Vendor, payload: Json) =>
    read(vendor, payload).problems.map(({ message }) => message);
  expect(messages('claude', { ...shell, tool_input: { command: ['rm'] } })).toEqual([
    'tool_input.command: this is a list, which Claude Code never sends there',
  ]);
  expect(messages('claude', { ...shell, tool_input: null })).toContain(
    'tool_input: this is null, which Claude Code never sends there',
  );
  const copilot = { sessionId: 's', timestamp: 1, cwd: '/p', toolName: 'bash' };
  expect(messages('copilot', { ...copilot, toolArgs: '{"command":"rm -rf' })).toContain(
    'toolArgs: the text is no JSON, perhaps because it was cut off',
  );
});

test('Half of a surrogate pair and a key __proto__ are read as they are', () => {
  const text = JSON.stringify(shell).replace('"ls"', '"\\ud83d","__proto__":{"command":"rm"}');
  const one = read('claude', text);
  expect(one).toMatchObject({ ok: true, problems: [], event: { input: { command: '\ud83d' } } });
  expect(Object.keys(one.native.arguments as Json)).toEqual(['command', '__proto__']);
  expect(JSON.stringify(one.native.payload)).toContain('"__proto__":{"command":"rm"}');
});

test('A payload of 50 MB is read', () => {
  const content = 'x'.repeat(50_000_000);
  const write = { ...shell, tool_name: 'Write', tool_input: { file_path: '/p/a', content } };
  const one = read('claude', Buffer.from(JSON.stringify(write)));
  expect(one.ok && one.event.event === 'before-tool' && one.event.tool).toBe('write');
  expect(one.problems).toEqual([]);
});

test('The native part has names and arguments untouched, and the language of a shell that the agent tells', () => {
  const native = (vendor: Vendor, payload: Json) => {
    const { payload: _, ...others } = read(vendor, payload).native;
    return others;
  };
  expect(native('claude', shell)).toEqual({
    event: 'PreToolUse',
    tool: 'Bash',
    arguments: { command: 'ls' },
  });
  const copilot = { sessionId: 's', timestamp: 1, cwd: '/p', toolName: 'powershell' };
  expect(native('copilot', { ...copilot, toolArgs: '{"command":"dir"}' })).toEqual({
    event: 'preToolUse',
    tool: 'powershell',
    arguments: '{"command":"dir"}',
    parsedArguments: { command: 'dir' },
    shell: 'powershell',
  });
  expect(native('copilot', { ...copilot, toolName: 'bash', toolArgs: { command: 'ls' } })).toEqual({
    event: 'preToolUse',
    tool: 'bash',
    arguments: { command: 'ls' },
    shell: 'bash',
  });
  expect(native('cursor', { hook_event_name: 'beforeShellExecution', command: 'ls' })).toEqual({
    event: 'beforeShellExecution',
  });
  expect(native('claude', { hook_event_name: 'SomethingNew', tool_name: 'Bash' })).toEqual({
    event: 'SomethingNew',
  });
});
