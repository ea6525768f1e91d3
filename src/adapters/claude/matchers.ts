import type { Subjects } from '../../mapping/adapter.ts';
import { canPatternMatch, expressions, type Matchers } from '../../mapping/matchers.ts';

/**
 * A list of names, separated by `|` or `,`, with optional blanks. A matcher with any other
 * character is an expression, 2.1.330.
 */
const listOfNames = /^[\w ,|-]+$/;

const isName = (text: string): boolean => /^[\w-]+$/.test(text);
const splitNames = (text: string, separator: RegExp): string[] =>
  text.split(separator).map((name) => name.trim());
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Reads and writes matchers. The tool `Agent` was named `Task` before 2.1, and a matcher may still name it so. */
export const matchers: Matchers = {
  read(text, { native }) {
    if (text === '' || text === '*') return 'every';
    if (native === 'FileChanged') {
      // Here the matcher is a list of names of files, in any folder, to watch.
      return {
        pattern: splitNames(text, /\|/)
          .map((name) => `[/\\\\]${escapePattern(name)}$`)
          .join('|'),
      };
    }
    if (listOfNames.test(text)) {
      const toolNames = splitNames(text, /[|,]/);
      return { names: toolNames.includes('Task') ? [...toolNames, 'Agent'] : toolNames };
    }
    try {
      return { pattern: canPatternMatch(text, 'Task') ? `${text}|^Agent$` : text };
    } catch {
      return 'nothing';
    }
  },
  write(wanted, builtIn) {
    const isNamesOnly =
      wanted !== 'every' && wanted.pattern === undefined && wanted.names.every(isName);
    if (isNamesOnly) return wanted.names.join('|');
    const text = expressions.write(wanted, builtIn);
    // In parentheses the client does not read the expression as a list of names.
    return text && listOfNames.test(text) ? `(?:${text})` : text;
  },
};

/** Native event → what its matchers are compared with. At any other event they are ignored. */
export const subjects: Subjects = {
  SessionStart: 'source',
  SessionEnd: 'reason',
  Setup: 'trigger',
  UserPromptExpansion: 'command_name',
  StopFailure: 'error',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  Notification: 'notification_type',
  InstructionsLoaded: 'load_reason',
  FileChanged: 'file_path',
  ConfigChange: 'source',
  Elicitation: 'mcp_server_name',
  ElicitationResult: 'mcp_server_name',
  PreToolUse: 'tool_name',
  PermissionRequest: 'tool_name',
  PermissionDenied: 'tool_name',
  PostToolUse: 'tool_name',
  PostToolUseFailure: 'tool_name',
};
