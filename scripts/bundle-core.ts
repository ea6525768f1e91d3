import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The functions with which a program reads payloads and answers them. */
export const coreFunctions = ['read', 'say', 'refuse', 'recognise'];

/**
 * Bundles the functions that answer payloads with the dialects of vendors, as a browser would load them.
 *
 * @param from The entry point that has the functions.
 */
export async function bundleCore(vendors: readonly string[], from = 'anyhook/core') {
  const imports = [
    `import { ${coreFunctions} } from '${from}';`,
    ...vendors.map((vendor) => `import { ${vendor} } from 'anyhook/dialects/${vendor}';`),
  ];
  const { outputFiles, metafile, warnings } = await build({
    stdin: {
      contents: `${imports.join('\n')}\nglobalThis.used = [${[...coreFunctions, ...vendors]}];`,
      resolveDir: root,
    },
    ...{
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'esm',
      target: 'es2022',
    },
    platform: 'browser',
    absWorkingDir: root, // the paths of modules are relative to it
  });
  const [output] = Object.values(metafile.outputs);
  // A module of which nothing is left in the bundle is no part of it.
  const modules = Object.entries(output?.inputs ?? {})
    .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && path !== '<stdin>')
    .map(([path]) => path);
  const [file] = outputFiles;
  return { bytes: file?.contents.length ?? 0, modules, warnings };
}
