import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the package is installed by the first test that needs it. */
    packedIn: string;
  }
}

export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-packed-'));
  provide('packedIn', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
