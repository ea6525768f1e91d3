/** The purpose of a tool that several agents have and that is no canonical tool. Comments list its arguments. */
export type ToolPurpose =
  | 'agents' // lists the agents at work
  | 'ask' // asks the person: questions
  | 'message' // to another agent
  | 'monitor' // a command whose lines the agent is told of: command, description
  | 'notebook' // changes a cell: notebook_path, cell_id, new_source, cell_type, edit_mode
  | 'patch' // changes files: patch
  | 'plan' // begins to plan
  | 'plan-done' // shows the person the plan: plan
  | 'resource' // reads what an MCP server offers: server, uri
  | 'resources' // lists it: server
  | 'schedule' // cron, prompt, recurring
  | 'scheduled'
  | 'unschedule'
  | 'skill' // skill, args
  | 'stop-task'
  | 'tool-search'
  | 'tracked' // lists what is to be done
  | 'track' // adds to it
  | 'track-change'
  | 'wakeup' // comes back after a while: delaySeconds, prompt
  | 'workflow'
  | 'worktree' // begins to work in one
  | 'worktree-done';

/**
 * An agent's name for a tool, and the names of those arguments that differ from {@link ToolPurpose} says; null: it has
 * no such argument.
 */
export type EquivalentTool =
  | string
  | { readonly name: string; readonly input: Readonly<Record<string, string | null>> };

/** The tools of an agent that other agents have under another name, by their purpose. */
export type EquivalentTools = Readonly<Partial<Record<ToolPurpose, EquivalentTool>>>;

/** Returns the agent's name for a tool. */
export const equivalentNameOf = (tool: EquivalentTool): string =>
  typeof tool === 'string' ? tool : tool.name;

/** Lists the names of all such tools of an agent. */
export const listEquivalentNames = (kin: EquivalentTools | undefined): string[] =>
  Object.values(kin ?? {}).map(equivalentNameOf);
