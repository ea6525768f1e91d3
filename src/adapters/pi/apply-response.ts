import { refusedByHook } from '../../mapping/default-reasons.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import type { ClientContext, ClientInterface, Given } from './client-types.ts';

/** Applies a response at one event, and returns what the client takes from a handler there. */
type Application = (given: Given, response: Json) => unknown;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Shows a text to the person, where the client has a screen. */
function notify(ctx: ClientContext, text: unknown, type: 'info' | 'warning' = 'info'): void {
  if (isText(text) && ctx.hasUI) ctx.ui.notify(text, type);
}

/** Tells whether a response ends the run. Another value than `true` is no answer. */
const isEnding = ({ abort }: Json): boolean => abort === true;

/** Ends the run of the agent, and shows the person why. */
function endRun(ctx: ClientContext, { abortReason }: Json): void {
  notify(ctx, abortReason, 'warning');
  ctx.abort();
}

/** Sends a message to the model. It arrives with the next request. */
function send(pi: ClientInterface, message: unknown, deliverAs?: string): void {
  if (!isObject(message) || !isText(message.content)) return;
  const sent = pi.sendMessage(withDefaults(message), deliverAs === undefined ? {} : { deliverAs });
  // A rejected promise that nobody awaits ends the client, 1.5.2.
  if (sent instanceof Promise) sent.catch(() => undefined);
}

const withDefaults = (message: Json): Json => ({
  customType: 'anyhook',
  display: false,
  ...message,
});

/** Returns why something is refused: a reason that is no text is shown as one. */
const reasonOf = ({ reason }: Json): string =>
  reason === undefined || reason === null || reason === '' ? refusedByHook : asText(reason);

/** Asks the person whether something may be done. Where nobody can be asked, and for an error of the client, the answer is no. */
async function isApproved(ctx: ClientContext, response: Json): Promise<boolean> {
  if (!ctx.hasUI) return false;
  try {
    const options = ctx.signal ? { signal: ctx.signal } : {};
    return (await ctx.ui.confirm('A hook asks', reasonOf(response), options)) === true;
  } catch {
    return false;
  }
}

/** Returns why a call is refused by a response, after the person was asked where it says so. Undefined: the call may be made. */
async function findRefusal(ctx: ClientContext, response: Json): Promise<string | undefined> {
  if (response.block) return reasonOf(response);
  if (!response.ask || (await isApproved(ctx, response))) return undefined;
  return ctx.hasUI
    ? `The person said no: ${reasonOf(response)}`
    : `A person must approve this: ${reasonOf(response)}`;
}

/** Replaces the arguments of a call in place: the client ignores another object, 1.5.2. */
function replaceInput(input: unknown, wanted: unknown): void {
  if (!isObject(input) || !isObject(wanted)) return;
  for (const key of Object.keys(input)) if (!Object.hasOwn(wanted, key)) delete input[key];
  for (const key of Object.keys(wanted)) if (key !== '__proto__') input[key] = wanted[key];
}

async function applyToCall({ event, ctx, pi }: Given, response: Json): Promise<unknown> {
  replaceInput(event.input, response.input);
  const refusal = await findRefusal(ctx, response);
  send(pi, response.message, 'steer');
  if (refusal === undefined) return undefined;
  if (isEnding(response)) endRun(ctx, response); // `terminate` alone ends it only if all calls of the message do, 1.5.2
  const terminate = isEnding(response) || response.terminate ? { terminate: true } : {};
  return { block: true, reason: refusal, ...terminate };
}

/**
 * Tells the person why a prompt was refused. Without a screen the text goes to stderr, and the client exits with code 1,
 * since it shows nothing and exits with code 0 by itself, 1.5.2.
 */
function tellRefusedPrompt(ctx: ClientContext, response: Json): void {
  const { abortReason } = response;
  const reason = isEnding(response) && isText(abortReason) ? abortReason : reasonOf(response);
  if (ctx.hasUI) notify(ctx, reason, 'warning');
  else {
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
  }
}

