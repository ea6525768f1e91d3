import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { type Adapter, projectOf, read, sessionOf, transcriptOf } from '../../src/index.ts';
import { payloads } from '../conformance/fixtures.ts';

const vendors = Object.keys(adapters) as Vendor[];
const recorded = vendors.flatMap((vendor) =>
  Object.entries(payloads[vendor] ?? {})
    .filter(([, { named }]) => named === undefined)
    .map(([name, { payload, event }]) => ({ vendor, name, payload, event })),
);

test('The session, the transcript and the project of a recorded payload are those of its event', () => {
  for (const { vendor, name, payload, event } of recorded) {
    const one = read(vendor, payload);
    const about = `${vendor} ${name}`;
    expect(sessionOf(vendor, one), about).toBe(event.session || undefined);
    expect(transcriptOf(vendor, one), about).toBe(event.transcript || undefined);
    const { project } = adapters[vendor];
    if (project === 'payload') expect(projectOf(vendor, one), about).toBe(event.cwd || undefined);
    else expect(projectOf(vendor, one), about).toBeUndefined();
  }
  expect(recorded.length).toBeGreaterThan(400);
});

test('Where no event can be read, the session is read as at other events', () => {
  let found = 0;
  for (const { vendor, payload, event } of recorded) {
    const unknown = read(vendor, { ...payload, [adapters[vendor].eventKey]: 'brandNew' });
    if (unknown.ok || typeof event.session !== 'string') continue;
    expect(sessionOf(vendor, unknown)).toBe(event.session);
    found++;
  }
  expect(found).toBeGreaterThan(300);
  expect(sessionOf('claude', read('claude', '{"a'))).toBeUndefined();
});

test('The project comes from where the agent states it, and never from a call', () => {
  const call = { cwd: '/p/chosen', tool_name: 'Bash', tool_input: { command: 'ls' } };
  const claude = read('claude', { hook_event_name: 'PreToolUse', ...call });
  expect(projectOf('claude', claude)).toBeUndefined();
  expect(projectOf('claude', claude, { CLAUDE_PROJECT_DIR: '/p' }, '/elsewhere')).toBe('/p');
  expect(projectOf('claude', claude, { CLAUDE_PROJECT_DIR: 'p' })).toBeUndefined();
  expect(projectOf('claude', read('claude', ''), { CLAUDE_PROJECT_DIR: '/p' })).toBe('/p');
  const codex = read('codex', { hook_event_name: 'PreToolUse', ...call });
  expect(projectOf('codex', codex, { PWD: '/x', CODEX_HOME: '/y' })).toBeUndefined();
  expect(projectOf('codex', codex, {}, '/p')).toBe('/p');
  const gemini = read('gemini', {
    ...{ hook_event_name: 'BeforeTool', cwd: '/p', tool_name: 'run_shell_command' },
    tool_input: { command: 'ls', dir_path: '/p/chosen' },
  });
  expect(projectOf('gemini', gemini, { GEMINI_PROJECT_DIR: '/x' }, '/y')).toBe('/p');
});

test('The session is taken from a variable only if the payload has none', () => {
  const env = { GEMINI_SESSION_ID: 'of-the-variable' };
  const stop = { hook_event_name: 'AfterAgent', cwd: '/p' };
  expect(sessionOf('gemini', read('gemini', { ...stop, session_id: 's' }), env)).toBe('s');
  expect(sessionOf('gemini', read('gemini', stop), env)).toBe('of-the-variable');
  expect(sessionOf('gemini', read('gemini', stop))).toBeUndefined();
});

test('The variable that holds the session is the one that the agent gives its hooks', () => {
  let stated = 0;
  for (const { id, runtime, sessionVariable } of Object.values<Adapter>(adapters)) {
    const variables = runtime.env({ event: 'stop', session: 'of-the-event', cwd: '/p' });
    const holding = Object.keys(variables).filter((name) => variables[name] === 'of-the-event');
    expect(sessionVariable === undefined ? [] : [sessionVariable], id).toEqual(holding);
    stated += holding.length;
  }
  expect(stated).toBeGreaterThan(3);
});

test('A transcript that the payload does not tell is where the agent keeps those of the session', () => {
  let told = 0;
  for (const { vendor, payload, event, name } of recorded) {
    if (vendor !== 'copilot' && vendor !== 'cursor') continue;
    const stated = event.transcript;
    const session = /([\w-]+)(?:\/events)?\.jsonl$/.exec(String(stated))?.[1];
    if (typeof stated !== 'string' || session !== event.session) continue;
    const home = stated.slice(0, stated.indexOf(`/.${vendor}/`));
    const { transcript_path: _, transcriptPath: __, ...others } = payload;
    expect(transcriptOf(vendor, read(vendor, others), home), name).toBe(stated);
    told++;
  }
  expect(told).toBeGreaterThan(3);
  const one = (sessionId: string) =>
    read('copilot', {
      sessionId,
      timestamp: 1,
      cwd: '/p',
      toolName: 'bash',
      toolArgs: '{"command":"ls"}',
    });
  expect(transcriptOf('copilot', one('s-1'), '/h/')).toBe(
    '/h/.copilot/session-state/s-1/events.jsonl',
  );
  expect(transcriptOf('copilot', one('s-1'))).toBeUndefined();
  for (const session of ['../x', 'a/b', '..', '', 'a b'])
    expect(transcriptOf('copilot', one(session), '/h')).toBeUndefined();
  expect(
    transcriptOf(
      'gemini',
      read('gemini', { hook_event_name: 'AfterAgent', session_id: 's' }),
      '/h',
    ),
  ).toBeUndefined();
});
