// Tells as a story how a hook script that was written for one agent guards another agent. Each case
// says what the agent was about to do, what the hook said about it, and what the agent does then.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import cliTruncate from 'cli-truncate';
import wrapAnsi from 'wrap-ansi';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const executable = join(root, 'dist/anyhook.cjs');
const width = 80;
const help = `Usage: npm run demo [-- --json]

Shows hook scripts of one agent that guard another agent.

  --json  print one JSON array of all cases in place of the story; for a pipe,
          npm run --silent demo -- --json keeps npm's own lines out of it
  --help  print this text
`;

// The payloads that each agent sends before it uses a tool.

const gemini = (command) => ({
  session_id: '3f0c',
  transcript_path: '',
  cwd: root,
  hook_event_name: 'BeforeTool',
  timestamp: '2026-11-21T10:00:00.000Z',
  tool_name: 'run_shell_command',
  tool_input: { command },
});

const cursor = (content) => ({
  conversation_id: '77aa',
  generation_id: '1',
  model: 'default',
  tool_name: 'Write',
  tool_input: { file_path: join(root, 'config.ts'), content },
  tool_use_id: 't1',
  hook_event_name: 'preToolUse',
  cursor_version: '3.22.7',
  workspace_roots: [root],
  user_email: null,
  transcript_path: null,
});

const claude = (command) => ({
  session_id: '9c1e',
  transcript_path: '/home/me/.claude/projects/p/9c1e.jsonl',
  cwd: root,
  prompt_id: '51d2',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command, description: 'Run it' },
  tool_use_id: 'toolu_01',
});

const scenes = [
  {
    host: 'gemini',
    dialect: 'claude',
    event: 'PreToolUse',
    script: './examples/claude-guard.mjs',
    payloads: [gemini('git push origin main'), gemini('git push origin fix')],
  },
  {
    host: 'claude',
    dialect: 'cursor',
    event: 'beforeShellExecution',
    script: './examples/cursor-guard.sh',
    payloads: [claude('rm -rf build'), claude('npm test')],
  },
  {
    host: 'gemini',
    dialect: 'cursor',
    event: 'beforeShellExecution',
    script: './examples/cursor-guard.sh',
    payloads: [gemini('rm -rf build'), gemini('npm test')],
  },
  {
    host: 'cursor',
    dialect: 'gemini',
    event: 'BeforeTool',
    script: './examples/gemini-guard.mjs',
    payloads: [cursor("export const key = 'sk-1234567890';\n"), cursor('export {};\n')],
  },
];

/**
 * How each agent reads the answer to a hook before a tool. `words` holds the fields that decide, and
 * what each word in them decides. `reasons` are the fields that say why; the first that is there is
 * shown. `input` is the field with new arguments for the tool. `ignored` fields decide nothing.
 */
const agents = {
  claude: {
    name: 'Claude Code',
    words: {
      'hookSpecificOutput.permissionDecision': { allow: 'run', deny: 'refuse', ask: 'ask' },
      decision: { approve: 'run', block: 'refuse' },
    },
    reasons: ['hookSpecificOutput.permissionDecisionReason', 'reason'],
    input: 'hookSpecificOutput.updatedInput',
    ignored: ['hookSpecificOutput.hookEventName'],
  },
  cursor: {
    name: 'Cursor',
    words: {
      permission: { allow: 'run', deny: 'refuse' },
      decision: { allow: 'run', deny: 'refuse', block: 'refuse' },
    },
    reasons: ['user_message', 'agent_message', 'reason'],
    input: 'updated_input',
    ignored: [],
  },
  gemini: {
    name: 'Gemini CLI',
    words: {
      decision: { allow: 'run', approve: 'run', deny: 'refuse', block: 'refuse', ask: 'ask' },
    },
    reasons: ['reason'],
    input: 'hookSpecificOutput.tool_input',
    ignored: [],
  },
};

const colours = { refuse: 'red', run: 'green', rewrite: 'yellow', ask: 'yellow' };

/** Something that must not happen in the demo; its message says what. */
class DemoError extends Error {}

/** Decides on colour by the rule of the `anyhook` command itself. */
function wantsColour() {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR === undefined ? process.stdout.isTTY === true : FORCE_COLOR !== '0';
}

const paint = (colour, text) =>
  wantsColour() ? styleText(colour, text, { validateStream: false }) : text;

/** Puts a text on one line, without characters that a terminal would obey. */
const flatten = (text) => text.replace(/[\p{C}\u2028\u2029]+/gu, ' ').trim();

/** Prints a text on one line, cut where the line ends. */
function printCut(indent, text) {
  console.log(' '.repeat(indent) + cliTruncate(flatten(text), width - indent));
}

/** Prints a text on as many lines as it needs, the further ones indented by two more. */
function printWrapped(indent, text, colour) {
  const lines = wrapAnsi(flatten(text), width - indent - 2, { hard: true }).split('\n');
  for (const [i, line] of lines.entries())
    console.log(' '.repeat(i ? indent + 2 : indent) + paint(colour, line));
}

