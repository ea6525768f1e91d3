// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are programs
// What a script surely prints, reads and ends with, and the proof that it gives no verdict, by its text.
import { expect, test } from 'vitest';
import { maxReadLength, readScriptEvidence } from '../../src/check/evidence/evidence.ts';
import { readQuietProgram } from '../../src/check/evidence/quiet-program.ts';
import { readQuietShell } from '../../src/check/evidence/quiet-shell.ts';
import type { ScriptLanguage } from '../../src/check/script-source.ts';
import { grows } from './growth.ts';

const pieces: Record<ScriptLanguage, string[]> = {
  sh: [
    'echo a\n',
    'a=$b\n',
    'a=1\n',
    'a="$a$a"\n',
    'echo "$a"\n',
    'if [ "$a" ]; then\n',
    'x && echo a || ',
    'x | ',
    'case $a in\n',
    'x) echo a;;\n',
    '$(',
    '(',
    '((a ',
    '$((a ',
    '{ ',
    'f() { f; }\n',
    'f() {\n',
    'jq \'.a\' <<< "$a"\n',
    "jq -n '{a:1}'\n",
    'jq .a | ',
    "python3 -c 'print(1)'\n",
    "bash -c 'echo a'\n",
    'cat <<E\na\nE\n',
    'cat <<E\n',
    'printf "%s" "$a"\n',
    'exit 2\n',
    'for a in x; do\n',
    "'",
    'a ',
    '> f ',
  ],
  python: [
    'print(a)\n',
    'a = 1\n',
    'a = a + a\n',
    'a = b or c\n',
    'a += "x"\n',
    'a["b"] = 1\n',
    'def f(a):\n',
    'def f(a): return a\n',
    'f(a)\n',
    'if a:\n',
    'try:\n',
    'a = x if y else ',
    'print(f"{a}")\n',
    'print("a" + a)\n',
    'print(json.dumps({"a": a}))\n',
    'json.dumps({"a": ',
    'a = json.load(sys.stdin)\n',
    'b = a.get("x")\n',
    'open(a, "w")\n',
    'open("a", "w").write(a)\n',
    'logging.info("a")\n',
    'import logging\n',
    'import json\n',
    'subprocess.run(["a"])\n',
    'sys.exit(0)\n',
    'sys.exit(a)\n',
    'a.b.c.',
    'a(',
    '{',
    '(a, ',
    '"a" ',
    '; a',
    'lambda x: ',
    'a: b = c\n',
  ],
  js: [
    'console.log(a);\n',
    'const a = 1;\n',
    'a = a + a;\n',
    'a = b || c;\n',
    'a += "x";\n',
    'a.b = 1;\n',
    'function f(a) { return a; }\n',
    'function f(a) {\n',
    'const f = (a) => a;\n',
    'f(a);\n',
    'if (a) {\n',
    'else if (a) b();\n',
    'try { a(); } catch {}\n',
    'switch (a) { case 1: b(); }\n',
    'case 1: ',
    'a ? b : ',
    'console.log(`${a}`);\n',
    'console.log(JSON.stringify({ a }));\n',
    'JSON.stringify({ a: ',
    'const { a } = JSON.parse(readFileSync(0));\n',
    'a.b(() => {\n',
    'a.then((b) => b)\n',
    "import a from 'fs';\n",
    "const a = require('fs');\n",
    "fs.writeFileSync(a, 'b');\n",
    "spawn('a', ['b']);\n",
    'a[b] = 1;\n',
    '(a[b] || 0) + 1;\n',
    'process.exit(0);\n',
    'a.b.c.',
    'a(',
    '=> ',
    'a => b + ',
    '(a) => (',
    '{',
    '[',
    '`',
    'a, ',
  ],
};

/** Statements that a proof understands, behind what they need, so that it reads them to the end. */
const understood: [language: ScriptLanguage, before: string, piece: string][] = [
  ['python', 'path = "a"\n', 'open(path, "w")\n'],
  ['python', 'import logging\n', 'logging.info("a")\n'],
  ['python', 'import logging\nlog = logging.getLogger()\n', 'log.error("a")\n'],
  ['python', 'import subprocess\n', 'subprocess.run(["a"], capture_output=True)\n'],
  ['python', 'import sys\n', 'print("a", file=sys.stderr)\n'],
  ['python', 'import os\n', 'os.system("say a")\n'],
  ['js', "const fs = require('fs');\nconst path = 'a';\n", "fs.writeFileSync(path, 'b');\n"],
  ['js', "const { spawn } = require('child_process');\n", "spawn('a', ['b']);\n"],
  ['js', '', "console.error('a' + b);\n"],
  ['js', '', 'a[b] = (a[b] || 0) + 1;\n'],
];

/** Long enough to see what grows, and short enough for the time that this test may take. */
const length = 12_000;

const rows = Object.entries(pieces).flatMap(([language, all]) =>
  all.map((piece) => [language as ScriptLanguage, JSON.stringify(piece), piece] as const),
);

test.each(rows)('What a script does (%s) is found in linear time: %s', (language, _, piece) => {
  const read = (text: string) => readScriptEvidence(text, language);
  const most = Math.ceil(length / piece.length);
  expect(grows((count) => piece.repeat(count), read, most)).toBe(undefined);
});

test.each(
  understood,
)('The proof of a script (%s) takes linear time: %s, %s', (language, before, piece) => {
  const read = (text: string) =>
    language === 'sh' ? readQuietShell(text) : readQuietProgram(text, language);
  const most = Math.ceil((2 * length) / piece.length);
  expect(grows((count) => before + piece.repeat(count), read, most)).toBe(undefined);
});

test('A script that is longer than the bound is not read', () => {
  const text = 'exit 2\n'.padEnd(maxReadLength + 1, '# a comment\n');
  expect(readScriptEvidence(text, 'sh').unknown).toEqual(['is too long to be read']);
  expect(readScriptEvidence(text.slice(0, maxReadLength), 'sh').runs).toMatchObject([{ code: 2 }]);
});
