// What hooks of a plugin do to the process of the agent: nothing but what the agent waits for.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { plugins } from '../../src/adapters/plugins.ts';
import type { PluginEntry } from '../../src/bridge/lines.ts';
import { factOf, placePayload, recordedCall } from '../facts.ts';
import type { CallPlugin, Effect } from '../oracles/effect.ts';
import { pluginClients } from '../oracles/index.ts';
import { alive, folder, pids, read, session, until } from '../shim/run.ts';
import { installBridge, lineOf, openBridge, pluginHosts } from './bridge.ts';

const dir = folder('bridge');
const bridge = installBridge(dir);
mkdirSync(join(dir, '.anyhook/modules'));

/** What is written to a stream of this process meanwhile. */
const written: string[] = [];
const { stdout, stderr } = process;
const writers = [stdout.write, stderr.write] as const;
afterEach(() => {
  [stdout.write, stderr.write] = writers;
});

/** Returns the entry of a hook that is a module in `.anyhook/modules`. */
const moduleEntry = (host: string, module: string, flags = ''): PluginEntry => ({
  command: `node .anyhook/run.cjs run --host ${host} --as anyhook --event before-tool --module ${module} ${flags}`,
});

/** What must be as before when a hook is over. */
const stateOfProcess = () => ({
  listeners: Object.fromEntries(
    (['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const).map(
      (name) => [name, process.listenerCount(name)],
    ),
  ),
  folder: process.cwd(),
  exitCode: process.exitCode,
  variables: { ...process.env },
});

/** Names of what keeps a process alive, without what the runner of tests has. */
const resources = () =>
  process.getActiveResourcesInfo().filter((name) => /Process|Pipe|TCP|Timeout/.test(name));

/** Fires the event before a shell command, for hooks behind the plugin, and checks the process. */
async function fire(
  host: string,
  entries: readonly PluginEntry[],
  signal?: AbortSignal,
): Promise<Effect> {
  const native = factOf(host, 'events').before;
  const { handle } = openBridge(bridge, host, { hooks: { [native]: entries } });
  const before = stateOfProcess();
  const kept = resources().length;
  written.length = 0;
  stdout.write = stderr.write = (text: unknown) => written.push(String(text)) > 0;
  try {
    const payload = placePayload(host, recordedCall(host), { cwd: dir, session: session() });
    const said = await (pluginClients[host as 'claude'] as CallPlugin)(
      native,
      payload,
      handle,
      signal,
    );
    expect(await until(() => resources().length <= kept, 5000), `${resources()}`).toBe(true);
    return said;
  } finally {
    [stdout.write, stderr.write] = writers;
    expect(stateOfProcess()).toEqual(before);
    expect(written).toEqual([]);
  }
}

describe.each(pluginHosts)('In the process of %s', (host) => {
  const claude = (command: string, flags = ''): PluginEntry => ({
    command: lineOf(host, 'claude', 'PreToolUse', command, flags),
    failClosed: true,
  });

  test('a hook refuses with its reason, and its words on stderr reach nobody else', async () => {
    expect(await fire(host, [claude('echo Not that. >&2; exit 2')])).toMatchObject({
      verdict: 'deny',
      reason: expect.stringContaining('Not that.'),
    });
  });

  test('a hook that hangs is ended with its children at its limit, and the call is refused', async () => {
    const list = join(dir, 'hung');
    const hook = `echo $$ >> '${list}'; sleep 300 & echo $! >> '${list}'; wait`;
    const said = await fire(host, [claude(hook, "--timeout '300ms' --on-failure block")]);
    expect(said).toMatchObject({ verdict: 'deny', reason: expect.stringMatching(/time/) });
    for (const pid of await pids(list, 2)) expect(await until(() => !alive(pid))).toBe(true);
    rmSync(list);
  });

  const beforeCall = adapters[host as Vendor].bindings.find(factOf(host, 'events').before);
  test.runIf(beforeCall?.hasFixedTimeout)(
    'hooks that would take longer than the client waits are ended before that, whatever their own limits are, and the call is refused',
    async () => {
      const limits = ['--timeout 3600s', '', '--timeout 3600s --on-failure native'];
      const said = await fire(
        host,
        limits.map((flags) => claude('sleep 300', flags)),
      );
      expect(said).toMatchObject({ verdict: 'deny', reason: expect.stringMatching(/time/) });
      expect((await fire(host, [claude('sleep 300', '--on-failure allow')])).verdict).toBe('pass');
    },
  );

  test('a child that a hook leaves behind with its pipes keeps nothing of the process', async () => {
    const list = join(dir, 'left');
    const said = await fire(host, [claude(`sleep 300 & echo $! > '${list}'; exit 2`)]);
    expect(said.verdict).toBe('deny');
    for (const pid of await pids(list, 1)) process.kill(pid, 'SIGKILL');
    rmSync(list);
  });

  test.runIf(plugins[host]?.().signalOf)(
    'what the agent breaks off ends the hook with its children, and is refused, since the agent may go on with the call',
    async () => {
      const list = join(dir, 'broken');
      const hook = `echo $$ >> '${list}'; sleep 300 & echo $! >> '${list}'; wait`;
      const breaking = new AbortController();
      const fired = fire(host, [claude(hook, "--timeout '10m'")], breaking.signal);
      const started = await pids(list, 2);
      breaking.abort();
      for (const pid of started) expect(await until(() => !alive(pid))).toBe(true);
      expect((await fired).verdict).toBe('deny');
      rmSync(list);
    },
  );

  test('output without end, a program that is missing and an early end are failures of the hook alone', async () => {
    for (const command of ['yes', '/no/such/program', 'exec <&-; kill -9 $$'])
      expect((await fire(host, [claude(command, '--on-failure block')])).verdict).toBe('deny');
    expect((await fire(host, [claude('/no/such/program')])).verdict).toBe('pass');
  });

  test('a line that is mistyped refuses, and says what is wrong', async () => {
    const said = await fire(host, [{ command: 'node .anyhook/run.cjs run --nonsense -- true' }]);
    expect(said).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('--nonsense') });
  });

  test('of lines of several dialects one refuses; where hooks run in turn, it is the last', async () => {
    const told = join(dir, 'told');
    const note = (word: string, then = '') => `echo ${word} >> '${told}'; ${then}`;
    const refuses = lineOf(host, 'gemini', 'BeforeTool', note('two', 'echo no >&2; exit 2'));
    const lines = [claude(note('one')), { command: refuses }, claude(note('three'))];
    const said = await fire(host, lines);
    expect(said).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('no') });
    const isLast = adapters[host as Vendor].merging?.inTurn === true;
    const started = read(told).trim().split('\n').sort();
    expect(started).toEqual(isLast ? ['one', 'two'] : ['one', 'three', 'two']);
    rmSync(told);
  });

  test('a line of another program speaks the agent’s own dialect', async () => {
    const refusal = JSON.stringify(factOf(host, 'refusal'));
    const say = (text: string) => fire(host, [{ command: `printf %b '${text}'` }]);
    expect((await say(refusal)).verdict).toBe('deny');
    expect((await say(`\\0357\\0273\\0277${refusal}`)).verdict).toBe('deny');
    expect((await say('\\0357\\0273\\0277{}')).verdict).toBe('pass');
  });

  test('a hook that is a module runs in a process of its own', async () => {
    writeFileSync(
      join(dir, '.anyhook/modules/guard.cjs'),
      `module.exports = { default: { beforeTool: () => { process.stdout.write('noise'); return { decision: 'deny', reason: 'from ' + (process.pid !== ${process.pid}) }; } } };`,
    );
    const said = await fire(host, [moduleEntry(host, 'guard.cjs')]);
    expect(said).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('from true') });
  });

  test('a module that is killed refuses the call, or lets it through where its line says so', async () => {
    writeFileSync(
      join(dir, '.anyhook/modules/killed.cjs'),
      `module.exports = { default: { beforeTool: () => process.kill(process.pid, 'SIGKILL') } };`,
    );
    const block = await fire(host, [moduleEntry(host, 'killed.cjs', '--on-failure block')]);
    expect(block.verdict).toBe('deny');
    const allow = await fire(host, [moduleEntry(host, 'killed.cjs', '--on-failure allow')]);
    expect(allow.verdict).toBe('pass');
  });

  test('a hook whose answer comes later is started, and nothing waits for it', async () => {
    const mark = join(dir, 'later');
    const hook = `sleep 0.2; cat > '${mark}.new'; mv '${mark}.new' '${mark}'; exit 2`;
    expect((await fire(host, [claude(hook, '--answer later')])).verdict).toBe('pass');
    expect(existsSync(mark)).toBe(false);
    expect(await until(() => existsSync(mark))).toBe(true);
    expect(JSON.parse(read(mark))).toMatchObject({ hook_event_name: 'PreToolUse' });
    rmSync(mark);
  });

  test('a hook whose answer is ignored is not waited for', async () => {
    const mark = join(dir, `ignored-${host}`);
    const hook = `sleep 0.2; cat > '${mark}.new'; mv '${mark}.new' '${mark}'; exit 2`;
    const lines = [claude('exit 0'), claude(hook, '--answer ignored')];
    expect((await fire(host, lines)).verdict).toBe('pass');
    expect(existsSync(mark)).toBe(false);
    expect(await until(() => existsSync(mark))).toBe(true);
  });

  test('a hook that is an address refuses, and one that nobody answers leaves nothing behind', async () => {
    const reply = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'The server says no.',
      },
    };
    const server = createServer((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    const { port } = server.address() as AddressInfo;
    const at = (path: string) => ({
      command: `node .anyhook/run.cjs run --host ${host} --as claude --event PreToolUse --on-failure block --url 'http://127.0.0.1:${path}'`,
    });
    expect(await fire(host, [at(`${port}/`)])).toMatchObject({
      verdict: 'deny',
      reason: expect.stringContaining('The server says no.'),
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect((await fire(host, [at(`${port}/`)])).verdict).toBe('deny');
  });

  test('what hooks print by the megabyte, and arguments of megabytes, are judged', async () => {
    const large = `head -c 3000000 /dev/zero | tr '\\0' x >&2; exit 2`;
    expect((await fire(host, [claude(large)])).verdict).toBe('deny');
  });
});
