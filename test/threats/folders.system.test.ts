import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getAtPath, setAtPath, splitPath } from '../../src/mapping/paths.ts';
import { hostFlags, payloads } from '../conformance/fixtures.ts';
import { factOf, placePayload, recordedCall, type Sections, vendorsStating } from '../facts.ts';
import { folder, run, runExecutable, script, session } from '../shim/run.ts';

const dir = folder();
const project = join(dir, 'project');
const moved = join(dir, 'moved');
/** A repository that a model makes in the project. */
const nested = join(project, 'e');

/** The guard by its path in the project, and what a model puts where it may be looked for instead. */
const guard = 'hooks/guard.sh';
for (const [at, text] of [
  [project, 'printf "%s|%s|%s|" "$PWD" "$ANYHOOK_PROJECT_DIR" "$TOKEN" >&2; exit 2'],
  [moved, 'echo "{}"'],
  [nested, 'echo "{}"'],
] as const) {
  for (const name of ['hooks', '.git']) mkdirSync(join(at, name), { recursive: true });
  script(at, guard, text);
}

/** Every name that an agent has for the folder of a call, and one that none has. */
const names = ['cwd', 'workdir', 'dir_path', 'directory', 'working_directory', 'path', 'folder'];
const folders = [moved, nested, '/', 'e', '../moved', '..'];

type Json = Record<string, unknown>;
type Place = Sections['place'];
const places = vendorsStating('place').map((host) => [host, factOf(host, 'place')] as const);

/** A recorded payload as one of a session in a folder. */
const placed = (host: string, payload: Json, id: string, at = project): Json =>
  placePayload(host, payload, { cwd: at, session: id });

/** A call of a session in the project, of which the model has moved all that it can. */
function movedCall(host: string, to: string, id: string): Json {
  const payload = structuredClone(recordedCall(host));
  const key = splitPath(factOf(host, 'call').input);
  const stated = getAtPath(payload, key);
  const text = typeof stated === 'string';
  const given = text ? JSON.parse(stated) : stated;
  const input = { ...given, ...Object.fromEntries(names.map((name) => [name, to])) };
  const slug = to.replace(/[^A-Za-z0-9]/g, '-');
  const follows = factOf(host, 'place').follows.map((field) => [
    field,
    field === 'cwd' ? to : `/home/dev/.claude/projects/${slug}/${id}.jsonl`,
  ]);
  setAtPath(payload, key, text ? JSON.stringify(input) : input);
  return { ...placed(host, payload, id), ...Object.fromEntries(follows) };
}

/** What surrounds a hook's process: what its client does not set is inherited. */
function surroundings({ folder: at, sets }: Place, to: string, inside = project) {
  const all = ['CURSOR_PROJECT_DIR', ...places.flatMap(([, place]) => place.sets)];
  const env = Object.fromEntries(all.map((name) => [name, sets.includes(name) ? inside : moved]));
  return { env, cwd: at === 'shell' && to.startsWith('/') ? to : inside };
}

/** The event with which a session of a host begins, as it was recorded. */
const startOf = (host: string, start: string): Json =>
  payloads[host]?.[start]?.payload ??
  Object.values(payloads[host] ?? {}).find(
    ({ event, payload, named }) =>
      event.event === 'session-start' && (named ?? payload.hook_event_name ?? start) === start,
  )?.payload ??
  {};

/** Fires the events of one session that stands in a folder, each on a line in the canonical dialect. */
function sessionIn(host: string, place: Place, inside: string) {
  const { start, before } = factOf(host, 'events');
  const id = session();
  const fire = (native: string, stdin: Json, event: string, line: string, cwd?: string) =>
    run([...hostFlags(host, native), '--as', 'anyhook', '--event', event, '--', line], {
      stdin: placed(host, stdin, id, inside),
      ...surroundings(place, inside, inside),
      ...(cwd !== undefined && { cwd }),
    });
  return {
    begin: (line: string, cwd?: string) =>
      fire(start, startOf(host, start), 'session-start', line, cwd),
    call: (line: string, cwd?: string) =>
      fire(before, recordedCall(host), 'before-tool', line, cwd),
  };
}

/** Hosts that set the variables of a session themselves: nothing is kept. */
const givesVariables = ['cursor'];

