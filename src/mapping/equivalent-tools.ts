/**
 * The purpose of a tool that several agents have and that is no canonical tool. A comment says what the tool does if
 * its word does not, and after a colon the names of its arguments.
 */
export type ToolPurpose =
  | 'agents' // lists the agents at work
  | 'ask' // asks the person: questions
  | 'message' // sends a message to another agent
  | 'monitor' // runs a command and shows the agent each line that it prints: command, description
  | 'notebook' // changes a cell of a notebook: notebook_path, cell_id, new_source, cell_type, edit_mode
  | 'patch' // changes files: patch
  | 'plan' // begins to make a plan
  | 'plan-done' // shows the person the plan: plan
  | 'resource' // reads a resource of an MCP server: server, uri
  | 'resources' // lists the resources of an MCP server: server
  | 'schedule' // schedules a prompt: cron, prompt, recurring
  | 'scheduled' // lists the scheduled prompts
  | 'unschedule' // removes a scheduled prompt
  | 'skill' // runs a skill: skill, args
  | 'stop-task'
  | 'tool-search'
  | 'tracked' // lists the tasks that are to be done
  | 'track' // adds a task
  | 'track-change' // changes a task
  | 'wakeup' // lets the agent go on after a while: delaySeconds, prompt
  | 'workflow'
  | 'worktree' // begins to work in a worktree
  | 'worktree-done'; // stops working in it

/**
 * An agent's name for a tool, and its names for those arguments that it calls otherwise than {@link ToolPurpose}
 * does. Null: its tool has no such argument.
 */
export type EquivalentTool =
  | string
  | { readonly name: string; readonly input: Readonly<Record<string, string | null>> };

/** The tools of an agent that other agents have under another name, by their purpose. */
export type EquivalentTools = Readonly<Partial<Record<ToolPurpose, EquivalentTool>>>;

/** Returns an agent's name for a tool. */
export const equivalentNameOf = (tool: EquivalentTool): string =>
  typeof tool === 'string' ? tool : tool.name;

/** Lists the names of all tools of an agent that other agents have under another name. */
export const listEquivalentNames = (tools: EquivalentTools | undefined): string[] =>
  Object.values(tools ?? {}).map(equivalentNameOf);
