/** What a runner is to an agent that is known to the library alone: `run --host … --as … -- LINE`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseFlags } from '../../src/canonical/flags.ts';
import type { Vendor } from '../../src/index.ts';
import { hear, say, translate } from '../../src/index.ts';
import { configured } from './configured.ts';

const { flags } = parseFlags(process.argv.slice(3));
const host = configured.find(({ adapter }) => adapter.id === flags.host)?.adapter;
if (!host) throw new Error(`no agent ${flags.host}`);
const as = flags.as as Vendor;
const payload = JSON.parse(readFileSync(0, 'utf8'));
const { event: native = '', command } = flags;
const told = translate(payload, { from: host, to: as, native });
if (told) {
  const input = JSON.stringify(told.payload);
  const shell = { input, encoding: 'utf8', shell: true } as const;
  const { status: code, stdout, stderr } = spawnSync(command[0] as string, shell);
  const said = say(host, payload, hear(as, told.payload, { code, stdout, stderr }).outcome);
  process.stdout.write(said.stdout);
  process.stderr.write(said.stderr);
  process.exitCode = said.exitCode;
}
