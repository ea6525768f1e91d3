/**
 * Facts of each vendor that tests beside the conformance suite need, as its client was seen to do or
 * its pages say: `fixtures/<vendor>/facts.json`. No adapter is asked. `facts.test.ts` demands every
 * section of every vendor, or the reason why it has none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Vendor } from '../src/adapters/index.ts';
import type { Json } from '../src/util/json.ts';

/** A moment of a session: most vendors have an event for each. */
export const moments = ['start', 'prompt', 'before', 'shell', 'after', 'stop', 'end'] as const;
export type Moment = (typeof moments)[number];

/** A call of a tool: what the vendor calls it, and the arguments. */
export type Call = readonly [name: string, input: unknown];

/**
 * What is in a variable: the project's folder, or a field of the payload that the hook is told, or
 * a text where there is no field, or none in that payload.
 */
export type Value = 'project' | { field?: string; text?: string };

/** What may be about a call of a tool. */
export type Kind = 'shell' | 'mcp' | 'read';

export interface Sections {
  /** The vendor whose answers its hooks print, or answers much like them; itself, if it has its own. */
  family: Vendor;
  /** Its event at each moment. `shell`: where a shell command is asked about, before it runs. */
  events: Record<Moment, string>;
  /**
   * Its payloads of a shell command in `payloads/`, at `events.before` and `events.after`, and the
   * keys that hold the name of the tool and its arguments.
   */
  call: { before: string; after: string; tool: string; input: string };
  /** What a hook prints at `events.shell` to refuse. */
  refusal: Json;
  /**
   * Refusals as a script prints them that pastes `{text}` into its JSON as it is, by event; `*`: at
   * every other event. The plainest comes first.
   */
  refusalTexts: Record<string, string[]>;
  /**
   * Where an answer is taken from at an exit code other than 0 and 2: an object on stdout, that or
   * one on stderr, or nowhere.
   */
  otherCodes: 'stdout' | 'stderr' | 'nothing';
  /** Fields of an answer that its pages have, by event, whether or not it honours them; `*`: of every event.
   * `decision=block|approve`: the words that it may hold. */
  answerFields: Record<string, string[]>;
  /** Variables that it sets for hooks of a shell command. */
  variables: Record<string, Value>;
  /**
   * Where it starts its hooks after a call has moved what a call can: in the project, or where the
   * shell stands. `follows`: fields of payloads that say the folder of a call. `sets`: variables with
   * the project, over what the client inherited.
   */
  place: { folder: 'project' | 'shell'; follows: string[]; sets: string[] };
  /**
   * `stages`: the events that it asks about a call, in turn, each with the kinds of calls it is
   * about. `inTurn`: whether hooks of one event whose group says `sequential` run in turn, each told
   * the call as the one before it left it. `native`: that is not known; a hook at home is taken to
   * be told so, and one that the shim answers for is not.
   */
  order: { stages: Record<string, Kind[]>[]; inTurn: 'always' | 'native' | 'never' };
  /** Calls of tools that other vendors have as well and that are no tools of the model, by what they do. */
  calls: Record<string, Call>;
  /** Its own names of tools where it tells a hook which are on offer, each with Gemini CLI's name. */
  offeredNames: Record<string, string>;
  /** Events that tell of a call of an MCP tool and not of its server. */
  serverUntold: string[];
  /** What is found in files of `settings/`: line, kind and text. */
  findings: Record<string, string[]>;
}
type Section = keyof Sections;

export const sections = [
  ...(['family', 'events', 'call', 'refusal', 'refusalTexts', 'otherCodes', 'variables'] as const),
  ...(['answerFields', 'place', 'order', 'calls', 'offeredNames'] as const),
  ...(['serverUntold', 'findings'] as const),
] satisfies Section[];

export interface Facts extends Partial<Sections> {
  /** Sections that it does not state, and why. */
  without?: Partial<Record<Section, string>>;
  /** Where a section was seen, if elsewhere than the payloads of the vendor. */
  sources?: Partial<Record<Section, string>>;
}

const root = new URL('../fixtures/', import.meta.url);
const load = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

export const facts = Object.fromEntries(
  readdirSync(root)
    .filter((vendor) => existsSync(new URL(`${vendor}/facts.json`, root)))
    .map((vendor) => [vendor, load(`${vendor}/facts.json`) as Facts]),
) as Record<Vendor, Facts>;

/** The vendors that state a section. */
export const vendorsStating = (section: Section): Vendor[] =>
  (Object.keys(facts) as Vendor[]).filter((vendor) => facts[vendor][section] !== undefined);

/** What a vendor states. Throws where it does not. */
export function factOf<S extends Section>(vendor: string, section: S): Sections[S] {
  const found = facts[vendor as Vendor]?.[section];
  if (found === undefined) throw new Error(`fixtures/${vendor}/facts.json: no ${section}`);
  return found as Sections[S];
}

/** The vendors whose answers are those of one of them, or much like them. */
export const familyOf = (vendor: Vendor): Vendor[] =>
  vendorsStating('family').filter((one) => factOf(one, 'family') === vendor);

/** What a vendor calls its event at a moment. */
export const eventAt = (vendor: string, moment: Moment): string => factOf(vendor, 'events')[moment];

const known = new Map<string, Json>();

/** A recorded payload of a vendor. */
export function recordedPayload(vendor: string, name: string): Json {
  const path = `${vendor}/payloads/${name}.json`;
  const found = known.get(path) ?? (load(path) as { payload: Json }).payload;
  known.set(path, found);
  return found;
}

/** The recorded payload of a shell command, before it runs. */
export const recordedCall = (vendor: string): Json =>
  recordedPayload(vendor, factOf(vendor, 'call').before);

/** The same, as if it were another call. */
export function payloadOfCall(vendor: string, [name, input]: Call): Json {
  const { tool, input: key } = factOf(vendor, 'call');
  return { ...recordedCall(vendor), [tool]: name, [key]: input };
}
