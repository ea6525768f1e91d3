/** Scripts that are proved to give no verdict, into which one is put: the proof never holds then. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are programs
import { expect, test } from 'vitest';
import { type OddScript, placesThatDenyVerdict } from './judgement.ts';

/** Harmless scripts, as lines. A statement may stand before each line, at its indentation. */
const harmless: Record<string, string[]> = {
  'log.sh': ['input=$(cat)', 'mkdir -p logs', 'echo "$input" >> logs/all.txt', 'exit 0'],
  'format.sh': [
    'file=$(jq -r .tool_input.file_path)',
    'if [ -n "$file" ]; then',
    '  npx prettier --write "$file" > /dev/null 2>&1',
    'fi',
    'exit 0',
  ],
  'log.py': [
    'import json, os, sys',
    'event = json.load(sys.stdin)',
    'os.makedirs("logs", exist_ok=True)',
    'def note(text):',
    '    line = text + "\\n"',
    '    return line',
    'if event.get("tool_name"):',
    '    with open("logs/all.txt", "a") as log:',
    '        log.write(note(event["tool_name"]))',
    'sys.exit(0)',
  ],
  'log.cjs': [
    "const fs = require('fs');",
    "const event = JSON.parse(fs.readFileSync(0, 'utf8'));",
    'function note(text) {',
    "  fs.appendFileSync('log.txt', text);",
    '}',
    'if (event.tool_name) {',
    '  note(event.tool_name);',
    '}',
    'process.exit(0);',
  ],
  'log.mjs': [
    "import { appendFileSync, readFileSync } from 'node:fs';",
    "const event = JSON.parse(readFileSync(0, 'utf8'));",
    'try {',
    '  appendFileSync("log.txt", `${event.tool_name} ran`);',
    '} catch (problem) {',
    '  process.exit(0);',
    '}',
  ],
};

