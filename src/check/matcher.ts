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

/** Finds the problem of a matcher, or returns what was found before for this agent, event and matcher. */
const cacheFinding = cachePerAgent<Finding | undefined>();

/**
 * Returns what is wrong with the matcher of a hook, under the agent that the hook was written for.
 * Undefined: nothing is, or the hook has no matcher. The result is cached by agent, event and matcher.
 */
export function findMatcherProblem({ speaks, event, matcher }: Hook): Finding | undefined {
  const agent = adapterOf(speaks);
  if (matcher === undefined) return undefined;
  return cacheFinding(agent, JSON.stringify([event, matcher]), () =>
    checkMatcher(agent, event, matcher),
  );
}

/** Checks a matcher by what the event compares it with: nothing, the names of tools, or another value. */
function checkMatcher(agent: Adapter, event: string, matcher: string): Finding | undefined {
  const binding = ownBindingOf({ speaks: agent.id, event });
  const { subject } = binding;
  const isCatchAll = ['', '*'].includes(matcher.trim());
  if (subject === undefined) return isCatchAll ? undefined : { code: 'matcher-ignored', event };
  const meaning = agent.matchers.read(matcher, binding);
  if (meaning === 'every') return undefined;
  if (meaning === 'nothing') return { code: 'matcher-matches-nothing', event, matcher };
  // The canonical dialect has no tool table: only samples show whether its matcher matches anything.
  if (!agent.tools.length) {
    return coverageAt(agent, binding, matcher)
      ? undefined
      : { code: 'matcher-matches-nothing', event, matcher };
  }
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
  if (values) {
    if (values.some((value) => isNameMet(meaning, value))) {
      const neverMet = alternatives.filter((alternative) => {
        const pattern = alternative.text;
        return isPlainText(alternative) && !values.some((value) => isNameMet({ pattern }, value));
      });
      const names = neverMet.map(({ text }) => text);
      return names.length
        ? { code: 'matcher-part-never', event, matcher, names, values }
        : undefined;
    }
    // The agent compares this text letter by letter, and does not read it as an expression.
    const isTakenLiterally =
      typeof meaning === 'object' &&
      'names' in meaning &&
      meaning.names[0] === matcher.trim() &&
      !fixedSubject;
    if (isTakenLiterally && /[|.*+?^$()[\]\\]/.test(matcher))
      return { code: 'matcher-compared', event, matcher };
    return { code: 'matcher-never-value', event, matcher, values };
  }
  const isName = ({ text }: Alternative) =>
    hasToolName(agent, text) || suggestNames(agent, text)?.names.length;
  // The event is fired for the shell only, so the matcher is compared with the text of the command.
  const matchesCommandText = binding.given?.tool === 'shell' && alternatives.length > 0;
  return matchesCommandText && alternatives.every(isName)
    ? { code: 'matcher-of-command', event, matcher }
    : undefined;
}

/**
 * The judgement of an alternative: it matches a tool (`met`), may match one (`unsure`), names a tool that
 * the agent does not have (`stranger`), or can match no name of a tool at all (`nothing`). `suggested` lists
 * the names that were probably meant. Absent: there is no guess. Empty: the agent has no such tool.
 */
type Judgement =
  | { is: 'met' | 'unsure' }
  | { is: 'stranger'; suggested?: readonly string[] }
  /** The alternative is a permission rule, or would match a character that no name of a tool has. */
  | { is: 'nothing'; suggested?: readonly string[] };

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
  const firstJudgements = alternatives.map((one) => judgeAlternative(agent, binding, one));
  const { formerTools = [] } = tableOf(agent.id).validation;
  const hasMatch = firstJudgements.some(({ is }) => is === 'met' || is === 'unsure');
  // Beside a name that matches, the name of a tool of an older version does no harm.
  const judgements = firstJudgements.map((one, i): Judgement => {
    return hasMatch && formerTools.includes(alternatives[i]?.text ?? '') ? { is: 'met' } : one;
  });
  const isMismatch = (one?: Judgement) => one?.is === 'nothing' || one?.is === 'stranger';
  const mismatched = alternatives.filter((_, i) => isMismatch(judgements[i]));
  if (!mismatched.length) {
    const areAllUnsure = judgements.length > 0 && judgements.every(({ is }) => is === 'unsure');
    const areAllNames = alternatives.every(isPlainText);
    return areAllUnsure && areAllNames
      ? { code: 'matcher-unknown', event, matcher, agent: agent.title }
      : undefined;
  }
  const parts = judgements.flatMap(
    (one, i) =>
      ('suggested' in one && one.suggested) ||
      (isMismatch(one) ? [] : (alternatives[i]?.text ?? [])),
  );
  const hasSuggestions = judgements.every(
    (one) => !isMismatch(one) || ('suggested' in one && one.suggested?.length),
  );
  const text = [...new Set(parts)].join('|');
  const mend = hasSuggestions && mayMatchSomeTool(agent, binding, text) ? text : undefined;
  if (mismatched.length < alternatives.length) {
    const names = mismatched.map(({ text }) => text).filter((text) => matcher.includes(text));
    return { code: 'matcher-misses', event, matcher, names, agent: agent.title, mend };
  }
  return judgements.every(({ is }) => is === 'stranger')
    ? { code: 'matcher-names-no-tool', event, matcher, agent: agent.title, mend }
    : { code: 'matcher-matches-nothing', event, matcher, mend };
}

