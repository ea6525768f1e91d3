import fc from 'fast-check';
import { expect } from 'vitest';
import { property } from '../property.ts';
import { goesOn, goOn, type HostName, hosts, line, type Talk, talk } from './hosts.ts';
import { fire, type Json } from './place.ts';

/** What one window's session must remember: no more than this, and no less. */
interface Memory {
  talk: Talk;
  /** What each hook of the session's start asked for, in order. */
  env: Map<string, Json>;
  /** Why everything stops until a person says more. */
  halted: boolean;
  /** Context said in this turn, and where it ended up. */
  said: Set<string>;
  prompt: string;
  response: string | undefined;
  ended: boolean;
}

type Action =
  | { do: 'start'; hook: string; value: number }
  | { do: 'prompt'; words: number }
  | { do: 'before'; says: boolean }
  | { do: 'after'; halts: boolean }
  | { do: 'look' }
  | { do: 'answer' }
  | { do: 'stop'; asks: boolean }
  | { do: 'end' };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    do: fc.constant('start' as const),
    hook: fc.constantFrom('a', 'b'),
    value: fc.nat(2),
  }),
  fc.record({ do: fc.constant('prompt' as const), words: fc.nat(1) }),
  fc.record({ do: fc.constant('before' as const), says: fc.boolean() }),
  fc.record({ do: fc.constant('after' as const), halts: fc.boolean() }),
  fc.constant<Action>({ do: 'look' }),
  fc.constant<Action>({ do: 'answer' }),
  fc.record({ do: fc.constant('stop' as const), asks: fc.boolean() }),
  fc.constant<Action>({ do: 'end' }),
);

/** Mostly the first. */
const window = fc.constantFrom(0, 0, 0, 0, 1, 2);

let worlds = 0;
class World {
  readonly windows: Memory[];
  /** Every context that was told, wherever. */
  readonly told = new Set<string>();

  readonly host: HostName;
  /** No session has an id twice, and no text is said twice. */
  readonly number = worlds++;
  count = 0;

  constructor(host: HostName, ids: boolean) {
    this.host = host;
    const ids3 = ['one', 'two', 'three'].map((name) => `${name} ${this.number}`);
    this.windows = ids3.map((session, i) => ({
      talk: talk(host, session, i === 2 ? '/q' : '/p', ids),
      env: new Map(),
      halted: false,
      said: new Set(),
      prompt: '',
      response: undefined,
      ended: false,
    }));
  }

  /** Hosts that have no such answer themselves. */
  get keepsEnv() {
    return this.host !== 'cursor';
  }
  get keepsHalts() {
    return this.host === 'cursor' || this.host === 'terminai';
  }

  async run(one: Memory, step: Action): Promise<void> {
    // What happens after an end happens in another window of the session.
    if (step.do !== 'start') one.ended = false;
    // A conversation begins with words of a person's.
    const begins = one.prompt === '' && !['start', 'look', 'prompt'].includes(step.do);
    if (begins) await this.prompt(one, { do: 'prompt', words: 2 });
    await this[step.do](one, step as never);
  }

  /** Context in an answer: told once, and in its own turn. */
  heard(one: Memory, stdout: string): void {
    for (const [text] of stdout.matchAll(/note-\d+-\d+/g)) {
      expect(one.said, `${text} is stale, or another session’s`).toContain(text);
      expect(this.told, `${text} is told twice`).not.toContain(text);
      this.told.add(text);
    }
  }

  async note(one: Memory, payload: Json): Promise<void> {
    for (const dialect of ['gemini', 'cursor'] as const) {
      const said = await fire(payload, ['--host', this.host, '--as', dialect]);
      expect(said.stderr).toBe('');
      this.heard(one, said.stdout);
    }
  }

  async start(one: Memory, { hook, value }: Action & { do: 'start' }) {
    if (one.ended) Object.assign(one, { env: new Map(), halted: false, ended: false });
    const env = { [`OF_${hook}`]: `${value}`, BOTH: `${hook}${value}` };
    const flags = line(this.host, 'cursor', 'start');
    const said = await fire(one.talk.start(), flags, hook, () => ({ env }));
    this.heard(one, said.stdout);
    one.env.delete(hook);
    one.env.set(hook, env);
  }

  async prompt(one: Memory, { words }: Action & { do: 'prompt' }) {
    one.said.clear();
    Object.assign(one, { halted: false, prompt: `Words ${words}.`, response: undefined });
    await this.note(one, one.talk.person(one.prompt));
  }

