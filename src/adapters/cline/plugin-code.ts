import { bridgeImports, printBridgeCode } from '../../mapping/plugin-code.ts';

/**
 * Returns the code of the plugin that is written for Cline. Of a client's hooks, those are there that some event needs: the client
 * waits for each. The plugin runs in a process of its own with the `node` of PATH, 3.0.65.
 *
 * @param bridge the path of the bridge, relative to the plugin's folder
 */
export const printPluginCode = (bridge: string): string => `${bridgeImports}

const hooks = settings.hooks ?? {};
let session = {};
let bridge;

/** Returns a refusal for a hook that must not be left out, where anyhook cannot be loaded. */
function refuse(event, error) {
  if (!hooks[event].some((entry) => entry.failClosed)) return undefined;
  const reason =
    'anyhook cannot run its hooks (' + String(error?.message ?? error).split('\\n')[0] + '). In the project, run: npx anyhook sync';
  if (event === 'beforeTool') return { skip: true, reason };
  throw new Error(reason);
}

${printBridgeCode('cline', bridge)}

/** Runs the hooks of an event. */
async function run(event, context) {
  if (!hooks[event]) return undefined;
  try {
    bridge ??= openBridge();
  } catch (error) {
    return refuse(event, error);
  }
  return bridge.handle(event, [context, session]);
}

/** Runs the hooks of two events at the same time, since both share the three seconds of one call. */
async function runBoth(events, context) {
  const said = (await Promise.all(events.map((event) => run(event, context)))).filter(Boolean);
  const contexts = said.map((one) => one.appendContext).filter(Boolean);
  return said.length ? { ...Object.assign({}, ...said), ...(contexts.length && { appendContext: contexts.join('\\n') }) } : undefined;
}

/** The run that the person began and that is not over. */
let openRun;
let refusedRun;
let isStarted = false;
const teammates = new Set();

/** Tells whether a run is one of a sub-agent or a teammate, which begin and end with these hooks too: its prompt is not the person's. */
function isInner({ snapshot = {} }) {
  const { agentId, parentAgentId, runId, messages = [] } = snapshot;
  if (typeof parentAgentId === 'string' || teammates.has(agentId)) return true;
  const isTyped = JSON.stringify(messages.at(-1) ?? {}).includes('<user_input');
  if (openRun === undefined || openRun === runId || isTyped) return false;
  teammates.add(agentId);
  return true;
}

const handlers = {
  async beforeRun(context) {
    if (isInner(context)) return undefined;
    openRun = context.snapshot?.runId;
    const events = isStarted ? ['beforeRun'] : ['sessionStart', 'beforeRun'];
    isStarted = true;
    try {
      return await runBoth(events, context);
    } catch (error) {
      refusedRun = openRun;
      throw error;
    }
  },
  afterModel: (context) => run('afterModel', context),
  beforeTool: (context) => run('beforeTool', context),
  afterTool: (context) => run('afterTool', context),
  async afterRun(context) {
    if (isInner(context)) return undefined;
    openRun = undefined;
    const isRefused = refusedRun !== undefined && context.snapshot?.runId === refusedRun;
    if (isRefused) return undefined;
    const hasFailed = context.result?.status === 'failed';
    return runBoth(hasFailed ? ['afterRun', 'runFailed'] : ['afterRun'], context);
  },
};
const runEvents = ['sessionStart', 'beforeRun', 'afterRun', 'runFailed'];
const eventsOf = { beforeRun: runEvents, afterRun: runEvents };
const isNeeded = (hook) => (eventsOf[hook] ?? [hook]).some((event) => hooks[event]);

export default {
  name: 'anyhook in ' + import.meta.url,
  manifest: { capabilities: ['hooks'] },
  setup(_, context) {
    const cwd = context?.workspaceInfo?.rootPath ?? process.cwd();
    // The client, and this process, may work in a folder below the root of the git repository.
    const folder = process.cwd() === cwd ? undefined : process.cwd();
    session = { sessionId: context?.session?.sessionId, cwd, folder };
  },
  hooks: Object.fromEntries(Object.entries(handlers).filter(([hook]) => isNeeded(hook))),
};
`;
