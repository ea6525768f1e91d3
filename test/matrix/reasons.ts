import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Severity } from '../../src/canonical/loss.ts';
import type { OutcomeKey } from '../../src/canonical/outcome.ts';
import { isGateEvent } from '../../src/canonical/traits.ts';
import { findDuplicateKey, looksLikeJson, parseJson } from '../../src/util/json.ts';
import { familyOf } from '../facts.ts';
import { ownReasons, withoutForm } from '../oracles/index.ts';
import type { Cell } from './matrix.ts';

/** Why a host does something else than the hook's own vendor would have done. */
export interface Reason {
  /** What is other: a facet, a verdict, or `stricter`. */
  what: readonly string[];
  /** `stricter`: nothing is lost. */
  severity: Severity | 'stricter';
  /** Whom it concerns, for the page. */
  where: string;
  why: string;
  fits(cell: Cell): boolean;
}

const hosts =
  (...names: string[]) =>
  ({ place }: Cell) =>
    names.includes(place.host);
const events =
  (...names: string[]) =>
  ({ place }: Cell) =>
    names.includes(place.event);
const gate = ({ place }: Cell) => isGateEvent(place.event);
const all =
  (...tests: ((cell: Cell) => boolean)[]) =>
  (cell: Cell) =>
    tests.every((test) => test(cell));
/** The loss is named by the run itself. */
const unsaid =
  (...keys: OutcomeKey[]) =>
  ({ losses }: Cell) =>
    losses.some((loss) => loss.kind === 'unsaid' && keys.includes(loss.path));
const became =
  (key: OutcomeKey) =>
  ({ losses }: Cell) =>
    losses.some((loss) => loss.kind === 'stricter' && loss.path === key);

const unhidden =
  (severity: Severity) =>
  ({ losses }: Cell) =>
    losses.some((loss) => loss.kind === 'unhidden' && loss.severity === severity);

const hidingEvents = events('after-tool', 'tool-batch', 'after-model', 'subagent-stop');
const refused = ({ host }: Cell) => host.verdict === 'deny' || host.verdict === 'halt';
const everything = [
  ...['allow', 'pass', 'ask', 'deny', 'halt', 'stricter', 'input', 'followUp', 'reason'],
  ...['context', 'replaced', 'output', 'request', 'response', 'offered', 'tail', 'clear', 'env'],
  ...['plugins', 'message', 'prompt', 'firstPrompt', 'title', 'display'],
];

/** Those whose answers are Gemini CLI's, or much like them. */
const family = familyOf('gemini');
/** Those whose answers are Claude Code's, or much like them. */
const claudes = familyOf('claude');
const printed = ({ rec }: Cell): string => rec.ran.stdout.trim() || rec.ran.stderr.trim();
const broken = (cell: Cell): boolean => {
  let text = printed(cell);
  if (text[0] === '"') text = String(parseJson(text));
  const bad = (one: string) => looksLikeJson(one) && parseJson(one) === undefined;
  const torn = cell.host.reason?.startsWith('The hook printed two decisions');
  return torn || bad(text) || findDuplicateKey(text, () => true) !== undefined;
};

