/** What is said of matchers: dead ones are found with what to write, and no other is called dead. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { checkSettings } from '../../src/check/check.ts';
import { isNameMet } from '../../src/coverage/names.ts';
import type { Adapter, Binding } from '../../src/mapping/adapter.ts';
import { kindOfFinding } from '../../src/settings/finding.ts';
import { agentVendors, readHooks } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { property } from '../property.ts';
import { agentsWithOwnFile } from './agent-file.ts';

type Agent = Exclude<keyof typeof adapters, 'anyhook'>;
const everyAgent = agentVendors() as Agent[];
/** The agents in whose file a person writes matchers. A plugin has none: they stand on our lines. */
const agents = agentsWithOwnFile() as Agent[];

/** The event of an agent that is fired before any tool. */
const toolEvent = (agent: Agent): Binding =>
  adapters[agent].bindings.listFor('before-tool').find(({ given }) => !given) as Binding;

/** What is said of a matcher in the agent's own file, as `kind code mend`. Undefined: nothing. */
function said(agent: Agent, matcher: string, event = toolEvent(agent).native): string | undefined {
  const isFlat = tableOf(agent).syntax.layout === 'flat';
  const entry = { type: 'command', command: 'x' };
  const element = isFlat ? { ...entry, matcher } : { matcher, hooks: [entry] };
  const text = JSON.stringify({ hooks: { [event]: [element] } });
  const file = tableOf(agent).files.own.project;
  const found = checkSettings(agent, readHooks(agent, text, file)).filter(({ code }) =>
    code.startsWith('matcher'),
  );
  expect(found.length).toBeLessThan(2);
  return found.map((one) => {
    const mend = 'mend' in one && one.mend !== undefined ? ` ${one.mend}` : '';
    return `${kindOfFinding(one)} ${one.code}${mend}`;
  })[0];
}

const cases: [Agent, string, string | undefined, string?][] = [
  // Names inside a pattern.
  ['claude', '.*(write_to_file).*', 'dead matcher-names-no-tool Write'],
  ['gemini', '.*(write_to_file).*', 'dead matcher-names-no-tool write_file'],
  ['terminai', '.*(write_to_file).*', undefined],
  ['claude', '^Bahs$', 'dead matcher-names-no-tool Bash'],
  ['claude', '\\bBahs\\b', 'dead matcher-names-no-tool Bash'],
  ['claude', '\\bBash\\b', undefined],
  ['gemini', '\\bBash\\b', 'dead matcher-names-no-tool run_shell_command'],
  ['gemini', '[Bb]ash', 'dead matcher-names-no-tool run_shell_command'],
  ['claude', '[Bb]ash', undefined],
  ['qwen', '^(Bash|Edit)$', 'dead matcher-names-no-tool run_shell_command|edit'],
  ['qwen', 'Bash|Edit', undefined],
  ['claude', '(?i)bash', 'dead matcher-matches-nothing Bash'],
  ['codex', '(?i)bash', undefined],
  ['gemini', 'Bahs', 'odd matcher-unknown run_shell_command'],
  // An expression is searched for, and the beginning of a name is found.
  ...agents
    .filter((one) => one !== 'copilot')
    .map((one): [Agent, string, undefined] => {
      const [name = ''] = adapters[one].tools.flatMap((row) => row.names);
      return [one, `^${name.slice(0, 3)}`, undefined];
    }),
  // Words that may be parts of names of MCP tools.
  ['claude', '.*read.*', undefined],
  ['claude', 'mcp__.*__delete_.*', undefined],
  ['gemini', '.*_write$', undefined],
  ['claude', '(?:Foo|Bar)Tool', undefined],
  // Names of MCP tools.
  ['claude', 'mcp__my-srv__do_thing', undefined],
  ['qwen', 'mcp__my-srv__do_thing', undefined],
  ['qwen', 'mcp__my-srv', undefined],
  ['codex', 'mcp__my-srv__do_thing', 'dead matcher-names-no-tool mcp__my_srv__do_thing'],
  ['copilot', 'mcp__my-srv__do_thing', 'dead matcher-names-no-tool my-srv-do_thing'],
  ['copilot', 'my-srv-.*', undefined],
  ['claude', 'mcp__.*', undefined],
  ['claude', 'mcp__github__.*', undefined],
  ['claude', 'mcp__github', 'dead matcher-names-no-tool mcp__github__.*'],
  ['gemini', 'mcp__.*', 'dead matcher-names-no-tool mcp_.*_.*'],
  ['cursor', 'mcp__.*', 'dead matcher-names-no-tool MCP:.*'],
  ['copilot', 'mcp__.*', 'dead matcher-names-no-tool .*-.*'],
  // Former tools and names of others beside today's do no harm.
  ['claude', 'Edit|Write|MultiEdit|NotebookEdit', undefined],
  ['codex', 'Edit|Write|MultiEdit|NotebookEdit', undefined],
  ['qwen', 'Edit|Write|MultiEdit|NotebookEdit', undefined],
  ['claude', 'Bash|run_shell_command', undefined],
  ['claude', 'Bash|write_file', 'odd matcher-misses Bash|Write'],
  ['claude', '(Write|Edt)', 'odd matcher-misses Write|Edit'],
  // Every call.
  ...agents.map((one): [Agent, string, undefined] => [one, '.*', undefined]),
  ...agents
    .filter((one) => one !== 'copilot')
    .flatMap((one): [Agent, string, undefined][] => [
      [one, '*', undefined],
      [one, '', undefined],
    ]),
  // Other subjects than tools.
  ['claude', '.*', undefined, 'PreCompact'],
  ['claude', 'manual|auto', undefined, 'PreCompact'],
  ['codex', 'manual|auto', undefined, 'PreCompact'],
  ['claude', 'startup|resume', undefined, 'SessionStart'],
  ['qwen', 'startup|resume', undefined, 'SessionStart'],
  ['codex', 'startup|resume', undefined, 'SessionStart'],
  ['gemini', 'startup|resume', 'dead matcher-compared', 'SessionStart'],
  ['gemini', '.*', 'dead matcher-compared *', 'SessionStart'],
  ['claude', 'startup|start', 'odd matcher-part-never', 'SessionStart'],
];