/** Statements that refuse, in several forms. Each is one line. */
const verdicts: Record<string, string[]> = {
  sh: [
    'exit 2',
    'echo no >&2; exit 2',
    `echo '{"decision":"deny"}'`,
    `printf '%s' '{"decision":"deny"}'; exit 0`,
    `answer='{"decision":"deny"}'; echo "$answer"`,
    "jq -n --arg d deny '{decision:$d}'",
    `d=deny; echo "{\\"decision\\":\\"$d\\"}"`,
    'code=2; exit $code',
    'eval "exit 2"',
    'trap "exit 2" EXIT',
    '. ./lib.sh',
    './guard',
    'python3 guard.py',
    'exec ./guard',
    `node -e 'process.exit(2)' || exit $?`,
    `bash -c 'exit 2' || exit`,
    'set -e; bash -c "exit 2"',
    '(exit 2) || exit',
    'deny() { exit 2; }; deny',
    `cat answer.json`,
    `sed p answer.json`,
    `echo "$ANSWER"`,
    `exec 3>&1; echo x >&3`,
    `curl -s http://localhost/answer`,
    `[ -n "$X" ] || { echo no >&2; exit 2; }`,
    `let code=2; exit $code`,
    `awk 'BEGIN { exit 2 }' || exit $?`,
    'kill -9 $$',
    'source lib.sh',
    'alias exit="exit 2"',
    '$RUN',
    '"$RUN" now',
    '`cat command.txt`',
    'X=1 ./guard',
    'env ./guard',
    'command ./guard',
    'echo x | ./guard',
    'coproc ./guard',
    '! ./guard',
    'while ./guard; do break; done',
    'if ./guard; then exit 2; fi',
    'case x in *) exit 2 ;; esac',
    'set -o errexit; false',
    'exit $((1 + 1))',
    'return 2',
  ],
  py: [
    'sys.exit(2)',
    'exit(2)',
    'raise SystemExit(2)',
    'os._exit(2)',
    'print(json.dumps({"decision": "deny"}))',
    'sys.stdout.write(answer)',
    'json.dump({"decision": "deny"}, sys.stdout)',
    'os.write(1, b"x")',
    'open(1, "w").write(answer)',
    'open("/dev/stdout", "w").write(answer)',
    'say = print; say(answer)',
    'list(map(print, [answer]))',
    'getattr(sys, "exit")(2)',
    'sys.__dict__["exit"](2)',
    'import subprocess; subprocess.run(["./guard"])',
    'os.system("./guard")',
    'from lib import *',
    'import lib',
    'exec(open("guard.py").read())',
    'eval("exit(2)")',
    '__import__("os")._exit(2)',
    'import builtins; builtins.print(answer)',
    'sys.modules["os"]._exit(2)',
    'sys.excepthook = event; raise ValueError()',
    'import argparse; argparse.ArgumentParser().error("no")',
    'f = sys; f.exit(2)',
    'import os as o; o._exit(2)',
    'from sys import exit as leave; leave(2)',
    'code = 2; sys.exit(code)',
    'sys.exit(note("x"))',
    'import logging; logging.error(answer)',
    'import runpy; runpy.run_path("guard.py")',
    'import pprint; pprint.pprint(event)',
    'globals()["pr" + "int"](answer)',
    'os.kill(os.getpid(), 9)',
    'text = f"{print(answer)}"',
    'text = f"{sys.exit(2)}"',
    'os.execv("./guard", ["guard"])',
    'os.dup2(3, 1)',
    'raise BaseException(2)',
    'import atexit; atexit.register(os._exit, 2)',
    'typing = 1; import typing; typing.sys.exit(2)',
  ],
  js: [
    'process.exit(2);',
    'process.exitCode = 2;',
    'console.log(JSON.stringify({ decision: "deny" }));',
    'process.stdout.write(answer);',
    'const log = console.log; log(answer);',
    'const { log } = console; log(answer);',
    'console["log"](answer);',
    'globalThis.console.log(answer);',
    'global.process.exit(2);',
    'process["exit"](2);',
    'process.exit.call(null, 2);',
    'setTimeout(process.exit, 1, 2);',
    'const { exit } = process; exit(2);',
    'eval("process.exit(2)");',
    'new Function("process.exit(2)")();',
    'event.constructor.constructor("return process")().exit(2);',
    'event["constructor"]["constructor"]("return process")();',
    'import("./guard.mjs");',
    'const text = `${console.log(answer)}`;',
    'const text = `${import("./guard.mjs")}`;',
    'process.on("exit", () => { process.exitCode = 2; });',
    'Reflect.apply(console.log, console, [answer]);',
    'process.kill(process.pid);',
    'process.reallyExit(2);',
    '[answer].forEach(console.log);',
    'Promise.resolve(answer).then(console.log);',
    'throw process.exit(2);',
    'process?.exit(2);',
    'process.exit?.(2);',
    '\\u0063onsole.log(answer);',
    'for (const key of ["log"]) console[key](answer);',
    'if (event) /"/.test(event); process.exit(2); /"/.test(event);',
    'this.process.exit(2);',
    'class A { static { process.exit(2); } }',
    'const o = { ...console }; o.log(answer);',
    'queueMicrotask(() => process.exit(2));',
    'Bun.write(Bun.stdout, answer);',
    'Deno.exit(2);',
    'process.stdin.pipe(process.stdout);',
  ],
  cjs: [
    'fs.writeSync(1, answer);',
    'fs.writeFileSync(1, answer);',
    'fs.writeFileSync("/dev/stdout", answer);',
    'const { writeFileSync: w } = fs; w(1, answer);',
    'const w = fs.writeFileSync; w(1, answer);',
    'const out = 1; fs.writeFileSync(out, answer);',
    'require("./guard.js");',
    'require("child_process").spawnSync("./guard", { stdio: "inherit" });',
    'module.require("./guard.js");',
    'const load = require; load("./guard.js");',
    'fs["write" + "Sync"](1, answer);',
    'fs.createReadStream("answer").pipe(event);',
  ],
  mjs: ['appendFileSync(1, answer);', 'const w = appendFileSync; w(1, answer);'],
};

const verdictsFor = (ending: string): string[] => [
  ...(verdicts[ending] ?? []),
  ...(/js$/.test(ending) ? (verdicts.js ?? []) : []),
];

const script = (name: string, text: string[]): OddScript => ({ name, file: `hooks/${name}`, text });

test('The scripts without a verdict are proved to give none', () => {
  const names = Object.keys(harmless);
  const places = placesThatDenyVerdict(names.map((name) => script(name, harmless[name] ?? [])));
  for (const [i, name] of names.entries())
    expect([name, places[i]]).toEqual([
      name,
      expect.arrayContaining(['isScriptWithoutVerdict', 'doctor']),
    ]);
});

/** Returns a script with a statement before one of its lines, or behind the last. */
function insert(lines: readonly string[], at: number, statement: string): string[] {
  const before = lines[at - 1] ?? '';
  const indented = /(?::|\{|then)$/.test(before) ? (lines[at] ?? '') : before;
  const indent = /^\s*/.exec(indented)?.[0] ?? '';
  return [...lines.slice(0, at), indent + statement, ...lines.slice(at)];
}

test.each(
  Object.entries(harmless),
)('With a verdict at any place %s is not said to give none', (name, lines) => {
  const statements = verdictsFor(name.slice(name.lastIndexOf('.') + 1));
  const scripts = statements.flatMap((statement) =>
    [...lines, ''].map((_, at) => script(name, insert(lines, at, statement))),
  );
  const places = placesThatDenyVerdict(scripts, { asksDoctor: false });
  const wrong = scripts.flatMap(({ text }, i) =>
    places[i]?.length ? `${places[i].join(', ')}:\n${text.join('\n')}` : [],
  );
  expect(wrong.slice(0, 8).join('\n\n')).toBe('');
  expect(statements.length).toBeGreaterThanOrEqual(40);
});
