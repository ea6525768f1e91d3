import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Severity } from '../../src/canonical/loss.ts';
import type { OutcomeKey } from '../../src/canonical/outcome.ts';
import { isGateEvent } from '../../src/canonical/traits.ts';
import { vendorIds } from '../../src/settings/tables.ts';
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
  /** The agents that do something else when they fire the hook. Absent: every agent. */
  hosts?: readonly Vendor[];
  /** The agents whose hooks it concerns. Absent: the hooks of every agent. */
  dialects?: readonly Vendor[];
  /** Tells whether a cell of these hosts and dialects is such a case. */
  fits(cell: Cell): boolean;
}

/** Tells whether a reason explains a difference of a cell. */
export const explains = (
  { what, hosts, dialects, fits }: Reason,
  difference: string,
  cell: Cell,
): boolean =>
  what.includes(difference) &&
  (hosts?.includes(cell.place.host) ?? true) &&
  (dialects?.includes(cell.place.dialect) ?? true) &&
  fits(cell);

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
const allBut = (...ids: readonly Vendor[]): Vendor[] =>
  vendorIds().filter((id) => id !== 'anyhook' && !ids.includes(id));
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
    why: 'anyhook takes output that begins like JSON and does not parse, or that holds its verdict twice, for a refusal. A text in the payload could otherwise change the verdict of a guard that builds its JSON from strings.',
    fits: (cell) => gate(cell) && broken(cell) && refused(cell),
  },
  {
    what: ['stricter', 'input'],
    severity: 'stricter',
    where: 'every gate',
    why: 'An `ask` becomes a refusal that says that a person must approve, unless the hook has `ask: host` and its host is known to ask a person there.',
    fits: (cell) => gate(cell) && /"ask"/.test(cell.rec.ran.stdout + cell.rec.ran.stderr),
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'gates that cannot rewrite a call, or not in that way',
    why: 'A rewrite that the host cannot apply becomes a refusal that shows the rewritten call.',
    fits: (cell) => gate(cell) && became('input')(cell),
  },
  {
    what: ['stricter', 'prompt'],
    severity: 'stricter',
    where: 'every host but Copilot CLI, a prompt',
    why: 'A hook cannot rewrite what a person wrote. The prompt is refused, and the refusal shows the rewritten one.',
    fits: (cell) => gate(cell) && became('prompt')(cell),
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'hosts whose `allow` grants nothing, and gates without an `allow`',
    why: 'An `allow` becomes no opinion: the host decides as if there were no hook.',
    fits: ({ native, host }) => native.verdict === 'allow' && host.verdict === 'pass',
  },
  {
    what: ['stricter', 'message', 'reason', 'input'],
    severity: 'stricter',
    where: 'every gate',
    why: 'With `--on-failure block`, any failure of the hook refuses.',
    fits: (cell) => gate(cell) && cell.flags.onFailure === 'block' && refused(cell),
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'every gate',
    why: 'A hook that runs out of time refuses, even if its own agent has no such time limit.',
    fits: (cell) => gate(cell) && cell.rec.ran.timedOut === true,
  },
  {
    what: ['stricter', 'message', 'reason', 'halt', 'response', 'input', 'ask'],
    severity: 'stricter',
    where: 'every gate',
    why: 'A hook that prints more than 32 MB has failed. anyhook does not read its output, and the gate refuses.',
    fits: (cell) => gate(cell) && cell.rec.ran.tooMuch === true && refused(cell),
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'hooks of Cursor, beforeSubmitPrompt',
    dialects: ['cursor'],
    why: 'Output that is no JSON object refuses, as it does at Cursor’s permission events.',
    fits: ({ place, rec, host }) =>
      place.native === 'beforeSubmitPrompt' && rec.plain && host.verdict === 'deny',
  },
  {
    what: ['stricter', 'context', 'request', 'response'],
    severity: 'stricter',
    where: 'hooks of TerminaI on a gate',
    dialects: ['terminai'],
    why: 'anyhook reads the answer of a hook that a signal ended: what the hook refused is refused.',
    fits: (cell) => gate(cell) && cell.rec.ran.code === null,
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'hooks of the Gemini family on a gate',
    why: 'A refusal counts even if the hook’s own client fails on the output (a text in place of an object, an answer of no known shape).',
    fits: (cell) => gate(cell) && refused(cell) && /hookSpecificOutput/.test(printed(cell)),
  },
  {
    what: ['stricter', 'reason'],
    severity: 'stricter',
    where: 'hooks of the Gemini family on a gate',
    why: 'If the exit code is not 0, output that is no answer is a failure. A command that cannot start refuses, as it does when `bash` cannot start it.',
    fits: (cell) => gate(cell) && cell.rec.ran.notStarted !== undefined,
  },
  {
    what: ['context'],
    severity: 'stricter',
    where: 'hooks of Claude Code that end with exit code 2 after a tool',
    dialects: ['claude'],
    why: 'If stderr is empty, the hook’s own client passes on no text. anyhook passes on the reason that the hook printed.',
    fits: ({ place, rec }) =>
      rec.ran.code === 2 && rec.ran.stderr === '' && hidingEvents({ place } as Cell),
  },
  {
    what: ['stricter', 'reason'],
    severity: 'stricter',
    where: 'AfterModel of Gemini CLI and Tabnine CLI; PostToolUse of Claude Code, some tools',
    why: 'The host cannot replace what the hook replaces, so the turn ends.',
    fits: (cell) => became('replaced')(cell),
  },
  {
    what: ['response', 'request'],
    severity: 'stricter',
    where: 'model hooks',
    why: 'An answer or a request that the hook’s own client ignores (because it is empty, stands beside a refusal, or has no messages) is applied by a host that does not ignore it.',
    fits: (cell) => events('before-model', 'after-model')(cell) && !unsaid('response')(cell),
  },
  {
    what: ['context', 'tail', 'reason', 'response', 'request', 'stricter'],
    severity: 'stricter',
    where: 'hooks of Tabnine CLI that end with exit code 2',
    dialects: ['tabnine'],
    why: 'Tabnine’s pages say that exit code 2 refuses with the text on stderr; its parent reads the JSON. anyhook reads both, and the host takes what it can take beside a refusal.',
    fits: ({ rec }) => rec.ran.code === 2,
  },
  {
    what: ['replaced', 'output', 'halt', 'stricter', 'context', 'tail', 'response', 'reason'],
    severity: 'stricter',
    where: 'after a tool or a model',
    why: 'A refusal of something that has already happened takes away what the agent would have seen of it.',
    fits: (cell) => became('decision')(cell) && hidingEvents(cell),
  },
  {
    what: ['output'],
    severity: 'stricter',
    where: 'Cursor and Claude Code, after an MCP tool',
    hosts: ['cursor', 'claude'],
    why: 'If a hook hides or replaces a result, or ends the turn because of it, the host gets a rewritten output.',
    fits: ({ place }) => place.tool === 'mcp',
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'hooks of Claude Code before a tool',
    why: 'In Claude Code `continue: false` lets the call run and ends the turn after it. In other agents the turn ends before the call.',
    fits: ({ native, host }) => native.ends === true && host.verdict !== 'pass',
  },
  {
    what: ['replaced'],
    severity: 'stricter',
    where: 'AfterTool and AfterModel of TerminaI',
    why: 'No hook can end the turn there, so a halt takes away what the agent would have seen.',
    fits: (cell) => cell.native.verdict === 'halt' || unsaid('halt')(cell),
  },
];