function applyToPrompt({ event, ctx, pi }: Given, response: Json): unknown {
  if (response.action === 'handled') {
    tellRefusedPrompt(ctx, response);
    if (isEnding(response)) ctx.abort(); // the run that the prompt was sent into
    return { action: 'handled' };
  }
  // A message of a prompt that is sent while the model works goes the way of that prompt.
  const { streamingBehavior = 'nextTurn' } = event;
  send(pi, response.message, String(streamingBehavior));
  const { action, text, images } = response;
  // The client exits with code 1 for a `transform` without a text, 1.5.2.
  if (action !== 'transform' || typeof text !== 'string') return undefined;
  return { action, text, ...(Array.isArray(images) && { images }) };
}

function applyToRun({ ctx }: Given, response: Json): unknown {
  if (response.action === 'handled') {
    tellRefusedPrompt(ctx, response);
    ctx.abort();
    return undefined;
  }
  const { message, systemPrompt } = response;
  return {
    ...(isObject(message) && isText(message.content) && { message: withDefaults(message) }),
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
  };
}

const textPart = (text: string): Json => ({ type: 'text', text });

/** Returns the parts of a result that a response replaces. A text in place of parts breaks the result, 1.5.2. */
function readParts(content: unknown): Json[] | undefined {
  if (typeof content === 'string') return [textPart(content)];
  if (!Array.isArray(content)) return undefined;
  return content.filter((part) => isObject(part) && typeof part.type === 'string');
}

function applyToResult({ event, ctx, pi }: Given, response: Json): unknown {
  if (isEnding(response)) endRun(ctx, response);
  const parts = readParts(response.content);
  const { append, details, isError } = response;
  const changes = {
    ...(typeof isError === 'boolean' && { isError }),
    ...(details !== undefined && { details }),
  };
  // The result of a call inside a call goes to a program, and a further text would change what that reads.
  const isInner = event.parentToolCallId !== undefined;
  if (isText(append) && isInner) send(pi, { content: append }, 'steer');
  const added = isText(append) && !isInner ? [textPart(append)] : [];
  if (parts) return { ...changes, content: [...parts, ...added] };
  if (!added.length) return Object.keys(changes).length ? changes : undefined;
  const kept = Array.isArray(event.content) ? event.content : [];
  const { structuredContent } = event; // it is dropped with a new content unless it is returned as well, 1.5.2
  return {
    ...changes,
    content: [...kept, ...added],
    ...(structuredContent !== undefined && { structuredContent }),
  };
}

function applyAtEnd({ event }: Given, response: Json): unknown {
  const own = (Array.isArray(response.entries) ? response.entries : [])
    .filter(isObject)
    .map((entry) => (entry.type === 'custom_message' ? withDefaults(entry) : entry));
  if (!own.length) return undefined;
  const others = Array.isArray(event.entries) ? event.entries : []; // those of other extensions
  return { entries: [...others, ...own], continue: true };
}

function applyToCompaction({ ctx }: Given, response: Json): unknown {
  if (response.cancel) {
    if (isEnding(response)) endRun(ctx, response);
    notify(ctx, reasonOf(response), 'warning');
    return { cancel: true };
  }
  return isObject(response.compaction) ? { compaction: response.compaction } : undefined;
}

async function applyToTypedCommand({ ctx }: Given, response: Json): Promise<unknown> {
  const refusal = await findRefusal(ctx, response);
  // Anything but undefined and a valid result is an error, 1.5.2.
  return refusal === undefined
    ? undefined
    : { result: { output: refusal, exitCode: 1, cancelled: false, truncated: false } };
}

function applyAtStart({ pi }: Given, response: Json): void {
  send(pi, response.message);
}

/** Events at which nothing but a text for the person has an effect have an application that does nothing. */
const applications: Readonly<Record<string, Application>> = {
  session_start: applyAtStart,
  input: applyToPrompt,
  before_agent_start: applyToRun,
  tool_call: applyToCall,
  user_bash: applyToTypedCommand,
  tool_result: applyToResult,
  agent_before_settle: applyAtEnd,
  agent_settled: () => undefined,
  session_before_compact: applyToCompaction,
  session_compact: () => undefined,
};

/**
 * Applies a response at a native event, after its text for the person is shown, and returns what the client takes from a
 * handler there. At an event where no answer has an effect, it does nothing.
 */
export function applyResponse(native: string, given: Given, response: Json): unknown {
  const application = Object.hasOwn(applications, native) ? applications[native] : undefined;
  if (application) notify(given.ctx, response.notify);
  return application?.(given, response);
}
