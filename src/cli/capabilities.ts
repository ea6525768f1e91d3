import { adapters, type Vendor } from '../adapters/index.ts';
import { type Capability, capabilities } from '../index.ts';
import { adapterOf } from '../translate/host.ts';
import { wrapText } from './paint.ts';
import { print } from './spelling.ts';
import { readVendor } from './words.ts';

/** Lists what each event honours, and with `--json` what it tells a hook. */
export function listCapabilities(vendor: string | undefined, { json }: { json?: boolean }): void {
  const chosen = vendor ? [readVendor(vendor)] : Object.keys(adapters);
  const all = Object.fromEntries(chosen.map((id) => [id, capabilities(id as Vendor)]));
  if (json) console.log(JSON.stringify(all, null, 2));
  else
    for (const [id, events] of Object.entries(all)) printCapabilities(adapterOf(id).title, events);
}

function printCapabilities(title: string, events: readonly Capability[]): void {
  print(title);
  for (const { native, event, gate, hears } of events) {
    const name = `  ${native} (${event}${gate ? ', gate' : ''})`;
    print(`${name}\n${wrapText('    ', hears.join(', ') || 'nothing is honoured')}`);
  }
  print();
}
