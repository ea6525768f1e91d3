/** Events at which an agent starts no command: hooks there are functions of a plugin, such as the one that anyhook writes. */

/** Agent → the names of these events. `all`: the agent has no other events. A test compares this with the settings tables. */
const pluginEvents: Readonly<Record<string, 'all' | readonly string[]>> = {
  cline: [
    ...['sessionStart', 'beforeRun', 'afterModel', 'beforeTool', 'afterTool'],
    ...['afterRun', 'runFailed'],
  ],
  kilo: 'all',
  opencode: 'all',
  pi: 'all',
};

/** Tells whether an agent by itself starts commands at one of its events. */
export function startsCommands(agent: string, native: string): boolean {
  const events = Object.hasOwn(pluginEvents, agent) ? pluginEvents[agent] : undefined;
  return events !== 'all' && events?.includes(native) !== true;
}
