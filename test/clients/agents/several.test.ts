// Three hooks of one event, which one line starts: what becomes of calls in real clients, and what the model is told.
// The hooks are held to what the client that they were written for makes of them, each on a line of its own.
import { describe, expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import type { Workspace } from '../workspace.ts';
import { clients, type Host, session } from './index.ts';
import {
  type CallName,
  callNames,
  calls,
  type Deed,
  listNeutralHooks,
  listScripts,
  otherMoments,
  playAll,
  type Seen,
  settingsOf,
} from './several.ts';
import { reaches } from './wishes.ts';
import { type Dialect, dialects } from './words.ts';

/**
 * How often the model is told a text. Claude tells why a stop was refused twice. To the others, the follow-up of a stop is
 * a prompt, for which hooks are asked as well.
 */
const timesOf = (host: Host, moment: string): number =>
  moment === (host === 'claude' ? 'stop' : 'prompt') ? 2 : 1;

/** Returns which hooks do this for a call, from 0. */
const placesOf = (name: CallName, ...deeds: readonly Deed[]): number[] =>
  calls[name].flatMap((deed, at) => (deeds.includes(deed) ? [at] : []));

/** Tells whether a call must be refused, though the clients of some hooks let another hook undo a refusal. */
const isRefused = (name: CallName, of: readonly Dialect[]): boolean =>
  placesOf(name, 'deny', 'exit').length > 0 ||
  placesOf(name, 'ask').some((at) => of[at]?.says.ask !== undefined);

/** Tells whether the host refuses a call, since a hook rewrites it. */
const isLostRewrite = (name: CallName, of: readonly Dialect[], host: Host): boolean =>
  reaches[host].rewrite === 'denied' &&
  placesOf(name, 'rewrite').some((at) => of[at]?.says.rewrite !== undefined);

/** Each hook is started once for a call at most, and says its text once; at other moments each text is told, in order. */
function expectOnce({ started, shown, hooks }: Seen, host: Host): void {
  expect(hooks.length).toBeGreaterThanOrEqual(otherMoments.length + 1);
  expect(new Set(hooks)).toEqual(new Set([3]));
  expect(started['pass-pass']?.toSorted()).toEqual(['first', 'second', 'third']);
  expect(started['hang-deny']).toContain('second');
  for (const name of callNames)
    for (const list of [started[name] ?? [], shown[name] ?? []])
      expect(list, name).toEqual([...new Set(list)]);
  for (const moment of otherMoments) {
    const each = Array.from({ length: timesOf(host, moment) }, () => ['first', 'third']);
    expect(shown[moment], moment).toEqual(each.flat());
  }
}

interface Conversion {
  from: Host;
  to: Host;
  /** Its own file says that the hooks run one after another. */
  inTurn?: true;
  /** The hooks whose texts are told, where they are others than in the hooks' own client. */
  told?: Partial<Record<CallName, string[]>>;
}

const conversions: readonly Conversion[] = [
  // Of two refusals, Claude tells the one that comes last.
  { from: 'claude', to: 'gemini', told: { 'deny-deny': ['first'] } },
  { from: 'codex', to: 'qwen' },
  // Copilot ends the list at a question, and goes on after JSON that cannot be read, which is a refusal to us.
  { from: 'copilot', to: 'claude', told: { 'ask-deny': ['second'], 'garbage-deny': [] } },
  { from: 'gemini', to: 'copilot', inTurn: true },
  { from: 'qwen', to: 'claude' },
];

describe.each(conversions)('three hooks of $from', ({ from, to, inTurn, told = {} }) => {
  test(`on one line of ${to} refuse, rewrite and tell what they do on lines of their own in their client, and undo no refusal`, async () => {
    const dialect: Dialect = dialects[from];
    const of = [dialect, dialect, dialect] as const;
    const files = {
      ...listScripts(of),
      ...Object.fromEntries([settingsOf(from, dialect, inTurn === true)]),
    };
    const [home, away] = await Promise.all([
      playAll(from, files),
      playAll(to, files, (workspace) =>
        anyhook(workspace, 'convert', from, to, '--write', '--accept-loss'),
      ),
    ]);
    expect(Object.keys(home.written)).toContain('pass-pass');
    for (const name of callNames) {
      const isStricter = isRefused(name, of) || isLostRewrite(name, of, to);
      expect(away.written[name], name).toBe(isStricter ? undefined : home.written[name]);
      if (told[name]) expect(away.shown[name], name).toEqual(told[name]);
      else expect(away.shown[name], name).toEqual(expect.arrayContaining(home.shown[name] ?? []));
    }
    if (home.shown['context-context']?.length)
      expect(away.shown['context-context']).toEqual(['first', 'third']);
    expectOnce(away, to);
    expect(away.run.exitCode).toBe(0);
  });
});

/** The dialects of the three hooks on a line of each client, in the order of the line. */
const mixed: Partial<Record<Host, readonly [Name, Name, Name]>> = {
  claude: ['codex', 'cursor', 'gemini'],
  copilot: ['claude', 'cursor', 'gemini'],
  gemini: ['claude', 'cursor', 'tabnine'],
  qwen: ['codex', 'terminai', 'anyhook'],
};
type Name = keyof typeof dialects;

describe.each(
  Object.entries(mixed) as [Host, readonly [Name, Name, Name]][],
)('on one line of %s', (to, names) => {
  const of = names.map((name) => dialects[name] as Dialect) as [Dialect, Dialect, Dialect];
  const named = names.map((name) => [name, dialects[name] as Dialect] as const);
  const files = {
    ...listScripts(of),
    'anyhook.yaml': JSON.stringify({ version: 1, hooks: listNeutralHooks(named) }),
  };
  const sync = (workspace: Workspace) => anyhook(workspace, 'sync', '--to', to, '--accept-loss');

  test(`hooks of ${names.join(', ')} refuse, rewrite and tell as the client lets separate hooks do, and undo no refusal`, async () => {
    const seen = await playAll(to, files, sync);
    /** Copilot runs hooks one after another: a later one judges the rewritten call, and none runs after a refusal. */
    const isInTurn = to === 'copilot';
    for (const name of callNames) {
      const isJudged = isInTurn && name === 'rewrite-judge';
      const isRewritten = placesOf(name, 'rewrite').some((at) => of[at]?.says.rewrite);
      const isLost = isRefused(name, of) || isLostRewrite(name, of, to) || isJudged;
      expect(seen.written[name], name).toBe(isLost ? undefined : isRewritten ? 'pnpm' : 'npm');
      if (isRefused(name, of) && !(isInTurn && name === 'garbage-deny'))
        expect(seen.shown[name], name).not.toEqual([]);
    }
    if (isInTurn) expect(seen.shown['rewrite-judge']).toEqual(['third']);
    expectOnce(seen, to);
    expect(seen.run.exitCode).toBe(0);
  });

  test('the model gets no prompt that one of the hooks refuses', async () => {
    const run = await session(to, { files, prepare: sync, prompt: 'Use sk-live-123 to log in.' });
    expect(run.asked).toBe(0);
    expect(run.exitCode).toBe(clients[to].exitCodeOfRefusedPrompt);
  });
});
