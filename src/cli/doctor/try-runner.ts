/** Tries the runner of a project with a hook of ours. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { listFoldersOutside } from '../../survey/machine.ts';
import { attempt } from '../../util/attempt.ts';

/** A payload in the canonical dialect, which belongs to no agent. */
const payload = {
  event: 'before-tool',
  session: 'anyhook-doctor',
  cwd: '/',
  tool: 'shell',
  name: 'shell',
  input: { command: 'true' },
};
const reason = 'anyhook doctor has tried the runner';

/**
 * Starts the loader in `.anyhook` with a hook that refuses, and tells whether the refusal came back. The caller has
 * compared the files with ours. The hook is a shell command of ours, the home folder an empty one, and no program of the
 * project is on PATH.
 * @returns undefined if it could not be tried.
 */
export function tryRunner(root: string): boolean | undefined {
  if (process.platform === 'win32') return undefined;
  const home = attempt(() => mkdtempSync(join(tmpdir(), 'anyhook-doctor-')));
  if (home === undefined) return undefined;
  try {
    const loader = join(root, '.anyhook/sh');
    const flags = ['--host', 'anyhook', '--as', 'anyhook', '--event', 'before-tool'];
    const words = [loader, ...flags, '--', `echo ${reason} >&2; exit 2`];
    const done = attempt(() =>
      spawnSync('/bin/sh', words, {
        cwd: root,
        env: { PATH: listFoldersOutside(root).join(delimiter), HOME: home },
        input: JSON.stringify({ ...payload, cwd: root }),
        timeout: 10_000,
        encoding: 'utf8',
      }),
    );
    return done && !done.error ? done.status === 9 || done.stderr.includes(reason) : undefined;
  } finally {
    attempt(() => rmSync(home, { recursive: true, force: true }));
  }
}
