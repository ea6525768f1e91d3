/**
 * Facts of each vendor that tests outside the conformance suite need: `fixtures/<vendor>/facts.json`. They come
 * from what the client was seen to do, or from its pages, never from our adapter. `facts.test.ts` demands every
 * section of every vendor, or the reason why it has none.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Vendor } from '../src/adapters/index.ts';
import { getAtPath, type Path, setAtPath, splitPath } from '../src/mapping/paths.ts';
import type { Json } from '../src/util/json.ts';

/** A moment of a session: most vendors have an event for each. */
export const moments = ['start', 'prompt', 'before', 'shell', 'after', 'stop', 'end'] as const;
export type Moment = (typeof moments)[number];

/** A call of a tool: what the vendor calls it, and the arguments. */
export type Call = readonly [name: string, input: unknown];

/**
 * The value of a variable: the project's folder, or a field of the hook's payload, or a text where no field
 * is stated or the payload does not have it.
 */
export type Value = 'project' | { field?: string; text?: string };

/** Kinds of calls that an event may be about. */
export type Kind = 'shell' | 'mcp' | 'read';

export interface Sections {
  /** The vendor whose answers its hooks print, or nearly so. For answers of its own: the vendor itself. */
  family: Vendor;
  /** Its native event at each moment. `shell`: the event before a shell command runs. */
  events: Record<Moment, string>;
  /**
   * Its payloads of a shell command in `payloads/`, at `events.before` and `events.after`, and the
   * paths of the name of the tool and of its arguments. `afterInput`: the path of the arguments after the call, if it is
   * another. `rewrite`: what a hook prints before the call to change the command to `{command}`. Absent: tests know it.
   * `servers`: why tools of two MCP servers may have one name. `folded`: every `-` is written as `_`; `joined`: the names of
   * a server and of its tool are joined by a character that both may have. Absent: they have two.
   */
  call: {
    before: string;
    after: string;
    tool: string;
    input: string;
    afterInput?: string;
    rewrite?: Json;
    servers?: 'folded' | 'joined';
  };
  /** What a hook prints at `events.shell` to refuse. */
  refusal: Json;
  /**
   * Refusals by event (`*`: at every other event), as a script prints them that pastes `{text}` into its JSON
   * without escaping it. The plainest form comes first.
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
   * `folder`: where it starts its hooks after a call has changed the folder of the agent's shell: in the project,
   * or in the shell's folder. `follows`: fields of payloads that hold the folder of a call. `sets`: variables
   * that the client sets to the project, whatever it inherited. `paths`: where its payloads have the name of the event, the
   * folder and the id of the session: the first of several paths that a payload has. Absent: at the top, by names that most agents use. `needsRoot`: started in a folder
   * below the project, it loads no hooks of the project. `sessionFields`: the fields of its payloads that tell of the session,
   * where they are few. Absent: they are many.
   */
  place: {
    needsRoot?: true;
    sessionFields?: string[];
    folder: 'project' | 'shell';
    follows: string[];
    sets: string[];
    paths?: { event: string; cwd: string; session: string | readonly string[] };
  };
  /**
   * `stages`: the events that it fires about a call, in order, each with the kinds of calls it is about.
   * `inTurn`: whether hooks of one event whose group says `sequential` run in turn, each with the call as the one
   * before it left it. `native`: that is not known; tests take it for true of native hooks, and for false of
   * hooks behind the shim. `every`: hooks of every event do, whatever their group says.
   */
  order: { stages: Record<string, Kind[]>[]; inTurn: 'every' | 'always' | 'native' | 'never' };
  /** Calls of tools that several vendors have and that the canonical model does not have, by what they do. */
  calls: Record<string, Call>;
  /** Its own names of tools in the event that lists the tools on offer, each with Gemini CLI's name. */
  offeredNames: Record<string, string>;
  /** Events whose payload of an MCP call does not state the server. */
  serverUntold: string[];
  /** The findings about each file of `settings/`: line, kind and text. `{agents}` stands for all agents that have the event. */
  findings: Record<string, string[]>;
}
type Section = keyof Sections;

