import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { type EventName, events } from '../../src/canonical/event.ts';
import { isGateEvent, traitsOf } from '../../src/canonical/traits.ts';
import {
  callsOf,
  capabilities,
  feedback,
  isGate,
  type Outcome,
  type Output,
  read,
  recognise,
  refuse,
  say,
  severityOf,
} from '../../src/index.ts';
import { withStatedName } from '../../src/mapping/event-key.ts';
import { isObject } from '../../src/util/equal.ts';
import type { Json } from '../../src/util/json.ts';
import { keysOf } from '../../src/util/keys-of.ts';
import { firedAs, payloads } from '../conformance/fixtures.ts';
import type { Effect } from '../oracles/effect.ts';
import { effectOnPayload, oracles } from '../oracles/index.ts';

/** Lists copies of a payload that each lack one field: one at the top, or one of an event that is an object there. */
function listCutPayloads(payload: Json): [key: string, payload: Json][] {
  const cut = (from: Json): [string, Json][] =>
    Object.keys(from).map((key) => {
      const { [key]: _, ...others } = from;
      return [key, others];
    });
  const { event } = payload;
  const inner = isObject(event) ? cut(event) : [];
  return [
    ...cut(payload),
    ...inner.map(([key, one]): [string, Json] => [key, { ...payload, event: one }]),
  ];
}

/** Returns JSON up to the key of the event's name in a payload: the key, with the keys of the objects around it. */
const openEventKey = (vendor: Vendor): string =>
  adapters[vendor].eventKey
    .split('.')
    .map((key) => `"${key}"`)
    .join(':{');

const agents = (Object.keys(adapters) as Vendor[]).filter((one) => one !== 'anyhook');
const reason = 'Not this.';

