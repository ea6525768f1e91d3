// Prints the page about what each agent gives a hook by itself and what the shim supplies, from the adapters.
// --write puts it into docs/.

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

/** How a hook gets something under an agent. The page explains the four words. */
type How = 'native' | 'emulated' | 'degraded' | 'impossible';
/** A row of one of the tables. */
interface Item {
  what: string;
  /** What the shim does if the agent does not do it. */
  by: string;
  on(host: Adapter): How;
}

const eventBindings = (host: Adapter, event: EventName): readonly Binding[] =>
  bindingsFor(host, event);
/** Tells whether a payload of the host has a canonical field. */
const tells = (host: Adapter, event: EventName, path: string): boolean =>
  eventBindings(host, event).some((binding) =>
    payloadPlanOf(binding).ops.some(({ canonicalName }) => canonicalName === path),
  );
/** Tells whether the host honours an outcome key, and a value of it if one is given. */
const honoursKey = (host: Adapter, event: EventName, key: OutcomeKey, value?: string): boolean =>
  eventBindings(host, event).some((binding) => canExpress([binding], key, value));
const fires = (host: Adapter, event: EventName): boolean => eventBindings(host, event).length > 0;
/** Tells whether some event of the host stores a value under a name for later events. */
const remembers = (host: Adapter, name: string): boolean =>
  host.bindings.all().some(({ remembers = {} }) => Object.hasOwn(remembers, name));
/** Returns the row with which calls of a canonical tool are written, or undefined if the host has no such tool. */
const writtenRow = (host: Adapter, tool: string) =>
  host.tools.find((row) => row.tool === tool && !row.readOnly);

/** Returns the word of the first condition that holds, or `impossible` if none does. */
const chooseFirst = (...steps: [boolean, How][]): How =>
  steps.find(([holds]) => holds)?.[1] ?? 'impossible';

/** What a hook wants to know. */
const knowledge: Item[] = [
  {
    what: 'content of a file about to be read',
    by: 'anyhook reads a regular file, whole or not at all, and decodes it by its byte order mark. A missing file counts as empty',
    on: (host) =>
      chooseFirst(
        [tells(host, 'before-tool', 'input.content'), 'native'],
        [writtenRow(host, 'read') !== undefined, 'emulated'],
      ),
  },
  {
    what: 'old and new text of a finished edit',
    by: 'anyhook takes them from the arguments and the result of the call',
    on: (host) =>
      chooseFirst(
        [tells(host, 'after-tool', 'input.edits'), 'native'],
        [fires(host, 'after-tool') && writtenRow(host, 'edit') !== undefined, 'emulated'],
      ),
  },
  {
    what: 'whole new content of a file about to be edited',
    by: 'anyhook computes it from the file and the edit, and refuses the call if it is not certain',
    on: (host) => chooseFirst([!writtenRow(host, 'edit'), 'native'], [true, 'emulated']),
  },
  {
    what: 'whether a tool succeeded',
    by: 'anyhook takes it from the error, or from the exit code in the text that the model gets',
    on: (host) =>
      chooseFirst(
        [tells(host, 'after-tool', 'status'), 'native'],
        [host.fillCallAfterDecoding?.status !== undefined, 'emulated'],
      ),
  },
  {
    what: 'duration of a tool call',
    by: 'the hook gets no duration, unless an entry without a command at the event before the tool notes when the call began',
    on: (host) =>
      chooseFirst(
        [tells(host, 'after-tool', 'duration'), 'native'],
        [fires(host, 'before-tool'), 'degraded'],
      ),
  },
  ...(['prompt', 'response'] as const).map(
    (field): Item => ({
      what: `${field} at a stop`,
      by: 'an entry without a command remembers it; `convert` adds that entry',
      on: (host) =>
        chooseFirst([tells(host, 'stop', field), 'native'], [remembers(host, field), 'emulated']),
    }),
  ),
  {
    what: 'the number of follow-ups so far, at a stop',
    by: 'anyhook counts them, for each hook',
    on: (host) => chooseFirst([tells(host, 'stop', 'loopCount'), 'native'], [true, 'emulated']),
  },
  {
    what: 'an id for a prompt and everything that follows from it',
    by: 'anyhook makes it from the session, the time and the text of the last prompt that a line of anyhook got, or takes the id of the session',
    on: (host) =>
      chooseFirst([tells(host, 'prompt', 'turn'), 'native'], [fires(host, 'prompt'), 'emulated']),
  },
  {
    what: 'an event once for each prompt',
    by: 'anyhook does not start the hook where the agent fires the event again because the turn goes on',
    on: (host) =>
      chooseFirst(
        [eventBindings(host, 'prompt').some(({ continues }) => continues), 'emulated'],
        [true, 'native'],
      ),
  },
  {
    what: 'an event when the conversation is compacted',
    by: 'the agent fires the event whether or not it compacts anything. anyhook starts the hook once for each prompt, if an entry at the prompt event notes when a prompt begins; `convert` adds that entry',
    on: (host) =>
      chooseFirst(
        [
          eventBindings(host, 'compact').some(({ firesSpeculatively }) => firesSpeculatively),
          'degraded',
        ],
        [true, 'native'],
      ),
  },
];

