import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import fc from 'fast-check';
import { beforeEach, inject } from 'vitest';

fc.configureGlobal({ seed: inject('seed') });

/** Where each test starts processes, and most of the time goes. */
const slow = /^(?:faults|shim|threats)\/|^settings\/(?:cli-|throwaway|files)/;

/** Of those, outside CI, one in so many: others with every state of the sources. */
beforeEach(({ task, skip }) => {
  const share = inject('share');
  if (share === 1 || !slow.test(relative(import.meta.dirname, task.file.filepath))) return;
  const hash = createHash('sha256')
    .update(`${inject('seed')} ${task.id} ${task.name}`)
    .digest();
  if (hash.readUInt32BE() % share) skip('not drawn: CI plays all');
});
