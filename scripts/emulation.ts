// The page of what each agent gives a hook by itself, and what the shim supplies, from the adapters'
// tables; --write puts it into docs/.

import { mkdirSync, writeFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { type EventName, events } from '../src/canonical/event.ts';
import type { OutcomeKey } from '../src/canonical/outcome.ts';
import { entryPointsOf } from '../src/coverage/entry-points.ts';
import type { Adapter, Binding, Draft } from '../src/mapping/adapter.ts';
import { tableOf } from '../src/settings/tables.ts';
import { bindingsFor } from '../src/translate/bindings.ts';
import { payloadPlanOf } from '../src/translate/payload-plan.ts';
import { canExpress } from '../src/translate/response.ts';
import { honours } from './support.ts';

type How = 'native' | 'emulated' | 'degraded' | 'impossible';
interface Item {
  what: string;
  /** How the shim goes about it where the agent does not. */
  by: string;
  on(host: Adapter): How;
}

const at = (host: Adapter, event: EventName): readonly Binding[] => bindingsFor(host, event);
const tells = (host: Adapter, event: EventName, path: string): boolean =>
  at(host, event).some((binding) =>
    payloadPlanOf(binding).ops.some(({ canonicalName }) => canonicalName === path),
  );
const hears = (host: Adapter, event: EventName, key: OutcomeKey, value?: string): boolean =>
  at(host, event).some((binding) => canExpress([binding], key, value));
const fires = (host: Adapter, event: EventName): boolean => at(host, event).length > 0;
const remembers = (host: Adapter, name: string): boolean =>
  host.bindings.all().some(({ remembers = {} }) => Object.hasOwn(remembers, name));
const written = (host: Adapter, tool: string) =>
  host.tools.find((row) => row.tool === tool && !row.readOnly);

/** The first that holds; otherwise impossible. */
const first = (...steps: [boolean, How][]): How =>
  steps.find(([holds]) => holds)?.[1] ?? 'impossible';

const told: Item[] = [
  {
    what: 'content of a file about to be read',
    by: 'read by the shim: a regular file, whole or not at all, decoded by its byte order mark; missing: empty',
    on: (host) =>
      first(
        [tells(host, 'before-tool', 'input.content'), 'native'],
        [written(host, 'read') !== undefined, 'emulated'],
      ),
  },
  {
    what: 'old and new text of a finished edit',
    by: 'from the arguments and the result of the call',
    on: (host) =>
      first(
        [tells(host, 'after-tool', 'input.edits'), 'native'],
        [fires(host, 'after-tool') && written(host, 'edit') !== undefined, 'emulated'],
      ),
  },
  {
    what: 'whole new content of a file about to be edited',
    by: 'computed from the file and the edit; uncertain: refused',
    on: (host) => first([!written(host, 'edit'), 'native'], [true, 'emulated']),
  },
  {
    what: 'whether a tool succeeded',
    by: 'from the error, or the exit code in what the model was shown',
    on: (host) =>
      first(
        [tells(host, 'after-tool', 'status'), 'native'],
        [host.fillCallAfterDecoding?.status !== undefined, 'emulated'],
      ),
  },
  {
    what: 'duration of a tool call',
    by: 'left out, unless an entry without a command on the event before the tool notes when it began',
    on: (host) =>
      first(
        [tells(host, 'after-tool', 'duration'), 'native'],
        [fires(host, 'before-tool'), 'degraded'],
      ),
  },
  ...(['prompt', 'response'] as const).map(
    (field): Item => ({
      what: `${field} at a stop`,
      by: 'remembered by an entry without a command, which `convert` adds',
      on: (host) =>
        first([tells(host, 'stop', field), 'native'], [remembers(host, field), 'emulated']),
    }),
  ),
  {
    what: 'follow-ups so far, at a stop',
    by: 'counted by the shim, a hook at a time',
    on: (host) => first([tells(host, 'stop', 'loopCount'), 'native'], [true, 'emulated']),
  },
  {
    what: 'id of a prompt and all that happens within',
    by: 'from session, time and text of the last prompt that came through the shim; else the session’s',
    on: (host) =>
      first([tells(host, 'prompt', 'turn'), 'native'], [fires(host, 'prompt'), 'emulated']),
  },
  {
    what: 'a prompt, told once',
    by: 'continuations are not told',
    on: (host) =>
      first([at(host, 'prompt').some((one) => one.continues), 'emulated'], [true, 'native']),
  },
  {
    what: 'a compaction, told when it happens',
    by: 'fired whether or not anything is compacted: told once a prompt, where an entry on the prompt event (`convert` adds it) tells that one began',
    on: (host) =>
      first(
        [at(host, 'compact').some((one) => one.firesSpeculatively), 'degraded'],
        [true, 'native'],
      ),
  },
];

const takers: readonly EventName[] = ['session-start', 'prompt', 'before-tool', 'after-tool'];
const said: Item[] = [
  {
    what: 'a refusal before a tool',
    by: '',
    on: (host) => first([hears(host, 'before-tool', 'decision', 'deny'), 'native']),
  },
  {
    what: 'a question before a tool',
    by: 'a refusal that says a person must approve; native: with `--ask host`',
    on: (host) =>
      first([hears(host, 'before-tool', 'decision', 'ask'), 'native'], [true, 'degraded']),
  },
  {
    what: 'a rewritten call',
    by: 'a refusal that shows the rewritten call',
    on: (host) => first([hears(host, 'before-tool', 'input'), 'native'], [true, 'degraded']),
  },
  {
    what: 'a result hidden or replaced',
    by: 'for MCP tools alone',
    on: (host) =>
      first(
        [hears(host, 'after-tool', 'replaced'), 'native'],
        [at(host, 'after-tool').some(({ outcome }) => outcome.output), 'degraded'],
      ),
  },
  {
    what: 'a halt before a tool',
    by: 'this call is refused; with `--halt strict` every gate that says so, until an entry on the prompt event tells of the next',
    on: (host) => first([hears(host, 'before-tool', 'halt'), 'native'], [true, 'degraded']),
  },
  {
    what: 'a follow-up at a stop',
    by: '',
    on: (host) => first([hears(host, 'stop', 'followUp'), 'native']),
  },
  {
    what: 'a limit of follow-ups in a row',
    by: 'counted by the shim: `--loop-limit`',
    on: (host) => first([host.capsLoops === true, 'native'], [true, 'emulated']),
  },
  ...takers.map(
    (event): Item => ({
      what: `context at ${event}`,
      by: 'kept for the next event of the session that takes it, and given once',
      on: (host) =>
        first(
          [hears(host, event, 'context'), 'native'],
          [host.bindings.all().some(({ outcome }) => outcome.context), 'degraded'],
        ),
    }),
  ),
  {
    what: 'variables for later hooks of the session',
    by: 'remembered, and set for every later hook of such a dialect, whatever their names',
    on: (host) => first([hears(host, 'session-start', 'env'), 'native'], [true, 'emulated']),
  },
  {
    what: 'a message to the person before a tool',
    by: 'said to the agent beside a refusal; otherwise lost',
    on: (host) =>
      first(
        [hears(host, 'before-tool', 'message'), 'native'],
        [hears(host, 'before-tool', 'reason'), 'degraded'],
      ),
  },
  {
    what: 'a guard that fails closed',
    by: '`--on-failure block`; on any gate, a line that refuses where the runner is missing or killed',
    on: (host) =>
      first(
        [tableOf(host.id).commandLine.failureAnsweredBy === 'host', 'native'],
        [true, 'emulated'],
      ),
  },
];

/** Every variable that a vendor sets around a hook, on an event that tells all. */
function variables(): string {
  const all = { event: 'prompt', cwd: 'c', session: 's', user: 'u', transcript: 't', version: 'v' };
  const lines = vendors.map((id) => {
    const { env, aliases = {}, uncomputableVariables, pluginVariables = [] } = adapters[id].runtime;
    const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
    const set = Object.keys(env(all as Draft));
    return row([
      adapters[id].title,
      list(set),
      list(Object.keys(aliases)),
      list([...pluginVariables, ...uncomputableVariables]),
    ]);
  });
  const head = ['hooks of', 'set', 'in the command line alone', 'not supplied'];
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

const happening = (event: EventName): Item => ({
  what: event,
  by: '',
  on: (host) =>
    first(
      [fires(host, event), 'native'],
      [entryPointsOf(host, { speaks: 'anyhook', event, command: 'x' }).length > 0, 'emulated'],
    ),
});

const vendors = (Object.keys(adapters) as Vendor[]).filter((id) => id !== 'anyhook');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table(what: string, items: readonly Item[], by = true): string {
  const head = [what, ...vendors.map((id) => adapters[id].title), ...(by ? ['otherwise'] : [])];
  const lines = items.map((item) =>
    row([item.what, ...vendors.map((id) => item.on(adapters[id])), ...(by ? [item.by] : [])]),
  );
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

/** The page as it should be. */
export const page = `# What an agent gives a hook by itself, and what anyhook supplies

Printed from the adapters’ tables by \`npm run emulation -- --write\`; a test compares it.

- **native**: the agent does it.
- **emulated**: the shim does it in the agent’s place, and the hook cannot tell.
- **degraded**: the hook gets less, later, or something stricter; the last column says what.
- **impossible**: there is no way. \`convert\` names it.

## What a hook is told

${table('a hook wants to know', told)}

## What a hook may ask for

${table('a hook asks for', said)}

## Events

${table(
  'event',
  (Object.keys(events) as EventName[]).map((event) => happening(event)),
  false,
)}

## Variables

What a hook finds in its environment under another agent. What is not supplied is true of its own agent
alone, or known to it alone.

${variables()}

## What is honoured

What each agent hears of a hook's answer. What is missing is made stricter where it guards, and named as a
loss otherwise. Gates, whose verdict can stop something, are bold.

${honours}
`;

if (process.argv.includes('--write')) {
  mkdirSync('docs', { recursive: true });
  writeFileSync('docs/emulation.md', page);
} else if (process.argv[1]?.endsWith('emulation.ts')) console.log(page);
