import { bridgeImports, printBridgeCode } from '../../mapping/plugin-code.ts';

/**
 * Returns the code of the extension that we generate. An extension that fails while it is loaded stops the client, 1.5.2, so it
 * only registers handlers, and loads the bridge at the first event.
 *
 * @param bridge The path of the bridge, relative to the folder of the file.
 */
export const printPluginCode = (bridge: string): string => `${bridgeImports}

// What each event answers if anyhook cannot run, where an entry says failClosed.
const refusals = {
  tool_call: (reason) => ({ block: true, reason }),
  user_bash: (reason) => ({
    result: { output: reason, exitCode: 1, cancelled: false, truncated: false },
  }),
  input(reason, ctx) {
    tell(reason, ctx);
    return { action: 'handled' };
  },
  before_agent_start(reason, ctx) {
    tell(reason, ctx);
    ctx.abort();
  },
};

function tell(reason, ctx) {
  if (ctx.hasUI) return ctx.ui.notify(reason, 'warning');
  process.stderr.write(reason + '\\n');
  process.exitCode = 1;
}

${printBridgeCode('pi', bridge)}

export default function (pi) {
  let bridge;
  for (const [name, entries] of Object.entries(settings.hooks ?? {})) {
    pi.on(name, async (event, ctx) => {
      try {
        bridge ??= openBridge();
        return await bridge.handle(name, [event, ctx, pi]);
      } catch (error) {
        const reason = \`anyhook cannot run (\${error?.message ?? error}). Repair it with: npx anyhook sync\`;
        if (entries.some(({ failClosed }) => failClosed)) return refusals[name]?.(reason, ctx);
      }
    });
  }
}
`;
