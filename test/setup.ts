import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the package is installed by the first test that needs it. */
    packedIn: string;
    /** For what outlives a test file. */
    scratch: string;
    /** Of all that is drawn. */
    seed: number;
    /** Of the slow tests one in so many is played. */
    share: number;
  }
}

/**
 * One seed for one state of the sources: what holds on one machine holds on another, and every
 * change tries other draws. `FUZZ_SEED` says which; a run of `FUZZ_RUNS` has one of its own.
 */
function seed(): number {
  const { FUZZ_RUNS, FUZZ_SEED } = process.env;
  if (FUZZ_SEED ?? FUZZ_RUNS) return Number(FUZZ_SEED ?? Date.now() % 2 ** 31);
  const root = join(import.meta.dirname, '../src');
  const hash = createHash('sha256');
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.ts')) hash.update(readFileSync(join(root, name)));
  return hash.digest().readInt32BE();
}

/** All in CI, and of files that are asked for by name. */
const share = (): number =>
  process.env.CI || process.argv.slice(2).some((word) => !/^-|^run$/.test(word)) ? 1 : 3;

export default function setup({ provide }: TestProject): () => void {
  const folder = (name: string) => mkdtempSync(join(realpathSync(tmpdir()), name));
  const [packed, scratch] = [folder('anyhook-packed-'), folder('anyhook-scratch-')];
  chmodSync(scratch, 0o755);
  provide('packedIn', packed);
  provide('scratch', scratch);
  provide('seed', seed());
  provide('share', share());
  return () => {
    for (const one of [packed, scratch]) rmSync(one, { recursive: true, force: true });
  };
}