describe('No folder that a model chooses for a call', () => {
  test.each(
    places,
  )('selects the guard, its folder, its project or what is remembered of a session of %s', async (host, place) => {
    const { start, before } = factOf(host, 'events');
    const id = session();
    const fire = (native: string, stdin: Json, to: string, event: string, line: string) =>
      run([...hostFlags(host, native), '--as', 'anyhook', '--event', event, '--', line], {
        stdin,
        ...surroundings(place, to),
      });
    const begin = placed(host, startOf(host, start), id);
    await fire(start, begin, project, 'session-start', `echo '{"env":{"TOKEN":"kept"}}'`);
    const seen = `${project}|${project}|${givesVariables.includes(host) ? '' : 'kept'}|`;
    for (const to of [project, ...folders]) {
      const said = await fire(before, movedCall(host, to, id), to, 'before-tool', guard);
      expect(said.stdout + said.stderr, to).toContain(seen);
    }
  });
});

test.each(
  places,
)('A repository made in the folder of a session moves neither project nor memory of %s', async (host, place) => {
  const inside = join(project, `inside-${host}`);
  mkdirSync(inside);
  const { begin, call } = sessionIn(host, place, inside);
  await begin(`echo '{"env":{"TOKEN":"kept"}}'`);
  const line = 'printf "%s|%s|%s|" "$PWD" "$ANYHOOK_PROJECT_DIR" "$TOKEN" >&2; exit 2';
  const seen = `${inside}|${inside}|${givesVariables.includes(host) ? '' : 'kept'}|`;
  for (const made of ['.', '.git']) {
    mkdirSync(join(inside, made), { recursive: true });
    const said = await call(line);
    expect(said.stdout + said.stderr, made).toContain(seen);
  }
});

test.each(
  places,
)('Lines in the folder of a session and in the project around it share what is remembered of %s', async (host, place) => {
  const inside = join(project, 'inside');
  mkdirSync(inside, { recursive: true });
  const { begin, call } = sessionIn(host, place, inside);
  await begin(`echo '{"env":{"TOKEN":"kept"}}'`, project);
  const line = 'printf "<%s>" "$TOKEN" >&2; exit 2';
  for (const cwd of [project, inside]) {
    const said = await call(line, cwd);
    expect(said.stdout + said.stderr).toContain(givesVariables.includes(host) ? '<>' : '<kept>');
  }
});

describe.each(
  places,
)('Where the client does not state the project, the folder of a call of %s', (host, place) => {
  const { before } = factOf(host, 'events');
  const args = [...hostFlags(host, before), '--as', 'anyhook', '--event', 'before-tool'];
  const call = (unset: string | undefined, more: string[] = [], start = run) =>
    start([...args, ...more, '--', guard], {
      stdin: movedCall(host, moved, session()),
      env: Object.fromEntries(place.sets.map((name) => [name, unset as string])),
      cwd: place.folder === 'shell' ? moved : project,
    });
  // What tells the project of the others, no call moves.
  const refuses = place.folder === 'shell';

  test('is not taken for it', async () => {
    for (const unset of [undefined, '', 'e', './moved']) {
      const said = await call(unset, [], unset === undefined ? runExecutable : run);
      const text = said.stdout + said.stderr;
      expect(text, unset).toContain(refuses ? `${place.sets[0]} is no` : `${project}|${project}|`);
      if (refuses) expect(text).toContain('nothing is let through');
    }
  });

  test('is not taken for it by a line that says the folder of its hook', async () => {
    const said = await call('', ['--cwd', project]);
    expect(said.stdout + said.stderr).toContain(`${project}|${project}|`);
  });
});

test('Where Claude Code does not say where the project is, no hook is run after a call, or at an event that no table has', async () => {
  const { hook_event_name: _, ...call } = movedCall('claude', moved, session());
  const made = join(dir, 'made');
  for (const [native, code] of [
    ['PostToolUse', 0],
    ['PreToolUseLater', 2],
  ] as const) {
    const said = await run(['--host', 'claude', '--as', 'claude', '--', `touch '${made}'`], {
      stdin: { ...call, hook_event_name: native, tool_response: {} },
      env: { CLAUDE_PROJECT_DIR: '' },
      cwd: moved,
    });
    expect(said.stdout + said.stderr).toContain('CLAUDE_PROJECT_DIR is not set');
    expect([native, said.code]).toEqual([native, code]);
  }
  expect(existsSync(made)).toBe(false);
});

test('A relative path of a line, for --cwd or --log, begins at the project, wherever the shell stands', async () => {
  const flags = ['--cwd', 'hooks', '--log', 'run.log', '--as', 'anyhook', '--event', 'before-tool'];
  const said = await run(['--host', 'claude', ...flags, '--', './guard.sh'], {
    stdin: movedCall('claude', moved, session()),
    ...surroundings(factOf('claude', 'place'), moved),
  });
  expect(said.stdout).toContain(`${project}/hooks|${project}|`);
  expect(existsSync(join(project, 'run.log'))).toBe(true);
  expect(existsSync(join(moved, 'run.log'))).toBe(false);
});
