// What is written for agents that are no settings file runs, and refuses.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, inject, test } from 'vitest';
import { convertFile } from '../../src/convert/convert-file.ts';
import { register } from '../throwaway/registered.ts';
import { type Project, project } from './project.ts';
import {
  executableAt,
  executableEnds,
  guard,
  guarded,
  launcherOf,
  onTwoEvents,
  pluginFile,
  runner,
  writePlugin,
} from './throwaway-agents.ts';

register();

let launcher = '';
beforeAll(async () => {
  const outfile = join(mkdtempSync(join(inject('scratch'), 'runner-')), 'runner.cjs');
  await build({
    ...{ entryPoints: [runner], outfile, bundle: true, platform: 'node', format: 'cjs' },
    ...{ mainFields: ['module', 'main'], logLevel: 'error' },
  });
  launcher = launcherOf(outfile);
});

/** A call of a tool, as the agent makes it through the plugin. */
async function loaded(p: Project) {
  const { plugin } = await import(p.at(pluginFile));
  const { 'tool.before': before } = await plugin({ directory: p.dir });
  return (command: string) => before({ tool: 'Bash', session: 's1' }, { args: { command } });
}

test('a plugin within the agent refuses what a hook refuses', async () => {
  const p = project({ '.gemini/settings.json': guarded('true', guard) });
  expect(await writePlugin(p, launcher)).toMatchObject({ unsafe: false });
  const call = await loaded(p);
  await expect(call('cat secret')).rejects.toThrow('Not the secret.');
  await expect(call('ls')).resolves.toBe(undefined);
});

test('a plugin within the agent refuses where the runner is not there', async () => {
  const p = project({ '.gemini/settings.json': guarded(guard) });
  await writePlugin(p, './nowhere');
  await expect((await loaded(p))('ls')).rejects.toThrow('the runner did not run');
});

test('an executable for an event runs its hooks and answers with their verdict', async () => {
  const p = project({ '.gemini/settings.json': onTwoEvents });
  await convertFile(executableEnds(p, launcher, { write: true }));
  const says = async (command: string) => {
    const call = { tool_name: 'Bash', tool_input: { command } };
    const event = { session_id: 's1', cwd: '/w', hook_event_name: 'PreToolUse' };
    const said = await p.fires(executableAt('PreToolUse'), { ...event, ...call });
    return JSON.parse(said.stdout);
  };
  expect(await says('cat secret')).toEqual({ decision: 'block', reason: 'Not the secret.' });
  expect(await says('ls')).toEqual({});
});
