/**
 * Guards as people write them, and what is due for each where its own agent passes on what the model
 * wrote: `both` where it may refuse a relative path and not the same path from the root, else `one`.
 * `src/generated.ts` is the path that those with `refuses` refuse.
 */
import { readFileSync } from 'node:fs';

export interface Sample {
  title: string;
  language: 'sh' | 'js' | 'py';
  due: 'both' | 'one';
  text: string;
  /** It refuses a write of `src/generated.ts`, in words or by exit code. */
  refuses?: true;
  /** How its line ends. */
  args?: string;
  env?: Readonly<Record<string, string>>;
  /** What it reads. */
  files?: Readonly<Record<string, string>>;
}

const readPath = `p=$(jq -r '.tool_input.file_path // empty')\n`;
const deny = `{ echo "Not there." >&2; exit 2; }`;
const js = (code: string) =>
  `import { readFileSync } from 'node:fs';\nconst hook = JSON.parse(readFileSync(0, 'utf8'));\nconst path = hook.tool_input?.file_path ?? '';\n${code}\n`;
const deniesJs = `console.log(JSON.stringify({ decision: 'deny', reason: 'Not there.' }))`;
const py = (code: string) =>
  `import json, re, sys\n\ndata = json.load(sys.stdin)\npath = data.get("tool_input", {}).get("file_path", "")\n${code}\n`;
const deniesPy = `\n    print("Not there.", file=sys.stderr)\n    sys.exit(2)`;
const sh = (text: string) => `${readPath}${text}\n`;

type Row = [title: string, due: Sample['due'], text: string, more?: Partial<Sample>];
const refuses = { refuses: true } as const;

