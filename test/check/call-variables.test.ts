/** Scripts that look for the call in variables or arguments, where no agent puts it. */
import { expect, test } from 'vitest';
import { checkSettings, readHooks } from '../../src/exports/settings.ts';
import { project } from '../settings/project.ts';

/** Returns the names in which a script of Claude Code is said to look for the call. */
function namesIn(file: string, text: string, line: string): readonly string[] {
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: line }] }] };
  const settings = JSON.stringify({ hooks });
  const p = project({ '.claude/settings.json': settings, [file]: text });
  const place = { root: p.dir, home: p.home, scope: 'project' as const };
  const found = checkSettings('claude', readHooks('claude', settings, 'settings.json'), place);
  return found.flatMap((one) => (one.code === 'arguments-for-payload' ? one.names : []));
}

const ofShell = (text: string, line = 'bash g.sh') =>
  namesIn('g.sh', `#!/bin/bash\n${text}\n`, line);
const refuses = '&& { echo no >&2; exit 2; }';

test.each([
  [`[ "$TOOL_NAME" = Bash ] ${refuses}`, ['$TOOL_NAME']],
  [`echo "$TOOL_INPUT" | grep -q curl ${refuses}`, ['$TOOL_INPUT']],
  [`[[ "\${CLAUDE_TOOL_INPUT}" == *curl* ]] ${refuses}`, ['$CLAUDE_TOOL_INPUT']],
  [`[[ "$GEMINI_TOOL_ARGS" == *curl* ]] ${refuses}`, ['$GEMINI_TOOL_ARGS']],
  [`[[ "$1" == *curl* ]] ${refuses}`, ['$1']],
  [`echo "$1" | grep -q curl ${refuses}`, ['$1']],
])('A shell script with %s looks where nothing is', (text, names) => {
  expect(ofShell(text)).toEqual(names);
});

test('A program looks in the environment for what is on stdin', () => {
  const python = 'import os, sys\nif "curl" in os.environ["TOOL_INPUT"]:\n    sys.exit(2)\n';
  expect(namesIn('g.py', python, 'python3 g.py')).toEqual(['TOOL_INPUT']);
  const js = "if ((process.env.TOOL_INPUT ?? '').includes('curl')) process.exit(2);\n";
  expect(namesIn('g.js', js, 'node g.js')).toEqual(['TOOL_INPUT']);
});

test.each<[string, string?]>([
  [`TOOL_NAME=$(jq -r .tool_name); [ "$TOOL_NAME" = Bash ] ${refuses}`],
  [`read -r TOOL_INPUT; [[ "$TOOL_INPUT" == *curl* ]] ${refuses}`],
  [`. ./lib.sh; [ "$TOOL_NAME" = Bash ] ${refuses}`],
  [`[ "$TOOL_NAME" = Bash ] ${refuses}`, 'TOOL_NAME=$(jq -r .tool_name) bash g.sh'],
  [`# set TOOL_NAME yourself\nexit 0`],
  [`[[ "$1" == *curl* ]] ${refuses}`, 'bash g.sh "$(jq -r .tool_input.command)"'],
  [`test_it() {\n  [[ "$1" == *curl* ]]\n}\ntest_it curl ${refuses}`],
  [`[ "$1" = --install ] && exit 0\nlogger started`],
])('Nothing is said of a script that finds the call elsewhere: %s', (text, line) => {
  expect(ofShell(text, line)).toEqual([]);
});
