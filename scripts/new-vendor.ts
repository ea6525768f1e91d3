// `npm run new-vendor acme`: writes the files of a new vendor, each with an example that the tests accept.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ScaffoldError, scaffoldVendor } from './vendors/scaffold.ts';

const usage = 'Usage: npm run new-vendor ID [-- --title "Name for people"]';

/** Reads the command line. Throws `ScaffoldError`. */
function readArguments(): { id: string; title: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { id: { type: 'string' }, title: { type: 'string' } },
      allowPositionals: true,
    });
    const [id, ...more] = [...(values.id === undefined ? [] : [values.id]), ...positionals];
    if (id !== undefined && !more.length) return { id, title: values.title };
  } catch (error) {
    throw new ScaffoldError((error as Error).message);
  }
  throw new ScaffoldError('Give one id.');
}

try {
  const { id, title } = readArguments();
  for (const path of scaffoldVendor(join(import.meta.dirname, '..'), id, title))
    console.log(`wrote ${path}`);
  console.log(`
Every file holds an example. Put what you know of the client in its place, file by file, and type:
  npx tsc && npm test -- test/conformance.test.ts test/facts.test.ts test/laws.test.ts
docs/guides/write-an-adapter.md says what belongs where.`);
} catch (error) {
  if (!(error instanceof ScaffoldError)) throw error;
  console.error(`${error.message}\n${usage}`);
  process.exitCode = 1;
}
