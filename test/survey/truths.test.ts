import { expect, test } from 'vitest';
import { project } from '../settings/project.ts';
import { cases, grouped, scripts } from './shapes.ts';

const trusting = (root: string) => `[projects.${JSON.stringify(root)}]\ntrust_level = "trusted"\n`;

interface File {
  hooks: { truth: { code: string; cause?: string; why?: string; remedy?: { text: string } } }[];
}

/** Returns what `doctor --json` says of the hooks of one agent, or of `anyhook.yaml`. */
async function truthsOf(place: ReturnType<typeof project>, agent: string) {
  const { stdout } = await place.anyhook('doctor', '--json');
  const report = JSON.parse(stdout) as {
    agents: { agent: string; files: File[] }[];
    neutral?: File;
  };
  const files =
    agent === 'anyhook'
      ? [report.neutral as File]
      : (report.agents.find((one) => one.agent === agent)?.files ?? []);
  return files.flatMap(({ hooks }) => hooks.map(({ truth }) => truth));
}

test.each(cases)('$title ($agent)', async ({ agent, files, truths }) => {
  const found = await truthsOf(project(files), agent);
  expect(found.map(({ code, cause }) => (cause ? `${code}: ${cause}` : code))).toEqual(truths);
  for (const { cause, why, code } of found)
    expect([code, typeof why]).toEqual([code, cause === undefined ? 'undefined' : 'string']);
});

test('a hook of Codex CLI never runs until the person trusts it at its position', async () => {
  const place = project({
    ...scripts,
    '.codex/hooks.json': grouped('PreToolUse', 'sh guard.sh', 'Bash'),
  });
  place.put('~/.codex/config.toml', trusting(place.dir));
  expect(await truthsOf(place, 'codex')).toMatchObject([{ cause: 'not-yet-trusted' }]);
  const key = JSON.stringify(`${place.at('.codex/hooks.json')}:pre_tool_use:0:0`);
  const state = `[hooks.state.${key}]\ntrusted_hash = "sha256:1"\n`;
  place.put('~/.codex/config.toml', trusting(place.dir) + state);
  expect(await truthsOf(place, 'codex')).toEqual([{ code: 'guards' }]);
});

test('a hook of Codex CLI is said to run once the person trusts it, where nothing tells whether that is so', async () => {
  const place = project({
    ...scripts,
    '.codex/hooks.json': grouped('PreToolUse', 'sh guard.sh', 'Bash'),
  });
  const { stdout } = await place.anyhook('doctor');
  expect(stdout).toContain('guards, once you trust it');
  expect(stdout.replace(/\s+/g, ' ')).toContain('Codex CLI asks you before it runs a hook');
  place.put('~/.codex/config.toml', trusting(place.dir));
  expect((await place.anyhook('doctor')).stdout).not.toContain('once you trust it');
});
