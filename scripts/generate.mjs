// Writes all that is generated from the tables, in an order in which each step finds what it needs. Stops at the first that fails.
import { spawnSync } from 'node:child_process';

/** Scripts of package.json that write a part of the pages with --write. */
const pages = [
  'picture',
  'figures',
  'support',
  'agent-pages',
  'emulation',
  'starts',
  'lengths',
  'dialect',
];

const steps = [
  'npm run index-vendors',
  'npm run shapes -- --write',
  'npm run build',
  ...[...pages, 'api', 'reference'].map((name) => `npm run ${name} -- --write`),
  'npx vitest run --project unit test/settings/reports.test.ts --update',
];

for (const step of steps) {
  console.log(`== ${step}`);
  const { status } = spawnSync(step, { shell: true, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
