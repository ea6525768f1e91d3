import type { Json } from '../../util/json.ts';
import type { Client } from './client.ts';
import { keep } from './sessions.ts';

/**
 * Whether this process is `opencode run`, which ends with the turn. It waits for the plugin's `dispose` alone, so
 * follow-ups are sent there, 1.18.33.
 */
const endsWithTurn = (): boolean =>
  process.versions.bun !== undefined && process.argv.slice(2).includes('run');

/** The stops whose hooks are running or whose follow-ups are not answered, of all plugins in this process. */
const stops = new Set<Promise<void>>();
/** Is resolved when the client disposes of the plugin. */
let onDispose: () => void = () => undefined;
const disposed = new Promise<void>((resolve) => {
  onDispose = resolve;
});

/** Notes that the hooks of a stop begin. Returns a function to call when its follow-up is answered, or there is none. */
export function beginStop(): () => void {
  let end: () => void = () => undefined;
  const stop = new Promise<void>((resolve) => {
    end = resolve;
  });
  stops.add(stop);
  return () => {
    stops.delete(stop);
    end();
  };
}

/** How long the hooks of a turn may take to begin after it, in milliseconds. */
const settling = 100;

/** Waits until the follow-ups of a client that ends with the turn are answered. */
export async function finishStops(): Promise<void> {
  if (!endsWithTurn()) return;
  onDispose();
  const wait = () => new Promise((resolve) => setTimeout(resolve, settling));
  while (stops.size) {
    await Promise.all(stops);
    await wait();
  }
}

/** The follow-ups that were sent, and of which the client has told no plugin yet, by session. */
const sent = new Map<string, string>();

/** Tells whether a prompt is the follow-up that was sent to its session. The client tells of it only once. */
export function takeFollowUp(id: string, prompt: unknown): boolean {
  if (sent.get(id) !== prompt) return false;
  return sent.delete(id);
}

/** Sends a text as prompt to a session, given by its `id`. Where the client ends with the turn, waits for the answer to it. */
export async function sendFollowUp(
  client: Client,
  id: string,
  text: string,
  settings: Json,
): Promise<void> {
  const options = { path: { id }, body: { ...settings, parts: [{ type: 'text', text }] } };
  keep(sent, id, text);
  if (!endsWithTurn()) await client.session.promptAsync(options);
  else {
    await disposed;
    await client.session.prompt(options);
  }
}