const contextEvents: readonly EventName[] = [
  'session-start',
  'prompt',
  'before-tool',
  'after-tool',
];
/** What a hook asks for in its answer. */
const requests: Item[] = [
  {
    what: 'a refusal before a tool',
    by: '',
    on: (host) => chooseFirst([honoursKey(host, 'before-tool', 'decision', 'deny'), 'native']),
  },
  {
    what: 'a question before a tool',
    by: 'a refusal that says that a person must approve. Where the table says native, the line needs `--ask host`',
    on: (host) =>
      chooseFirst(
        [honoursKey(host, 'before-tool', 'decision', 'ask'), 'native'],
        [true, 'degraded'],
      ),
  },
  {
    what: 'a rewritten call',
    by: 'a refusal that shows the rewritten call',
    on: (host) =>
      chooseFirst([honoursKey(host, 'before-tool', 'input'), 'native'], [true, 'degraded']),
  },
  {
    what: 'a result hidden or replaced',
    by: 'for MCP tools only',
    on: (host) =>
      chooseFirst(
        [honoursKey(host, 'after-tool', 'replaced'), 'native'],
        [eventBindings(host, 'after-tool').some(({ outcome }) => outcome.output), 'degraded'],
      ),
  },
  {
    what: 'a halt before a tool',
    by: 'anyhook refuses this call. Every gate whose line has `--halt strict` refuses all calls, until an entry at the prompt event notes the next prompt',
    on: (host) =>
      chooseFirst([honoursKey(host, 'before-tool', 'halt'), 'native'], [true, 'degraded']),
  },
  {
    what: 'a follow-up at a stop',
    by: '',
    on: (host) => chooseFirst([honoursKey(host, 'stop', 'followUp'), 'native']),
  },
  {
    what: 'a limit of follow-ups in a row',
    by: 'anyhook counts them (`--loop-limit`)',
    on: (host) => chooseFirst([host.capsLoops === true, 'native'], [true, 'emulated']),
  },
  ...contextEvents.map(
    (event): Item => ({
      what: `context at ${event}`,
      by: 'anyhook keeps it for the next event of the session that takes context, and gives it once',
      on: (host) =>
        chooseFirst(
          [honoursKey(host, event, 'context'), 'native'],
          [host.bindings.all().some(({ outcome }) => outcome.context), 'degraded'],
        ),
    }),
  ),
  {
    what: 'variables for later hooks of the session',
    by: 'anyhook remembers them, and sets them for every later hook of that dialect, whatever their names are',
    on: (host) =>
      chooseFirst([honoursKey(host, 'session-start', 'env'), 'native'], [true, 'emulated']),
  },
  {
    what: 'a message to the person before a tool',
    by: 'the agent gets it beside a refusal; otherwise it is lost',
    on: (host) =>
      chooseFirst(
        [honoursKey(host, 'before-tool', 'message'), 'native'],
        [honoursKey(host, 'before-tool', 'reason'), 'degraded'],
      ),
  },
  {
    what: 'a guard that fails closed',
    by: '`--on-failure block`. At every gate the line also refuses if the runner is missing or is killed',
    on: (host) =>
      chooseFirst(
        [tableOf(host.id).commandLine.failureAnsweredBy === 'host', 'native'],
        [true, 'emulated'],
      ),
  },
];

