import type { EquivalentTools } from '../../mapping/equivalent-tools.ts';

/** Tools of Qwen Code that other agents have too, with the names in the client's own table, 0.24.4. */
export const equivalentTools: EquivalentTools = {
  agents: 'list_agents',
  ask: 'ask_user_question',
  message: 'send_message',
  monitor: 'monitor',
  notebook: 'notebook_edit',
  plan: 'enter_plan_mode',
  'plan-done': 'exit_plan_mode',
  resource: { name: 'read_mcp_resource', input: { server: 'server_name' } },
  schedule: 'cron_create',
  scheduled: 'cron_list',
  unschedule: 'cron_delete',
  skill: 'skill',
  'stop-task': 'task_stop',
  'tool-search': 'tool_search',
  track: 'task_create',
  'track-change': 'task_update',
  tracked: 'task_list',
  wakeup: 'loop_wakeup',
  workflow: 'workflow',
  worktree: 'enter_worktree',
  'worktree-done': 'exit_worktree',
};
