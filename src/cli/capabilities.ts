import { Command } from 'commander';
import { adapters, type Vendor } from '../adapters/index.ts';
import { type Capability, capabilities } from '../index.ts';
import { adapterOf } from '../translate/host.ts';
import { wrapText } from './paint.ts';
import { print } from './spelling.ts';
import { readVendor } from './words.ts';

/** Makes `anyhook capabilities [VENDOR]`, which lists what each event honours, and with `--json` what it tells a hook. */
export function makeCapabilitiesCommand(): Command {
  return new Command('capabilities')
    .description('list what each agent honours of a hook, and with --json what it tells one')
    .argument('[vendor]', `one of ${Object.keys(adapters).join(', ')}`)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ anyhook capabilities terminai\n\nExit codes: 0 done; 2 bad usage.',
    )
    .action((vendor: string | undefined, { json }: { json?: boolean }) => {
      const chosen = vendor ? [readVendor(vendor)] : Object.keys(adapters);
      const all = Object.fromEntries(chosen.map((id) => [id, capabilities(id as Vendor)]));
      if (json) console.log(JSON.stringify(all, null, 2));
      else
        for (const [id, events] of Object.entries(all))
          printCapabilities(adapterOf(id).title, events);
    });
}

function printCapabilities(title: string, events: readonly Capability[]): void {
  print(title);
  for (const { native, event, gate, hears } of events) {
    const name = `  ${native} (${event}${gate ? ', gate' : ''})`;
    print(`${name}\n${wrapText('    ', hears.join(', ') || 'nothing is honoured')}`);
  }
  print();
}
