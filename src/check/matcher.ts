import type { Hook } from '../canonical/hook.ts';
import { type Coverage, coverageOf } from '../coverage/coverage.ts';
import { hasToolName, isMcpName, isNameMet, matchesToolNames } from '../coverage/names.ts';
import { cachePerAgent } from '../coverage/per-agent.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { type Meaning, readExpression } from '../mapping/matchers.ts';
import type { Finding } from '../settings/finding.ts';
import { ownBindingOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import {
  type Alternative,
  alternativesOf,
  isPlainText,
  trimWildcards,
  wildcardText,
} from './alternatives.ts';
import {
  hasMcpPrefix,
  isNameOfOtherAgent,
  nearestToolNames,
  parseMcpName,
  patternOfEveryServer,
  respellMcpName,
  serverPatternOf,
  suggestNames,
} from './tool-suggestions.ts';

/** Problems that were found before. The key of a problem is its event and its matcher, as JSON. */
const cacheProblem = cachePerAgent<Finding | undefined>();

/**
 * Returns what is wrong with the matcher of a hook, under the agent that the hook was written for.
 * Undefined: nothing is wrong, or the hook has no matcher.
 */
export function findMatcherProblem({ speaks, event, matcher }: Hook): Finding | undefined {
  const agent = adapterOf(speaks);
  if (matcher === undefined) return undefined;
  const key = JSON.stringify([event, matcher]);
  return cacheProblem(agent, key, () => checkMatcher(agent, event, matcher));
}

/** Checks a matcher by what the event compares it with: nothing, the names of tools, or another value. */
function checkMatcher(agent: Adapter, event: string, matcher: string): Finding | undefined {
  const binding = ownBindingOf({ speaks: agent.id, event });
  const isCatchAll = ['', '*'].includes(matcher.trim());
  if (binding.subject === undefined)
    return isCatchAll ? undefined : { code: 'matcher-ignored', event };
  const meaning = agent.matchers.read(matcher, binding);
  if (meaning === 'every') return undefined;
  if (meaning === 'nothing') {
    // The star of a file pattern is no expression for some agents.
    const meansEvery = isCatchAll && agent.matchers.read('.*', binding) !== 'nothing';
    const mend = meansEvery ? '.*' : mendFlags(agent, matcher);
    return { code: 'matcher-matches-nothing', event, matcher, mend };
  }
  // The canonical dialect has no tools of its own: `findWhereNeverRun` compares its matchers with those of agents.
  if (!agent.tools.length) return undefined;
  if (!matchesToolNames(binding) || binding.given?.tool)
    return checkOtherSubject(agent, binding, matcher);
  return checkToolNames(agent, binding, matcher);
}

/**
 * Returns the names that were meant by a matcher such as `(?i)bash`, whose flags make it no valid expression for the
 * agent. Undefined: it has no such flags, or its names are unknown.
 */
function mendFlags(agent: Adapter, matcher: string): string | undefined {
  const [, names = ''] = /^\(\?[a-z]+\)\^?\(?([\w|]+)\)?\$?$/.exec(matcher.trim()) ?? [];
  const ownNames = names.split('|').map((name) => ownNamesFor(agent, name)?.[0]);
  return ownNames.includes(undefined) ? undefined : [...new Set(ownNames)].join('|');
}

/**
 * Returns the alternatives of a matcher that a person has written. An agent may add others: names that it
 * takes for the same tool.
 */
function writtenAlternatives(agent: Adapter, binding: Binding, matcher: string): Alternative[] {
  const read = (text: string) => agent.matchers.read(text, binding);
  const alternatives = alternativesOf(read(matcher), read);
  const written = alternatives.filter(({ text }) => matcher.includes(text));
  return written.length ? written : alternatives;
}

/**
 * Checks a matcher that is not compared with the names of tools, or that stands at an event which is
 * fired for one tool only.
 */
function checkOtherSubject(agent: Adapter, binding: Binding, matcher: string): Finding | undefined {
  const { native: event, subject } = binding;
  const meaning = agent.matchers.read(matcher, binding);
  const alternatives = writtenAlternatives(agent, binding, matcher);
  // A subject such as `=text` is that text itself: matchers are compared with it on every call.
  const fixedSubject =
    typeof subject === 'string' && subject[0] === '=' ? [subject.slice(1)] : undefined;
  const values = fixedSubject ?? tableOf(agent.id).validation.subjectValues?.[event];
  if (values?.some((value) => isNameMet(meaning, value))) {
    const isMet = ({ matcher }: Alternative) =>
      values.some((value) => isNameMet(agent.matchers.read(matcher, binding), value));
    const names = alternatives.flatMap((one) =>
      one.text && isPlainText(one) && !isMet(one) ? one.text : [],
    );
    return names.length ? { code: 'matcher-part-never', event, matcher, names, values } : undefined;
  }
  if (values) {
    const firstName = typeof meaning === 'object' && 'names' in meaning && meaning.names[0];
    const looksLikeExpression = /[|.*+?^$()[\]\\]/.test(matcher);
    // The agent takes the matcher for a name, and compares it letter by letter.
    if (firstName !== matcher.trim() || !looksLikeExpression || fixedSubject)
      return { code: 'matcher-never-value', event, matcher, values };
    const wanted = readExpression(matcher.trim());
    const meansAll = wanted && values.every((value) => isNameMet(wanted, value));
    return { code: 'matcher-compared', event, matcher, mend: meansAll ? '*' : undefined };
  }
  const isName = ({ text }: Alternative) =>
    hasToolName(agent, text) || suggestNames(agent, text)?.names.length;
  // The event is fired for the shell only, so the matcher is compared with the text of the command.
  const matchesCommandText = binding.given?.tool === 'shell' && alternatives.length > 0;
  return matchesCommandText && alternatives.every(isName)
    ? { code: 'matcher-of-command', event, matcher }
    : undefined;
}

interface Judgement {
  /**
   * Whether an alternative matches a tool (`met`), may match a tool of an MCP server (`possible`), may match a
   * tool that our tables do not have (`unsure`), names a tool that the agent does not have (`stranger`), or can
   * match no tool, as it is a permission rule or would match a character that no name of a tool has (`nothing`).
   */
  is: 'met' | 'possible' | 'unsure' | 'stranger' | 'nothing';
  /**
   * The names that were probably meant. Empty: other agents have this tool, and this agent has none like it.
   * Absent: there is no guess.
   */
  suggested?: readonly string[] | undefined;
}

const isMismatch = ({ is }: Judgement): boolean => is === 'stranger' || is === 'nothing';

/**
 * Checks a matcher that is compared with the names of tools: judges each alternative, and where some match
 * no tool, joins the others and the names that were probably meant to a better matcher.
 */
function checkToolNames(agent: Adapter, binding: Binding, matcher: string): Finding | undefined {
  const { native: event } = binding;
  const { title } = agent;
  const judged = writtenAlternatives(agent, binding, matcher)
    .filter(({ text }) => text !== '')
    .map((one) => ({ ...one, ...judgeAlternative(agent, binding, one) }));
  const harmful = judged.filter(
    (one) => isMismatch(one) && !isHarmless(agent, binding, one, judged),
  );
  if (!harmful.length) {
    const isUnknown = judged.every((one) => one.is === 'unsure' && isPlainText(one));
    if (!isUnknown || !judged.length) return undefined;
    const names = judged.flatMap(({ text }) => nearestToolNames(agent, text) ?? []);
    const mend = names.length === judged.length ? names.join('|') : undefined;
    return { code: 'matcher-unknown', event, matcher, agent: title, mend };
  }
  const parts = judged.flatMap((one) => (isMismatch(one) ? (one.suggested ?? []) : one.text));
  const text = [...new Set(parts)].join('|');
  const hasSuggestions = harmful.every(({ suggested }) => suggested?.length);
  const mend = hasSuggestions && mayMatchSomeTool(agent, binding, text) ? text : undefined;
  if (judged.some((one) => !isMismatch(one))) {
    const names = harmful.map(({ text }) => text).filter((text) => matcher.includes(text));
    return { code: 'matcher-misses', event, matcher, names, agent: title, mend };
  }
  return harmful.every(({ is }) => is === 'stranger')
    ? { code: 'matcher-names-no-tool', event, matcher, agent: title, mend }
    : { code: 'matcher-matches-nothing', event, matcher, mend };
}

/**
 * Tells whether a name that no tool has does no harm: other alternatives match tools, and the name is of a
 * tool of an older version, or all tools that may have been meant are matched by the others.
 */
function isHarmless(
  agent: Adapter,
  binding: Binding,
  { text, suggested }: Alternative & Judgement,
  judged: readonly (Alternative & Judgement)[],
): boolean {
  const others = judged.filter(({ is }) => is === 'met');
  if (!others.length) return false;
  if (tableOf(agent.id).validation.formerTools?.includes(text)) return true;
  const meanings = judged
    .filter((one) => !isMismatch(one))
    .map(({ matcher }) => agent.matchers.read(matcher, binding));
  return suggested?.every((name) => meanings.some((one) => isNameMet(one, name))) === true;
}

/** Returns which calls of an event a matcher matches. Undefined: none of the calls that `coverageOf` tries. */
const coverageAt = (agent: Adapter, binding: Binding, matcher: string): Coverage | undefined =>
  coverageOf(agent, { dialect: agent, event: binding.native, matcher }).find(
    (one) => one.binding.native === binding.native,
  );

/** Tells whether a matcher matches at least one of the agent's tools, or some or all tools of MCP servers. */
function mayMatchSomeTool(agent: Adapter, binding: Binding, matcher: string): boolean {
  const coverage = coverageAt(agent, binding, matcher);
  return coverage !== undefined && (coverage.hostTools.length > 0 || coverage.mcpTools !== false);
}

/** Matches a permission rule, such as `Bash(git *)`. */
export const permissionRule = /^(\w+)\((.*)\)$/s;

/** Returns the agent's own names for a name that may be another agent's. Undefined: no agent has the name. */
const ownNamesFor = (agent: Adapter, name: string): string[] | undefined =>
  hasToolName(agent, name) ? [name] : suggestNames(agent, name)?.names;

/**
 * Judges an alternative of a matcher that is compared with the names of tools. First it is tried on the
 * samples of `coverageOf`, then each word that it matches is looked up. It is a mismatch only if each word is.
 */
function judgeAlternative(agent: Adapter, binding: Binding, alternative: Alternative): Judgement {
  const { text, matcher, words } = alternative;
  const coverage = coverageAt(agent, binding, matcher);
  if (coverage?.hostTools.length) return { is: 'met' };
  const meaning = agent.matchers.read(matcher, binding);
  const judged = words?.map((word) => judgeWord(agent, meaning, word)) ?? [];
  // The samples have every spelling that the agent accepts for an MCP tool, also those that no call has.
  if (coverage?.mcpTools === true && (!judged.length || judged.some((one) => !isMismatch(one))))
    return { is: 'met' };
  const [, toolOfRule] = permissionRule.exec(text) ?? [];
  const ownNamesOfRule = toolOfRule && ownNamesFor(agent, toolOfRule);
  if (ownNamesOfRule) return { is: 'nothing', suggested: ownNamesOfRule };
  const ownNamesOfFlags = mendFlags(agent, text);
  if (ownNamesOfFlags !== undefined) return { is: 'nothing', suggested: [ownNamesOfFlags] };
  if (!judged.length) return { is: 'unsure' };
  const best = judged.find((one) => !isMismatch(one));
  if (best) return judged.find(({ is }) => is === 'possible') ?? best;
  const areGuessed = judged.every(({ suggested }) => suggested);
  return {
    is: judged.every(({ is }) => is === 'nothing') ? 'nothing' : 'stranger',
    suggested: areGuessed
      ? [...new Set(judged.flatMap(({ suggested }) => suggested ?? []))]
      : undefined,
  };
}

/**
 * Judges a word that an alternative matches, and that is no name of a tool in the samples.
 *
 * @param meaning What the agent reads the alternative as.
 */
function judgeWord(agent: Adapter, meaning: Meaning, word: string): Judgement {
  const core = trimWildcards(word);
  if (core === '') return { is: 'possible' };
  const everyServer = patternOfEveryServer(agent, core);
  if (everyServer !== undefined) {
    const isMet = isNameMet(meaning, everyServer.replaceAll('.*', wildcardText));
    return isMet ? { is: 'possible' } : { is: 'stranger', suggested: [everyServer] };
  }
  // The end of a word may be the mere beginning of a name, such as `mcp__github`: then any word can follow it.
  const isOwnMcpName = [word, word + wildcardText].some((name) => parseMcpName(agent, name));
  const respelled = respellMcpName(agent, word);
  if (isOwnMcpName && (respelled === undefined || hasMcpPrefix(agent))) return { is: 'possible' };
  const suggested = respelled ?? serverPatternOf(agent, word);
  if (suggested !== undefined) {
    // The word is spelled unlike this agent's names. But the expression may match the respelled name as
    // well, since it need not match from the beginning of the name: then nothing is wrong with it.
    const name = suggested.replaceAll('.*', wildcardText);
    return isNameMet(meaning, name) ? { is: 'met' } : { is: 'stranger', suggested: [suggested] };
  }
  if (isMcpName(agent, word)) return { is: 'possible' };
  // No name of a tool has such a character. It may be a blank or a comma between names.
  if (/[^\w.:-]/.test(core)) {
    const names = core.split(/[^\w.:-]+/).filter(Boolean);
    const ownNames = names.flatMap((name) => ownNamesFor(agent, name) ?? []);
    const areAllKnown = names.length > 0 && ownNames.length >= names.length;
    return { is: 'nothing', suggested: areAllKnown ? ownNames : undefined };
  }
  // With other characters around it, a common word such as `read` may be a part of an MCP tool's name.
  const isPart = core !== word;
  const suggestion = isPart && !isDistinctive(agent, core) ? undefined : suggestNames(agent, core);
  return suggestion ? { is: 'stranger', suggested: suggestion.names } : { is: 'unsure' };
}

/**
 * Tells whether a word can only be meant as the name of a tool of another agent: an agent has a tool of exactly this
 * name, and it is more than one common word in small letters.
 */
const isDistinctive = (agent: Adapter, word: string): boolean =>
  (/[A-Z_]/.test(word) || word === 'bash') && isNameOfOtherAgent(agent, word);
