import type { Subjects } from '../../mapping/adapter.ts';
import { expressions, type Matchers, makeWholeNameExpression } from '../../mapping/matchers.ts';
import { tools } from './tools.ts';

const isToolName = (name: string): boolean =>
  tools.some((row) => (row.names as readonly string[]).includes(name));

/** An expression for every tool name except `MCP:…`, without a lookahead, which not every flavour has. */
const builtInToolsPattern = '^([^M]|M[^C]|MC[^P]|MCP[^:])';

/**
 * Tells whether an alternative of an expression is certain to match nothing in `MCP:`, in any flavour of
 * expressions: it begins with another character than M, C or P, or it is a word that is no part of `MCP`.
 */
const cannotMatchMcp = (alternative: string): boolean =>
  /^\^?(?![MCP])[\w-](?![*?{])/.test(alternative) ||
  (/^[\w-]+$/.test(alternative) && !'MCP'.includes(alternative));

/**
 * Matchers of autumn 2026. The flavour of the expressions is not documented, so an expression is written only if
 * it means the same in every flavour. Any other is widened to every tool.
 */
export const matchers: Matchers = {
  read(text, binding) {
    const names = text.trim().split('|');
    const isList = binding.subject === 'tool_name' && names.every(isToolName);
    return isList ? { names } : expressions.read(text, binding);
  },
  write(wanted, withoutMcp) {
    const every = withoutMcp ? builtInToolsPattern : undefined;
    if (wanted === 'every') return every;
    const { pattern } = wanted;
    const names = withoutMcp ? wanted.names.filter((name) => !/^MCP\b/.test(name)) : wanted.names;
    const namesPattern = names.length ? [makeWholeNameExpression(names)] : [];
    if (pattern === undefined) return namesPattern[0] ?? every;
    // Not portable: groups such as `(?:…)`, and escapes of anything but a special character.
    const isPortable = !/\(\?|\\[^.$^|()[\]{}*+?-]/.test(pattern);
    if (!isPortable || (withoutMcp && !pattern.split('|').every(cannotMatchMcp))) return every;
    return [...namesPattern, withoutMcp ? `^[^:]*(${pattern})` : pattern].join('|');
  },
};

/** Native event → what its matchers are compared with. At any other event they are ignored. */
export const subjects: Subjects = {
  beforeSubmitPrompt: '=UserPromptSubmit',
  stop: '=Stop',
  afterAgentResponse: '=AgentResponse',
  afterAgentThought: '=AgentThought',
  subagentStart: 'subagent_type',
  subagentStop: 'subagent_type',
  beforeTabFileRead: '=TabRead',
  afterTabFileEdit: '=TabWrite',
  preToolUse: 'tool_name',
  beforeShellExecution: 'command',
  beforeMCPExecution: 'tool_name',
  beforeReadFile: '=Read',
  postToolUse: 'tool_name',
  postToolUseFailure: 'tool_name',
  afterShellExecution: 'command',
  afterMCPExecution: 'tool_name',
  afterFileEdit: '=Write',
};
