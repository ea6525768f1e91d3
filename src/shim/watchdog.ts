import type { Require } from './platform.ts';

/** How long this process may live on after the time of its hook, in seconds: it answers, and ends. */
const grace = 1;

/**
 * Ends this process by SIGKILL some time after the time limit of the hook, whatever code runs in it then, so that the
 * ending of the line refuses. A process that waits is needed for that, since this process may be in a loop, or may
 * wait at its end for a read that never returns. The process ends itself together with this one: its stdin is then
 * closed. There is none on Windows.
 */
export function startWatchdog(timeout: number, require: Require): void {
  if (process.platform === 'win32') return;
  const seconds = Math.ceil(Math.max(0, timeout) / 1000) + grace;
  const script = `{ sleep ${seconds}; kill -9 ${process.pid}; } & read -r _; kill -9 0`;
  const dog = require('node:child_process').spawn('/bin/sh', ['-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // a process group of its own, which it ends as a whole
    env: {},
  });
  dog.on('error', () => {}); // no process can be started: then only the host's limit holds
  dog.unref();
  (dog.stdin as unknown as { unref(): void } | null)?.unref();
}

/** The global name of what {@link runLimited} calls: V8 limits the time of a script, and of no function. */
const limitedCall = 'anyhook.call';

/** Calls `work`. V8 ends it, whatever code it is in, once it has run for a number of milliseconds, and throws. */
export function runLimited(work: () => void, milliseconds: number, require: Require): void {
  const { Script } = require('node:vm');
  const globals = globalThis as { [limitedCall]?: () => void };
  globals[limitedCall] = () => {
    delete globals[limitedCall]; // built-in objects then have no property that they did not have
    work();
  };
  const timeout = Math.max(1, Math.ceil(milliseconds));
  new Script(`globalThis['${limitedCall}']()`).runInThisContext({ timeout });
}