  async before(one: Memory, { says }: Action & { do: 'before' }) {
    const text = `note-${this.number}-${this.count++}`;
    if (says) one.said.add(text);
    const flags = line(this.host, 'anyhook', 'before');
    const before = await fire(one.talk.before('ls'), flags, 'says', () =>
      says ? { context: text } : {},
    );
    this.heard(one, before.stdout);
  }

  async after(one: Memory, { halts }: Action & { do: 'after' }) {
    const flags = line(this.host, 'anyhook', 'after');
    const after = await fire(one.talk.after('ls'), flags, 'after', () =>
      halts ? { halt: true, haltReason: 'Leak.' } : {},
    );
    this.heard(one, after.stdout);
    const takes = this.host === 'gemini' || this.host === 'tabnine';
    if (takes && !halts) for (const text of one.said) expect([...this.told]).toContain(text);
    if (halts && this.keepsHalts) one.halted = true;
    const again = one.talk.again();
    if (again) await this.note(one, again);
  }

  /** A gate is asked: what its hook is given, and whether it is let through. */
  async look(one: Memory) {
    let given: NodeJS.ProcessEnv | undefined;
    const strict = [...line(this.host, 'cursor', 'before'), '--halt', 'strict'];
    const said = await fire(one.talk.before('ls'), strict, 'gate', (_, env) => {
      given = env;
      return {};
    });
    this.heard(one, said.stdout);
    const refused = /"(?:deny|block)"/.test(said.stdout);
    expect(refused, said.stdout).toBe(one.halted);
    if (refused) return expect(said.stdout).toContain('Leak.');
    const wanted = this.keepsEnv ? Object.assign({}, ...one.env.values()) : {};
    const { OF_a, OF_b, BOTH } = given ?? {};
    expect({ OF_a, OF_b, BOTH }).toEqual({
      OF_a: undefined,
      OF_b: undefined,
      BOTH: undefined,
      ...wanted,
    });
  }

  async answer(one: Memory) {
    const text = `Answer ${this.count++}.`;
    const event = one.talk.response(text);
    if (!event) return;
    one.response = text;
    await this.note(one, event);
  }

  async stop(one: Memory, { asks }: Action & { do: 'stop' }) {
    const payload = one.talk.stop();
    let told: Json = {};
    await fire(payload, line(this.host, 'gemini', 'stop'), 'reads', (given) => {
      told = given;
      return {};
    });
    if (this.host === 'cursor') {
      expect(told.prompt).toBe(one.prompt);
      expect(told.prompt_response).toBe(one.response ?? '[no response text]');
    }
    const text = `Again ${this.count++}.`;
    // A hook of the host's own, whose bytes pass through, asks as well as another's.
    const dialect = this.count % 2 ? 'anyhook' : this.host;
    const flags = [
      ...line(this.host, dialect, 'stop'),
      ...(this.count % 2 ? ['--loop-limit', 'none'] : []),
    ];
    const said = await fire(payload, flags, 'asks', () => (asks ? goOn(dialect, text) : {}));
    const next = goesOn(this.host, said.stdout);
    expect(next).toBe(asks ? text : undefined);
    if (next === undefined) return;
    one.said.clear();
    one.response = undefined;
    await this.note(one, one.talk.followUp(next));
  }

  async end(one: Memory) {
    const said = await fire(one.talk.end(), line(this.host, 'cursor', 'end'), 'end');
    expect(said.stderr).toBe('');
    one.said.clear();
    const stays = one.halted || (this.keepsEnv && one.env.size > 0);
    Object.assign(one, { prompt: '', response: undefined, ended: stays });
  }
}

const cells = hosts.flatMap((host) =>
  (host === 'cursor' ? [true, false] : [true]).map((ids) => [host, ids] as const),
);

for (const [host, ids] of cells)
  property(
    `The memory of a session agrees with a simple model of it on ${host}, ${ids ? 'with' : 'without'} turn ids`,
    {
      corpus: `memory-${host}${ids ? '' : '-without-ids'}`,
      inputs: fc.array(fc.tuple(window, action), { minLength: 5, maxLength: 60 }),
      holds: async (all) => {
        const world = new World(host, ids);
        for (const [window, step] of all) await world.run(world.windows[window] as Memory, step);
      },
      runs: 5,
      longRuns: 12,
    },
  );
