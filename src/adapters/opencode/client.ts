/** The parts of OpenCode's plugin interface that our plugin uses, 1.18.33. Their types are in `@opencode-ai/plugin`. */
import type { Json } from '../../util/json.ts';

/** A part of a message: a text, a file, or something else. */
export type Part = Json & { type: string };

/** The message of a `chat.message`. */
export interface Message {
  id: string;
  agent?: string;
  model?: { modelID?: string };
}

/** The session interface of the client. A call that fails does not throw: it resolves without `data`. */
export interface Client {
  session: {
    get(options: {
      path: { id: string };
    }): Promise<{ data?: { parentID?: string; agent?: string } }>;
    messages(options: {
      path: { id: string };
      query: { limit: number };
    }): Promise<{ data?: { parts?: Part[] }[] }>;
    abort(options: { path: { id: string } }): Promise<unknown>;
    prompt(options: { path: { id: string }; body: Json }): Promise<unknown>;
    promptAsync(options: { path: { id: string }; body: Json }): Promise<unknown>;
  };
  /** The client under the typed one, for addresses that have no method. */
  _client: { post(options: Json): Promise<unknown> };
}

/** What the client calls a plugin with. */
export interface PluginContext {
  client: Client;
  directory: string;
}

/**
 * What the client calls a hook with, the context of the plugin, and the project to which the plugin belongs, which is a parent of
 * the folder in the context where the client was started below it.
 */
export type Given = readonly [input: Json, output: Json, context: PluginContext, project?: string];
