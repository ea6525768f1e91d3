import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { describeFinding, kindOfFinding } from '../../src/settings/finding.ts';
import { factOf, vendorsStating } from '../facts.ts';
import { hasTable, partOf } from '../wide.ts';
import { vendors } from './arbitrary.ts';
import { convert, type File, onceMore, thereAndBack } from './laws.ts';

const folder = (vendor: string) => join(import.meta.dirname, `../../fixtures/${vendor}/settings`);
const read = (vendor: string, name: string): File => ({
  vendor,
  text: readFileSync(join(folder(vendor), name), 'utf8'),
});
const collection = vendors.flatMap((vendor) =>
  readdirSync(folder(vendor)).map((name) => [vendor, name] as const),
);
const pairs = collection.flatMap(([vendor, name]) =>
  vendors.filter((to) => to !== vendor).map((to) => [vendor, name, to] as const),
);

describe('the realistic settings file', () => {
  test.each(partOf(pairs, 5))(
    '%s/%s comes back from %s with every hook that was carried there',
    hasTable,
    (vendor, name, to) => {
      thereAndBack(read(vendor, name), to);
    },
  );

  test.each(partOf(pairs, 5, 2))(
    '%s/%s is written into %s once: a second conversion changes nothing',
    hasTable,
    (vendor, name, to) => {
      const files = readdirSync(folder(vendor));
      const next = files[(files.indexOf(name) + 1) % files.length] as string;
      onceMore(read(vendor, name), read(vendor, next), to);
    },
  );
});

/** Line, kind and text of what is found in a file. */
function found(path: string): string[] {
  const [vendor, name] = path.split('/') as [string, string];
  const to = vendor === 'gemini' ? 'tabnine' : 'gemini';
  const { findings } = convert(read(vendor, name), to);
  return findings.source.map(
    (one) => `${one.at ? `${one.at.line} ` : ''}${kindOfFinding(one)}: ${describeFinding(one)}`,
  );
}

const broken = vendorsStating('findings').flatMap((vendor) =>
  Object.entries(factOf(vendor, 'findings')).map(
    ([name, wanted]) => [`${vendor}/${name}`, wanted] as const,
  ),
);

/** Returns the titles of all agents that have an event, but for the canonical vendor. */
const agentsWith = (event: string): string =>
  Object.values(adapters)
    .filter(({ id, bindings }) => id !== 'anyhook' && bindings.find(event))
    .map(({ title }) => title)
    .join(', ');

/** Puts the agents that have the event of a line into the place of `{agents}`. */
const withAgents = (line: string): string =>
  line.replace(
    /(\w+): ([\w ]+ has no such event.* is) an event of \{agents\}/,
    (_, event: string, text: string) => `${event}: ${text} an event of ${agentsWith(event)}`,
  );

test.each(
  broken,
)('every fault of the file %s is reported with its line, and nothing else is', (path, wanted) => {
  expect(found(path)).toEqual(wanted.map(withAgents));
});

/** What becomes of each hook of a file. */
function rows(path: string, to: string): string[] {
  const [vendor, name] = path.split('/') as [string, string];
  return convert(read(vendor, name), to).rows.map(({ at, hook, how, events, losses }) => {
    const worst = ['unsafe', 'lossy', 'cosmetic'].find((one) =>
      losses.some(({ severity }) => severity === one),
    );
    return `${at?.line} ${hook.event} ${how} ${worst ?? 'whole'}: ${events.join(' ')}`.trim();
  });
}

test('guards of Cursor convert to Gemini CLI without a loss', () => {
  expect(rows('cursor/guards-crlf.json', 'gemini')).toEqual([
    '6 beforeShellExecution shim whole: BeforeTool',
    '7 beforeShellExecution shim whole: BeforeTool',
    '9 beforeReadFile emulated whole: BeforeTool',
    '11 beforeMCPExecution shim whole: BeforeTool',
  ]);
});

test('each hook of a file gets a row that says how it is carried, with its worst loss', () => {
  expect(rows('cursor/prompt-hook.json', 'gemini')).toEqual([
    '5 beforeShellExecution lost unsafe:',
    '6 beforeShellExecution shim whole: BeforeTool',
    '8 stop lost lossy:',
  ]);
  expect(rows('gemini/every-event-logger.json', 'cursor')).toEqual([
    '3 SessionStart degraded lossy: sessionStart',
    '4 SessionEnd degraded lossy: sessionEnd',
    '5 BeforeAgent degraded lossy: beforeSubmitPrompt',
    '7 AfterAgent degraded lossy: stop',
    '9 BeforeModel lost unsafe:',
    '10 AfterModel lost lossy:',
    '11 BeforeToolSelection lost lossy:',
    '12 BeforeTool degraded lossy: preToolUse beforeMCPExecution',
    '13 AfterTool degraded lossy: postToolUse postToolUseFailure',
    '14 PreCompress shim cosmetic: preCompact',
    '15 Notification lost lossy:',
  ]);
});

test('a hook whose matcher no event of the host can meet is lost', () => {
  expect(rows('gemini/session-context-crlf.json', 'cursor')).toEqual([
    '7 SessionStart degraded lossy: sessionStart',
    '17 SessionStart lost lossy:',
    '21 SessionEnd degraded lossy: sessionEnd',
  ]);
});

test('a command that names an agent without a flag that chooses one is converted', () => {
  expect(rows('cursor/knows-agents.json', 'gemini')).toEqual([
    '4 beforeSubmitPrompt shim whole: BeforeAgent',
    '5 stop emulated whole: AfterAgent',
    '6 preToolUse shim whole: BeforeTool',
  ]);
});

test('a hook of anyhook.yaml that names its agents goes to these agents alone', () => {
  const stop = (to: string) =>
    rows('anyhook/team.yaml', to).filter((row) => row.includes(' stop '));
  expect(stop('gemini')).toEqual(['27 stop emulated whole: AfterAgent']);
  expect(stop('tabnine')).toEqual([]);
});