export const sections = [
  ...(['family', 'events', 'call', 'refusal', 'refusalTexts', 'otherCodes', 'variables'] as const),
  ...(['answerFields', 'place', 'order', 'calls', 'offeredNames'] as const),
  ...(['serverUntold', 'findings'] as const),
] satisfies Section[];

export interface Facts extends Partial<Sections> {
  /** Sections that the vendor does not state, each with the reason. */
  without?: Partial<Record<Section, string>>;
  /** The source of a section, if it is not the payloads of the vendor. */
  sources?: Partial<Record<Section, string>>;
}

const root = new URL('../fixtures/', import.meta.url);
const load = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

export const facts = Object.fromEntries(
  readdirSync(root)
    .filter((vendor) => existsSync(new URL(`${vendor}/facts.json`, root)))
    .map((vendor) => [vendor, load(`${vendor}/facts.json`) as Facts]),
) as Record<Vendor, Facts>;

/** Lists the vendors that state a section. */
export const vendorsStating = (section: Section): Vendor[] =>
  (Object.keys(facts) as Vendor[]).filter((vendor) => facts[vendor][section] !== undefined);

/** Returns the section of a vendor. Throws where the vendor does not state it. */
export function factOf<S extends Section>(vendor: string, section: S): Sections[S] {
  const found = facts[vendor as Vendor]?.[section];
  if (found === undefined) throw new Error(`fixtures/${vendor}/facts.json: no ${section}`);
  return found as Sections[S];
}

/** Lists the vendors whose family is a given vendor: their hooks print its answers. */
export const familyOf = (vendor: Vendor): Vendor[] =>
  vendorsStating('family').filter((one) => factOf(one, 'family') === vendor);

/** Returns the native event of a vendor at a moment. */
export const eventAt = (vendor: string, moment: Moment): string => factOf(vendor, 'events')[moment];

const known = new Map<string, Json>();

/** Returns a recorded payload of a vendor, by the name of its file. */
export function recordedPayload(vendor: string, name: string): Json {
  const path = `${vendor}/payloads/${name}.json`;
  const found = known.get(path) ?? (load(path) as { payload: Json }).payload;
  known.set(path, found);
  return found;
}

/** Returns the recorded payload of a shell command, before it runs. */
export const recordedCall = (vendor: string): Json =>
  recordedPayload(vendor, factOf(vendor, 'call').before);

/** Returns a copy of a payload of a vendor, as one of a session with an id in a folder. */
export function placePayload(
  vendor: string,
  payload: Json,
  { cwd, session }: { cwd: string; session?: string },
): Json {
  const paths = facts[vendor as Vendor]?.place?.paths;
  if (paths) {
    const placed = structuredClone(payload);
    setAtPath(placed, splitPath(paths.cwd), cwd);
    const at = [paths.session].flat().map(splitPath);
    const isThere = (path: Path) => getAtPath(placed, path) !== undefined;
    if (session !== undefined) setAtPath(placed, at.find(isThere) ?? (at[0] as Path), session);
    return placed;
  }
  const hasRoots = 'workspace_roots' in payload;
  const idKey = hasRoots ? 'conversation_id' : 'sessionId' in payload ? 'sessionId' : 'session_id';
  return {
    ...payload,
    ...(hasRoots ? { workspace_roots: [cwd] } : { cwd }),
    ...(session !== undefined && { [idKey]: session }),
  };
}

/** Returns {@link recordedCall} with another call in it. */
export function payloadOfCall(vendor: string, [name, input]: Call): Json {
  const { tool, input: key } = factOf(vendor, 'call');
  const payload = structuredClone(recordedCall(vendor));
  setAtPath(payload, splitPath(tool), name);
  setAtPath(payload, splitPath(key), input);
  return payload;
}
