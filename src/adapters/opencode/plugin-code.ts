import { bridgeImports, printBridgeCode } from '../../mapping/plugin-code.ts';

/** Hooks of the client that the generated plugin has, other than `event`, each with the native events that it may be. */
const hooks = {
  'chat.message': ['chat.message', 'chat.message.child'],
  'chat.params': ['chat.params'],
  'command.execute.before': ['command.execute.before'],
  'experimental.session.compacting': ['experimental.session.compacting'],
  'experimental.text.complete': ['experimental.text.complete'],
  'tool.execute.after': ['tool.execute.after'],
  'tool.execute.before': ['tool.execute.before'],
} as const;

/** Types of events that the generated plugin passes on. The client fires many others, some for each word of the model. */
const eventTypes = [
  ...['permission.asked', 'session.compacted', 'session.created', 'session.deleted'],
  ...['session.error', 'session.idle'],
] as const;

/** Events that are two native events: of a session of the person, and of one of a sub-agent. */
const childTypes = ['session.created', 'session.idle'] as const;

/** Returns the lines that find the project to which the plugin belongs. The client may be started in a folder below it. */
const projectLines = (project: string): string =>
  `  const project = fileURLToPath(new URL('${project}', import.meta.url)).slice(0, -1);\n`;

/**
 * Returns the code of the plugin that is generated for the client or a fork of it: an ES module with one exported function,
 * which the client calls once. It does nothing when it is loaded, since the client loads it even with `--pure`, 1.18.33.
 * The bridge is loaded at the first event.
 *
 * @param bridge The path of the bridge, relative to the folder of the plugin.
 * @param project The path of the project, relative to that folder. Undefined: the plugin is a person's.
 */
export const printPluginCode = (
  vendor: string,
  bridge: string,
  project: string | undefined,
): string => `${bridgeImports}${project ? "\nimport { fileURLToPath } from 'node:url';" : ''}

const hooks = ${JSON.stringify(hooks, undefined, 2)};
const eventTypes = ${JSON.stringify(eventTypes)};
const childTypes = ${JSON.stringify(childTypes)};

${printBridgeCode(vendor, bridge)}

export const anyhook = async (context) => {
  let bridge;
${project ? projectLines(project) : ''}  // The ids of messages that are refused because anyhook cannot run, and of sessions whose next prompt is. An error
  // that is thrown at once would not be shown.
  const refused = new Set();
  const refuses = (native) => settings.hooks?.[native]?.some((hook) => hook.failClosed) === true;
  const refuse = (native, input, output, error) => {
    const message = \`anyhook cannot run (\${error?.message ?? error}). Repair it with: npx anyhook sync\`;
    if (native === 'chat.params' && refused.has(input.message?.id)) throw new Error(message);
    if (native === 'command.execute.before' && refuses(native)) return refused.add(input.sessionID);
    if (native === 'chat.message' && (refused.delete(input.sessionID) || refuses(native))) {
      refused.add(output.message?.id);
      const texts = output.parts.filter(({ type }) => type === 'text');
      for (const part of texts) part.ignored = true;
      return output.parts.splice(0, output.parts.length, ...texts);
    }
    if (refuses(native)) throw new Error(message);
  };
  const handle = async (native, input = {}, output = {}) => {
    try {
      bridge ??= openBridge();
    } catch (error) {
      return refuse(native, input, output, error);
    }
    await bridge.handle(native, [input, output, context${project ? ', project' : ''}]);
  };
  const handleEach = async (natives, input, output) => {
    for (const native of natives) await handle(native, input, output);
  };
  return {
    ...Object.fromEntries(
      Object.entries(hooks).map(([hook, natives]) => [hook, (input, output) => handleEach(natives, input, output)]),
    ),
    event: async ({ event }) => {
      if (!eventTypes.includes(event?.type)) return;
      const natives = childTypes.includes(event.type) ? [event.type, \`\${event.type}.child\`] : [event.type];
      await handleEach(natives, { event }).catch(() => {});
    },
    dispose: () => handle('dispose').catch(() => {}),
  };
};
`;
