import type { Json } from '../../util/json.ts';

/** What our plugin uses of the second argument of a handler, as 1.5.2 has it. */
export interface ClientContext {
  cwd: string;
  mode: string;
  hasUI: boolean;
  model?: { provider: string; id: string };
  signal?: AbortSignal;
  ui: {
    confirm(title: string, message: string, options?: { signal?: AbortSignal }): Promise<boolean>;
    notify(message: string, type?: 'info' | 'warning'): void;
  };
  sessionManager: { getSessionId(): string; getSessionFile(): string | undefined };
  isProjectTrusted?(): boolean;
  abort(): void;
}

/** What our plugin uses of the client's interface for extensions. */
export interface ClientInterface {
  sendMessage(message: Json, options?: { deliverAs?: string }): unknown;
}

/** The arguments with which the client calls a handler, and its interface, which our plugin adds. */
export interface Given {
  event: Json;
  ctx: ClientContext;
  pi: ClientInterface;
}