const inShell: Row[] = [
  [
    'a variable of the hook',
    'both',
    sh(`[ "$p" = "$PROTECT" ] && ${deny}\nexit 0`),
    { ...refuses, env: { PROTECT: 'src/generated.ts' } },
  ],
  [
    'an argument of its line',
    'both',
    sh(`[ "$p" = "$1" ] && ${deny}\nexit 0`),
    { ...refuses, args: 'src/generated.ts' },
  ],
  [
    'the lines of a file',
    'both',
    sh(`if grep -qxF "$p" hooks/protected.txt; then ${deny}; fi`),
    { ...refuses, files: { 'hooks/protected.txt': 'src/generated.ts\n' } },
  ],
  ['the first folder, cut off', 'both', sh(`[ "\${p%%/*}" = src ] && ${deny}\nexit 0`), refuses],
  [
    'the JSON of a payload up to a value',
    'both',
    `if grep -q '"file_path": *"src/generated'; then ${deny}; fi\n`,
    refuses,
  ],
  [
    'the JSON of a payload, in double quotes',
    'both',
    `if grep -q "\\"file_path\\":\\"src/"; then ${deny}; fi\n`,
    refuses,
  ],
  [
    'a case of relative patterns',
    'both',
    sh(`case "$p" in\n  src/generated*|dist/*) ${deny} ;;\nesac`),
    refuses,
  ],
  [
    'a case after ./ was cut off',
    'both',
    sh(`p=\${p#./}\ncase $p in src/*) ${deny};; esac`),
    refuses,
  ],
  [
    'a list in a variable, through grep',
    'both',
    sh(
      `PROTECTED="src/generated.ts\npackage-lock.json"\nif echo "$PROTECTED" | grep -qx "$p"; then ${deny}; fi`,
    ),
    refuses,
  ],
  [
    'an array of whole paths',
    'both',
    sh(
      `protected=(src/generated.ts .env)\nfor f in "\${protected[@]}"; do\n  if [[ "$p" == "$f" ]]; then ${deny}; fi\ndone`,
    ),
    refuses,
  ],
  [
    'a loop over the lines of a file',
    'both',
    sh(`while read -r f; do\n  [ "$p" = "$f" ] && ${deny}\ndone < hooks/protected.txt\nexit 0`),
    { ...refuses, files: { 'hooks/protected.txt': 'src/generated.ts\n' } },
  ],
  [
    'patterns of a file',
    'both',
    sh(`if echo "$p" | grep -qf hooks/patterns.txt; then ${deny}; fi`),
    { ...refuses, files: { 'hooks/patterns.txt': '^src/gen\n' } },
  ],
  [
    'an anchored expression',
    'both',
    sh(`if echo "$p" | grep -qE '^(src|lib)/generated'; then ${deny}; fi`),
    refuses,
  ],
  [
    'an anchored expression in a variable',
    'both',
    sh(`re='^src/gen'\nif [[ $p =~ $re ]]; then ${deny}; fi`),
    refuses,
  ],
  ['its folder', 'both', sh(`if [ "$(dirname "$p")" = src ]; then ${deny}; fi`), refuses],
  [
    'a part that cut takes',
    'both',
    sh(`top=$(echo "$p" | cut -d/ -f1)\n[ "$top" = src ] && ${deny}\nexit 0`),
    refuses,
  ],
  [
    'a filter of jq',
    'both',
    `if jq -e '.tool_input.file_path | startswith("src/")' >/dev/null; then ${deny}; fi\n`,
    refuses,
  ],
  [
    'a filter of jq with an argument',
    'both',
    `if jq -e --arg f "$PROTECT" '.tool_input.file_path == $f' >/dev/null; then ${deny}; fi\n`,
    { ...refuses, env: { PROTECT: 'src/generated.ts' } },
  ],
  [
    'a list in jq',
    'both',
    `if jq -e '.tool_input.file_path | IN("src/generated.ts", ".env")' >/dev/null; then ${deny}; fi\n`,
    refuses,
  ],
  [
    'a list that jq loads',
    'both',
    sh(`if jq -e --arg p "$p" 'index($p)' hooks/protected.json >/dev/null; then ${deny}; fi`),
    { ...refuses, files: { 'hooks/protected.json': '["src/generated.ts"]' } },
  ],
  [
    'the beginning that jq splits off',
    'both',
    `if jq -e '(.tool_input.file_path | split("/"))[0] == "src"' >/dev/null; then ${deny}; fi\n`,
    refuses,
  ],
  [
    'what awk looks for',
    'both',
    sh(`if echo "$p" | awk '$0 ~ /^src\\// { found = 1 } END { exit !found }'; then ${deny}; fi`),
    refuses,
  ],
  [
    'a library of its own',
    'both',
    sh(`. hooks/lib.sh\nprotected "$p" && ${deny}\nexit 0`),
    { ...refuses, files: { 'hooks/lib.sh': 'protected() { [ "$1" = src/generated.ts ]; }\n' } },
  ],
  [
    'a function with an argument',
    'both',
    sh(`protected() { [ "$1" = "src/generated.ts" ]; }\nif protected "$p"; then ${deny}; fi`),
    refuses,
  ],
  [
    'Python in a here document',
    'both',
    `p=$(jq -r .tool_input.file_path) python3 - <<'EOF'\nimport os, sys\nif os.environ["p"].startswith("src/"):\n    sys.exit(2)\nEOF\n`,
  ],
  [
    'a whole JSON with sed',
    'both',
    `p=$(sed -n 's/.*"file_path":"\\([^"]*\\)".*/\\1/p')\n[ "$p" = src/generated.ts ] && ${deny}\nexit 0\n`,
    refuses,
  ],
  ['a program that nobody knows', 'both', sh(`is-protected "$p" && ${deny}\nexit 0`)],
  [
    'a pattern that begins with a variable',
    'both',
    sh(`[[ "$p" == $DIR/* ]] && ${deny}\nexit 0`),
    { ...refuses, env: { DIR: 'src' } },
  ],

  ['an ending', 'one', sh(`case "$p" in\n  *.pem | */secrets/* | /etc/*) ${deny} ;;\nesac`)],
  ['a name in any folder', 'one', sh(`[[ "$(basename "$p")" == .env* ]] && ${deny}\nexit 0`)],
  [
    'the part behind the last slash',
    'one',
    sh(`name=\${p##*/}\nif [ "$name" = generated.ts ]; then ${deny}; fi`),
    refuses,
  ],
  [
    'a text anywhere',
    'one',
    sh(`if echo "$p" | grep -q 'src/generated'; then ${deny}; fi`),
    refuses,
  ],
  [
    'a text of a variable anywhere',
    'one',
    sh(`[[ "$p" == *"$PROTECT"* ]] && ${deny}\nexit 0`),
    { ...refuses, env: { PROTECT: 'src/generated.ts' } },
  ],
  [
    'an expression for any folder',
    'one',
    sh(`if [[ $p =~ (^|/)src/generated ]]; then ${deny}; fi`),
    refuses,
  ],
  [
    'a path made whole',
    'one',
    sh(
      `full=$(realpath -m "$p")\n[ "$full" = "$GEMINI_PROJECT_DIR/src/generated.ts" ] && ${deny}\nexit 0`,
    ),
  ],
  ['a path below the working directory', 'one', sh(`case "$p" in "$PWD"/src/*) ${deny} ;; esac`)],
  [
    'a command',
    'one',
    `cmd=$(jq -r '.tool_input.command // empty')\nif echo "$cmd" | grep -qE '^(sudo|rm)\\b'; then ${deny}; fi\n`,
  ],
  [
    'the name of a tool, and a command',
    'one',
    `input=$(cat)\ntool=$(echo "$input" | jq -r .tool_name)\n[ "$tool" = run_shell_command ] || exit 0\ncmd=$(printf '%s' "$input" | jq -r .tool_input.command)\ncase $cmd in git\\ push*) ${deny} ;; esac\n`,
  ],
  [
    'a whole payload, anywhere',
    'one',
    `input=$(cat)\nif [[ "$input" == *'"tool_name":"run_shell_command"'*'rm -rf'* ]]; then ${deny}; fi\n`,
  ],
  [
    'new text',
    'one',
    `if jq -r '.tool_input.content // .tool_input.new_string // empty' | grep -qE '^(<<<<<<<|>>>>>>>)'; then ${deny}; fi\n`,
  ],
  [
    'a word of its own',
    'one',
    `mode=strict\nif grep -q 'DROP TABLE'; then [ "$mode" = strict ] && ${deny}; fi\nexit 0\n`,
  ],
  [
    'a filter of jq by the ending',
    'one',
    `if jq -e '.tool_input.file_path | endswith(".lock")' >/dev/null; then ${deny}; fi\n`,
  ],
  [
    'a filter of jq by a command',
    'one',
    `if jq -e '.tool_input.command | test("^git push")' >/dev/null; then ${deny}; fi\n`,
  ],
  ['what git ignores', 'one', sh(`if git check-ignore -q "$p"; then ${deny}; fi`)],
  [
    'what a file holds',
    'one',
    sh(`if [ -f "$p" ] && head -1 "$p" | grep -q '^// generated'; then ${deny}; fi`),
  ],
];

