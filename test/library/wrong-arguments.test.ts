import { expect, test } from 'vitest';
import { machine } from '../../src/exports/machine.ts';
import * as library from '../../src/index.ts';
import { AnyhookError, type ErrorCode } from '../../src/index.ts';
import { wrong } from './wrong-values.ts';

const payload = {
  ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p' },
  ...{ tool_name: 'Bash', tool_input: { command: 'ls' } },
};
const one = library.read('claude', payload);
const event = library.decode('claude', payload);
const finished = { code: 0, stdout: '', stderr: '' };

/** The functions of the library, each with arguments that are right. */
const functions = {
  read: ['claude', payload, {}],
  say: ['claude', 'before-tool', { decision: 'deny' }, {}],
  refuse: ['claude', one, 'no', {}],
  feedback: ['claude', one, 'no', {}],
  recognise: [payload, {}, ['claude']],
  callsOf: ['claude', one, {}],
  toolName: ['Bash', { from: 'claude', to: 'gemini' }],
  eventName: ['Stop', { from: 'claude', to: 'gemini' }],
  projectOf: ['claude', one, {}, '/'],
  sessionOf: ['claude', one, {}],
  transcriptOf: ['claude', one, '/'],
  machine: [{}],
  decode: ['claude', payload, {}],
  encode: ['claude', event, {}],
  translate: [payload, { from: 'claude', to: 'cursor' }],
  translateAll: [payload, { from: 'claude', to: 'cursor' }],
  hear: ['claude', payload, finished, {}],
  decodeOutcome: ['claude', payload, {}, {}],
  strictest: [[{}]],
  capabilities: ['claude'],
  describeLoss: [{ kind: 'odd', path: 'cwd' }],
  severityOf: [{ kind: 'odd', path: 'cwd' }],
  verdictOf: [{ decision: 'deny' }],
  isWeaker: ['ask', 'deny'],
  isGate: ['claude', 'PreToolUse'],
} satisfies Record<string, unknown[]>;

const names = Object.keys(functions) as (keyof typeof functions)[];
const everything: Record<string, unknown> = { ...library, machine };
/** Calls a function with any arguments. */
const call = (name: keyof typeof functions, given: readonly unknown[]): unknown =>
  (everything[name] as (...all: readonly unknown[]) => unknown)(...given);

const codes: readonly ErrorCode[] = ['usage', 'payload', 'vendor', 'event', 'tool'];

/** Says what is wrong with how a function ends, or undefined where nothing is. */
function faultOf(name: keyof typeof functions, given: readonly unknown[]): unknown {
  try {
    JSON.stringify(call(name, given)); // also reads losses that are computed when they are read
    return undefined;
  } catch (error) {
    if (!(error instanceof AnyhookError)) return error;
    const isPlain = codes.includes(error.code) && /^[^\n]{5,600}$/.test(error.message);
    return isPlain ? undefined : `${error.code}: ${error.message}`;
  }
}

test('The table has every function of the library that is about payloads and answers', () => {
  const others = ['AnyhookError'];
  const exported = Object.entries(library).filter(([, one]) => typeof one === 'function');
  expect(
    exported
      .map(([name]) => name)
      .filter((name) => !others.includes(name))
      .sort(),
  ).toEqual(names.filter((name) => name !== 'machine').sort());
});

test.each(names)('%s takes its right arguments', (name) => {
  expect(faultOf(name, functions[name])).toBeUndefined();
  expect(() => call(name, functions[name])).not.toThrow();
});

test.each(
  names,
)('%s ends with an AnyhookError, or with a result, whatever one of its arguments is', (name) => {
  const right: readonly unknown[] = functions[name];
  let thrown = 0;
  for (const [what, value] of Object.entries(wrong))
    for (const at of right.keys()) {
      const given = right.with(at, value);
      expect(faultOf(name, given), `${name} with ${what} as argument ${at + 1}`).toBeUndefined();
      try {
        call(name, given);
      } catch {
        thrown++;
      }
    }
  expect(thrown).toBeGreaterThan(5);
});

test.each(
  names,
)('%s ends with an AnyhookError, or with a result, whatever one of its options is', (name) => {
  const right: readonly unknown[] = functions[name];
  const options = right.at(-1);
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return;
  const keys = ['world', 'ask', 'onFailure', 'native', 'wordings', 'from', 'to', 'env', 'folder'];
  for (const key of [...keys, 'unknown'])
    for (const [what, value] of Object.entries(wrong)) {
      const given = right.with(-1, { ...options, [key]: value });
      expect(faultOf(name, given), `${name} with ${what} as ${key}`).toBeUndefined();
    }
});

test('An outcome that refers to itself, or is nested too deep, is no outcome', () => {
  const own: Record<string, unknown> = {};
  own.own = own;
  for (const input of [own, wrong['an object that is nested too deep']]) {
    expect(faultOf('say', ['claude', payload, { input }])).toBeUndefined();
    expect(() => call('say', ['claude', payload, { input }])).toThrow(
      /nested more than 1000 levels/,
    );
    expect(() => call('strictest', [[{ input }]])).toThrow(/nested more than 1000 levels/);
  }
});

test('The errors say what is wrong and what to do', () => {
  const message = (run: () => unknown): string => {
    try {
      run();
      return '';
    } catch (error) {
      return `${(error as AnyhookError).code}: ${(error as AnyhookError).message}`;
    }
  };
  const any = everything as Record<string, (...all: unknown[]) => unknown>;
  expect(message(() => any.read?.('claud', ''))).toMatch(
    /^vendor: claud: no such vendor \(did you mean claude\?\); there are claude/,
  );
  expect(message(() => any.read?.(undefined, ''))).toMatch(
    /^vendor: undefined: no such vendor; there are/,
  );
  expect(message(() => any.read?.('claude', '', { world: {} }))).toBe(
    'usage: the world: {}: say machine(), or { readFile, now, recall }',
  );
  expect(message(() => any.say?.('claude', 'before-tool', { decision: 'block' }))).toBe(
    'usage: the outcome\'s decision: "block": say one of allow, ask, deny',
  );
  expect(message(() => any.say?.('claude', 'before-tool', Promise.resolve({})))).toMatch(
    /await the promise/,
  );
  expect(message(() => any.say?.('claude', 7, {}))).toMatch(
    /^usage: the event: 7: say the name of an event/,
  );
  expect(message(() => any.refuse?.('claude', 'PreToolUse'))).toBe(
    'usage: the reason: undefined: say a text',
  );
  expect(message(() => any.toolName?.('Bash'))).toMatch(/^usage: the names: say \{ from, to \}/);
  expect(message(() => any.encode?.('claude', { event: 'x' }))).toBe(
    'event: the event: "x": there is no such event',
  );
});
