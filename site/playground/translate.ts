/** One payload, translated for the agents whose hooks are to read it, and one answer, in the words of every agent. */
import {
  type Adapter,
  AnyhookError,
  type Outcome,
  type ReadEvent,
  read,
  recognise,
  say,
  translateAll,
} from 'anyhook';
import { type Agents, getAgent, listAgents } from './agents.ts';
import { answers, type TranslateFields } from './choices.ts';
import { addPlace, checkLength, format, parseObject, shorten } from './json.ts';
import {
  describeLosses,
  describeVerdict,
  hearNatively,
  type LossLine,
  type Verdict,
} from './verdict.ts';

/** A payload for a hook of one agent. */
export interface TranslatedPayload {
  id: string;
  title: string;
  /** The payloads as JSON, one for each part of the call. */
  parts: { native: string; payload: string; losses: LossLine[] }[];
  /** Why there is none, as a sentence. */
  note?: string;
}

/** What an agent is told for the answer, and what it makes of that. */
export interface AnsweredRow {
  id: string;
  title: string;
  isSender: boolean;
  native?: string;
  /** What is printed, shortened. */
  printed?: string;
  verdict?: Verdict;
  losses: LossLine[];
  /** Why there is no answer, as a sentence. */
  note?: string;
}

/** An answer in the words of the agent that sends the payload. */
export interface SenderAnswer {
  title: string;
  printed: string;
  exitCode: number;
  /** The contents of files that the agent provides, by the variable that names each. */
  files?: Readonly<Record<string, string>>;
}

/** What becomes of a payload and of an answer. */
export interface Translation {
  /** Who sends the payload. Absent: nobody that anyhook knows. */
  sender?: { id: string; title: string; why: string };
  /** What is wrong with the payload, as sentences. */
  problems: string[];
  /** The canonical event as JSON. */
  event?: string;
  payloads: TranslatedPayload[];
  /** The answer as the sender reads it. Absent: nothing is answered, and `rows` is empty. */
  answer?: SenderAnswer;
  rows: AnsweredRow[];
  /** What is wrong with the answer, as a sentence. */
  answerProblem?: string;
}

/**
 * Translates a payload, and the answer to it.
 *
 * @throws {AnyhookError} `vendor`, `usage`: a field has a value that cannot be chosen, or the payload is too long
 */
export function translatePayload(agents: Agents, fields: TranslateFields): Translation {
  const { payload: text, from, to } = fields;
  checkLength(text, 'the payload');
  const targets = to === 'all' ? listAgents(agents) : [getAgent(agents, to)];
  const sender = findSender(agents, text, from);
  const { agent, ...named } = sender;
  if (!agent) return { ...named, payloads: [], rows: [] };
  const one = read(agent, text);
  const problems = [
    ...named.problems,
    ...one.problems.map((problem) => describeProblem(problem, text)),
  ];
  const known = { ...named, problems };
  if (!one.ok) return { ...known, payloads: [], rows: [] };
  const payload = one.native.payload;
  const translated = {
    ...known,
    event: format(one.event),
    payloads: targets.map((target) => translateFor(agent, target, payload)),
  };
  try {
    const outcome = outcomeFrom(fields);
    const { title } = agent;
    const { stdout, stderr, exitCode, files } = say(agent, one, outcome as never);
    const answer = { title, printed: stdout || stderr, exitCode, ...(files && { files }) };
    const ofSender = answerAs(agent, one, outcome, true);
    const others = listAgents(agents).filter(({ id }) => id !== agent.id);
    const rows = others.map((other) => answerOf(agent, other, payload, outcome));
    return { ...translated, answer, rows: [ofSender, ...rows] };
  } catch (error) {
    if (!(error instanceof AnyhookError)) throw error;
    return { ...translated, rows: [], answerProblem: error.message };
  }
}

/** Returns a problem of a payload as a sentence, with the place where a text is no JSON. */
const describeProblem = (
  { code, message }: { code: string; message: string },
  text: string,
): string => (code === 'not-json' ? addPlace(message, text) : message);

