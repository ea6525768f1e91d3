import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { settingsTables, type Vendor } from '../adapters/index.ts';
import { AnyhookError } from '../errors.ts';
import { readSettings } from '../files/settings-file.ts';
import { adapterOf, knownAdapter } from '../translate/host.ts';
import {
  baseOf,
  convertFile,
  type Done,
  fileOf,
  missing,
  placeOf,
  rootFor,
  type Where,
} from './apply.ts';
import { type Place, shown } from './findings/check.ts';
import { agents, neutral, readHooks } from './formats/index.ts';

export interface Syncing extends Where {
  /** A vendor, or a file of one; default: the neutral file. */
  from?: string | undefined;
  /** Default: every agent present in the project. */
  to?: readonly string[] | undefined;
  /** Write nothing. */
  check?: boolean | undefined;
  acceptLoss?: boolean | undefined;
  force?: boolean | undefined;
  /** Where the agents will run; default: here. */
  for?: 'windows' | undefined;
}

/**
 * Writes one source of hooks into every agent's settings. Throws as `convertFile` does.
 *
 * @example
 * const stale = (await syncHooks({ check: true })).filter(({ changed }) => changed);
 */
export async function syncHooks(job: Syncing): Promise<Done[]> {
  const place = placeOf(job);
  const { vendor, input } = sourceOf(job.from ?? neutral());
  const targets = [...new Set(job.to ?? targetsOf(vendor, input, place))];
  if (!targets.length) {
    const folders = agents().map((id) => folderIn(id));
    throw new AnyhookError(
      'usage',
      `no agent is present here (looked for ${folders.join(', ')}); say --to VENDOR`,
    );
  }
  const { root, home, scope } = place;
  const more = {
    root,
    home,
    scope,
    input,
    acceptLoss: job.acceptLoss,
    force: job.force,
    for: job.for,
  };
  const plans = [];
  for (const to of targets) plans.push(await convertFile({ ...more, from: vendor, to }));
  // All or nothing: one guard that would be lost keeps every file as it is.
  if (job.check || plans.some(({ refused }) => refused)) return plans;
  const done = [];
  for (const to of targets)
    done.push(await convertFile({ ...more, from: vendor, to, write: true }));
  return done;
}

const ids = (): Vendor[] => Object.keys(settingsTables) as Vendor[];
const folderIn = (id: Vendor): string => dirname(settingsTables[id].file.project);

/** A vendor by its name, or by the file that is named. */
function sourceOf(from: string): { vendor: string; input: string | undefined } {
  if (knownAdapter(from)) return { vendor: from, input: undefined };
  if (!/[./\\]/.test(from)) adapterOf(from, '--from');
  const named = from.replaceAll('\\', '/');
  const vendor =
    ids().find((id) => `/${named}`.endsWith(`/${settingsTables[id].file.project}`)) ??
    (/\.ya?ml$/.test(named) ? neutral() : undefined);
  if (vendor) return { vendor, input: from };
  throw new AnyhookError(
    'usage',
    `--from ${from}: cannot tell whose file it is; run: anyhook convert VENDOR … --input ${from}`,
  );
}

/** Agents with a folder in the project, and those that a hook names. */
function targetsOf(vendor: string, input: string | undefined, place: Place): Vendor[] {
  const { root } = baseOf(place);
  const path = input === undefined ? fileOf(vendor, place) : resolve(place.root, input);
  const text = readSettings(path, { root: rootFor(path, root) })?.text;
  if (text === undefined) throw missing(vendor, shown(path, place), place, '--from');
  const hooks = readHooks(vendor, text, shown(path, place)).hooks;
  const named = new Set(hooks.flatMap(({ hook }) => hook.agents ?? []));
  const isThere = (id: Vendor) =>
    statSync(join(root, folderIn(id)), { throwIfNoEntry: false })?.isDirectory();
  return agents().filter((id) => fileOf(id, place) !== path && (named.has(id) || isThere(id)));
}
