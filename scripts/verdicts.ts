// Makes the table of the README that shows what each agent makes of one refusal. It comes from the oracles of
// the tests, which are written from what the clients were seen to do, and not from the adapters.

import { adapters, type Vendor } from '../src/adapters/index.ts';
import type { FinishedCommand } from '../test/oracles/effect.ts';
import { oracles } from '../test/oracles/index.ts';
import { agentIds as agents, isReadable } from './agent-facts.ts';

/** Returns the first of the events that an agent fires before a tool call. */
const gateOf = (id: Vendor): string =>
  adapters[id].bindings.listFor('before-tool')[0]?.native ?? '';

const printed = (answer: object): FinishedCommand => ({
  code: 0,
  stdout: JSON.stringify(answer),
  stderr: '',
});
const hookSpecificOutput = {
  hookEventName: 'PreToolUse',
  permissionDecision: 'deny',
  permissionDecisionReason: 'no',
};
/** What a guard does to refuse a call, in the forms that guards of the wild have. */
const refusals: Record<string, FinishedCommand> = {
  '`{"hookSpecificOutput": {"permissionDecision": "deny", …}}`': printed({ hookSpecificOutput }),
  '`{"permission": "deny"}`': printed({ permission: 'deny' }),
  '`{"decision": "deny"}`': printed({ decision: 'deny', reason: 'no' }),
  'exit code 2, reason on stderr': { code: 2, stdout: '', stderr: 'no' },
  'exit code 1, reason on stderr': { code: 1, stdout: '', stderr: 'no' },
};

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const head = ['the guard answers', ...Object.keys(refusals)];

/** What each agent makes of each form: whether it runs the call that the guard refused. */
export const runsAnyway: Readonly<Record<string, readonly boolean[]>> = Object.fromEntries(
  Object.entries(refusals).map(([answer, finished]) => [
    answer,
    agents.map((id) => {
      if (!isReadable(id)) return true; // its hooks are programs: it starts no guard that is a script
      const { verdict } = oracles[id](gateOf(id), finished, 'host');
      return verdict === 'pass' || verdict === 'allow';
    }),
  ]),
);

/** The table: `refused`, or `runs` for a call that runs although the guard refused it. */
export const verdictTable = [
  row(head),
  row(head.map(() => '---')),
  ...agents.map((id, at) =>
    row([
      adapters[id].title,
      ...Object.values(runsAnyway).map((cells) => (cells[at] ? '**runs**' : 'refused')),
    ]),
  ),
  '',
].join('\n');
