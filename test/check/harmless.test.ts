/** Programs of which the text proves that they give no verdict, and programs that are nearly so. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are programs
import { expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { provenKeysOf } from '../../src/check/evidence/index.ts';
import { readHooks } from '../../src/exports/settings.ts';
import { settingsOf } from '../wild/corpus.ts';

const gates = { claude: 'PreToolUse', gemini: 'BeforeTool', copilot: 'preToolUse' } as const;
const programs = { py: 'python3', mjs: 'node', cjs: 'node', sh: 'sh' } as const;
type Ending = keyof typeof programs;

/** Tells whether a script at a gate of an agent is proved to decide nothing. */
function isProved(agent: keyof typeof gates, ending: Ending, text: string): boolean {
  const settings = settingsOf(
    agent as Vendor,
    [gates[agent]],
    `${programs[ending]} hooks/x.${ending}`,
  );
  const [read] = readHooks(agent, JSON.stringify(settings), 'settings.json').hooks;
  if (!read) throw new Error('The settings have no hook.');
  const keys = provenKeysOf(read.hook, text);
  return keys !== undefined && !keys.has('decision') && !keys.has('halt');
}

const inPython = (...lines: string[]) =>
  ['import json, logging, os, subprocess, sys', 'event = json.load(sys.stdin)', ...lines].join(
    '\n',
  );
const inNode = (...lines: string[]) =>
  [
    "const fs = require('node:fs');",
    "const child = require('node:child_process');",
    "const event = JSON.parse(fs.readFileSync(0, 'utf8'));",
    ...lines,
  ].join('\n');
const inShell = (...lines: string[]) =>
  ['#!/bin/sh', 'input=$(cat)', ...lines, 'exit 0'].join('\n');