const inJavaScript: Row[] = [
  ['an equal text', 'both', js(`if (path === 'src/generated.ts') ${deniesJs};`), refuses],
  [
    'a variable of the hook',
    'both',
    js(`if (path === process.env.PROTECT) ${deniesJs};`),
    { ...refuses, env: { PROTECT: 'src/generated.ts' } },
  ],
  [
    'an argument',
    'both',
    js(`const [, , wanted] = process.argv;\nif (path === wanted) ${deniesJs};`),
    { ...refuses, args: 'src/generated.ts' },
  ],
  ['the first part', 'both', js(`if (path.split('/')[0] === 'src') ${deniesJs};`), refuses],
  [
    'a list from a file',
    'both',
    js(
      `const list = JSON.parse(readFileSync('hooks/protected.json', 'utf8'));\nif (list.includes(path)) ${deniesJs};`,
    ),
    { ...refuses, files: { 'hooks/protected.json': '["src/generated.ts"]' } },
  ],
  [
    'a Set',
    'both',
    js(
      `const blocked = new Set(['src/generated.ts', '.env']);\nif (blocked.has(path)) ${deniesJs};`,
    ),
    refuses,
  ],
  [
    'prefixes in a list',
    'both',
    js(
      `const dirs = ['src/', 'lib/'];\nif (dirs.some((dir) => path.startsWith(dir))) ${deniesJs};`,
    ),
    refuses,
  ],
  [
    'expressions in a list',
    'both',
    js(
      `const rules = [/^src\\/gen/, /\\.env$/];\nif (rules.some((rule) => rule.test(path))) ${deniesJs};`,
    ),
    refuses,
  ],
  [
    'an expression made of a text',
    'both',
    js(`if (new RegExp('^src/gen').test(path)) ${deniesJs};`),
    refuses,
  ],
  [
    'a function',
    'both',
    js(
      `function isProtected(file) {\n  return file.startsWith('src/');\n}\nif (isProtected(path)) ${deniesJs};`,
    ),
    refuses,
  ],
  [
    'a switch',
    'both',
    js(`switch (path) {\n  case 'src/generated.ts':\n    ${deniesJs};\n}`),
    refuses,
  ],
  ['its place', 'both', js(`if (path.indexOf('src/') === 0) ${deniesJs};`), refuses],
  [
    'a key of an object',
    'both',
    js(`const why = { 'src/generated.ts': 'It is generated.' };\nif (why[path]) ${deniesJs};`),
    refuses,
  ],
  [
    'another module',
    'both',
    `import { check } from './rules.mjs';\n${js(`if (check(path)) ${deniesJs};`)}`,
    {
      ...refuses,
      files: { 'hooks/rules.mjs': `export const check = (path) => path === 'src/generated.ts';\n` },
    },
  ],
  ['a slice', 'both', js(`if (path.slice(0, 4) === 'src/') ${deniesJs};`), refuses],
  [
    'destructured arguments',
    'both',
    `import { readFileSync } from 'node:fs';\nconst { tool_name, tool_input: { file_path: file } } = JSON.parse(readFileSync(0, 'utf8'));\nif (tool_name === 'write_file' && file === 'src/generated.ts') ${deniesJs};\n`,
    refuses,
  ],
  [
    'a payload that arrives in pieces',
    'both',
    `let input = '';\nprocess.stdin.on('data', (chunk) => (input += chunk));\nprocess.stdin.on('end', () => {\n  const { tool_input } = JSON.parse(input);\n  if (tool_input.file_path === 'src/generated.ts') ${deniesJs};\n});\n`,
    refuses,
  ],

  ['an ending', 'one', js(`if (path.endsWith('generated.ts')) ${deniesJs};`), refuses],
  ['a text anywhere', 'one', js(`if (path.includes('src/generated')) ${deniesJs};`), refuses],
  [
    'a list of texts anywhere',
    'one',
    js(
      `const parts = ['node_modules/', '.git/', 'src/generated'];\nif (parts.some((part) => path.includes(part))) ${deniesJs};`,
    ),
    refuses,
  ],
  [
    'expressions for any folder',
    'one',
    js(`if (/(^|\\/)src\\/generated/.test(path) || /\\.pem$/.test(path)) ${deniesJs};`),
    refuses,
  ],
  [
    'a name',
    'one',
    `import { basename } from 'node:path';\n${js(`if (['generated.ts', '.env'].includes(basename(path))) ${deniesJs};`)}`,
    refuses,
  ],
  [
    'a path made whole',
    'one',
    `import { resolve } from 'node:path';\n${js(`const full = resolve(path);\nif (full === resolve('src/generated.ts')) ${deniesJs};`)}`,
    refuses,
  ],
  [
    'a path made relative',
    'one',
    `import path_ from 'node:path';\n${js(`const rel = path_.relative(process.cwd(), path);\nif (rel === 'src/generated.ts') ${deniesJs};`)}`,
    refuses,
  ],
  [
    'a command',
    'one',
    js(
      `if (hook.tool_name === 'run_shell_command' && hook.tool_input.command.startsWith('rm ')) ${deniesJs};`,
    ),
  ],
  [
    'new text',
    'one',
    js(
      `const text = hook.tool_name === 'replace' ? hook.tool_input.new_string : hook.tool_input.content;\nif (/^debugger/m.test(text)) ${deniesJs};`,
    ),
  ],
  ['the ending of a name', 'one', js(`if (path.split('.').pop() === 'ts') ${deniesJs};`), refuses],
];

