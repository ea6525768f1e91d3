import type { Hook } from '../canonical/hook.ts';
import { type Coverage, coverageOf } from '../coverage/coverage.ts';
import { hasToolName, isMatchedByTool, isMcpName, isNameMet } from '../coverage/names.ts';
import { cachePerHost } from '../coverage/per-host.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { Finding } from '../settings/finding.ts';
import { ownBindingOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { type Alternative, alternativesOf, wildcardText } from './alternatives.ts';
import { parseMcpName, respellMcpName, serverPatternOf, suggestNames } from './tool-suggestions.ts';

const knownFindings = cachePerHost<Finding | undefined>();

/** Returns what is wrong with the matcher of a hook. The result is cached by event and matcher. */
export function findMatcherProblem({ speaks, event, matcher }: Hook): Finding | undefined {
  const agent = adapterOf(speaks);
  if (matcher === undefined) return undefined;
  return knownFindings(agent, JSON.stringify([event, matcher]), () =>
    checkMatcher(agent, event, matcher),
  );
}

function checkMatcher(agent: Adapter, event: string, matcher: string): Finding | undefined {
  const binding = ownBindingOf({ speaks: agent.id, event });
  const { subject } = binding;
  const isAny = ['', '*'].includes(matcher.trim());
  if (subject === undefined) return isAny ? undefined : { code: 'matcher-ignored', event };
  const meaning = agent.matchers.read(matcher, binding);
  if (meaning === 'every') return undefined;
  if (meaning === 'nothing') return { code: 'matcher-matches-nothing', event, matcher };
  if (!agent.tools.length) {
    return coverageAt(agent, binding, matcher)
      ? undefined
      : { code: 'matcher-matches-nothing', event, matcher };
  }
  if (!isMatchedByTool(binding) || binding.given?.tool)
    return checkOtherSubject(agent, binding, matcher);
  return checkToolNames(agent, binding, matcher, alternativesOf(meaning));
}

/** Checks a matcher that is compared with something other than the names of all tools. */
function checkOtherSubject(agent: Adapter, binding: Binding, matcher: string): Finding | undefined {
  const { native: event, subject } = binding;
  const meaning = agent.matchers.read(matcher, binding);
  const alternatives = alternativesOf(meaning);
  const fixed = typeof subject === 'string' && subject[0] === '=' ? [subject.slice(1)] : undefined;
  const values = fixed ?? tableOf(agent.id).validation.subjectValues?.[event];
  if (values) {
    if (values.some((one) => isNameMet(meaning, one))) {
      const never = alternatives.filter(({ text, word }) => {
        return word === text && !values.some((one) => isNameMet({ pattern: text }, one));
      });
      const names = never.map(({ text }) => text);
      return names.length
        ? { code: 'matcher-part-never', event, matcher, names, values }
        : undefined;
    }
    const isCompared =
      typeof meaning === 'object' &&
      'names' in meaning &&
      meaning.names[0] === matcher.trim() &&
      !fixed;
    if (isCompared && /[|.*+?^$()[\]\\]/.test(matcher))
      return { code: 'matcher-compared', event, matcher };
    return { code: 'matcher-never-value', event, matcher, values };
  }
  const isName = ({ text }: Alternative) =>
    hasToolName(agent, text) || suggestNames(agent, text)?.names.length;
  const ofCommand = binding.given?.tool === 'shell' && alternatives.length > 0;
  return ofCommand && alternatives.every(isName)
    ? { code: 'matcher-of-command', event, matcher }
    : undefined;
}

/**
 * The judgement of an alternative: it meets a tool, may meet one, or names a tool that the agent does
 * not have. `mend` lists the names that were probably meant.
 */
type Judgement =
  | { is: 'met' | 'unsure' }
  | { is: 'stranger'; mend?: readonly string[] }
  /** The alternative is a permission rule, or contains characters that no name of a tool has. */
  | { is: 'nothing'; mend?: readonly string[] };

function checkToolNames(
  agent: Adapter,
  binding: Binding,
  matcher: string,
  all: readonly Alternative[],
): Finding | undefined {
  const { native: event } = binding;
  const found = all.map((one) => judgeAlternative(agent, binding, one));
  const { formerTools = [] } = tableOf(agent.id).validation;
  const isLive = found.some(({ is }) => is === 'met' || is === 'unsure');
  const judgements = found.map((one, i): Judgement => {
    return isLive && formerTools.includes(all[i]?.text ?? '') ? { is: 'met' } : one;
  });
  const isMismatch = (one?: Judgement) => one?.is === 'nothing' || one?.is === 'stranger';
  const mismatched = all.filter((_, i) => isMismatch(judgements[i]));
  if (!mismatched.length) {
    const areAllUnsure = judgements.length > 0 && judgements.every(({ is }) => is === 'unsure');
    const areAllNames = all.every(({ text, word }) => text === word);
    return areAllUnsure && areAllNames
      ? { code: 'matcher-unknown', event, matcher, agent: agent.title }
      : undefined;
  }
  const parts = judgements.flatMap(
    (one, i) => ('mend' in one && one.mend) || (isMismatch(one) ? [] : (all[i]?.text ?? [])),
  );
  const hasSuggestions = judgements.every(
    (one) => !isMismatch(one) || ('mend' in one && one.mend?.length),
  );
  const text = [...new Set(parts)].join('|');
  const mend = hasSuggestions && matchesAnything(agent, binding, text) ? text : undefined;
  if (mismatched.length < all.length) {
    const names = mismatched.map(({ text }) => text).filter((text) => matcher.includes(text));
    return { code: 'matcher-misses', event, matcher, names, agent: agent.title, mend };
  }
  return judgements.every(({ is }) => is === 'stranger')
    ? { code: 'matcher-names-no-tool', event, matcher, agent: agent.title, mend }
    : { code: 'matcher-matches-nothing', event, matcher, mend };
}

const coverageAt = (agent: Adapter, binding: Binding, matcher: string): Coverage | undefined =>
  coverageOf(agent, { dialect: agent, event: binding.native, matcher }).find(
    (one) => one.binding.native === binding.native,
  );

/** Tells whether a matcher would meet any call. */
const matchesAnything = (agent: Adapter, binding: Binding, text: string): boolean => {
  const coverage = coverageAt(agent, binding, text);
  return coverage !== undefined && (coverage.own.length > 0 || coverage.mcp !== false);
};

/** Matches a permission rule, such as `Bash(git *)`. */
const permissionRule = /^(\w+)\((.*)\)$/s;

function judgeAlternative(
  agent: Adapter,
  binding: Binding,
  { text, word }: Alternative,
): Judgement {
  const coverage = coverageAt(agent, binding, text);
  if (coverage && (coverage.own.length > 0 || coverage.mcp === true)) return { is: 'met' };
  const [, ruled] = permissionRule.exec(text) ?? [];
  if (ruled !== undefined) {
    const mend = hasToolName(agent, ruled) ? [ruled] : suggestNames(agent, ruled)?.names;
    if (mend) return { is: 'nothing', mend };
  }
  if (word === undefined) return { is: 'unsure' };
  const isOwnMcpName = [word, word + wildcardText].some((name) => parseMcpName(agent, name));
  const respelled = isOwnMcpName
    ? undefined
    : (respellMcpName(agent, word) ?? serverPatternOf(agent, word));
  if (respelled !== undefined) {
    // An expression may match the part of a name that stands before the server.
    const name = respelled.replaceAll('.*', wildcardText);
    const isFound = isNameMet(agent.matchers.read(text, binding), name);
    return isFound ? { is: 'met' } : { is: 'stranger', mend: [respelled] };
  }
  if (isOwnMcpName || isMcpName(agent, word)) return { is: 'unsure' };
  if (/[^\w.:-]/.test(word)) {
    const names = text.split(/[^\w.:-]+/).filter(Boolean);
    const mend = names.flatMap((one) =>
      hasToolName(agent, one) ? [one] : (suggestNames(agent, one)?.names ?? []),
    );
    return { is: 'nothing', ...(names.length && mend.length >= names.length && { mend }) };
  }
  if (word !== text) return { is: 'unsure' };
  const suggested = suggestNames(agent, word);
  return suggested ? { is: 'stranger', mend: suggested.names } : { is: 'unsure' };
}
