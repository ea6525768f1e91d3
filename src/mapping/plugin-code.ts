/**
 * Returns a part of the code of a generated plugin: the function `openBridge()`, which loads the bridge and opens it for the
 * hooks in `settings`. It throws if the bridge is missing or broken, and tries again at the next call, since it may have
 * been repaired by then.
 *
 * @param vendor The id of the agent.
 * @param bridge The path of the bridge, relative to the folder of the plugin.
 */
export const printBridgeCode = (vendor: string, bridge: string): string => `function openBridge() {
  const require = createRequire(import.meta.url);
  const path = require.resolve('${bridge}');
  try {
    return require(path).openBridge('${vendor}', settings);
  } catch (error) {
    delete require.cache[path];
    throw error;
  }
}`;

/** The import that the code of {@link printBridgeCode} needs. */
export const bridgeImports = `import { createRequire } from 'node:module';`;
