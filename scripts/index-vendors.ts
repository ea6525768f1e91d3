// Writes the lists of vendors from the folders of src/adapters; `--check` fails where one is not up to date.
import { join } from 'node:path';
import { indexCommand, listStaleLists, writeVendorLists } from './vendors/index-files.ts';

const root = join(import.meta.dirname, '..');
if (process.argv.includes('--check')) {
  const stale = listStaleLists(root);
  if (stale.length) {
    console.error(
      `Not as the folders of src/adapters say: ${stale.join(', ')}.\nRun: ${indexCommand}`,
    );
    process.exitCode = 1;
  }
} else {
  for (const path of writeVendorLists(root)) console.log(`wrote ${path}`);
}
