// Prints `docs/agents.md`, and the generated parts of the pages in `docs/vendors/`. --write puts them into the pages.
import { readFileSync, writeFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { events } from '../src/canonical/event.ts';
import { type OutcomeKey, severities } from '../src/canonical/outcome.ts';
import { type Capability, capabilities } from '../src/index.ts';
import type { PersonFiles } from '../src/mapping/presence.ts';
import { tableOf } from '../src/settings/tables.ts';
import { bindingsFor } from '../src/translate/bindings.ts';
import { canExpress } from '../src/translate/response.ts';
import { groupBy } from '../src/util/group.ts';
import { type Reason, reasons } from '../test/matrix/reasons.ts';
import {
  agentIds,
  describeVerification,
  findVerification,
  groupCapabilities,
  isReadable,
  listLoadedFiles,
  listLoaders,
  listReadFiles,
  listWrittenFiles,
} from './agent-facts.ts';
import { printCode, printTable, replacePart } from './markdown.ts';

const titleOf = (id: Vendor): string => adapters[id].title;

/** Describes a time in the unit in which people say it. */
const describeTime = (milliseconds: number): string =>
  milliseconds % 60_000 === 0 && milliseconds > 60_000
    ? `${milliseconds / 60_000} minutes`
    : `${milliseconds / 1000} s`;

/** Describes in which unit the time limit of an entry is written. Undefined: an entry has no time limit of its own. */
function describeTimeUnit(id: Vendor): string | undefined {
  const field = tableOf(id).entry.fields.timeout;
  if (typeof field !== 'object' || !('at' in field)) return undefined;
  const read = (value: number) => field.codec?.read(value, {} as never);
  const key = printCode([field.at].flat()[0] ?? '');
  if (read(1) !== 1000) return `${key} is in milliseconds`;
  return read(1000) === 1000
    ? `${key} is in seconds below 1000, and in milliseconds from 1000 on`
    : `${key} is in seconds`;
}

/** Describes how long a hook may take. */
function describeTimeLimit(id: Vendor): string {
  const { runtime, bindings } = adapters[id];
  const unit = describeTimeUnit(id);
  const nativesByLimit = groupBy(
    bindings.all().filter(({ timeout }) => timeout !== undefined),
    ({ timeout, hasFixedTimeout }) =>
      `${describeTime(timeout ?? 0)}${hasFixedTimeout ? ', whatever the entry says' : ''}`,
  );
  const exceptions = [...nativesByLimit].map(
    ([limit, group]) => `at ${group.map(({ native }) => printCode(native)).join(', ')} ${limit}`,
  );
  return [
    unit ?? 'an entry has no key for it',
    `${describeTime(runtime.timeout)} if nothing is said`,
    ...exceptions,
  ].join('; ');
}

/** Describes what starts the commands of hooks. */
function describeShell(id: Vendor): string {
  const { windowsShell } = tableOf(id).commandLine;
  const onWindows = windowsShell === undefined ? '' : `; on Windows ${windowsShell}`;
  return `${printCode(adapters[id].runtime.shell)}${onWindows}`;
}

/** Lists events with the names that the agent has for them, those that can refuse something or the others. */
function printEvents(id: Vendor, areGates: boolean): string {
  const printed = [...groupCapabilities(id)].flatMap(([event, group]) => {
    const natives = group.filter(({ gate }) => gate === areGates);
    const names = natives.map(({ native }) => printCode(native)).join(' ');
    return natives.length ? [`${event} ${names}`] : [];
  });
  return printed.join(', ') || 'none';
}

/** The sentences that tell what a person does before new hooks run. */
function printNextSteps(id: Vendor): string {
  const { nextStep, changedStep } = tableOf(id).activation;
  const steps = [
    `- New hooks of a project: ${nextStep.project}`,
    `- New hooks of a person: ${nextStep.user}`,
    ...(changedStep === undefined ? [] : [`- Hooks that have changed: ${changedStep}`]),
  ];
  return steps.join('\n');
}

/** The files of a person who has set nothing. */
const noFiles: PersonFiles = { home: '/home/me', read: () => undefined, list: () => [] };

/** Describes the hooks that an agent does not run before a person has trusted them, or their project. */
function describeTrust(id: Vendor): string {
  const { scopes, ofProject } = tableOf(id).presence?.trust ?? { scopes: [] };
  if (!scopes.length) return 'no hooks';
  const places = scopes.map((scope) => (scope === 'user' ? 'a person' : 'a project'));
  const isTrusted = ofProject?.('/home/me/project', noFiles) === 'trusted';
  const condition = isTrusted
    ? ', if the person has switched that on'
    : '; see [Start here](#start-here)';
  return `hooks of ${places.join(' and of ')}${condition}`;
}

/** Describes settings without which the agent runs no hook. Undefined: there are none that anyhook must write. */
function describeRequired(id: Vendor): string | undefined {
  const { required, assumed = [] } = tableOf(id).activation;
  const needed = Object.entries(required).filter(([path]) => !assumed.includes(path));
  if (!needed.length) return undefined;
  return needed
    .map(([path, value]) => `${printCode(path)} is ${printCode(String(value))}`)
    .join(', ');
}

/** The table of the most important facts about an agent. */
function printFacts(id: Vendor): string {
  const { otherNames = [] } = tableOf(id);
  const { homeVariable, homeFolder } = tableOf(id).presence ?? {};
  const verification = findVerification(id);
  const loaders = listLoaders(id).map(({ loader }) => `[${titleOf(loader)}](${loader}.md)`);
  const readFiles = [...listReadFiles(id, 'project'), ...listReadFiles(id, 'user')];
  const rows: [string, string | undefined][] = [
    ['id', [id, ...otherNames].map(printCode).join(', ')],
    ['hooks of a project', listWrittenFiles(id, 'project').join(', or ')],
    [
      'hooks of a person',
      `${listWrittenFiles(id, 'user').join(', or ')} (${printCode('--scope user')})`,
    ],
    ['files that anyhook only reads', readFiles.join(', ') || undefined],
    [
      'the folder is moved by',
      homeVariable && `${printCode(homeVariable)}, for ${printCode(`~/${homeFolder}`)}`,
    ],
    ['needs the setting', describeRequired(id)],
    ['verified against', describeVerification(verification)],
    ['npm package of that client', verification.package && printCode(verification.package)],
    ['gates, which can stop something', printEvents(id, true)],
    ['other events', printEvents(id, false)],
    ['files of other agents that it loads', listLoadedFiles(id).join(', ') || 'none'],
    ['its files are loaded by', loaders.join(', ') || 'no other agent'],
    ['trust is needed for', describeTrust(id)],
    ['time limit of a hook', describeTimeLimit(id)],
    ['runs commands with', describeShell(id)],
  ];
  return printTable(
    ['about', titleOf(id)],
    rows.filter((cells): cells is [string, string] => cells[1] !== undefined),
  );
}

/** Returns the other agent in the examples of a page. */
const otherOf = (id: Vendor): Vendor => (id === 'claude' ? 'cursor' : 'claude');

/** Returns the commands with which a person begins, each with what it does. */
export function listFirstCommands(id: Vendor): { line: string; does: string }[] {
  const source = otherOf(id);
  return [
    {
      line: `anyhook convert ${source} ${id} --write`,
      does: `your hooks of ${titleOf(source)}, in ${titleOf(id)} too`,
    },
    { line: `anyhook test 'rm -rf /' --agent ${id}`, does: 'asks its guards, and runs nothing' },
    { line: 'anyhook doctor', does: 'says of each hook whether it can run' },
  ];
}

/** The first commands, and what a person does after them. */
function printStart(id: Vendor): string {
  const commands = listFirstCommands(id);
  const width = Math.max(...commands.map(({ line }) => line.length));
  const lines = commands.map(({ line, does }) => `${line.padEnd(width)}  # ${does}`);
  const back = isReadable(id)
    ? `The hooks that you have in ${titleOf(id)} go the other way: \`anyhook convert ${id} ${otherOf(id)}\` shows what would be written.`
    : `Hooks cannot be converted from ${titleOf(id)}, since its own hooks are programs.`;
  return `\`\`\`sh
${lines.join('\n')}
\`\`\`

What to do once, before the agent runs them:

${printNextSteps(id)}

${back}`;
}

/** How many agents have an event that a page mentions if its agent lacks it. */
const commonCount = 4;
const commonEvents = Object.keys(events).filter(
  (event) => agentIds.filter((id) => groupCapabilities(id).has(event)).length >= commonCount,
);

/** The cases in which an agent fires no hook, and the usual events that it does not have. */
function printGaps(id: Vendor): string {
  const gaps = tableOf(id).firing.gaps ?? [];
  const rows = gaps.map(({ events: named, scope, what }) => [
    named?.join(', ') ?? 'every event',
    scope ? `hooks of a ${scope}` : 'all hooks',
    what,
  ]);
  const missing = commonEvents.filter((event) => !groupCapabilities(id).has(event));
  const cases = rows.length
    ? `In these cases ${titleOf(id)} fires no hook, or not as the hook expects, whatever its settings say:

${printTable(['event', 'for', 'what'], rows)}`
    : `anyhook knows of no call and no session in which ${titleOf(id)} leaves its hooks out.`;
  const absent = missing.length
    ? `${titleOf(id)} lacks these events, which at least ${commonCount} agents have: ${missing.join(', ')}.`
    : `${titleOf(id)} has all events that at least ${commonCount} agents have.`;
  return `${cases}

${absent} [Events, side by side](../support.md) lists all.`;
}

/** Which agents load the files of an agent, and whose files it loads. */
function printLoaders(id: Vendor): string {
  const loaders = listLoaders(id).map(
    ({ loader, files }) =>
      `- **${titleOf(loader)}** loads ${files.join(', ')}: ${tableOf(loader).files.alsoLoadedEffect}.`,
  );
  const loaded = (adapters[id].loads ?? []).map(
    (other) =>
      `${titleOf(id)} itself loads ${listLoadedFiles(id).join(', ')} of [${titleOf(other as Vendor)}](${other}.md#what-other-agents-make-of-its-files).`,
  );
  const others = loaders.length
    ? loaders.join('\n')
    : `No other agent loads the files of ${titleOf(id)}.`;
  return [others, ...loaded].join('\n\n');
}

/** Returns the table of the reasons that are chosen, the worst first. Undefined: there are none. */
function printReasons(isChosen: (reason: Reason) => boolean | undefined): string | undefined {
  const rows = severities.flatMap((severity) =>
    reasons
      .filter((reason) => reason.severity === severity && isChosen(reason))
      .map(({ where, why }) => [where, why, severity]),
  );
  return rows.length ? printTable(['where', 'what', 'severity'], rows) : undefined;
}

/** What anyhook cannot do for hooks in an agent, and for its hooks in other agents. */
function printLimits(id: Vendor): string {
  const title = titleOf(id);
  const asHost = printReasons(({ hosts }) => hosts?.includes(id));
  const asDialect = printReasons(({ dialects }) => dialects?.includes(id));
  const [here, elsewhere] = [
    `If ${title} fires a hook of another agent`,
    `If another agent fires a hook of ${title}`,
  ];
  return [
    'anyhook names these losses when it converts a hook. [What is impossible](../impossible.md) says what the severities mean, and lists the rows that hold for every agent and the cases in which anyhook is stricter.',
    asHost
      ? `${here}:\n\n${asHost}`
      : `${here}, nothing is lost beyond the rows that hold for every agent.`,
    asDialect
      ? `${elsewhere}:\n\n${asDialect}`
      : `${elsewhere}, nothing is lost beyond what that agent cannot do for any hook.`,
  ].join('\n\n');
}

/** The generated parts of a page, by the name of the comments around each. */
const parts: Readonly<Record<string, (id: Vendor) => string>> = {
  agent: printFacts,
  start: printStart,
  gaps: printGaps,
  loaders: printLoaders,
  limits: printLimits,
};

/** Returns the page of an agent with its generated parts written anew. Throws if the page has no place for one. */
export const fillAgentPage = (id: Vendor, page: string): string =>
  Object.entries(parts).reduce(
    (text, [name, print]) => replacePart(text, name, `${print(id)}\n`),
    page,
  );

/** Tells whether an agent takes a key of an answer before a tool call, and a value of it if one is given. */
const isTakenBeforeTool = (id: Vendor, key: OutcomeKey, value?: string): string =>
  bindingsFor(adapters[id], 'before-tool').some((binding) => canExpress([binding], key, value))
    ? 'yes'
    : 'no';

/** Counts the canonical events of an agent whose answers may hold a key. Absent key: all of them. */
const countEvents = (id: Vendor, key?: string): string => {
  const isCounted = ({ hears }: Capability) => key === undefined || hears.includes(key);
  return String(
    new Set(
      capabilities(id)
        .filter(isCounted)
        .map(({ event }) => event),
    ).size,
  );
};

/** The text of `docs/agents.md`. */
export const overview = `# Agents

Each agent has a page: how to begin, what its own documentation gets wrong, when its hooks do not fire, and what anyhook cannot do
there. \`npm run agent-pages -- --write\` generates this page from the adapters' tables, and a test compares it.

${printTable(
  [
    'agent',
    'its hooks',
    'verified against',
    'refuse a call',
    'ask about a call',
    'rewrite a call',
    'events',
    'that take context',
    'that end the turn',
  ],
  agentIds.map((id) => [
    `[${titleOf(id)}](vendors/${id}.md)`,
    tableOf(id).syntax.plugin ? 'a plugin that anyhook writes' : 'commands',
    describeVerification(findVerification(id)),
    isTakenBeforeTool(id, 'decision', 'deny'),
    isTakenBeforeTool(id, 'decision', 'ask'),
    isTakenBeforeTool(id, 'input'),
    countEvents(id),
    countEvents(id, 'context'),
    countEvents(id, 'halt'),
  ]),
)}

- **Verified against.** Where the table says "the real client", anyhook's tests run that version of the client without a network. The
  others cannot be run there.
- **Refuse, ask, rewrite.** Whether an answer of a hook before a tool call can do that. If the agent cannot ask or cannot rewrite a
  call, anyhook refuses it, with a reason that says so. A hook of another agent can put a question to the person
  only if its line has \`--ask host\`.
- **Events.** How many kinds of events the agent fires ([side by side](support.md)), and how many of them take context for the agent or
  end the turn.
`;

const pageOf = (id: Vendor): string => `docs/vendors/${id}.md`;

if (process.argv[1]?.endsWith('agent-pages.ts')) {
  if (process.argv.includes('--write')) {
    writeFileSync('docs/agents.md', overview);
    for (const id of agentIds)
      writeFileSync(pageOf(id), fillAgentPage(id, readFileSync(pageOf(id), 'utf8')));
  } else console.log(overview);
}
