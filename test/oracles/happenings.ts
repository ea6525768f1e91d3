import type { Vendor } from '../../src/adapters/index.ts';
import type { Happening, OracleFile } from './effect.ts';
import { listUsualHappenings } from './happenings/usual.ts';
import { oracleFiles } from './list.ts';

const files: Record<Vendor, OracleFile> = oracleFiles;
const happenings = new Map<Vendor, readonly Happening[]>();

/** Lists all incidents that we know of in a host. */
export function happeningsIn(host: Vendor): readonly Happening[] {
  const all = happenings.get(host) ?? (files[host].listHappenings ?? listUsualHappenings)(host);
  happenings.set(host, all);
  return all;
}
