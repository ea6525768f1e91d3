import type { EquivalentTools } from '../../mapping/equivalent-tools.ts';

/** The client's name of each tool that other agents also have, as hooks of 2.1.330 receive it. */
export const equivalentTools: EquivalentTools = {
  agents: 'ListAgents',
  ask: 'AskUserQuestion',
  message: 'SendMessage',
  monitor: 'Monitor',
  notebook: 'NotebookEdit',
  plan: 'EnterPlanMode',
  'plan-done': 'ExitPlanMode',
  resource: 'ReadMcpResourceTool',
  resources: 'ListMcpResourcesTool',
  schedule: 'CronCreate',
  scheduled: 'CronList',
  unschedule: 'CronDelete',
  skill: 'Skill',
  'stop-task': 'TaskStop',
  'tool-search': 'ToolSearch',
  track: 'TaskCreate',
  'track-change': 'TaskUpdate',
  tracked: 'TaskList',
  wakeup: 'ScheduleWakeup',
  workflow: 'Workflow',
  worktree: 'EnterWorktree',
  'worktree-done': 'ExitWorktree',
};
