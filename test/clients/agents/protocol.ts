// How a mock model is asked, and how it answers.

/** A call of a tool; `args` that are a text are those of a free-form tool. */
export interface Call {
  name: string;
  args: Record<string, unknown> | string;
  namespace?: string;
}

/** One answer of the model: text, tool calls, or both. */
export interface Turn {
  text?: string;
  calls?: readonly Call[];
  /** How long the conversation was, as the model counts it. */
  tokens?: number;
}

/** A turn, or what makes one of what the model was told, and of how many summaries it has made. */
export type Scripted = Turn | ((told: Told, summaries: () => number) => Turn | Promise<Turn>);

/** The same, each call with the id it goes by. */
export interface Answer {
  text?: string;
  tokens?: number;
  calls: readonly (Call & { id: string })[];
}

export type Body = Record<string, unknown>;

/** What a request tells the model: results of tools by the id of their call, and all other texts. */
export interface Told {
  results: Map<string, string>;
  texts: string[];
}

export const namesOf = (tools: unknown): string[] =>
  list(tools).map(({ name, type, function: one }) =>
    String(name ?? (one as Body | undefined)?.name ?? type),
  );

export interface Protocol {
  /** The end of the address the model is asked at. */
  path: RegExp;
  /** What tells a question of the session from one beside it, such as for a title. */
  isTurn(body: Body, path: string): boolean;
  isStream(body: Body, path: string): boolean;
  /** The messages of a stream: name, if they have one, and data. */
  stream(answer: Answer, body: Body): readonly [name: string, data: unknown][];
  whole(answer: Answer, body: Body): unknown;
  told(body: Body): Told;
}

export const list = (value: unknown): Body[] => (Array.isArray(value) ? value : []);

/** The text of a message's content, whatever its shape. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content);
  return content.map((part: Body) => part.text ?? textOf(part.content)).join('\n');
}

/** As all but Google ask for it. */
export const isStream = (body: Body): boolean => body.stream === true;

export const hasTools = (body: Body): boolean => list(body.tools).length > 0;
