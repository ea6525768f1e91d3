import { expect, test } from 'vitest';
import { adapterOf } from '../../src/translate/host.ts';
import { entriesIn } from '../../src/trial/entries.ts';
import { payloadsFor } from '../../src/trial/payloads.ts';
import { tryHook } from '../../src/trial/try-hook.ts';
import { settingsFiles } from '../conformance/fixtures.ts';
import { effectOf } from '../oracles/cursor.ts';
import { rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { isPlugin } from '../settings/agent-file.ts';
import { hosts } from '../settings/delivery.ts';
import { oddName } from '../settings/fired.ts';
import { type Project, project } from '../settings/project.ts';
import { hasTable, isWide } from '../wide.ts';
import { type Ending, endings, endingsByClass } from './endings.ts';

/** A handler that ends by itself has time enough on a slow machine; one that hangs is awaited in vain. */
const timeouts = { ends: '30s', hangs: '1s' } as const;
const yaml = (keys: string): string => `version: 1
hooks:
  - { on: before-tool, tools: [shell], module: hooks/guard.cjs, ${keys} }
  - { on: stop, module: hooks/guard.cjs, ${keys} }
`;

/** Makes a project whose hook stands in the settings of an agent. */
async function synced(host: string, keys: string): Promise<Project> {
  const guard = 'exports.default = { beforeTool() {}, stop() {} };';
  const p = project({ 'anyhook.yaml': yaml(keys), 'hooks/guard.cjs': guard }, oddName);
  expect(await p.anyhook('sync', '--to', host)).toMatchObject({ code: 0 });
  return p;
}
const module = '.anyhook/modules/guard.cjs.cjs';
const calls = {
  'before-tool': { event: 'before-tool', tool: 'shell', input: { command: 'ls' } },
  stop: { event: 'stop' },
} as const;

/** One handler that ends in one way, under one host, at a gate or at a stop. */
interface Cell {
  host: (typeof hosts)[number];
  ending: Ending;
  event: keyof typeof calls;
}

/** All cells; without `isWide`, each ending at a gate under half of the hosts and at a stop under one, and those that hang under one host. */
const cells: readonly Cell[] = hosts.flatMap((host, h) =>
  endings.flatMap((ending, e) =>
    (Object.keys(calls) as Cell['event'][])
      .filter(
        (_, at) =>
          isWide ||
          (ending.hangs ? !at && e % hosts.length === h : (h + e) % (at ? hosts.length : 2) === at),
      )
      .map((event) => ({ host, ending, event })),
  ),
);

/** Runs the whole lines of a cell in a shell, and returns what is wrong with the result. */
async function play(p: Project, { host, ending, event }: Cell): Promise<string[]> {
  const agent = adapterOf(host);
  if (p.has(module)) p.drop(module);
  if (ending.module !== undefined) p.put(module, ending.module);
  const file = settingsFiles[host];
  const scene = { root: p.dir, session: `s-${Math.random()}`, transcript: p.at('transcript') };
  const entries = entriesIn(agent, { file, text: p.get(file) });
  const wrong: string[] = [];
  let asked = 0;
  let refused = 0;
  for (const input of payloadsFor(agent, calls[event], scene))
    for (const entry of entries.filter((one) => one.event === input.binding.native)) {
      const trial = await tryHook(entry, input, scene);
      if (trial.notRun !== undefined) continue;
      asked++;
      const said = {
        code: trial.exitCode,
        signal: null,
        stdout: trial.stdout,
        stderr: trial.stderr,
      };
      const effect =
        host === 'cursor'
          ? effectOf(entry.event, said, 'host', entry.hook.onFailure === 'block')
          : oracles[host](entry.event, said, 'host');
      const isRefused = rank(effect.verdict) >= rank('deny');
      if (isRefused) refused++;
      const text = said.stdout.replace(/\\u2026/g, '…').replace(/\\"/g, '"') + said.stderr;
      const seen = JSON.stringify([effect, said]).slice(0, 500);
      const fault = (why: string) =>
        wrong.push(`${host}, ${event}, ${ending.name}: ${why}: ${seen}`);
      if (event === 'stop' || ending.due === 'passes') {
        // A handler that refuses at a stop asks for another turn. A failure there says nothing to the agent.
        const isOwn = /refuses|deny|ends the turn|reads stdin|waits for stdin/.test(ending.name);
        if (!isOwn && effect.verdict !== 'pass') fault('it does not pass');
        if (/allow/.test(said.stdout)) fault('what it printed is the answer');
      } else if (isRefused && !ending.due.refuses.test(text)) fault('the reason is another');
    }
  if (!asked) wrong.push(`${host}, ${event}: no line was started`);
  if (event === 'before-tool' && ending.due !== 'passes' && !refused)
    wrong.push(`${host}: ${ending.name}: nothing was refused`);
  return wrong;
}

const projects = new Map<string, Promise<Project>>();
/** Returns the project for an agent and a time limit, which is made once. */
function projectFor(host: string, timeout: string): Promise<Project> {
  const made = projects.get(host + timeout) ?? synced(host, `timeout: ${timeout}`);
  projects.set(host + timeout, made);
  return made;
}

test.each(Object.entries(endingsByClass))(
  'where a handler %s, its line refuses at a gate with the reason unless the handler has answered, and elsewhere says nothing',
  hasTable,
  async (_, ofClass: readonly Ending[]) => {
    const played = await Promise.all(
      hosts.map(async (host) => {
        const wrong: string[] = [];
        for (const cell of cells.filter((one) => one.host === host && ofClass.includes(one.ending)))
          wrong.push(
            ...(await play(
              await projectFor(host, timeouts[cell.ending.hangs ? 'hangs' : 'ends']),
              cell,
            )),
          );
        return wrong;
      }),
    );
    expect(played.flat().slice(0, 10)).toEqual([]);
  },
);

test('every ending is played', () => {
  expect(new Set(cells.map(({ ending }) => ending)).size).toBe(endings.length);
  expect(cells.length).toBeGreaterThan(200);
});

test('with on-failure: allow a handler that fails lets the call through, however it ends, and its own refusal holds', async () => {
  const due: Record<string, string> = {
    'it refuses': 'deny',
    'it refuses, and removes the listeners of the process': 'deny',
    'it refuses, and leaves a listener that does not end': 'deny',
    'it throws': 'pass',
    'a process that it starts kills it': 'pass',
    'it removes the listeners of the process, and its timer throws': 'pass',
    'it is in a loop behind a timer': 'pass',
  };
  const played = await Promise.all(
    hosts.map(async (host) => {
      const p = await synced(host, 'on-failure: allow, timeout: 3s');
      const wrong: string[] = [];
      for (const [name, verdict] of Object.entries(due)) {
        const ending = endings.find((one) => one.name === name) as Ending;
        if (ending.hangs && !isWide && host !== 'claude' && host !== 'cursor') continue;
        // The line itself is killed. In an agent with a plugin, the bridge judges that.
        if (isPlugin(host) && ending.name.endsWith('kills it')) continue;
        const allowed = { ...ending, due: verdict === 'pass' ? 'passes' : ending.due } as Ending;
        wrong.push(...(await play(p, { host, ending: allowed, event: 'before-tool' })));
      }
      return wrong;
    }),
  );
  expect(played.flat().slice(0, 10)).toEqual([]);
});
