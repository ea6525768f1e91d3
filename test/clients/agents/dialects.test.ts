// Scripts written for every agent, under every real client, as `anyhook sync` sets them up.
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../../src/adapters/index.ts';
import { anyhook } from '../packed.ts';
import type { Moment } from './client.ts';
import { clients, hosts, session } from './index.ts';
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

const vendors = Object.keys(adapters) as Vendor[];

describe.each(hosts)('hooks synced to %s', (id) => {
  const synced = (vendor: Vendor, prompt = 'Do the task.') =>
    session(id, {
      files: { 'anyhook.yaml': JSON.stringify(source(vendor)) },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', id, '--accept-loss'),
      turns: turns(clients[id]),
      prompt,
    });

  test.each(
    vendors,
  )('deny, ask, rewrite, add context and go on in the dialect %s as far as the client lets a hook do so', async (vendor) => {
    granted(await synced(vendor), dialects[vendor], reaches[id]);
  });

  test.each(
    vendors,
  )('keep a prompt that they refuse in the dialect %s from the model', async (vendor) => {
    const run = await synced(vendor, 'Use sk-live-123 to log in.');
    expect(run.asked).toBe(0);
    if (!silent.includes(id)) expect(run.stdout + run.stderr).toContain(said.refuse);
  });
});
