/** What doctor says of hooks is what happens: every shape of `shapes.ts` is asked about a call through `anyhook test`. */
import { expect, test } from 'vitest';
import { project } from '../settings/project.ts';
import { type Case, cases } from './shapes.ts';

interface Trial {
  native: string;
  verdict: string;
  failure?: string;
}

/** Returns what the hooks of an agent said of a shell command. */
async function ask(place: ReturnType<typeof project>, agent: string, command: string) {
  const { stdout } = await place.anyhook('test', command, '--agent', agent, '--json');
  const { agents = [] } = JSON.parse(stdout || '{}') as { agents?: { hooks: Trial[] }[] };
  const trials = agents.flatMap(({ hooks }) => hooks);
  const isRefused = trials.some(({ verdict }) => verdict === 'deny' || verdict === 'halt');
  return { isRefused, trials };
}

const codesOf = ({ truths }: Case): string[] => truths.map((text) => text.split(':')[0] ?? text);
const causesOf = ({ truths }: Case): string[] => truths.map((text) => text.split(': ')[1] ?? '');

/** Shapes that `anyhook test` cannot show: what an agent or a person decides outside the settings that it reads. */
const isUnseen = (one: Case): boolean =>
  one.agent === 'anyhook' ||
  causesOf(one).some((cause) =>
    ['untrusted', 'switched-off', 'file-dropped', 'not-yet-trusted'].includes(cause),
  );

/** Shapes that end otherwise in each shell: how `cd` fails. */
const differsByShell = ({ title }: Case): boolean => title.includes('of a folder with a space');

const seen = cases.filter((one) => !isUnseen(one) && !differsByShell(one));

test('at least twenty shapes are tried', () => {
  expect(seen.length).toBeGreaterThanOrEqual(20);
});

test.each(seen)('$title ($agent): so it happens', async (one) => {
  const place = project(one.files);
  const [dangerous, harmless] = [
    await ask(place, one.agent, 'rm -rf /'),
    await ask(place, one.agent, 'ls'),
  ];
  const codes = codesOf(one);
  const refusesAll = codes.includes('refuses-every-call');
  const claimsNothing = ['runs-twice', 'speaks-another', 'unknown'];
  const mayGuard = codes.some((code) => code === 'guards' || claimsNothing.includes(code));
  if (!codes.includes('unknown'))
    expect({ harmless: harmless.isRefused }).toEqual({ harmless: refusesAll });
  if (refusesAll) expect(dangerous.isRefused).toBe(true);
  else if (!mayGuard) expect(dangerous.isRefused).toBe(false);
  else if (codes.includes('guards')) expect(dangerous.isRefused).toBe(true);
});