test.each(cases)('of %s’s matcher %j it is said: %s', (agent, matcher, wanted, event) => {
  expect(said(agent, matcher, event)).toBe(wanted);
});

const namesOf = (agent: Agent): string[] => [
  ...new Set((adapters[agent] as Adapter).tools.flatMap(({ names }) => names)),
];
/** The names that calls of an agent's tools have. A row may have others, which stand in its documentation alone. */
const calledNames = (agent: Agent): string[] => [
  ...new Set((adapters[agent] as Adapter).tools.flatMap(({ names }) => names.slice(0, 1))),
];
const anyTool = [...new Set(everyAgent.flatMap(namesOf))];
const meets = (agent: Agent, matcher: string, name: string): boolean =>
  isNameMet(adapters[agent].matchers.read(matcher, toolEvent(agent)), name);

describe.each(agents)('under %s, a matcher that names a tool as another agent does', (agent) => {
  test.each(
    everyAgent.filter((one) => one !== agent),
  )('as %s, is dead unless it meets a tool here, and what is proposed meets one', (other) => {
    let dead = 0;
    for (const name of namesOf(other)) {
      for (const matcher of [name, `^(${name})$`]) {
        const found = said(agent, matcher);
        const isMet = calledNames(agent).some((own) => meets(agent, matcher, own));
        if (isMet) expect([matcher, found]).not.toEqual([matcher, expect.stringMatching(/^dead/)]);
        const [, mend] = /^dead [\w-]+ (.+)$/.exec(found ?? '') ?? [];
        if (mend === undefined) continue;
        dead++;
        const proposed = calledNames(agent).filter((own) => meets(agent, mend, own));
        expect([matcher, mend, proposed]).toEqual([
          matcher,
          mend,
          expect.arrayContaining([expect.any(String)]),
        ]);
      }
    }
    const isSister = namesOf(other).every((name) => namesOf(agent).includes(name));
    if (!isSister) expect(dead).toBeGreaterThan(0);
  });
});

const part = fc.oneof(
  fc.constantFrom(...anyTool),
  fc.constantFrom(
    '.*',
    'mcp__.*',
    '[A-Z]\\w+',
    '(?!Read)',
    'Ba?sh',
    '[Ww]rite',
    'x+',
    '\\bEdit\\b',
  ),
  fc.stringMatching(/^[a-zA-Z_]{1,9}$/),
);
const expression = fc
  .tuple(
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '^', '^(', '(', '.*(', '(?:', '^(?:'),
  )
  .map(([parts, before]) => {
    const after = before.includes('(') ? ')' : '';
    const ending = before.startsWith('^') ? '$' : before.startsWith('.') ? '.*' : '';
    return before + parts.join('|') + after + ending;
  });

property('A matcher that meets a tool of its agent is never called dead.', {
  corpus: 'matcher-findings',
  inputs: fc.tuple(fc.constantFrom(...agents), expression),
  holds: ([agent, matcher]) => {
    if (!calledNames(agent).some((name) => meets(agent, matcher, name))) return;
    expect([agent, matcher, said(agent, matcher)]).not.toEqual([
      agent,
      matcher,
      expect.stringMatching(/^dead/),
    ]);
  },
  runs: 50,
  longRuns: 1500,
});
