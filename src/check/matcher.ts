import type { Hook } from '../canonical/hook.ts';
import { type Coverage, coverageOf } from '../coverage/coverage.ts';
import { hasToolName, isMcpName, isNameMet, matchesToolNames } from '../coverage/names.ts';
import { cachePerAgent } from '../coverage/per-agent.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { Finding } from '../settings/finding.ts';
import { ownBindingOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { type Alternative, alternativesOf, wildcardText } from './alternatives.ts';
import { parseMcpName, respellMcpName, serverPatternOf, suggestNames } from './tool-suggestions.ts';

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
  const hasTools = agent.tools.length > 0;
  // The canonical dialect has no tools: only samples of calls show whether its matcher matches anything.
  if (meaning === 'nothing' || (!hasTools && !coverageAt(agent, binding, matcher)))
    return { code: 'matcher-matches-nothing', event, matcher };
  if (!hasTools) return undefined;
  if (!matchesToolNames(binding) || binding.given?.tool)
    return checkOtherSubject(agent, binding, matcher);
  return checkToolNames(agent, binding, matcher, alternativesOf(meaning));
}

/**
 * Checks a matcher that is not compared with the names of tools, or that stands at an event which is
 * fired for one tool only.
 */
function checkOtherSubject(agent: Adapter, binding: Binding, matcher: string): Finding | undefined {
  const { native: event, subject } = binding;
  const meaning = agent.matchers.read(matcher, binding);
  const alternatives = alternativesOf(meaning);
  // A subject such as `=text` is that text itself: matchers are compared with it on every call.
  const fixedSubject =
    typeof subject === 'string' && subject[0] === '=' ? [subject.slice(1)] : undefined;
  const values = fixedSubject ?? tableOf(agent.id).validation.subjectValues?.[event];
  if (values?.some((value) => isNameMet(meaning, value))) {
    const texts = alternatives.filter(isPlainText).map(({ text }) => text);
    const names = texts.filter((pattern) => !values.some((value) => isNameMet({ pattern }, value)));
    return names.length ? { code: 'matcher-part-never', event, matcher, names, values } : undefined;
  }
  if (values) {
    const firstName = typeof meaning === 'object' && 'names' in meaning && meaning.names[0];
    const looksLikeExpression = /[|.*+?^$()[\]\\]/.test(matcher);
    // The agent takes the matcher for a name, and compares it letter by letter.
    return firstName === matcher.trim() && looksLikeExpression && !fixedSubject
      ? { code: 'matcher-compared', event, matcher }
      : { code: 'matcher-never-value', event, matcher, values };
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
   * Whether an alternative matches a tool (`met`), may match a tool (`unsure`), names a tool that the agent
   * does not have (`stranger`), or can match no tool, as it is a permission rule or would match a character
   * that no name of a tool has (`nothing`).
   */
  is: 'met' | 'unsure' | 'stranger' | 'nothing';
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
function checkToolNames(
  agent: Adapter,
  binding: Binding,
  matcher: string,
  alternatives: readonly Alternative[],
): Finding | undefined {
  const { native: event } = binding;
  const { formerTools = [] } = tableOf(agent.id).validation;
  const tried = alternatives.map((one) => ({ ...one, ...judgeAlternative(agent, binding, one) }));
  const hasMatch = tried.some((one) => !isMismatch(one));
  // Beside a name that matches, the name of a tool of an older version does no harm.
  const judged = tried.map((one) =>
    hasMatch && formerTools.includes(one.text) ? { ...one, is: 'met' as const } : one,
  );
  const mismatched = judged.filter(isMismatch);
  if (!mismatched.length) {
    const isUnknown = judged.every((one) => one.is === 'unsure' && isPlainText(one));
    return isUnknown && judged.length
      ? { code: 'matcher-unknown', event, matcher, agent: agent.title }
      : undefined;
  }
  const parts = judged.flatMap((one) => (isMismatch(one) ? (one.suggested ?? []) : one.text));
  const text = [...new Set(parts)].join('|');
  const hasSuggestions = mismatched.every(({ suggested }) => suggested?.length);
  const mend = hasSuggestions && mayMatchSomeTool(agent, binding, text) ? text : undefined;
  if (mismatched.length < judged.length) {
    const names = mismatched.map(({ text }) => text).filter((text) => matcher.includes(text));
    return { code: 'matcher-misses', event, matcher, names, agent: agent.title, mend };
  }
  return mismatched.every(({ is }) => is === 'stranger')
    ? { code: 'matcher-names-no-tool', event, matcher, agent: agent.title, mend }
    : { code: 'matcher-matches-nothing', event, matcher, mend };
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

/** Tells whether an alternative is a plain text, and not an expression: it matches only itself. */
const isPlainText = ({ text, sample }: Alternative): boolean => sample === text;

/** Matches a permission rule, such as `Bash(git *)`. */
const permissionRule = /^(\w+)\((.*)\)$/s;

/** Returns the agent's own names for a name that may be another agent's. Undefined: no agent has the name. */
const ownNamesFor = (agent: Adapter, name: string): string[] | undefined =>
  hasToolName(agent, name) ? [name] : suggestNames(agent, name)?.names;

/**
 * Judges an alternative of a matcher that is compared with the names of tools. First it is tried on the
 * samples of `coverageOf`, then the text that it matches (`sample`) is looked up.
 */
function judgeAlternative(agent: Adapter, binding: Binding, alternative: Alternative): Judgement {
  const { text, sample } = alternative;
  const coverage = coverageAt(agent, binding, text);
  if (coverage?.hostTools.length || coverage?.mcpTools === true) return { is: 'met' };
  const [, toolOfRule] = permissionRule.exec(text) ?? [];
  const ownNamesOfRule = toolOfRule && ownNamesFor(agent, toolOfRule);
  if (ownNamesOfRule) return { is: 'nothing', suggested: ownNamesOfRule };
  if (sample === undefined) return { is: 'unsure' };
  // A sample may be the mere beginning of a name, such as `mcp__github__`: then any word can follow it.
  if ([sample, sample + wildcardText].some((name) => parseMcpName(agent, name)))
    return { is: 'unsure' };
  const respelled = respellMcpName(agent, sample) ?? serverPatternOf(agent, sample);
  if (respelled !== undefined) {
    // The sample is spelled unlike this agent's names. But the expression may match the respelled name as
    // well, since it need not match from the beginning of the name: then nothing is wrong with it.
    const name = respelled.replaceAll('.*', wildcardText);
    const matchesRespelled = isNameMet(agent.matchers.read(text, binding), name);
    return matchesRespelled ? { is: 'met' } : { is: 'stranger', suggested: [respelled] };
  }
  if (isMcpName(agent, sample)) return { is: 'unsure' };
  // No name of a tool has such a character. It may be a blank or a comma between names.
  if (/[^\w.:-]/.test(sample)) {
    const names = text.split(/[^\w.:-]+/).filter(Boolean);
    const suggested = names.flatMap((name) => ownNamesFor(agent, name) ?? []);
    const areAllKnown = names.length > 0 && suggested.length >= names.length;
    return { is: 'nothing', suggested: areAllKnown ? suggested : undefined };
  }
  const suggestion = isPlainText(alternative) && suggestNames(agent, sample);
  return suggestion ? { is: 'stranger', suggested: suggestion.names } : { is: 'unsure' };
}