/** What has no form on a host. */
const impossible: readonly Reason[] = [
  {
    what: ['input'],
    severity: 'cosmetic',
    where: 'Cursor and Pi, shell commands',
    hosts: ['cursor', 'pi'],
    why: 'The host has no place for the description of a command. It runs the rewritten command; anyhook drops the description and names that.',
    fits: ({ native, host, losses }) =>
      losses.some(({ kind }) => kind === 'dropped') &&
      native.input?.command === host.input?.command,
  },
  {
    what: ['input'],
    severity: 'lossy',
    where: 'hooks of Cursor, the read before an edit',
    dialects: ['cursor'],
    why: 'Cursor reads a file before it edits it, and other agents do not. A refusal of that read refuses the edit. A rewrite of that read has no call to change, so anyhook drops it and names that.',
    fits: ({ losses }) => losses.some(({ kind }) => kind === 'unmade'),
  },
  {
    what: ['followUp', 'replaced'],
    severity: 'lossy',
    where:
      'Codex CLI, Copilot CLI, Gemini CLI, Kilo, OpenCode, Tabnine CLI, TerminaI, end of a subagent',
    hosts: ['codex', 'copilot', 'kilo', 'opencode', ...family],
    why: 'A refusal hides from the agent what the subagent did, and the agent goes on.',
    fits: ({ place, host }) =>
      place.told.binding.event === 'subagent-stop' && host.replaced !== undefined,
  },
  {
    what: everything,
    severity: 'unsafe',
    where: 'every host',
    why: 'With `--on-failure allow`, a failed hook refuses nothing. That is what this flag is for.',
    fits: (cell) => cell.flags.onFailure === 'allow',
  },
  {
    what: everything,
    severity: 'lossy',
    where: 'every host, events that are no gates',
    why: 'anyhook does not read what a hook prints beyond 32 MB.',
    fits: (cell) => !gate(cell) && cell.rec.ran.tooMuch === true,
  },
  {
    what: ['replaced', 'followUp', 'message', 'reason'],
    severity: 'lossy',
    where: 'hooks of Gemini CLI and Tabnine CLI, events that are no gates',
    dialects: ['gemini', 'tabnine'],
    why: 'A command that cannot be started has no effect. In its own client the shell’s error would replace the result, or begin another turn.',
    fits: (cell) => !gate(cell) && cell.rec.ran.notStarted !== undefined,
  },
  {
    what: ['unasked allow'],
    severity: 'lossy',
    where: 'Cursor, preToolUse',
    hosts: ['cursor'],
    why: 'Cursor applies a rewrite only beside `allow`, which may skip the agent’s own question.',
    fits: ({ losses }) => losses.some((loss) => loss.kind === 'implied'),
  },
  {
    what: ['deny', 'reason', 'replaced', 'followUp'],
    severity: 'unsafe',
    where: 'every host, events at which no hook can refuse and nothing can be hidden',
    why: 'A refusal has no effect.',
    fits: (cell) => !gate(cell) && unsaid('decision')(cell),
  },
  {
    what: ['halt', 'reason'],
    severity: 'unsafe',
    where: 'Cursor, Gemini CLI, Tabnine CLI, TerminaI, compaction and the start of a session',
    hosts: ['cursor', ...family],
    why: 'No hook can end the turn, or keep the conversation from being compacted.',
    fits: all(events('compact', 'compacted', 'session-start'), unsaid('halt')),
  },
  {
    what: ['halt'],
    severity: 'unsafe',
    where: 'Cursor and TerminaI, gates',
    hosts: ['cursor', 'terminai'],
    why: 'No hook can end the turn. This call is refused, and the turn goes on.',
    fits: all(gate, unsaid('halt')),
  },
  {
    what: ['halt'],
    severity: 'unsafe',
    where: 'TerminaI, AfterTool and AfterModel',
    hosts: ['terminai'],
    why: 'No hook can end the turn. The result or the text is taken away, and the turn goes on.',
    fits: all(events('after-tool', 'after-model'), unsaid('halt')),
  },
  {
    what: ['halt', 'context', 'followUp', 'output'],
    severity: 'unsafe',
    where: 'Cursor, after a tool, a response or a subagent',
    hosts: ['cursor'],
    why: 'No hook can end the turn.',
    fits: unsaid('halt'),
  },
  {
    what: ['replaced', 'context'],
    severity: 'unsafe',
    where: 'Cursor, after a tool',
    hosts: ['cursor'],
    why: 'A hook cannot hide the output of a finished tool.',
    fits: unsaid('replaced'),
  },
  {
    what: ['output', 'replaced'],
    severity: 'unsafe',
    where: 'Cursor, after a tool that is not MCP’s',
    hosts: ['cursor'],
    why: 'A hook cannot rewrite the output of a finished tool.',
    fits: unsaid('output'),
  },
  {
    what: ['output', 'replaced', 'context'],
    severity: 'lossy',
    where: 'Gemini CLI, Tabnine CLI, TerminaI, Codex CLI, Qwen Code, Copilot CLI, after a tool',
    hosts: [...family, 'codex', 'copilot', 'qwen'],
    why: 'A rewritten output replaces the result as a text, and nothing can be added to it.',
    fits: became('output'),
  },
  {
    what: ['context'],
    severity: 'lossy',
    where: 'Copilot CLI, after a tool',
    hosts: ['copilot'],
    why: 'Nothing can be added beside a result that is replaced.',
    fits: all(events('after-tool'), ({ host }) => host.replaced !== undefined),
  },
  {
    what: ['context'],
    severity: 'cosmetic',
    where: 'hooks of Qwen Code, after a tool',
    dialects: ['qwen'],
    why: 'Qwen Code drops context beside a stop. Other agents read it.',
    fits: ({ place, native, difference }) =>
      place.native === 'PostToolUse' &&
      native.replaced !== undefined &&
      difference.made.includes('context'),
  },
  {
    what: ['context'],
    severity: 'lossy',
    where: 'every host, on some events: `anyhook capabilities` lists them',
    why: 'A hook can add nothing for the agent to read.',
    fits: unsaid('context'),
  },
  {
    what: ['message'],
    severity: 'lossy',
    where: 'every host, on some events',
    why: 'A hook can show the person nothing.',
    fits: unsaid('message'),
  },
  {
    what: ['tail'],
    severity: 'lossy',
    where: 'every host but Gemini CLI and Tabnine CLI',
    hosts: allBut('gemini', 'tabnine'),
    why: 'A hook cannot start another tool after this one.',
    fits: unsaid('tail'),
  },
  {
    what: ['clear'],
    severity: 'lossy',
    where: 'every host but Gemini CLI and Tabnine CLI, end of turn',
    hosts: allBut('gemini', 'tabnine'),
    why: 'A hook cannot clear the conversation.',
    fits: unsaid('clear'),
  },
  {
    what: ['env'],
    severity: 'lossy',
    where: 'every host but Cursor, start of a session',
    hosts: allBut('cursor'),
    why: 'anyhook keeps the variables, and gives them to later hooks of the session that run through anyhook.',
    fits: ({ losses }) => losses.some(({ kind, path }) => kind === 'delayed' && path === 'env'),
  },
  {
    what: ['reason'],
    severity: 'cosmetic',
    where: 'Claude Code, Codex CLI, Qwen Code, Copilot CLI, a refusal that also ends the turn',
    hosts: claudes,
    why: 'The host shows only one of the two reasons.',
    fits: ({ native }) => native.verdict === 'halt',
  },
  {
    what: ['message'],
    severity: 'cosmetic',
    where: 'hooks of Claude Code, start of a session',
    dialects: ['claude'],
    why: 'Only the interface of Claude Code shows a message there. Other agents do not show it.',
    fits: ({ place }) => place.native === 'SessionStart',
  },
  {
    what: ['message'],
    severity: 'cosmetic',
    where: 'Claude Code and Codex CLI, a refused prompt',
    hosts: ['claude', 'codex'],
    why: 'The host does not show a message beside a refusal.',
    fits: refused,
  },
  {
    what: ['firstPrompt'],
    severity: 'lossy',
    where: 'every host but Claude Code',
    hosts: allBut('claude'),
    why: 'A hook cannot begin a session with a prompt.',
    fits: unsaid('firstPrompt'),
  },
  {
    what: ['title'],
    severity: 'cosmetic',
    where: 'every host but Claude Code',
    hosts: allBut('claude'),
    why: 'A hook cannot give a session a title.',
    fits: unsaid('title'),
  },
  {
    what: ['display'],
    severity: 'lossy',
    where: 'Qwen Code, MessageDisplay',
    hosts: ['qwen'],
    why: 'A hook cannot change how a text is shown to the person.',
    fits: unsaid('display'),
  },
  {
    what: ['deny', 'ask', 'halt', 'reason', 'input', 'message', 'context'],
    severity: 'unsafe',
    where: 'Claude Code, Codex CLI, Qwen Code, Copilot CLI, start of a subagent',
    hosts: claudes,
    why: 'No hook can keep a subagent from starting at this event. The call that starts the subagent is a gate of its own.',
    fits: all(events('subagent-start'), ({ losses }) =>
      losses.some(({ kind, path }) => kind === 'unsaid' && /decision|halt|input/.test(path)),
    ),
  },
  {
    what: ['halt', 'context', 'followUp', 'reason'],
    severity: 'unsafe',
    where:
      'Copilot CLI and Qwen Code; Claude Code after a failed tool; Codex CLI before and after a tool',
    hosts: claudes,
    why: 'No hook can end the turn. The call is refused, and the result is taken away where that is possible.',
    fits: unsaid('halt'),
  },
  {
    what: ['replaced', 'output'],
    severity: 'unsafe',
    where: 'Claude Code, Codex CLI, Qwen Code, Copilot CLI, after a failed tool',
    hosts: claudes,
    why: 'A hook cannot hide the output of a failed tool.',
    fits: ({ losses }) =>
      losses.some(({ kind, path }) => kind === 'unsaid' && /replaced|output|decision/.test(path)),
  },
  {
    what: ['replaced', 'output', 'context', 'halt', 'reason'],
    severity: 'unsafe',
    where: 'Claude Code, after a failed tool',
    hosts: ['claude'],
    why: 'A hook cannot hide the output of the tool. The text that should replace it is added to it.',
    fits: unhidden('unsafe'),
  },
  {
    what: ['replaced', 'output', 'context'],
    severity: 'lossy',
    where: 'Claude Code, after Write or Edit',
    hosts: ['claude'],
    why: 'The agent still sees that the call was made. The text that should replace the result is added to it.',
    fits: unhidden('lossy'),
  },
  {
    what: ['message'],
    severity: 'cosmetic',
    where:
      'hooks of Copilot CLI, and hooks of Claude Code at the end of a session, that end with exit code 2',
    dialects: ['claude', 'copilot'],
    why: 'The hook’s own client shows a warning there. anyhook writes it to stderr.',
    fits: ({ rec }) => rec.ran.code === 2,
  },
  {
    what: ['context'],
    severity: 'lossy',
    where: 'hooks of Claude Code, compaction',
    dialects: ['claude'],
    why: 'Claude Code gives the model everything that a hook prints there. No other agent does that.',
    fits: ({ place }) => /^(Pre|Post)Compact$/.test(place.native),
  },
  {
    what: everything,
    severity: 'unsafe',
    where: 'Copilot CLI, preMcpToolCall',
    hosts: ['copilot'],
    why: 'Copilot CLI reads no answer of a hook at this event. A hook at preToolUse gets the same call, and its answer counts.',
    fits: ({ place }) => place.fired === 'preMcpToolCall',
  },
  {
    what: ['followUp'],
    severity: 'lossy',
    where: 'every host but Cline, Cursor, Pi and Qwen Code, end of a subagent',
    hosts: allBut('cline', 'cursor', 'pi', 'qwen'),
    why: 'A hook cannot give the agent another prompt there.',
    fits: all(events('after-tool', 'subagent-stop', 'response'), unsaid('followUp')),
  },
  {
    what: ['message', 'reason', 'replaced', 'followUp', 'offered'],
    severity: 'cosmetic',
    where: 'hooks of the Gemini family and of Cursor, and hooks in the neutral dialect',
    dialects: [...family, 'cursor', 'anyhook'],
    why: 'The client prints a reason or a message that is no text in whatever way it can. anyhook does not pass it on.',
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
      hosts: [host as Vendor],
      fits: unsaid(key as OutcomeKey),
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