/** Nothing is lost: the host does more than the hook's own vendor would have. */
const stricter: readonly Reason[] = [
  {
    what: ['stricter', 'message', 'reason', 'halt', 'response', 'input', 'ask'],
    severity: 'stricter',
    where: 'every gate',
    why: 'Output that begins like JSON and does not parse, or holds its verdict twice, is a refusal: a guard that builds JSON by string can be talked out of one.',
    fits: (cell) => gate(cell) && broken(cell) && refused(cell),
  },
  {
    what: ['stricter', 'input'],
    severity: 'stricter',
    where: 'every gate',
    why: 'An `ask` where nobody can be asked, or it is not known whether its own agent would, is a refusal that says a person must approve.',
    fits: (cell) => gate(cell) && /"ask"/.test(cell.rec.ran.stdout + cell.rec.ran.stderr),
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'gates that cannot rewrite, or not to that',
    why: 'A rewrite the host cannot apply is a refusal that shows the rewritten call.',
    fits: (cell) => gate(cell) && became('input')(cell),
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'hosts whose `allow` grants nothing, and gates without one',
    why: 'An `allow` is no opinion: the host decides as if there were no hook.',
    fits: ({ native, host }) => native.verdict === 'allow' && host.verdict === 'pass',
  },
  {
    what: ['stricter', 'message', 'reason', 'input'],
    severity: 'stricter',
    where: 'every gate',
    why: '`--on-failure block`: any failure of the hook refuses.',
    fits: (cell) => gate(cell) && cell.flags.onFailure === 'block' && refused(cell),
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'every gate',
    why: 'A time limit the hook’s own vendor would not have had refuses.',
    fits: (cell) => gate(cell) && cell.rec.ran.timedOut === true,
  },
  {
    what: ['stricter', 'message', 'reason', 'halt', 'response', 'input', 'ask'],
    severity: 'stricter',
    where: 'every gate',
    why: 'A hook that prints more than 32 MB has failed, and what it printed is not read: it refuses.',
    fits: (cell) => gate(cell) && cell.rec.ran.tooMuch === true && refused(cell),
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'Cursor hooks, beforeSubmitPrompt',
    why: 'Output that is no JSON object refuses, as it does on Cursor’s permission events.',
    fits: ({ place, rec, host }) =>
      place.native === 'beforeSubmitPrompt' && rec.plain && host.verdict === 'deny',
  },
  {
    what: ['stricter', 'context', 'request', 'response'],
    severity: 'stricter',
    where: 'TerminaI hooks on a gate',
    why: 'A hook ended by a signal is heard: what it refused is refused.',
    fits: (cell) => gate(cell) && cell.place.dialect === 'terminai' && cell.rec.ran.code === null,
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'hooks of the Gemini family on a gate',
    why: 'Output that its own client chokes on (text where an object belongs, an answer of no shape) still refuses: what was meant counts.',
    fits: (cell) => gate(cell) && refused(cell) && /hookSpecificOutput/.test(printed(cell)),
  },
  {
    what: ['stricter', 'reason'],
    severity: 'stricter',
    where: 'hooks of the Gemini family on a gate',
    why: 'Without an exit code of 0, what is printed and is no answer is a failure; a command that cannot start refuses, as `bash` would have it.',
    fits: (cell) => gate(cell) && cell.rec.ran.notStarted !== undefined,
  },
  {
    what: ['context'],
    severity: 'stricter',
    where: 'hooks of Claude Code that exit with 2 after a tool',
    why: 'With nothing on stderr its client passes on no text; the reason in what was printed is passed on.',
    fits: ({ place, rec }) =>
      place.dialect === 'claude' &&
      rec.ran.code === 2 &&
      rec.ran.stderr === '' &&
      hidingEvents({ place } as Cell),
  },
  {
    what: ['stricter', 'reason'],
    severity: 'stricter',
    where: 'AfterModel of Gemini CLI and Tabnine CLI; PostToolUse of Claude Code, some tools',
    why: 'What was to be replaced cannot be: the turn ends.',
    fits: (cell) => became('replaced')(cell),
  },
  {
    what: ['response', 'request'],
    severity: 'stricter',
    where: 'model hooks',
    why: 'An answer or a request that its own client ignores (empty, beside a refusal, without messages) is applied by a client that does not.',
    fits: (cell) => events('before-model', 'after-model')(cell) && !unsaid('response')(cell),
  },
  {
    what: ['context', 'tail', 'reason', 'response', 'request', 'stricter'],
    severity: 'stricter',
    where: 'Tabnine hooks that exit with 2',
    why: 'Its pages say that 2 refuses with the text on stderr, its parent reads the JSON: both are heard, and the host takes what it takes beside a refusal.',
    fits: ({ place, rec }) => place.dialect === 'tabnine' && rec.ran.code === 2,
  },
  {
    what: ['replaced', 'output', 'halt', 'stricter', 'context', 'tail', 'response', 'reason'],
    severity: 'stricter',
    where: 'after a tool or a model',
    why: 'A refusal of what has happened already takes away what was to be seen of it.',
    fits: (cell) => became('decision')(cell) && hidingEvents(cell),
  },
  {
    what: ['output'],
    severity: 'stricter',
    where: 'Cursor and Claude Code, after an MCP tool',
    why: 'A result that is hidden, replaced, or was to end the turn is a rewritten output.',
    fits: (cell) => hosts('cursor', 'claude')(cell) && cell.place.tool === 'mcp',
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'hooks of Claude Code before a tool',
    why: 'There `continue: false` lets the call run and ends the turn then; elsewhere the turn ends before.',
    fits: ({ native, host }) => native.ends === true && host.verdict !== 'pass',
  },
  {
    what: ['replaced'],
    severity: 'stricter',
    where: 'AfterTool and AfterModel of TerminaI',
    why: 'A halt that cannot be said takes away what was to be seen.',
    fits: (cell) => cell.native.verdict === 'halt' || unsaid('halt')(cell),
  },
];

