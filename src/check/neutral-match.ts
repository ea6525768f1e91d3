/** Checks where a hook of the canonical dialect runs: its tools and its matcher, in each agent. */
import type { Hook } from '../canonical/hook.ts';
import type { ToolName } from '../canonical/tool.ts';
import { coverageOf } from '../coverage/coverage.ts';
import { isNameMet } from '../coverage/names.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { Meaning } from '../mapping/matchers.ts';
import type { Finding } from '../settings/finding.ts';
import { ownBindingOf } from '../settings/own-agent.ts';
import { adapterOf } from '../translate/host.ts';
import { type Alternative, alternativesOf, isPlainText } from './alternatives.ts';
import { permissionRule } from './matcher.ts';
import {
  guessIntent,
  type Intent,
  judgeInHost,
  type MeaningInHost,
  toolsCalled,
} from './neutral-words.ts';

/** What an alternative of a matcher is in a host: it matches calls (`met`), or what its words are. */
type Verdict = 'met' | MeaningInHost;

/** An alternative of a matcher with what it is in each host, and what each of its words was meant for. */
interface Judged extends Alternative {
  verdicts: ReadonlyMap<string, Verdict>;
  intents: readonly (Intent | undefined)[];
}

const titleOf = (id: string): string => adapterOf(id).title;

/** Tells whether a host fires a hook for the calls of some tool that it has. */
function firesForTools(host: Adapter, { speaks, event, tools }: Hook, matcher?: string): boolean {
  const scope = { dialect: adapterOf(speaks), event, tools, matcher };
  return coverageOf(host, scope).some(
    ({ hostTools, mcpTools, unknownTools }) =>
      hostTools.length > 0 || mcpTools === true || unknownTools === true,
  );
}

/**
 * Finds what keeps a hook of the canonical dialect from running in agents: an event or tools that they do not have,
 * or a matcher that matches none of their calls.
 *
 * @param hosts The agents in which it is to run.
 */
export function* findWhereNeverRun(hook: Hook, hosts: readonly string[]): Iterable<Finding> {
  const { event, matcher, tools } = hook;
  const meantFor = hosts.filter((id) => hook.agents?.includes(id) ?? true);
  const scope = { dialect: adapterOf(hook.speaks), event };
  const withEvent = meantFor.filter((id) => coverageOf(adapterOf(id), scope).length > 0);
  const lacksEvent = meantFor.filter((id) => !withEvent.includes(id)).map(titleOf);
  // Of agents that no key names, the conversion says what is lost.
  if (hook.agents && lacksEvent.length)
    yield { code: 'no-such-event', event, agents: lacksEvent, never: !withEvent.length };
  const withTools = tools?.length
    ? withEvent.filter((id) => firesForTools(adapterOf(id), hook))
    : withEvent;
  const lacksTools = withEvent.filter((id) => !withTools.includes(id)).map(titleOf);
  if (hook.agents && tools && lacksTools.length)
    yield { code: 'no-such-tool', event, tools, agents: lacksTools, never: !withTools.length };
  const problem = matcher === undefined ? undefined : checkMatch(hook, matcher, withTools);
  if (problem) yield problem;
}

/** Checks the matcher of a hook at an event of tools. Undefined: nothing is wrong with it. */
function checkMatch(hook: Hook, matcher: string, hosts: readonly string[]): Finding | undefined {
  const binding = ownBindingOf(hook);
  const { matchers } = adapterOf(hook.speaks);
  const read = (text: string): Meaning => matchers.read(text, binding);
  const meaning = read(matcher);
  if (binding.subject === undefined || typeof meaning === 'string' || !hosts.length)
    return undefined;
  const judged = alternativesOf(meaning, read)
    .filter(({ text }) => text !== '')
    .map((one) => judgeAlternative(hook, one, hosts));
  const verdictsIn = (id: string) => judged.flatMap(({ verdicts }) => verdicts.get(id) ?? []);
  const runs = hosts.filter((id) =>
    verdictsIn(id).some((one) => one === 'met' || one === 'possible'),
  );
  const never = hosts.filter((id) => !runs.includes(id) && verdictsIn(id).includes('stranger'));
  const { event } = hook;
  const mend = mendOf(judged);
  const titles = { runs: runs.map(titleOf), never: never.map(titleOf) };
  if (!runs.length && never.length)
    return { code: 'match-never', event, matcher, agents: titles.never, mend };
  if (never.length) return { code: 'match-some-agents', event, matcher, ...titles, mend };
  const names = judged.filter((one) => isMissing(one, meaning, hosts)).map(({ text }) => text);
  return names.length ? { code: 'match-misses', event, matcher, names, mend } : undefined;
}

/** Judges an alternative of a matcher in each host. It is a stranger there only if each of its words is. */
function judgeAlternative(hook: Hook, given: Alternative, hosts: readonly string[]): Judged {
  // Of a permission rule such as `Bash(git *)`, the tool was meant.
  const [, toolOfRule] = permissionRule.exec(given.text) ?? [];
  const one =
    toolOfRule && toolsCalled(toolOfRule).length ? { ...given, words: [toolOfRule] } : given;
  const intents = (one.words ?? []).map(guessIntent);
  const verdicts = hosts.map((id): [string, Verdict] => {
    const host = adapterOf(id);
    if (firesForTools(host, hook, one.matcher)) return [id, 'met'];
    if (!one.words?.length) return [id, 'possible'];
    const ofWords = one.words.map((word, i) => judgeInHost(host, word, intents[i]));
    const worst = ofWords.includes('stranger') ? 'stranger' : 'absent';
    return [id, ofWords.includes('possible') ? 'possible' : worst];
  });
  return { ...one, verdicts: new Map(verdicts), intents };
}

/**
 * Tells whether an alternative names tools of a host that the hook never hears of there: not by this alternative,
 * and not by another.
 */
function isMissing(
  { verdicts, intents }: Judged,
  meaning: Meaning,
  hosts: readonly string[],
): boolean {
  return hosts.some((id) => {
    if (verdicts.get(id) !== 'stranger') return false;
    const tools = intents.flatMap((one) => one?.tools ?? []);
    const own = adapterOf(id).tools.filter((row) => tools.some((tool) => tool === row.tool));
    const isMet = own.some(({ tool, names }) =>
      [tool, ...names].some((name) => isNameMet(meaning, name)),
    );
    return !isMet;
  });
}

/**
 * Returns the keys to write in place of `match`, such as `tools: [shell]`, which mean the same in every agent.
 * Undefined: it is not known what each alternative was meant for.
 */
function mendOf(judged: readonly Judged[]): string | undefined {
  const intents = judged.map((one) =>
    isPlainText(one) || one.intents.some(Boolean) ? one.intents : [],
  );
  if (intents.some((some) => !some.length || some.includes(undefined))) return undefined;
  const all = intents.flat().flatMap((one) => one ?? []);
  const tools = [...new Set(all.flatMap((one): readonly ToolName[] => one.tools ?? []))];
  const mcp = [...new Set(all.flatMap((one) => one.mcp ?? []))];
  if (!tools.length && !mcp.length) return undefined;
  if (!mcp.length) return `tools: [${tools.join(', ')}]`;
  const parts = [...(tools.length ? [`^(${tools.join('|')})$`] : []), ...mcp];
  return `match: ${JSON.stringify(parts.join('|'))}`;
}
