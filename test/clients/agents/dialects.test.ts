// Scripts written for every agent, under every real client, as `anyhook sync` sets them up.
import { describe, expect, test } from 'vitest';
import { answerHook, listCases, type MatrixCase } from '../../matrix/cases.ts';
import { anyhook } from '../packed.ts';
import type { Moment } from './client.ts';
import { clients, type Host, hosts, session } from './index.ts';
import { granted, reaches, turns } from './wishes.ts';
import { dialects, said, script } from './words.ts';

const moments: readonly Moment[] = ['start', 'prompt', 'before', 'after', 'stop'];

/** An anyhook.yaml with the scripts of one agent. */
const source = (vendor: Vendor) => ({
  version: 1,
  hooks: moments.map((moment) => ({
    ...(vendor === 'anyhook'
      ? { on: dialects[vendor].events[moment] }
      : { speaks: vendor, event: dialects[vendor].events[moment] }),
    run: script(dialects[vendor], moment),
  })),
});

/** They tell nobody why, where nobody is there. */
const silent: readonly string[] = ['codex', 'qwen'];

type Vendor = keyof typeof dialects;

const vendors = Object.keys(dialects) as Vendor[];

/** The scripts after whose refusal of a prompt the runner says the same to the host, byte for byte. */
function alike(id: Host): Vendor[][] {
  const all = [...listCases(id)].filter(({ fired }) => fired === dialects[id].events.prompt);
  const groups = new Map<string, Vendor[]>();
  for (const vendor of vendors) {
    const { events, says } = dialects[vendor];
    const at = all.find(({ dialect, native }) => dialect === vendor && native === events.prompt);
    const { run, told } = at as MatrixCase;
    const answer = `${JSON.stringify(says.refuse?.(said.refuse, events.prompt))}\n`;
    const { code, stdout, stderr } = answerHook(run, told, { code: 0, stdout: answer, stderr: '' });
    const key = JSON.stringify([code, stdout, stderr]);
    groups.set(key, [...(groups.get(key) ?? []), vendor]);
  }
  return [...groups.values()];
}

describe.each(hosts)('hooks synced to %s', (id) => {
  const synced = (vendor: Vendor, prompt = 'Do the task.') =>
    session(id, {
      files: { 'anyhook.yaml': JSON.stringify(source(vendor)) },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', id, '--accept-loss'),
      turns: turns(clients[id], dialects[vendor], reaches[id]),
      prompt,
    });

  test.each(
    vendors,
  )('deny, ask, rewrite, add context and go on in the dialect %s as far as the client lets a hook do so', async (vendor) => {
    const run = await synced(vendor);
    granted(run, dialects[vendor], reaches[id]);
    expect(JSON.stringify(run.seen()), 'the prompt is told').toContain('Do the task.');
  });

  test.each(
    alike(id).map((some) => [some.join(', '), some] as const),
  )('keep a prompt that they refuse from the model, in the dialects %s', async (_, some) => {
    const vendor = some[hosts.indexOf(id) % some.length] as Vendor;
    const run = await synced(vendor, 'Use sk-live-123 to log in.');
    expect(run.asked).toBe(0);
    expect(run.exitCode).toBe(clients[id].exitCodeOfRefusedPrompt);
    if (!silent.includes(id)) expect(run.stdout + run.stderr).toContain(said.refuse);
  });
});