/** Returns which calls of an event a matcher matches. Undefined: none of those that we try. */
const coverageAt = (agent: Adapter, binding: Binding, matcher: string): Coverage | undefined =>
  coverageOf(agent, { dialect: agent, event: binding.native, matcher }).find(
    (one) => one.binding.native === binding.native,
  );

/** Tells whether a matcher matches at least one of the agent's tools, or some or all tools of MCP servers. */
const mayMatchSomeTool = (agent: Adapter, binding: Binding, text: string): boolean => {
  const coverage = coverageAt(agent, binding, text);
  return coverage !== undefined && (coverage.hostTools.length > 0 || coverage.mcpTools !== false);
};

/** Tells whether an alternative is a plain text, and not an expression: it matches only itself. */
const isPlainText = ({ text, sample }: Alternative): boolean => sample === text;

/** Matches a permission rule, such as `Bash(git *)`. */
const permissionRule = /^(\w+)\((.*)\)$/s;

/**
 * Judges an alternative of a matcher that is compared with the names of tools. It is tried on the samples of
 * `coverageOf` first; then its `sample`, a text that it matches, is looked up. Without a `sample`, an alternative that matches no known tool is `unsure`.
 */
function judgeAlternative(agent: Adapter, binding: Binding, alternative: Alternative): Judgement {
  const { text, sample } = alternative;
  const coverage = coverageAt(agent, binding, text);
  if (coverage && (coverage.hostTools.length > 0 || coverage.mcpTools === true))
    return { is: 'met' };
  const [, ruledTool] = permissionRule.exec(text) ?? [];
  if (ruledTool !== undefined) {
    const suggested = hasToolName(agent, ruledTool)
      ? [ruledTool]
      : suggestNames(agent, ruledTool)?.names;
    if (suggested) return { is: 'nothing', suggested };
  }
  if (sample === undefined) return { is: 'unsure' };
  const isOwnMcpName = [sample, sample + wildcardText].some((name) => parseMcpName(agent, name));
  const respelled = isOwnMcpName
    ? undefined
    : (respellMcpName(agent, sample) ?? serverPatternOf(agent, sample));
  if (respelled !== undefined) {
    // An expression may also match the prefix that the agent writes before the server in a name.
    const name = respelled.replaceAll('.*', wildcardText);
    const isFound = isNameMet(agent.matchers.read(text, binding), name);
    return isFound ? { is: 'met' } : { is: 'stranger', suggested: [respelled] };
  }
  if (isOwnMcpName || isMcpName(agent, sample)) return { is: 'unsure' };
  // No name of a tool has such a character, such as a blank or a comma between names.
  if (/[^\w.:-]/.test(sample)) {
    const names = text.split(/[^\w.:-]+/).filter(Boolean);
    const suggested = names.flatMap((name) =>
      hasToolName(agent, name) ? [name] : (suggestNames(agent, name)?.names ?? []),
    );
    return {
      is: 'nothing',
      ...(names.length && suggested.length >= names.length && { suggested }),
    };
  }
  if (!isPlainText(alternative)) return { is: 'unsure' };
  const suggestion = suggestNames(agent, sample);
  return suggestion ? { is: 'stranger', suggested: suggestion.names } : { is: 'unsure' };
}