/** Finds the agent that sends a payload, and says why it is that one. */
function findSender(
  agents: Agents,
  text: string,
  from: string,
): Pick<Translation, 'sender' | 'problems'> & { agent?: Adapter } {
  if (from) {
    const agent = getAgent(agents, from);
    return { agent, sender: nameOf(agent, 'as you have chosen'), problems: [] };
  }
  const [first, ...others] = recognise(text);
  if (!first) {
    const { problems } = read('anyhook', text);
    const [unreadable] = problems.filter(({ code }) =>
      /^(?:empty|not-|too-|unreadable)/.test(code),
    );
    const why = unreadable
      ? describeProblem(unreadable, text)
      : 'no agent that anyhook knows sends this: choose the agent';
    return { problems: [why] };
  }
  const agent = getAgent(agents, first.vendor);
  const fields = first.why.fields.join(', ');
  const why = fields ? `by ${fields}` : 'by the name of its event';
  const titles = others.map(({ vendor }) => getAgent(agents, vendor).title).join(', ');
  const doubt = first.sure || !titles ? '' : `; it may be from ${titles} as well`;
  return { agent, sender: nameOf(agent, `recognised ${why}${doubt}`), problems: [] };
}

const nameOf = ({ id, title }: Adapter, why: string) => ({ id, title, why });

/** Translates a payload for the hooks of one agent. */
function translateFor(
  from: Adapter,
  to: Adapter,
  payload: Record<string, unknown>,
): TranslatedPayload {
  const { id, title } = to;
  try {
    const parts = translateAll(payload, { from, to }).map((part) => ({
      native: part.native,
      payload: format(part.payload),
      losses: describeLosses(part.losses),
    }));
    if (parts.length) return { id, title, parts };
    return { id, title, parts, note: `${title} has no such event: its hooks are not started.` };
  } catch (error) {
    if (error instanceof AnyhookError) return { id, title, parts: [], note: `${error.message}.` };
    throw error;
  }
}

/**
 * Returns the outcome that a person has chosen.
 *
 * @throws {AnyhookError} `usage`: it is not JSON, or there is no such answer
 */
export function outcomeFrom({ answer, text, json }: TranslateFields): Outcome {
  const reason = text.trim() ? { reason: text } : {};
  switch (answer) {
    case 'none':
      return {};
    case 'deny':
    case 'ask':
      return { decision: answer, ...reason };
    case 'allow':
      return { decision: 'allow' };
    case 'rewrite':
      return { input: parseObject(json, 'the rewritten input') };
    case 'context':
      return text.trim() ? { context: text } : {};
    case 'outcome':
      return parseObject(json, 'the outcome') as Outcome;
    default:
      throw new AnyhookError(
        'usage',
        `${answer.slice(0, 80)}: no answer; there are ${Object.keys(answers).join(', ')}`,
      );
  }
}

/** Says an outcome in the words of an agent, and what the agent makes of it. */
function answerAs(
  agent: Adapter,
  one: ReadEvent<ReadEvent['event'], string>,
  outcome: Outcome,
  isSender: boolean,
): AnsweredRow {
  const { event: native, payload } = one.native;
  const { losses, stdout, stderr, exitCode } = say(agent, one, outcome as never);
  const heard = hearNatively(agent, native, payload, { stdout, stderr, code: exitCode });
  return {
    ...{ id: agent.id, title: agent.title, isSender, native },
    printed: shorten(stdout || stderr),
    verdict: describeVerdict({ agent, event: one.event.event, native, payload }, heard),
    losses: describeLosses(losses),
  };
}

/** Answers, in the words of another agent, the event that this agent would have sent. */
function answerOf(
  sender: Adapter,
  agent: Adapter,
  payload: Record<string, unknown>,
  outcome: Outcome,
): AnsweredRow {
  const none = { id: agent.id, title: agent.title, isSender: false, losses: [] };
  let one: ReturnType<typeof read>;
  try {
    const [first] = translateAll(payload, { from: sender, to: agent });
    if (!first) return { ...none, note: `${agent.title} has no such event.` };
    one = read(agent, first.payload) as typeof one;
    if (!one.ok) return { ...none, note: `${one.problems.at(-1)?.message}.` };
  } catch (error) {
    if (error instanceof AnyhookError) return { ...none, note: `${error.message}.` };
    throw error;
  }
  return answerAs(agent, one, outcome, false);
}