/** Prints a shell command, broken between its flags where it is longer than a line. */
function printCommand(indent, parts) {
  const lines = ['$'];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`;
    // Two columns are left for the backslash.
    if (indent + longer.length + 2 <= width) lines[lines.length - 1] = longer;
    else lines.push(`    ${part}`);
  }
  console.log(lines.map((line) => ' '.repeat(indent) + line).join(' \\\n'));
}

/** The command of a scene as people write it, in parts that belong on one line each. */
const commandParts = ({ host, dialect, event, script }) => [
  'anyhook run',
  `--host ${host}`,
  `--as ${dialect}`,
  `--event ${event}`,
  `-- ${script}`,
];

const titleScene = ({ host, dialect }) =>
  `A ${agents[dialect].name} script guards ${agents[host].name}`;

/** Says in words what a tool call is going to do, and what the agent does if it is let through. */
function describeCall({ tool_input: { command, file_path, content } }) {
  if (command !== undefined) return { plan: `run: ${command}`, done: 'runs the command' };
  const file = relative(root, file_path);
  return { plan: `write ${file}: ${content}`, done: `runs the call and writes ${file}` };
}

/** Runs the shim as the host of a scene would; `log` is where the shim writes what it did. */
function runShim({ host, dialect, event, script }, payload, log) {
  const flags = ['--host', host, '--as', dialect, '--event', event, '--log', log];
  const ran = spawnSync(process.execPath, [executable, 'run', ...flags, '--', script], {
    input: JSON.stringify(payload),
    cwd: root,
    env: { ...process.env, CLAUDE_PROJECT_DIR: root }, // as Claude Code sets it
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (ran.error) throw new DemoError(`anyhook could not be run: ${ran.error.message}`);
  const { status: code, signal, stdout, stderr } = ran;
  // Agents take 0 for an answer and 2 for a refusal; the shim ends with no other exit code.
  if (code !== 0 && code !== 2)
    throw new DemoError(`anyhook ended with ${signal ?? `exit code ${code}`}: ${stderr.trim()}`);
  // The shim begins its own warnings with its name; all other lines on stderr come from the hook.
  const warning = /^anyhook: (.*)$/m.exec(stderr);
  if (warning) throw new DemoError(`anyhook warns: ${warning[1]}`);
  return { code, stdout, stderr };
}

/** Reads from the log of the shim what the hook was told and how it ended, once for each time. */
function readLog(log) {
  if (!existsSync(log)) throw new DemoError(`anyhook wrote no log to ${log}`);
  const text = readFileSync(log, 'utf8');
  let entry;
  try {
    entry = JSON.parse(text);
  } catch {
    throw new DemoError(`the log of anyhook is not one line of JSON: ${text}`);
  }
  // Both are lists where the hook was asked several times about one call.
  const told = [entry.told].flat();
  const ran = [entry.ran].flat();
  if (told.length !== ran.length || ran.some((one) => typeof one?.stdout !== 'string'))
    throw new DemoError(`the log of anyhook does not say how the hook ended: ${text}`);
  return told.map((one, i) => {
    const { code, signal, stdout, stderr } = ran[i];
    if (code !== 0 && code !== 2)
      throw new DemoError(`the hook ended with ${signal ?? `exit code ${code}`}: ${stderr.trim()}`);
    return { told: one, ended: { code, stdout, stderr } };
  });
}

/** Parses what the shim printed for the host; null where it printed nothing. */
function parseAnswer(stdout) {
  if (!stdout.trim()) return null;
  try {
    const answer = JSON.parse(stdout);
    if (answer && typeof answer === 'object' && !Array.isArray(answer)) return answer;
  } catch {
    // What is no JSON is reported below, as is JSON that is no object.
  }
  throw new DemoError(`anyhook printed what is no JSON object: ${stdout.trim()}`);
}

/** Decides whether an agent's table says what a field of an answer means. */
function knowsField({ words, reasons, input, ignored }, field, value) {
  if (Object.hasOwn(words, field))
    return typeof value === 'string' && Object.hasOwn(words[field], value);
  if (reasons.includes(field)) return typeof value === 'string';
  return field === input || ignored.includes(field);
}

/** Reads an answer as the host does. All that the table of the host does not know is an error. */
function readAnswer(host, { code, stdout: answer, stderr }) {
  const { name, words, reasons, input } = agents[host];
  if (answer === null && code === 2) return { kind: 'refuse', reason: stderr.trim() };
  if (answer === null) throw new DemoError(`anyhook printed no answer for ${name}`);
  const { hookSpecificOutput = {}, ...fields } = answer;
  for (const [key, value] of Object.entries(hookSpecificOutput))
    fields[`hookSpecificOutput.${key}`] = value;

  const kinds = new Set();
  for (const [field, value] of Object.entries(fields)) {
    const said = `${field}: ${JSON.stringify(value)}`;
    if (!knowsField(agents[host], field, value))
      throw new DemoError(`${name} hears what this demo does not know: ${said}`);
    if (Object.hasOwn(words, field)) kinds.add(words[field][value]);
  }
  // Exit code 2 refuses, so the words beside it must not say anything else.
  if (kinds.size > 1 || (code === 2 && !kinds.has('refuse')))
    throw new DemoError(
      `${name} hears exit code ${code} and words that do not agree: ${JSON.stringify(answer)}`,
    );
  const [kind = 'run'] = kinds;
  const reason = fields[reasons.find((field) => field in fields)];
  if (kind === 'run' && input in fields) return { kind: 'rewrite', input: fields[input] };
  return reason === undefined ? { kind } : { kind, reason };
}

/** Says a verdict in words. */
function describeVerdict(host, { kind, reason, input }, done) {
  const { name } = agents[host];
  const because = reason ? `: ${flatten(reason)}` : ', and no reason is given.';
  if (kind === 'refuse') return `${name} refuses the call${because}`;
  if (kind === 'ask') return `${name} asks the user first${because}`;
  if (kind === 'rewrite') return `${name} runs a rewritten call: ${JSON.stringify(input)}`;
  return `${name} ${done}.`;
}

/** Plays one case; an error says which case it was. */
function playCase(scene, payload, log) {
  try {
    return recordCase(scene, payload, log);
  } catch (error) {
    if (error instanceof DemoError)
      error.message = `${titleScene(scene)}, ${flatten(describeCall(payload).plan)}: ${error.message}`;
    throw error;
  }
}

/** Runs one case, and gathers all that is known of it. */
function recordCase(scene, payload, log) {
  const { host, dialect } = scene;
  const ran = runShim(scene, payload, log);
  const heard = { ...ran, stdout: parseAnswer(ran.stdout) };
  const verdict = readAnswer(host, heard);
  return {
    scene: titleScene(scene),
    host,
    dialect,
    command: commandParts(scene).join(' '),
    payload,
    hook: readLog(log),
    heard,
    verdict: { ...verdict, text: describeVerdict(host, verdict, describeCall(payload).done) },
  };
}

/** Prints how the hook ended, in one line or a few. */
function printEnd({ code, stdout, stderr }) {
  if (code !== 0) printCut(4, `The hook ends with exit code ${code}.`);
  if (stdout.trim()) printCut(4, `The hook prints: ${stdout}`);
  if (stderr.trim()) printCut(4, `Its stderr says: ${stderr}`);
  if (code === 0 && !stdout.trim() && !stderr.trim())
    printCut(4, 'The hook says nothing, and ends with exit code 0.');
}

function printCase({ host, payload, hook, verdict }) {
  console.log();
  printCut(2, `${agents[host].name} is about to ${describeCall(payload).plan}`);
  if (hook.length > 1)
    printCut(
      4,
      `The hook is asked ${hook.length} times, once for each form that the call can take.`,
    );
  // What the hook said the same way each time is shown once.
  const ends = new Map(hook.map(({ ended }) => [JSON.stringify(ended), ended]));
  for (const ended of ends.values()) printEnd(ended);
  printWrapped(4, verdict.text, colours[verdict.kind]);
}

/** Plays all cases; `show` is called for each scene and each case as soon as it is played. */
function playScenes(show = { scene: () => {}, case: () => {} }) {
  if (!existsSync(executable))
    throw new DemoError('dist/anyhook.cjs is missing: run `npm run build` first');
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-demo-'));
  const cases = [];
  try {
    for (const scene of scenes) {
      show.scene(scene);
      for (const payload of scene.payloads) {
        const played = playCase(scene, payload, join(folder, `${cases.length + 1}.jsonl`));
        cases.push(played);
        show.case(played);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return cases;
}

function printScene(scene) {
  console.log(`\n${paint('bold', titleScene(scene))}`);
  printCommand(2, commandParts(scene));
}

/** Does what the arguments ask for; returns the exit code. */
function runDemo(args) {
  const unknown = args.find((arg) => !['--json', '--help', '-h'].includes(arg));
  if (unknown !== undefined) {
    console.error(
      `demo: unknown argument ${unknown}: type npm run demo, or npm run demo -- --json`,
    );
    return 2;
  }
  try {
    if (args.includes('--help') || args.includes('-h')) process.stdout.write(help);
    else if (args.includes('--json')) console.log(JSON.stringify(playScenes(), null, 2));
    else {
      playScenes({ scene: printScene, case: printCase });
      console.log('\nThe raw payloads and answers: npm run demo -- --json');
    }
    return 0;
  } catch (error) {
    if (!(error instanceof DemoError)) throw error;
    console.error(`demo: ${error.message}`);
    return 1;
  }
}

process.exitCode = runDemo(process.argv.slice(2));