/** Returns the table of the variables that each vendor sets for its hooks. */
function printVariables(): string {
  // An event that has every field from which a variable is computed.
  const event = {
    event: 'prompt',
    cwd: 'c',
    session: 's',
    user: 'u',
    transcript: 't',
    version: 'v',
  };
  const lines = vendors.map((id) => {
    const { env, aliases = {}, uncomputableVariables, pluginVariables = [] } = adapters[id].runtime;
    const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
    const set = Object.keys(env(event as Draft));
    return row([
      adapters[id].title,
      list(set),
      list(Object.keys(aliases)),
      list([...pluginVariables, ...uncomputableVariables]),
    ]);
  });
  const head = ['hooks of', 'set', 'only in the command line', 'not set'];
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

/** Returns the row of an event: whether the host fires it, or other events in its place. */
const eventItem = (event: EventName): Item => ({
  what: event,
  by: '',
  on: (host) =>
    chooseFirst(
      [fires(host, event), 'native'],
      [entryPointsOf(host, { speaks: 'anyhook', event, command: 'x' }).length > 0, 'emulated'],
    ),
});

const vendors = (Object.keys(adapters) as Vendor[]).filter((id) => id !== 'anyhook');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Returns a table with a column for each vendor, and a last column for what the shim does otherwise. */
function printTable(what: string, items: readonly Item[], hasLastColumn = true): string {
  const head = [
    what,
    ...vendors.map((id) => adapters[id].title),
    ...(hasLastColumn ? ['where it is not native'] : []),
  ];
  const lines = items.map((item) =>
    row([
      item.what,
      ...vendors.map((id) => item.on(adapters[id])),
      ...(hasLastColumn ? [item.by] : []),
    ]),
  );
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

/** The text of `docs/emulation.md`. */
export const page = `# What an agent gives a hook by itself, and what anyhook supplies

A hook that runs under another agent needs things that this agent may not have. Each column of the tables is the agent that fires the
hook:

- **native**: the agent does it.
- **emulated**: anyhook does it in the agent’s place, and the hook notices no difference.
- **degraded**: the hook gets less, or gets it later, or gets something stricter. The last column says what.
- **impossible**: there is no way. \`convert\` names the loss.

\`npm run emulation -- --write\` generates this page from the adapters’ tables, and a test compares it.

## What a hook gets

${printTable('a hook wants to know', knowledge)}

## What a hook may ask for

${printTable('a hook asks for', requests)}

## Events

${printTable(
  'event',
  (Object.keys(events) as EventName[]).map((event) => eventItem(event)),
  false,
)}

## Variables

These are the variables that a hook finds in its environment under another agent. anyhook does not set those in the last column: their
values are true only of the hook’s own agent, or only that agent knows them.

${printVariables()}

## What is honoured

The table names the parts of a hook’s answer that each agent takes. If a part of a guard’s answer is missing there, anyhook answers with
something stricter; any other missing part is named as a loss. Gates are bold: a verdict can stop something there.

${honours}
`;

if (process.argv.includes('--write')) {
  mkdirSync('docs', { recursive: true });
  writeFileSync('docs/emulation.md', page);
} else if (process.argv[1]?.endsWith('emulation.ts')) console.log(page);
