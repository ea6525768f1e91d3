import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the package is installed by the first test that needs it. */
    packedIn: string;
    /** For what outlives a test file. */
    scratch: string;
  }
}

export default function setup({ provide }: TestProject): () => void {
  const folder = (name: string) => mkdtempSync(join(realpathSync(tmpdir()), name));
  const [packed, scratch] = [folder('anyhook-packed-'), folder('anyhook-scratch-')];
  chmodSync(scratch, 0o755);
  provide('packedIn', packed);
  provide('scratch', scratch);
  return () => {
    for (const one of [packed, scratch]) rmSync(one, { recursive: true, force: true });
  };
}
