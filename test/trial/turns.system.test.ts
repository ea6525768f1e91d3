/**
 * What `anyhook test` says becomes of a call that several hooks judge and change, against what the oracle of the agent
 * makes of the same hooks in the order in which the agent starts them.
 */
import { expect, test } from 'vitest';
import { order } from '../../src/trial/summary.ts';
import { factOf, facts } from '../facts.ts';
import type { Effect, FinishedCommand } from '../oracles/effect.ts';
import { mergingOracles } from '../oracles/index.ts';
import { type Files, project } from '../settings/project.ts';
import { type Agent, agentIds, settingsPlaces } from './settings-places.ts';

/** Copilot's own hooks stand in a file behind that of anyhook, so that they run after those that anyhook writes. */
const places: typeof settingsPlaces = {
  ...settingsPlaces,
  copilot: ['.github/hooks/mine.json', false, { version: 1 }],
};

/** Returns the answer of an agent's hook that changes the command of a call, or has a person asked. */
function answerOf(vendor: Agent, what: { command: string } | 'ask'): object {
  const input = what === 'ask' ? undefined : what;
  switch (vendor) {
    case 'cursor':
      return input ? { permission: 'allow', updated_input: input } : { permission: 'ask' };
    case 'copilot': {
      const modifiedArgs = input && { ...input, description: 'd' };
      return input ? { modifiedArgs } : { permissionDecision: 'ask' };
    }
    case 'gemini':
    case 'tabnine':
    case 'terminai':
      return input ? { hookSpecificOutput: { tool_input: input } } : { decision: 'ask' };
    default: {
      const said = input ? { updatedInput: input } : { permissionDecision: 'ask' };
      return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } };
    }
  }
}

/** What a hook does: it answers for calls that hold a text. */
const roles = {
  spoils: ['deploy', (vendor) => answerOf(vendor, { command: 'rm -rf x' })],
  mends: ['rm -rf', (vendor) => answerOf(vendor, { command: 'echo safe' })],
  guards: ['rm -rf', (vendor) => factOf(vendor, 'refusal')],
  refuses: ['deploy', (vendor) => factOf(vendor, 'refusal')],
  asks: ['deploy', (vendor) => answerOf(vendor, 'ask')],
} satisfies Record<string, [text: string, said: (vendor: Agent) => unknown]>;
type Role = keyof typeof roles;

const files: Role[][] = [
  ['spoils', 'guards'],
  ['guards', 'spoils'],
  ['mends', 'guards'],
  ['spoils', 'mends', 'guards'],
  ['spoils', 'guards', 'mends'],
  ['asks', 'spoils', 'guards'],
  ['refuses', 'spoils', 'guards'],
];

interface Hook {
  event: string;
  role: Role;
}

/** Returns the hooks of an agent: those that judge stand at the last event that it fires for a command, and the others at the first. */
const hooksOf = (vendor: Agent, some: readonly Role[]): Hook[] =>
  some.map((role) => {
    const { before, shell } = factOf(vendor, 'events');
    return { event: role === 'spoils' || role === 'mends' ? before : shell, role };
  });

const scriptOf = (vendor: Agent, role: Role): string => {
  const [text, said] = roles[role];
  return `#!/bin/sh\ncase $(cat) in *'${text}'*) echo '${JSON.stringify(said(vendor))}';; esac\n`;
};

/** Returns the settings of an agent and its scripts. */
function filesOf(vendor: Agent, hooks: readonly Hook[], sequential: boolean): Files {
  const [file, isGrouped, more = {}] = places[vendor];
  const listed: Record<string, object[]> = {};
  for (const { event, role } of hooks) {
    const entry = { type: 'command', command: `sh ${vendor}-${role}.sh` };
    const group = { ...(sequential && { sequential }), hooks: [entry] };
    listed[event] = [...(listed[event] ?? []), isGrouped ? group : entry];
  }
  return {
    [file]: { ...more, hooks: listed },
    ...Object.fromEntries(
      hooks.map(({ role }) => [`${vendor}-${role}.sh`, scriptOf(vendor, role)]),
    ),
  };
}