/** What has no form on a host. */
const impossible: readonly Reason[] = [
  {
    what: ['input'],
    severity: 'cosmetic',
    where: 'Cursor, shell commands',
    why: 'A description of a command has no place there: the rewritten command is run, and the description is dropped and named.',
    fits: ({ native, host, losses }) =>
      losses.some(({ kind }) => kind === 'dropped') &&
      native.input?.command === host.input?.command,
  },
  {
    what: ['input'],
    severity: 'lossy',
    where: 'Cursor hooks, the read before an edit',
    why: 'Cursor reads a file before it edits it, and other agents do not: a refusal of that read refuses the edit, and a rewrite of it has no call to change, so it is dropped and named.',
    fits: ({ losses }) => losses.some(({ kind }) => kind === 'unmade'),
  },
  {
    what: ['followUp', 'replaced'],
    severity: 'lossy',
    where: 'Gemini CLI, Tabnine CLI, TerminaI, end of a subagent',
    why: 'A refusal of what it did hides that from the agent, which goes on.',
    fits: ({ place, host }) =>
      place.told.binding.event === 'subagent-stop' && host.replaced !== undefined,
  },
  {
    what: everything,
    severity: 'unsafe',
    where: 'every host',
    why: '`--on-failure allow`: a failed hook is not heard. Whoever says so wants it.',
    fits: (cell) => cell.flags.onFailure === 'allow',
  },
  {
    what: everything,
    severity: 'lossy',
    where: 'every host, where nothing can be stopped',
    why: 'What a hook prints beyond 32 MB is not read.',
    fits: (cell) => !gate(cell) && cell.rec.ran.tooMuch === true,
  },
  {
    what: ['replaced', 'followUp', 'message', 'reason'],
    severity: 'lossy',
    where: 'hooks of the Gemini family, where nothing can be stopped',
    why: 'A command that cannot be started says nothing; in its own client the shell’s error would stand in the result’s place, or begin another turn.',
    fits: (cell) => !gate(cell) && cell.rec.ran.notStarted !== undefined,
  },
  {
    what: ['unasked allow'],
    severity: 'lossy',
    where: 'Cursor, preToolUse',
    why: 'A rewrite is applied beside `allow` alone, which may skip the agent’s own question.',
    fits: ({ place, losses }) =>
      place.host === 'cursor' && losses.some((loss) => loss.kind === 'implied'),
  },
  {
    what: ['deny', 'reason', 'replaced', 'followUp'],
    severity: 'unsafe',
    where: 'every host, where it lets no hook refuse and there is nothing to hide',
    why: 'A refusal is heard by nobody.',
    fits: (cell) => !gate(cell) && unsaid('decision')(cell),
  },
  {
    what: ['halt'],
    severity: 'unsafe',
    where: 'Cursor and TerminaI, gates',
    why: 'No hook can end the turn: this call is refused, the turn goes on.',
    fits: all(hosts('cursor', 'terminai'), gate, unsaid('halt')),
  },
  {
    what: ['halt'],
    severity: 'unsafe',
    where: 'TerminaI, AfterTool and AfterModel',
    why: 'No hook can end the turn: the result or the text is taken away, the turn goes on.',
    fits: all(hosts('terminai'), events('after-tool', 'after-model'), unsaid('halt')),
  },
  {
    what: ['halt', 'context', 'followUp', 'output'],
    severity: 'unsafe',
    where: 'Cursor, after a tool, a response or a subagent',
    why: 'No hook can end the turn.',
    fits: all(hosts('cursor'), unsaid('halt')),
  },
  {
    what: ['halt', 'reason'],
    severity: 'unsafe',
    where: 'Cursor, Gemini CLI, Tabnine CLI, TerminaI, compaction and the start of a session',
    why: 'No hook can end the turn, or keep the conversation from being compacted.',
    fits: all(
      hosts('cursor', ...family),
      events('compact', 'compacted', 'session-start'),
      unsaid('halt'),
    ),
  },
  {
    what: ['replaced', 'context'],
    severity: 'unsafe',
    where: 'Cursor, after a tool',
    why: 'The output of a finished tool cannot be hidden.',
    fits: all(hosts('cursor'), unsaid('replaced')),
  },
  {
    what: ['output', 'replaced'],
    severity: 'unsafe',
    where: 'Cursor, after a tool that is not MCP’s',
    why: 'The output of a finished tool cannot be rewritten.',
    fits: all(hosts('cursor'), unsaid('output')),
  },
  {
    what: ['output', 'replaced', 'context'],
    severity: 'lossy',
    where: 'Gemini CLI, Tabnine CLI, TerminaI, Codex CLI, Qwen Code, Copilot CLI, after a tool',
    why: 'A rewritten output stands as text in place of the result, and nothing is added to it.',
    fits: all(hosts(...family, 'codex', 'copilot', 'qwen'), became('output')),
  },
  {
    what: ['context'],
    severity: 'lossy',
    where: 'Copilot CLI, after a tool',
    why: 'Beside a result that is replaced nothing is added.',
    fits: all(hosts('copilot'), events('after-tool'), ({ host }) => host.replaced !== undefined),
  },
  {
    what: ['context'],
    severity: 'cosmetic',
    where: 'hooks of Qwen Code, after a tool',
    why: 'Beside a stop its own client drops what is added; another agent reads it.',
    fits: ({ place, native, difference }) =>
      place.dialect === 'qwen' &&
      place.native === 'PostToolUse' &&
      native.replaced !== undefined &&
      difference.made.includes('context'),
  },
  {
    what: ['context'],
    severity: 'lossy',
    where: 'every host, on some events: `anyhook capabilities` lists them',
    why: 'Nothing can be added for the agent to read.',
    fits: unsaid('context'),
  },
  {
    what: ['message'],
    severity: 'lossy',
    where: 'every host, on some events',
    why: 'A person is shown nothing.',
    fits: unsaid('message'),
  },
  {
    what: ['tail'],
    severity: 'lossy',
    where: 'every host but Gemini CLI and Tabnine CLI',
    why: 'No tool can be made to run right after.',
    fits: unsaid('tail'),
  },
  {
    what: ['clear'],
    severity: 'lossy',
    where: 'every host but Gemini CLI and Tabnine CLI, end of turn',
    why: 'The conversation cannot be forgotten.',
    fits: unsaid('clear'),
  },
  {
    what: ['env'],
    severity: 'lossy',
    where: 'every host but Cursor, start of a session',
    why: 'Variables are kept, and given to the later hooks of the session that run through anyhook.',
    fits: ({ losses }) => losses.some(({ kind, path }) => kind === 'delayed' && path === 'env'),
  },
  {
    what: ['reason'],
    severity: 'cosmetic',
    where: 'Claude Code and Codex CLI, refusals that end the turn as well',
    why: 'Of the two reasons one is shown.',
    fits: all(hosts(...claudes), ({ native }) => native.verdict === 'halt'),
  },
  {
    what: ['message'],
    severity: 'cosmetic',
    where: 'hooks of Claude Code, start of a session',
    why: 'Its interface alone shows it, and nobody else is given it.',
    fits: ({ place }) => place.dialect === 'claude' && place.native === 'SessionStart',
  },
  {
    what: ['message'],
    severity: 'cosmetic',
    where: 'Claude Code and Codex CLI, refused prompts',
    why: 'Beside a refusal a message is not shown.',
    fits: (cell) => hosts('claude', 'codex')(cell) && refused(cell),
  },
  {
    what: ['prompt'],
    severity: 'unsafe',
    where: 'every host but Copilot CLI',
    why: 'What a person wrote cannot be rewritten.',
    fits: unsaid('prompt'),
  },
  {
    what: ['firstPrompt'],
    severity: 'lossy',
    where: 'every host but Claude Code',
    why: 'A session cannot be begun with a prompt.',
    fits: unsaid('firstPrompt'),
  },
  {
    what: ['title'],
    severity: 'cosmetic',
    where: 'every host but Claude Code',
    why: 'A session cannot be named.',
    fits: unsaid('title'),
  },
  {
    what: ['display'],
    severity: 'lossy',
    where: 'every host but Claude Code',
    why: 'What a person is shown of a text cannot be changed.',
    fits: unsaid('display'),
  },
  {
    what: ['deny', 'ask', 'halt', 'reason', 'input', 'message', 'context'],
    severity: 'unsafe',
    where: 'Claude Code, Codex CLI, Qwen Code, Copilot CLI, start of a subagent',
    why: 'No hook can keep a subagent from starting there; the call that starts it is a gate of its own.',
    fits: all(hosts(...claudes), events('subagent-start'), ({ losses }) =>
      losses.some(({ kind, path }) => kind === 'unsaid' && /decision|halt|input/.test(path)),
    ),
  },
  {
    what: ['halt', 'context', 'followUp', 'reason'],
    severity: 'unsafe',
    where:
      'Copilot CLI and Qwen Code; Claude Code after a failed tool; Codex CLI before and after a tool',
    why: 'No hook can end the turn: a call is refused, a result taken away where that is possible.',
    fits: all(hosts(...claudes), unsaid('halt')),
  },
  {
    what: ['replaced', 'output'],
    severity: 'unsafe',
    where: 'Claude Code, Codex CLI, Qwen Code, Copilot CLI, after a failed tool',
    why: 'What a failed tool said cannot be hidden.',
    fits: all(hosts(...claudes), ({ losses }) =>
      losses.some(({ kind, path }) => kind === 'unsaid' && /replaced|output|decision/.test(path)),
    ),
  },
  {
    what: ['replaced', 'output', 'context', 'halt', 'reason'],
    severity: 'unsafe',
    where: 'Claude Code, after a failed tool',
    why: 'What the tool said cannot be hidden: what was to be seen in its place is added to it.',
    fits: unhidden('unsafe'),
  },
  {
    what: ['replaced', 'output', 'context'],
    severity: 'lossy',
    where: 'Claude Code, after Write or Edit',
    why: 'That the call was done stays in view; what was to be seen in its place is added to it.',
    fits: unhidden('lossy'),
  },
  {
    what: ['message'],
    severity: 'cosmetic',
    where: 'hooks of Copilot CLI, and of Claude Code at the end of a session, that exit with 2',
    why: 'A warning that its own client shows is written to stderr.',
    fits: ({ place, rec }) => ['claude', 'copilot'].includes(place.dialect) && rec.ran.code === 2,
  },
  {
    what: ['context'],
    severity: 'lossy',
    where: 'hooks of Claude Code, compaction',
    why: 'All that a hook prints there is told to the model as it stands; no other agent does that.',
    fits: ({ place }) => place.dialect === 'claude' && /^(Pre|Post)Compact$/.test(place.native),
  },
  {
    what: everything,
    severity: 'unsafe',
    where: 'Copilot CLI, preMcpToolCall',
    why: 'Nothing is heard of its hooks; preToolUse asks about the same call, and is heard.',
    fits: ({ place }) => place.fired === 'preMcpToolCall',
  },
  {
    what: ['followUp'],
    severity: 'lossy',
    where: 'Gemini CLI, Tabnine CLI, TerminaI, end of a subagent; Cursor, afterAgentResponse',
    why: 'The agent cannot be prompted again there.',
    fits: all(events('after-tool', 'subagent-stop', 'response'), unsaid('followUp')),
  },
  {
    what: ['message', 'reason', 'replaced', 'followUp', 'offered'],
    severity: 'cosmetic',
    where: 'hooks of the Gemini family',
    why: 'A reason or a message that is no text is printed by the client as it happens to come out, and is not passed on.',
    fits: ({ rec }) =>
      /"(systemMessage|reason|stopReason)":[^"]|FunctionNames":(?!\["|\[\])/.test(rec.ran.stdout),
  },
];

/** What an agent has no form for at all, as its oracle says. */
function unheardRows(): Reason[] {
  return Object.entries(withoutForm).flatMap(([host, keys]) =>
    Object.entries(keys ?? {}).map(([key, [severity, why]]) => ({
      what: [key],
      severity,
      where: adapters[host as Vendor].title,
      why,
      fits: all(hosts(host), unsaid(key as OutcomeKey)),
    })),
  );
}

/** The closed list: law 3, and all that is stricter. */
export const reasons: readonly Reason[] = [
  ...stricter,
  ...impossible,
  ...unheardRows(),
  ...ownReasons,
];