const inPython: Row[] = [
  ['an equal text', 'both', py(`if path == "src/generated.ts":${deniesPy}`), refuses],
  [
    'an expression from the beginning',
    'both',
    py(`if re.match(r"(src|lib)/gen", path):${deniesPy}`),
    refuses,
  ],
  [
    'an expression that was compiled',
    'both',
    py(`RULE = re.compile(r"src/.*\\.ts")\nif RULE.match(path):${deniesPy}`),
    refuses,
  ],
  [
    'a variable of the hook',
    'both',
    `import os\n${py(`if path == os.environ.get("PROTECT"):${deniesPy}`)}`,
    { ...refuses, env: { PROTECT: 'src/generated.ts' } },
  ],
  [
    'an argument',
    'both',
    py(`if path == sys.argv[1]:${deniesPy}`),
    { ...refuses, args: 'src/generated.ts' },
  ],
  [
    'a tuple of beginnings',
    'both',
    py(`PROTECTED = ("src/", "lib/")\nif path.startswith(PROTECTED):${deniesPy}`),
    refuses,
  ],
  [
    'a list',
    'both',
    py(`PROTECTED = ["src/generated.ts", ".env"]\nif path in PROTECTED:${deniesPy}`),
    refuses,
  ],
  [
    'a list from a file',
    'both',
    py(
      `with open("hooks/protected.txt") as f:\n    lines = f.read().splitlines()\nif path in lines:${deniesPy}`,
    ),
    { ...refuses, files: { 'hooks/protected.txt': 'src/generated.ts\n' } },
  ],
  ['the first part', 'both', py(`if path.split("/")[0] == "src":${deniesPy}`), refuses],
  [
    'patterns',
    'both',
    `import fnmatch\n${py(`if any(fnmatch.fnmatch(path, one) for one in ["src/gen*", "*.pem"]):${deniesPy}`)}`,
    refuses,
  ],
  [
    'the parts of a path',
    'both',
    `from pathlib import Path\n${py(`if Path(path).parts[0] == "src":${deniesPy}`)}`,
    refuses,
  ],
  [
    'its folder',
    'both',
    `import os.path\n${py(`if os.path.dirname(path) == "src":${deniesPy}`)}`,
    refuses,
  ],
  [
    'a function',
    'both',
    py(
      `def is_protected(file_path):\n    return file_path.startswith("src/")\n\nif is_protected(path):${deniesPy}`,
    ),
    refuses,
  ],

  ['an ending', 'one', py(`if path.endswith((".pem", "generated.ts")):${deniesPy}`), refuses],
  [
    'texts anywhere',
    'one',
    py(`if any(part in path for part in [".git/", "src/generated"]):${deniesPy}`),
    refuses,
  ],
  [
    'an expression anywhere',
    'one',
    py(`if re.search(r"src/generated", path):${deniesPy}`),
    refuses,
  ],
  [
    'a name',
    'one',
    `import os\n${py(`if os.path.basename(path) in ("generated.ts", ".env"):${deniesPy}`)}`,
    refuses,
  ],
  [
    'the ending of a Path',
    'one',
    `from pathlib import Path\n${py(`if Path(path).suffix == ".ts":${deniesPy}`)}`,
    refuses,
  ],
  [
    'a path made whole',
    'one',
    `import os\n${py(`if os.path.abspath(path) == os.path.abspath("src/generated.ts"):${deniesPy}`)}`,
    refuses,
  ],
  [
    'a command',
    'one',
    py(
      `command = data["tool_input"].get("command", "")\nif data["tool_name"] == "run_shell_command" and command.startswith("rm "):${deniesPy}`,
    ),
  ],
];

const of = (language: Sample['language'], rows: readonly Row[]): Sample[] =>
  rows.map(([title, due, text, more]) => ({ title, language, due, text, ...more }));

export const samples: readonly Sample[] = [
  ...of('sh', inShell),
  ...of('js', inJavaScript),
  ...of('py', inPython),
];

/** Shorter ones, known by their text: written for this repository, as people write such guards. */
const others: Pick<Sample, 'language' | 'due' | 'text'>[] = JSON.parse(
  readFileSync(new URL('../../fixtures/guards.json', import.meta.url), 'utf8'),
);

/** All that the reading of scripts is held to. */
export const allSamples: readonly Sample[] = [
  ...samples,
  ...others.map((one) => ({ ...one, title: JSON.stringify(one.text) })),
];
