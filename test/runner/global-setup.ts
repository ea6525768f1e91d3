import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import type { Fuzz } from '../property.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the package is installed by the first test that needs it. */
    packedIn: string;
    /** A folder for what outlives a test file. */
    scratch: string;
    /** The command line as one script, made of the sources: `test/cli.ts` calls it. */
    commandLine: string;
    /** Whether tests of this layer may start processes. */
    processes: boolean | undefined;
    /** Whether whole tables are played, and properties with many inputs; see `test/wide.ts`. */
    wide: boolean | undefined;
    /** A part of a run of `npm run fuzz`. */
    fuzz: Fuzz | undefined;
  }
}

const root = join(import.meta.dirname, '../..');

/** Bundles `src/cli`, which believes that it lies where the built one does: beside the runner. */
export async function buildCommandLine(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, 'src/cli/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'dist/cli/main.cjs')).href),
    },
    logLevel: 'error',
  });
}

export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = (name: string) => mkdtempSync(join(realpathSync(tmpdir()), name));
  const [packed, scratch] = [folder('anyhook-packed-'), folder('anyhook-scratch-')];
  chmodSync(scratch, 0o755);
  const commandLine = join(scratch, 'command-line.cjs');
  await buildCommandLine(commandLine);
  provide('packedIn', packed);
  provide('scratch', scratch);
  provide('commandLine', commandLine);
  return () => {
    for (const one of [packed, scratch]) rmSync(one, { recursive: true, force: true });
  };
}