/** Programs that decide nothing under any agent that takes the exit code 1 for no refusal. */
const harmless: [what: string, Ending, text: string][] = [
  ['a message on stderr', 'py', inPython('print("checked", event, file=sys.stderr)')],
  ['a line on stderr', 'py', inPython('sys.stderr.write("checked\\n")')],
  ['a text on stdout', 'py', inPython('print("checked")')],
  ['two texts on stdout', 'py', inPython('print("checked")', 'print("done")')],
  [
    'a log',
    'py',
    inPython('logging.basicConfig(level=logging.INFO)', 'logging.info("checked %s", event)'),
  ],
  ['a log of its own', 'py', inPython('log = logging.getLogger("hook")', 'log.error("checked")')],
  ['a log file', 'py', inPython('logging.basicConfig(filename="hook.log")', 'logging.info(event)')],
  [
    'a notifier',
    'py',
    inPython('subprocess.run(["notify-send", event["tool_name"]], check=False)'),
  ],
  ['a sound', 'py', inPython('subprocess.run(["afplay", "done.aiff"])')],
  ['a line of a shell', 'py', inPython('os.system("notify-send done")')],
  ['a silenced line', 'py', inPython('os.system("curl -s https://example.com > /dev/null 2>&1")')],
  [
    'a captured program',
    'py',
    inPython('subprocess.run(["git", "status"], capture_output=True, text=True)'),
  ],
  [
    'a silenced program',
    'py',
    inPython(
      'subprocess.Popen(["open", "x"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)',
    ),
  ],
  [
    'a captured line',
    'py',
    inPython('subprocess.run("git status | head", shell=True, capture_output=True)'),
  ],
  [
    'a request',
    'py',
    'import json, sys, requests\nevent = json.load(sys.stdin)\nrequests.post("https://example.com", json=event, timeout=2)',
  ],
  [
    'a request of the standard library',
    'py',
    'import json, sys, urllib.request\nevent = json.load(sys.stdin)\nurllib.request.urlopen("https://example.com", data=json.dumps(event).encode())',
  ],
  ['a message on stderr', 'cjs', inNode('console.error("checked", event);')],
  ['a message with a value', 'cjs', inNode('console.warn(`checked ${event.tool_name}`);')],
  ['a text on stdout', 'cjs', inNode('console.log("checked");')],
  [
    'a notifier',
    'cjs',
    inNode(
      "child.spawn('notify-send', ['done', event.tool_name], { detached: true, stdio: 'ignore' }).unref();",
    ),
  ],
  [
    'a captured program',
    'cjs',
    inNode(
      "const { stdout } = child.spawnSync('git', ['status']);",
      "fs.appendFileSync('log.txt', String(stdout));",
    ),
  ],
  [
    'a program with a callback',
    'cjs',
    inNode(
      "child.execFile('say', ['done'], (problem) => { if (problem) console.error('no voice'); });",
    ),
  ],
  [
    'a silenced line',
    'cjs',
    inNode("child.execSync('afplay done.aiff > /dev/null 2>&1', { stdio: 'ignore' });"),
  ],
  [
    'a request',
    'cjs',
    inNode(
      "fetch('https://example.com', { method: 'POST', body: JSON.stringify(event) }).catch(() => {});",
    ),
  ],
  [
    'a request of node:https',
    'mjs',
    "import https from 'node:https';\nimport { readFileSync } from 'node:fs';\nconst sent = https.request('https://example.com', { method: 'POST' });\nsent.end(readFileSync(0));",
  ],
  [
    'its own address',
    'mjs',
    "import { appendFileSync } from 'node:fs';\nimport { fileURLToPath } from 'node:url';\nconst here = fileURLToPath(import.meta.url);\nappendFileSync(`${here}.log`, 'checked');",
  ],
  [
    'a counter',
    'cjs',
    inNode(
      'const counts = {};',
      'counts[event.tool_name] = (counts[event.tool_name] || 0) + 1;',
      "fs.writeFileSync('counts.json', JSON.stringify(counts));",
    ),
  ],
  [
    'the last of a list',
    'cjs',
    inNode(
      "const parts = event.cwd.split('/');",
      "fs.appendFileSync('log.txt', parts[parts.length - 1]);",
    ),
  ],
  ['a notifier', 'sh', inShell('notify-send "done"')],
  ['a request', 'sh', inShell('curl -s -X POST https://example.com -d "$input" >/dev/null 2>&1')],
  ['a request without output', 'sh', inShell('curl -s -o /dev/null https://example.com')],
  [
    'a script of the desktop',
    'sh',
    inShell(`osascript -e 'display notification "done"' >/dev/null 2>&1`),
  ],
  [
    'a script of the desktop that prints nothing',
    'sh',
    inShell(`osascript -e 'display notification "done" with title "Agent"'`),
  ],
  ['a sound in the background', 'sh', inShell('afplay done.aiff &')],
  ['a voice', 'sh', inShell('say done')],
];

test.each(harmless)('%s (%s) is proved to decide nothing', (_, ending, text) => {
  expect(isProved('claude', ending, text)).toBe(true);
  expect(isProved('gemini', ending, text)).toBe(true);
  // A program that fails ends with 1, with which Copilot CLI refuses.
  expect(isProved('copilot', ending, text)).toBe(ending === 'sh');
});

test.each([
  ['a value on stderr', 'py', inPython('print(event, file=sys.stderr)')],
  ['a logged value', 'py', inPython('logging.warning(event)')],
  [
    'the errors of a program',
    'py',
    inPython('subprocess.run(["git", "status"], stdout=subprocess.PIPE)'),
  ],
  ['the errors of a program', 'cjs', inNode("child.execFileSync('git', ['status']);")],
  ['a value on stderr', 'cjs', inNode('console.error(event);')],
  ['a promise that is never kept', 'mjs', 'await new Promise(() => {});'],
] as const)('%s (%s) decides nothing where the agent does not read stderr', (_, ending, text) => {
  expect(isProved('claude', ending, text)).toBe(true);
  expect(isProved('gemini', ending, text)).toBe(false);
});
