/** Hooks that have variables from their agent's settings, which no other agent gives them. */
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { describeHookLoss } from '../../src/convert/hook-loss.ts';
import { writeAgentFile } from './agent-file.ts';
import { project } from './project.ts';

const secret = 'tok-8c1f';
const p = project({
  'hooks/guard.sh': 'grep -q "$TEAM_TOKEN" && exit 2\nexit 0\n',
  'hooks/plain.sh': 'grep -q MY_TEAM_TOKENS && exit 2\nexit 0\n',
});
const home = { root: p.dir, home: p.home, scope: 'project' as const };
const hosts = Object.keys(adapters).filter((id) => !['anyhook', 'claude'].includes(id));

/** A hook of Claude Code whose settings hold a variable, in another agent's settings. */
function converted(to: string, hook: object, event = 'PreToolUse', target = '') {
  const settings = {
    env: { TEAM_TOKEN: secret },
    hooks: { [event]: [{ hooks: [{ type: 'command', ...hook }] }] },
  };
  return convertText({
    from: 'claude',
    to,
    source: { text: JSON.stringify(settings), file: '.claude/settings.json' },
    target: { text: target, file: 'settings' },
    sourceWorkspace: home,
  });
}
const lossesOf = (said: ReturnType<typeof converted>) =>
  said.rows.flatMap(({ losses }) => losses.filter(({ code }) => code === 'settings-variable'));

test.each(
  hosts,
)('A guard that needs a variable of its agent’s settings is an unsafe loss under %s, and the value stays where it is', (to) => {
  for (const command of ['sh hooks/guard.sh', 'my-guard --token "$TEAM_TOKEN"']) {
    const said = converted(to, { command });
    const [loss, ...others] = lossesOf(said);
    expect(others).toEqual([]);
    expect(loss?.severity).toBe('unsafe');
    expect(said.unsafe).toBe(true);
    expect(loss && describeHookLoss(loss)).toBe(
      `Claude Code gives it TEAM_TOKEN from its settings, and ${adapters[to as 'codex'].title} does not: give it as env of the hook, or set it where ${adapters[to as 'codex'].title} is started`,
    );
    expect(JSON.stringify(said)).not.toContain(secret);
  }
});

test.each([
  ['names no such variable', { command: 'sh hooks/plain.sh' }],
  ['guards nothing that it names', { command: 'my-guard' }],
])('Nothing is lost of a hook that %s', (_, hook) => {
  expect(hosts.flatMap((to) => lossesOf(converted(to, hook)))).toEqual([]);
});

test('What a hook is given by its own env is not lost', () => {
  const source = `version: 1\nhooks:\n  - { speaks: claude, event: PreToolUse, run: sh hooks/guard.sh, env: { TEAM_TOKEN: a } }\n`;
  const said = convertText({
    ...{ from: 'anyhook', to: 'codex', sourceWorkspace: home },
    source: { text: source, file: 'anyhook.yaml' },
    target: { text: '', file: 'settings' },
  });
  expect(lossesOf(said)).toEqual([]);
});

test('A hook that only hears what happened loses it as well, and that is no unsafe loss', () => {
  const said = converted('codex', { command: 'sh hooks/guard.sh' }, 'PostToolUse');
  expect(lossesOf(said).map(({ severity }) => severity)).toEqual(['lossy']);
});

test('What the target’s own settings give to its hooks is not lost', () => {
  const giving = hosts.filter((to) => {
    const target = writeAgentFile(to, { env: { TEAM_TOKEN: 'other' } });
    const [loss] = lossesOf(converted(to, { command: 'sh hooks/guard.sh' }, 'PreToolUse', target));
    return loss === undefined;
  });
  expect(giving).toEqual(['qwen']);
});
