import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import type { Client, Message } from './client.ts';

/** What our plugin knows of a session. */
export interface Session {
  readonly id: string;
  /** The session of the person that a child session belongs to. Absent: it is no child. */
  parentID?: string;
  /** The kind of the sub-agent of a child session. */
  agent?: string;
  /** A turn is going on, at whose end the stop hooks are to run. */
  isBusy: boolean;
  /** The agent and the model of the last prompt. */
  with: Pick<Message, 'agent' | 'model'>;
  /** The last text of the model in this turn. */
  text?: string | undefined;
  /** The name of the error that ended the turn. */
  error?: string | undefined;
  /** Texts for the model that wait for the next prompt. */
  readonly contexts: string[];
  /** The hooks at the start of the session are running. */
  start?: Promise<void>;
  /** Why the next prompt is to be refused. */
  refusal?: string | undefined;
  /** Whether the client itself began the last summary. Absent: not known. */
  auto?: boolean | undefined;
  /** Ends the hooks that are running when the turn is aborted. */
  aborting: AbortController;
}

/** The most values of a kind that are kept. */
const maxKept = 1000;

/** Puts a value into a map under a `key`, and removes the oldest if there are too many. */
export function keep<V>(map: Map<string, V>, key: string, value: V): V {
  map.set(key, value);
  if (map.size > maxKept) map.delete(map.keys().next().value as string);
  return value;
}

const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

/** Returns the properties of an event. Empty: a hook that is no event has been called. */
export const propertiesOf = ({ event }: Json): Json => objectOf(objectOf(event).properties);

/** Returns the id of the session that a hook or an event is about. */
export const sessionIdOf = (input: Json): string =>
  asText(propertiesOf(input).sessionID ?? input.sessionID);

/** The sessions of which a client has told a plugin. */
export class Sessions {
  readonly #known = new Map<string, Session>();

  /** Returns what is known of a session. */
  of(id: string): Session {
    const known = this.#known.get(id);
    const fresh = { id, isBusy: false, with: {}, contexts: [], aborting: new AbortController() };
    return known ?? keep(this.#known, id, fresh);
  }

  /** Notes a session that the client has made, from its description. */
  noteCreated(id: string, { parentID, agent }: Json): void {
    const session = this.of(id);
    if (typeof parentID !== 'string') return;
    // The child of a child belongs to the person's session as well.
    session.parentID = this.of(parentID).parentID ?? parentID;
    if (typeof agent === 'string') session.agent = agent;
  }

  /** Ends the hooks that are running in a session and in its child sessions. */
  endHooks(id: string): void {
    for (const session of this.#known.values()) {
      if (session.id !== id && session.parentID !== id) continue;
      session.aborting.abort();
      session.aborting = new AbortController();
    }
  }

  /** Returns what is known of a session. Asks the client about one of which it has not told the plugin. */
  async find(id: string, client: Client): Promise<Session> {
    if (this.#known.has(id)) return this.of(id);
    const reply = await client.session.get({ path: { id } }).catch(() => undefined);
    const info = objectOf(reply?.data);
    if (typeof info.parentID === 'string') await this.find(info.parentID, client);
    this.noteCreated(id, info);
    return this.of(id);
  }
}

/** How many of the last messages are looked at for the one that asks for a summary, which is the last. */
const messageLimit = 4;

/** Asks the client whether it began the summary of a session itself, or a person did. Undefined: it does not say. */
export async function isAutomatic(id: string, client: Client): Promise<boolean | undefined> {
  const options = { path: { id }, query: { limit: messageLimit } };
  const reply = await client.session.messages(options).catch(() => undefined);
  const parts = (reply?.data ?? []).flatMap((message) => message.parts ?? []);
  const auto = parts.findLast(({ type }) => type === 'compaction')?.auto;
  return typeof auto === 'boolean' ? auto : undefined;
}