/** Tells whether hooks of one event run one after another, as the client was seen to start them. */
const areInTurn = (vendor: Agent, sequential: boolean): boolean =>
  vendor === 'copilot' || // facts/copilot-cli.md, 3
  (sequential && ['always', 'native'].includes(facts[vendor].order?.inTurn ?? 'never'));

/** Returns the verdict on a call by the oracle of an agent. */
function verdictOf(
  vendor: Agent,
  hooks: readonly Hook[],
  call: string,
  sequential: boolean,
): Effect['verdict'] {
  const stages = facts[vendor].order?.stages ?? [{ [factOf(vendor, 'events').before]: [] }];
  const ends: Effect['verdict'][] = [];
  let command = call;
  for (const event of stages.flatMap((stage) => Object.keys(stage))) {
    const ran: FinishedCommand[] = [];
    let heard: Effect = { verdict: 'pass' };
    let given = command;
    for (const { role } of hooks.filter((one) => one.event === event)) {
      const [text, said] = roles[role];
      const stdout = given.includes(text) ? JSON.stringify(said(vendor)) : '';
      ran.push({ code: 0, stdout, stderr: '' });
      heard = mergingOracles[vendor](event, ran, 'native');
      const alone = mergingOracles[vendor](event, ran.slice(-1), 'native');
      if (areInTurn(vendor, sequential)) given = String(alone.input?.command ?? given);
    }
    ends.push(heard.verdict);
    if (heard.verdict === 'deny' || heard.verdict === 'halt') break;
    command = String(heard.input?.command ?? command);
  }
  const word = (verdict: Effect['verdict']) => (verdict === 'pass' ? 'none' : verdict);
  return ends.toSorted((a, b) => order.indexOf(word(b)) - order.indexOf(word(a)))[0] ?? 'pass';
}

/** Agents whose settings no other agent loads can be asked in one project. */
const groups = [['claude'], agentIds.filter((id) => id !== 'claude')] as Agent[][];

const cells = files.flatMap((some) =>
  [false, true].flatMap((sequential) =>
    ['deploy', 'rm -rf x'].map((call) => [some, sequential, call] as const),
  ),
);

test.each(
  cells,
)('hooks of which each %j (sequential: %s) come to the verdict of the oracle about %s', async (some, sequential, call) => {
  for (const group of groups) {
    const all = group.map((vendor) => [vendor, hooksOf(vendor, some)] as const);
    const given = all.map(([vendor, hooks]) => filesOf(vendor, hooks, sequential));
    const { anyhook } = project(Object.assign({}, ...given));
    const { stdout } = await anyhook('test', call, '--json', '--agent', group.join(','));
    const { agents } = JSON.parse(stdout) as {
      agents: { agent: Agent; hooks: { verdict: (typeof order)[number] }[] }[];
    };
    expect(agents.length).toBe(group.length);
    for (const { agent, hooks } of agents) {
      const verdicts = hooks.map(({ verdict }) => verdict);
      const strictest = order[Math.max(...verdicts.map((one) => order.indexOf(one)))];
      const due = verdictOf(agent, hooksOf(agent, some), call, sequential);
      expect([agent, strictest]).toEqual([agent, due === 'pass' ? 'none' : due]);
    }
  }
});

test('a guard gets the call as a line before it left it that starts several hooks', async () => {
  const grouped = (...roles: Role[]) => ({
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: roles.map((role) => ({ type: 'command', command: `./claude-${role}.sh` })),
        },
      ],
    },
  });
  const guard = [{ event: 'preToolUse', role: 'guards' }] as const;
  const place = project({
    '.claude/settings.json': grouped('asks', 'spoils'),
    'claude-asks.sh': '#!/bin/sh\n',
    'claude-spoils.sh': scriptOf('claude', 'spoils'),
    ...filesOf('copilot', guard, false),
  });
  await place.anyhookProcess('convert', 'claude', 'copilot', '--write', '--accept-loss');
  place.drop('.claude/settings.json');
  const { stdout } = await place.anyhookProcess('test', 'deploy', '--agent', 'copilot');
  expect(stdout).toMatch(/copilot-guards\.sh\n +copilot +deny/);
  expect(stdout).toContain('copilot: the call is refused.');
});
