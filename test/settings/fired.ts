import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { effectOf } from '../oracles/cursor.ts';
import { rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { until } from '../shim/run.ts';
import type { Project, Result } from './project.ts';

/** A name of a project that breaks shell code which does not quote it. */
export const oddName = "my 'odd' $(x) proj";

/** A payload of the fixtures, in this project. */
export function payload(
  p: Project,
  host: Vendor,
  fixture: string,
  command?: string,
): Record<string, unknown> {
  const path = new URL(`../../fixtures/${host}/payloads/${fixture}.json`, import.meta.url);
  const { payload } = JSON.parse(readFileSync(path, 'utf8'));
  if (host === 'cursor') {
    const said = { ...payload, workspace_roots: [p.dir] };
    return command === undefined
      ? said
      : { ...said, tool_input: { ...payload.tool_input, command } };
  }
  const said = { ...payload, cwd: p.dir };
  if (command === undefined) return said;
  const { dir_path: _, ...input } = payload.tool_input;
  return { ...said, tool_input: { ...input, command } };
}

/** Tells whether an agent refuses, for the result of a hook. */
export const blocks = (host: Vendor, event: string, said: Result, failClosed = false): boolean => {
  const one =
    host === 'cursor'
      ? effectOf(event, said, 'host', failClosed)
      : oracles[host](event, said, 'host');
  return rank(one.verdict) >= rank('deny');
};

/** Where it can be told who started what. */
export const linux = existsSync('/proc/self/exe');

/** A hook that writes the process ids of its runner and of itself to a file, and then does not end. */
export const endless = `#!/bin/sh
p=$PPID
until case $(readlink /proc/$p/exe) in */node) ;; *) false ;; esac
do p=$(sed 's/.*) . //; s/ .*//' /proc/$p/stat); done
echo "$p $$" > pids.new && mv pids.new pids
exec sleep 60
`;

/** Kills the runner of a line that is running, with SIGKILL. */
export async function killed(p: Project, line: string, said: object): Promise<Result> {
  const running = p.fires(line, said, 'bash');
  expect(await until(() => p.has('pids'))).toBe(true);
  const [runner, hook] = p.get('pids').split(' ').map(Number) as [number, number];
  process.kill(runner, 'SIGKILL');
  const ended = await running;
  process.kill(hook, 'SIGKILL');
  p.drop('pids');
  return ended;
}
