/** Hooks in the settings of an agent that another agent loads too: each is asked as the agent that loads it would. */
import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { factOf } from '../facts.ts';
import { oracles } from '../oracles/index.ts';
import { type Files, project } from '../settings/project.ts';

interface Trial {
  hook: string;
  native: string;
  verdict: string;
  owner?: string;
  notRun?: string;
  payload: Record<string, unknown>;
}

/** Returns what the hooks of an agent said of a shell command. */
async function askedIn(files: Files, agent: string, words: readonly string[]): Promise<Trial[]> {
  const place = project(files);
  const { stdout } = await place.anyhook('test', ...words, '--agent', agent, '--json');
  const { agents } = JSON.parse(stdout) as { agents: { hooks: Trial[] }[] };
  return agents.flatMap(({ hooks }) => hooks);
}

/** Every agent that loads the settings of another, with that agent. */
const pairs = Object.values(adapters).flatMap(({ id, loads = [] }) =>
  loads.map((owner): [Vendor, Vendor] => [id as Vendor, owner as Vendor]),
);

const hooksOf = (owner: Vendor, command: string, matcher: string): Files => ({
  [tableOf(owner).files.own.project]: {
    hooks: {
      [factOf(owner, 'events').shell]: [
        { matcher, hooks: [{ type: 'command', command, timeout: 5 }] },
      ],
    },
  },
});

const scripts: [title: string, script: (owner: Vendor) => string][] = [
  ['refuses by exit code', () => 'echo no >&2; exit 2'],
  ['crashes', () => 'echo broken >&2; exit 1'],
  ['says nothing', () => 'true'],
  [
    'refuses in the words of the agent whose settings hold it',
    (owner) => `echo '${JSON.stringify(factOf(owner, 'refusal'))}'`,
  ],
];

test('some agent loads the settings of another', () => {
  expect(pairs.length).toBeGreaterThan(1);
});

test.each(
  scripts,
)('a hook that %s gets the verdict of the agent that loads it', async (_, script) => {
  for (const [agent, owner] of pairs) {
    const trials = await askedIn(hooksOf(owner, script(owner), 'Bash'), agent, ['rm -rf /']);
    expect([agent, trials.map((one) => one.owner)]).toEqual([agent, [owner]]);
    const [{ native, verdict } = { native: '', verdict: '' }] = trials;
    const { alsoLoadedEvents } = tableOf(agent).files;
    // An agent that translates events translates answers as well.
    const reader = alsoLoadedEvents ? [agent, owner] : [agent];
    const said = reader.map((id) => {
      const event = id === agent ? native : factOf(owner, 'events').shell;
      const isCrash = script(owner).includes('exit 1');
      const isExit = script(owner).includes('exit 2');
      const code = isCrash ? 1 : isExit ? 2 : 0;
      const stdout =
        code || script(owner) === 'true' ? '' : `${JSON.stringify(factOf(owner, 'refusal'))}\n`;
      const stderr = isCrash ? 'broken\n' : isExit ? 'no\n' : '';
      return oracles[id](event, { code, stdout, stderr }, 'native').verdict;
    });
    const expected = said.find((word) => word !== 'pass') ?? 'none';
    expect([agent, verdict]).toEqual([agent, expected]);
  }
});

test('the hook gets the payload of the agent that loads it, and only the calls that its matcher means there', async () => {
  for (const [agent, owner] of pairs) {
    const files = { ...hooksOf(owner, 'exit 2', 'Bash'), '.env': '' };
    const [shell] = await askedIn(files, agent, ['ls']);
    expect([agent, shell?.payload.hook_event_name]).toEqual([agent, shell?.native]);
    expect(adapters[agent].bindings.nativeNames).toContain(shell?.native);
    const other = await askedIn(files, agent, ['--tool', 'read', '--path', '.env']);
    expect([agent, other.filter((one) => one.verdict !== 'not-asked')]).toEqual([agent, []]);
    expect(other[0]?.notRun).toContain('its matcher is "Bash"');
  }
});
