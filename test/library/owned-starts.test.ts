/** What each agent would start of a placed file, read as JSON with the oracles, and not with our tables. */
import { describe, expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import type { ToolName } from '../../src/canonical/tool.ts';
import { hooksOf, type OwnHook, placeHooks } from '../../src/exports/settings.ts';
import { getAtPath } from '../../src/mapping/paths.ts';
import { agentVendors } from '../../src/settings/formats/index.ts';
import { samples as composites, firedAs, payloads } from '../conformance/fixtures.ts';
import { factOf } from '../facts.ts';
import { startsHook } from '../oracles/index.ts';
import { readAgentFile } from '../settings/agent-file.ts';

type Json = Record<string, unknown>;
interface Entry {
  event: string;
  matcher: string | undefined;
  entry: Json;
}
const owner = 'mytool';
const command = 'mytool hook';

/** Reads the entries of a file, in groups or not. */
function entriesOf(vendor: Vendor, text: string): Entry[] {
  const { hooks }: { hooks: Record<string, Json[]> } = readAgentFile(vendor, text);
  return Object.entries(hooks).flatMap(([event, list]) =>
    list.flatMap((element): Entry[] => {
      const { hooks: inner, matcher } = element as { hooks?: Json[]; matcher?: string };
      return (inner ?? [element]).map((entry) => ({ event, matcher, entry }));
    }),
  );
}

/** The line that a POSIX shell gets, by agent: the key of the command, without a comment at its end. */
const lineOf = ({ bash, command }: Json): unknown =>
  String(bash ?? command).replace(/ # installed [^#]*$/, '');

/** Returns how often an agent would start the command for a payload of one event. */
const countStarts = (vendor: Vendor, text: string, event: string, payload: Json): number =>
  entriesOf(vendor, text).filter(
    (one) =>
      one.event === event &&
      lineOf(one.entry) === command &&
      startsHook(vendor, event, one.matcher, payload),
  ).length;

interface Sample {
  name: string;
  native: string;
  payload: Json;
  event: Json;
}
const samplesOf = (vendor: Vendor): Sample[] =>
  Object.entries(payloads[vendor] ?? {}).flatMap(([name, { payload, event, older, named }]) => {
    const { paths } = factOf(vendor, 'place');
    const told = paths ? firedAs(vendor, payload, named) : payload.hook_event_name;
    const native = named ?? told ?? hookNameOf(name);
    return older ? [] : [{ name, native: String(native), payload, event }];
  });
/** The native event in the name of a fixture, such as `real-preToolUse-bash`. */
const hookNameOf = (name: string): string | undefined =>
  name.split('-').find((part) => /^[a-z]+[A-Z]/.test(part));

const nameOf = (vendor: Vendor, { tool_name, toolName, ...payload }: Json): string =>
  String(tool_name ?? toolName ?? getAtPath(payload, factOf(vendor, 'call').tool.split('.')));

/** The canonical tools that a tool stands for which does what several others do, such as a patch. Undefined: it is no such tool. */
const toolsWithin = (vendor: Vendor, { payload }: Sample): ToolName[] | undefined =>
  (composites[vendor]?.[nameOf(vendor, payload)] as [ToolName, unknown][] | undefined)?.map(
    ([tool]) => tool,
  );

const toolSets: ToolName[][] = [
  ['shell'],
  ['read'],
  ['write'],
  ['write', 'edit'],
  ['shell', 'write'],
  ['grep'],
  ['fetch'],
  ['mcp'],
];

describe.each(agentVendors())('in %s', (vendor) => {
  const samples = samplesOf(vendor);

  test.each([
    'before-tool',
    'after-tool',
    'permission',
  ])('a hook of %s is started for each call once, and for no call of other events', (on) => {
    const { text, placed } = placeHooks(vendor, undefined, [{ on, command }], { owner });
    const events = new Set(hooksOf(vendor, text, { owner }).map((one) => one.on));
    let met = 0;
    for (const { native, payload, event, name } of samples) {
      const isFired = events.has(native);
      if (isFired) expect([name, event.event]).toEqual([name, on]);
      const starts = text === undefined ? 0 : countStarts(vendor, text, native, payload);
      // An agent that tells calls of MCP tools by another event too is asked once for both.
      const isTwice = isFired && starts === 0 && event.tool === 'mcp';
      if (!isTwice) expect([name, starts]).toEqual([name, isFired ? 1 : 0]);
      met += starts;
    }
    expect(met > 0).toBe(placed > 0);
  });

  test.each(
    toolSets.map((tools) => [tools.join(' and '), tools] as const),
  )('a hook for %s is started for their calls and for no others', (_, tools) => {
    const hook: OwnHook = { on: 'before-tool', tools, command };
    const { text, losses } = placeHooks(vendor, undefined, [hook], { owner });
    const more = losses.find(({ code }) => code === 'more-calls');
    const events = new Set(hooksOf(vendor, text, { owner }).map((one) => one.on));
    let met = 0;
    const isAbout = ({ event }: Sample) => tools.includes(event.tool as ToolName);
    const namesOfWanted = samples.filter(isAbout).map(({ payload }) => nameOf(vendor, payload));
    for (const sample of samples) {
      const { native, payload, event, name } = sample;
      const starts = text === undefined ? 0 : countStarts(vendor, text, native, payload);
      if (!events.has(native)) {
        expect([name, starts]).toEqual([name, 0]);
        continue;
      }
      met++;
      const within = toolsWithin(vendor, sample);
      const isWanted = isAbout(sample) || within?.some((tool) => tools.includes(tool));
      // No matcher can tell these calls from wanted ones: one name stands for several tools, or it was said that there are more calls.
      const isFurther =
        within !== undefined ||
        namesOfWanted.includes(nameOf(vendor, payload)) ||
        (more !== undefined && (more.tools?.includes(nameOf(vendor, payload)) ?? true));
      if (isWanted && !(event.tool === 'mcp' && events.size > 1))
        expect([name, starts]).toEqual([name, 1]);
      else if (!isFurther && event.tool !== 'mcp')
        expect([name, event.tool, starts]).toEqual([name, event.tool, 0]);
    }
    if (text !== undefined) expect(met).toBeGreaterThan(0);
  });
});