/** Returns what a function returns, or the code and the message of the error that it throws. */
function attempt(run: () => Output): Output | { code: string; message: string } {
  try {
    return run();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
}
const isOutput = (one: object): one is Output => 'stdout' in one;

/** Tells whether an agent refuses something, hides a result, or goes on after the end of a turn. */
const refuses = ({ verdict, ends, replaced, output, response, followUp }: Effect): boolean =>
  verdict === 'deny' ||
  verdict === 'halt' ||
  (ends ?? replaced ?? output ?? response ?? followUp) !== undefined;

/** Gates at which an agent does not hear exit code 2, as its client was seen to do. */
const deafToExitCode: Partial<Record<Vendor, readonly string[]>> = {
  claude: ['PermissionRequest'],
  copilot: ['userPromptSubmitted', 'UserPromptSubmit'],
  qwen: ['PermissionRequest', 'TodoCreated', 'TodoCompleted'],
};

describe.each(agents)('In %s', (vendor) => {
  const { bindings } = adapters[vendor];
  const fixtures = Object.entries(payloads[vendor] ?? {}).flatMap(([name, { payload, named }]) =>
    named === undefined ? [{ name, payload, native: firedAs(vendor, payload) }] : [],
  );
  /** What the agent makes of an output at the event of a payload. */
  const effectOf = (native: string, payload: Record<string, unknown>, one: Output): Effect => {
    const ran = { code: one.exitCode, stdout: one.stdout, stderr: one.stderr };
    return effectOnPayload(vendor, oracles[vendor](native, ran, 'host'), payload);
  };

  test('a refusal of a recorded payload is understood, and is an error only where none would be', () => {
    let [heard, unheard] = [0, 0];
    for (const { name, payload, native } of fixtures) {
      const one = attempt(() => refuse(vendor, read(vendor, payload), reason));
      const { losses } = say(vendor, payload, { decision: 'deny', reason });
      if (isOutput(one)) {
        heard++;
        const effect = effectOf(native, payload, one);
        const isShown = losses.some(({ kind }) => kind === 'unhidden');
        expect(refuses(effect) || (isShown && effect.context !== undefined), name).toBe(true);
      } else {
        unheard++;
        expect(one.code, name).toBe('event');
        expect(
          losses.map(({ kind }) => kind),
          name,
        ).toContain('unsaid');
      }
    }
    expect(heard).toBeGreaterThan(5);
    expect(unheard).toBeGreaterThan(2);
  });

  test('every gate that hears a refusal is refused by its native name and by the name of its event', () => {
    const gates = bindings
      .all()
      .filter(({ event, outcome }) => isGateEvent(event) && outcome.decision);
    for (const { native, event } of gates) {
      for (const name of [native, event]) {
        const one = refuse(vendor, name, reason);
        const { payload } = fixtures.find((fixture) => fixture.native === native) ?? {
          payload: {},
        };
        expect(effectOf(native, payload, one).verdict, `${name} at ${native}`).toMatch(/deny|halt/);
      }
    }
    expect(gates.length).toBeGreaterThan(2);
  });

  const { ignoresExitCodes = false } = adapters[vendor];

  test('a payload that cannot be read, and an event that nobody knows, is refused by the exit code, or by an answer that each gate understands', () => {
    const gates = bindings
      .all()
      .filter(({ event, outcome }) => isGateEvent(event) && outcome.decision);
    const key = openEventKey(vendor);
    for (const stdin of [
      '',
      '{"a',
      '[]',
      {},
      withStatedName(adapters[vendor], {}, 'brandNew'),
      withStatedName(adapters[vendor], {}, 7),
      `{${key}:"x`,
    ]) {
      const one = refuse(vendor, read(vendor, stdin), reason);
      if (!ignoresExitCodes)
        expect(one).toEqual({
          stdout: '',
          stderr: `${reason}\n`,
          exitCode: 2,
          response: null,
          losses: [],
        });
      for (const { native } of gates)
        if (!deafToExitCode[vendor]?.includes(native))
          expect(effectOf(native, {}, one).verdict, native).toMatch(/deny|halt/);
    }
    const unknown = refuse(vendor, 'brandNew', reason);
    expect(unknown.exitCode).toBe(ignoresExitCodes ? 0 : 2);
    for (const { native } of gates)
      expect(refuse(vendor, read(vendor, `{"tool_input":{${key}:"${native}"},"x`), reason)).toEqual(
        unknown,
      );
  });

  test('a payload that was cut off behind the name of its event is refused like that event', () => {
    for (const { native } of bindings.all())
      for (const before of ['{', '\n{"a":{"b":[]},"c":"\\"{","d":1,']) {
        const one = read(vendor, `${before}${openEventKey(vendor)} : "${native}","prompt":"x`);
        const named = attempt(() => refuse(vendor, native, reason));
        const cut = attempt(() => refuse(vendor, one, reason));
        expect(isGate(vendor, one), native).toBe(isGate(vendor, native));
        if (isOutput(named)) expect(cut, native).toEqual(named);
        else expect(cut, native).toEqual(refuse(vendor, 'brandNew', reason));
        // Nothing else is said of it.
        expect(() => say(vendor, one, {})).toThrow(/^the payload is not JSON/);
      }
  });

  test('an event is a gate exactly where a refusal is an answer, and the answer refuses something', () => {
    const places = [
      ...bindings.all().map(({ native }) => {
        const { payload } = fixtures.find((fixture) => fixture.native === native) ?? {
          payload: {},
        };
        return { name: native, native, payload, at: native };
      }),
      ...fixtures.map((one) => ({ ...one, at: read(vendor, one.payload) })),
    ];
    const gates = new Set<string>();
    for (const { name, native, payload, at } of places) {
      const one = attempt(() => refuse(vendor, at, 'R'));
      expect(isGate(vendor, at), name).toBe(isOutput(one));
      if (!isOutput(one)) {
        expect(one, name).toMatchObject({ code: 'event' });
        continue;
      }
      gates.add(native);
      const effect = effectOf(native, payload, one);
      const isShown = one.losses.some(({ kind }) => kind === 'unhidden');
      expect(refuses(effect) || (isShown && effect.context !== undefined), name).toBe(true);
    }
    for (const { event, native, gate } of capabilities(vendor)) {
      expect(gate, native).toBe(isGate(vendor, native));
      if (gate) expect(isGate(vendor, event), event).toBe(true);
      // Where the vendor honours a decision or goes on at a stop, the event is a gate.
      const { decision, followUp } = bindings.find(native)?.outcome ?? {};
      if (decision ?? followUp) expect(gate, native).toBe(true);
    }
    expect(gates.size).toBeGreaterThan(4);
    expect(bindings.all().length - gates.size).toBeGreaterThan(2);
  });

  test('an answer to the name of an event is as strict as one to any call of that event, or has an unsafe loss', () => {
    const strictness = (effect: Effect): number =>
      refuses(effect) ? 2 : Number(effect.context !== undefined);
    for (const { name, payload, native } of fixtures)
      for (const outcome of [
        { decision: 'deny', reason },
        { halt: true, haltReason: reason },
        { replaced: reason },
        { output: { content: [{ type: 'text', text: reason }] } },
      ] as Outcome[]) {
        const named = say(vendor, native, outcome);
        const whole = say(vendor, read(vendor, payload), outcome);
        if (named.losses.some((loss) => loss.kind === 'unsaid' && severityOf(loss) === 'unsafe'))
          continue;
        const [byName, byCall] = [named, whole].map((one) => effectOf(native, payload, one));
        expect(
          strictness(byName as Effect),
          `${name}: ${JSON.stringify(outcome)}`,
        ).toBeGreaterThanOrEqual(strictness(byCall as Effect));
      }
  });

  test('a payload of a known event that cannot be read whole is refused in the words of the event', () => {
    let refused = 0;
    for (const { name, payload, native } of fixtures) {
      if (!isGateEvent(bindings.find(native)?.event)) continue;
      for (const [key, others] of listCutPayloads(payload)) {
        const one = read(vendor, others);
        if (one.ok || one.native.event !== native) continue;
        const output = attempt(() => refuse(vendor, one, reason));
        if (!isOutput(output)) continue;
        expect(effectOf(native, payload, output).verdict, `${name}: ${key}`).toMatch(/deny|halt/);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  test('feedback reaches the model and refuses nothing, and is an error where it would not', () => {
    let heard = 0;
    for (const { name, payload, native } of fixtures) {
      const one = attempt(() => feedback(vendor, read(vendor, payload), reason));
      if (!isOutput(one)) {
        expect(one.code, name).toBe('event');
        continue;
      }
      heard++;
      if (native === 'PostModelSwitch') continue; // only Claude Code's types say what becomes of context there
      const effect = effectOf(native, payload, one);
      expect(effect.context ?? effect.followUp, name).toContain(reason);
      const { ends } = traitsOf(bindings.find(native)?.event);
      if (ends !== 'turn' && ends !== 'subagent') expect(effect.verdict, name).toBe('pass');
    }
    expect(heard).toBeGreaterThan(3);
  });

  test('by the name of an event, an answer is right for each native event, or the error names them', () => {
    let answered = 0;
    for (const event of keysOf(events)) {
      const natives = bindings.listFor(event).filter(({ outcome }) => Object.keys(outcome).length);
      if (!natives.length) continue;
      for (const outcome of [
        {},
        { decision: 'deny', reason },
        { context: 'x' },
        { halt: true },
      ] as const) {
        const one = attempt(() => say(vendor, event as EventName, outcome as object));
        const each = natives.map(({ native }) => say(vendor, native, outcome));
        if (isOutput(one))
          expect(each.every((other) => JSON.stringify(other) === JSON.stringify(one))).toBe(true);
        else for (const { native } of natives) expect(one.message).toContain(native);
        answered += Number(isOutput(one));
      }
      const refused = attempt(() => refuse(vendor, event, reason));
      const alone = natives.map(({ native }) => attempt(() => refuse(vendor, native, reason)));
      const isOne = alone.every((other) => JSON.stringify(other) === JSON.stringify(alone[0]));
      if (isOutput(refused) && !isOne && !ignoresExitCodes)
        expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    }
    expect(answered).toBeGreaterThan(5);
  });
});

test('A rewrite needs the call, and an answer with a name says so', () => {
  const rewrite = { input: { command: 'ls -l' } };
  expect(() => say('claude', 'before-tool', rewrite)).toThrow(/say what read\(\) returned/);
  const one = read('claude', {
    ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', permission_mode: 'default' },
    ...{ tool_name: 'Bash', tool_input: { command: 'ls', description: 'lists', unknown: 1 } },
  });
  if (!one.ok || one.event.event !== 'before-tool' || one.event.tool !== 'shell') throw new Error();
  // The event that was read may be changed in place, and given back.
  one.event.input.command = 'ls -l';
  expect(say('claude', one, { input: one.event.input }).response).toMatchObject({
    hookSpecificOutput: { updatedInput: { command: 'ls -l', description: 'lists', unknown: 1 } },
  });
  const stored = JSON.parse(JSON.stringify(one));
  expect(say('claude', stored, { input: one.event.input })).toEqual(
    say('claude', one, { input: one.event.input }),
  );
});

test('A rewrite of the arguments of an MCP tool that was made in place is a rewrite', () => {
  const one = read('claude', {
    ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p' },
    ...{ tool_name: 'mcp__a__b', tool_input: { list: [{ x: 1 }] } },
  });
  if (!one.ok || one.event.event !== 'before-tool' || one.event.tool !== 'mcp') throw new Error();
  const { input } = one.event;
  (input.list as { x: number }[])[0] = { x: 2 };
  expect(say('claude', one, { input }).response).toMatchObject({
    hookSpecificOutput: { updatedInput: { list: [{ x: 2 }] } },
  });
});

test('An answer is plain data: its losses are not lost when it is printed as JSON', () => {
  const one = say('cursor', 'afterShellExecution', { context: 'x', decision: 'deny' });
  expect(one.losses.length).toBeGreaterThan(0);
  expect(JSON.parse(JSON.stringify(one))).toEqual(one);
  expect(structuredClone(one)).toEqual(one);
});

test('What was read of one agent is not answered as another', () => {
  const one = read('claude', { hook_event_name: 'Stop', session_id: 's', cwd: '/p' });
  expect(() => say('codex', one, {})).toThrow(/read as one of claude, not of codex/);
});

test('An empty reason is a general one, and a known event without a refusal is an error', () => {
  expect(refuse('gemini', 'BeforeTool', ' ').response).toMatchObject({
    reason: 'Blocked by a hook.',
  });
  expect(() => refuse('gemini', 'session-end', 'x')).toThrow(
    /Gemini CLI hears no refusal at SessionEnd/,
  );
  expect(() => refuse('cursor', 'elicitation', 'x')).toThrow(
    /Cursor has no event like elicitation/,
  );
  // By the name alone, it is what every call hears.
  expect(refuse('claude', 'PostToolUse', 'x').response).toEqual({
    continue: false,
    stopReason: 'x',
  });
  expect(() => refuse('cursor', 'postToolUse', 'x')).toThrow(
    'Cursor hears a refusal at postToolUse of some calls alone: say what read() returned',
  );
  const shell = {
    hook_event_name: 'postToolUse',
    tool_name: 'Shell',
    tool_input: { command: 'ls' },
  };
  expect(() => refuse('cursor', read('cursor', shell), 'x')).toThrow(
    /^Cursor hears no refusal at postToolUse$/,
  );
  expect(() => say('gemini', 'BeforeTol', {})).toThrow(
    /^Gemini CLI has no event BeforeTol \(did you mean BeforeTool\?\)$/,
  );
  expect(() => say('claude', 'Frob', {})).toThrow(
    /^Claude Code has no event Frob: its events are (?:\w+, ){4}\w+ …$/,
  );
  expect(() => callsOf('claude', {} as never)).toThrow(
    'the payload names no event of Claude Code (hook_event_name)',
  );
});

test('Where no agent is recognised, the refusal is the one that every agent understands', () => {
  const stdin = '{"hook_event_name":"beforeFrob","tool":"x"}';
  const [claim] = recognise(stdin);
  expect(claim).toBeUndefined();
  const wanted = { stdout: '', stderr: 'no\n', exitCode: 2, response: null, losses: [] };
  for (const at of [stdin, 'before-tool', {}])
    expect(refuse(claim?.vendor, at, 'no')).toEqual(wanted);
  expect(() => refuse(undefined, stdin, 7 as never)).toThrow(/the reason: 7/);
});

test('Gates are told by the canonical name, by the agent’s name, and by what was read', () => {
  for (const { event, native, gate } of capabilities('claude')) {
    expect(isGate('claude', native), native).toBe(gate);
    const all = capabilities('claude').filter((one) => one.event === event);
    expect(isGate('claude', event), event).toBe(all.some((one) => one.gate));
  }
  const stop = { hook_event_name: 'SessionEnd', reason: 'other' };
  expect(isGate('claude', read('claude', stop))).toBe(false);
  expect(isGate('claude', stop)).toBe(false);
  // An event that nobody knows may be one, and so may whatever cannot be read.
  expect(isGate('claude', 'FutureEvent')).toBe(true);
  expect(isGate('claude', read('claude', 'no JSON'))).toBe(true);
  expect(() => isGate('claude', 'before-model')).toThrow(/no event like before-model/);
});
