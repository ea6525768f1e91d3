/** What a script can say decides whether its losses are refused: never weaker for a script that gives a verdict. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Hook } from '../../src/canonical/hook.ts';
import { isGateEvent } from '../../src/canonical/traits.ts';
import { answersOf, mayGuard } from '../../src/convert/answers/hook-answers.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { facts } from '../facts.ts';
import { property } from '../property.ts';
import { hasTable, partOf } from '../wide.ts';
import { project } from './project.ts';

/** The events at which no JSON refuses, though they are gates: only an exit code does, or nothing. */
const eventsWithoutJson =
  /^(?:subagentStart|preMcpToolCall|SubagentStart|session\.created\.child)$/;

/** A refusal in the words of an agent: of the agents that have hook commands, and its own. Codex CLI takes no key that it does not know. */
function refusalAt(id: string, event: string): string {
  const said = { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: 'no' };
  const permission = { hookEventName: event, decision: { behavior: 'deny' } };
  if (id === 'codex') {
    if (event === 'PreToolUse') return JSON.stringify({ hookSpecificOutput: said });
    if (event === 'PermissionRequest') return JSON.stringify({ hookSpecificOutput: permission });
    return '{"decision":"block","reason":"no"}';
  }
  const isSpecific = /^(?:preToolUse|PreToolUse|[pP]ermissionRequest)$/.test(event);
  const { [event]: ofEvent, '*': usual = [] } = facts[id as Vendor].refusalTexts ?? {};
  const [own = '{}'] = ofEvent ?? usual;
  return JSON.stringify({
    ...JSON.parse(own.replaceAll('{text}', 'no')),
    decision: 'block',
    reason: 'no',
    continue: false,
    permission: 'deny',
    permissionDecision: 'deny',
    behavior: 'deny',
    ...(isSpecific && { hookSpecificOutput: { ...said, ...permission } }),
  });
}

/** The forms that print a whole text which stands in the script, so that it is known what the agent makes of it. */
const literalForms = ['echo', 'a here document', 'a group', 'a condition', 'a function'];

type Form = (json: string) => string;
/** Shell scripts that print a refusal, or may: a program that is not read here answers for them. */
const printingForms: Record<string, Form> = {
  echo: (json) => `echo '${json}'`,
  printf: (json) => `printf '%s\\n' '${json}'`,
  'a condition': (json) => `if grep -q rm; then echo '${json}'; fi`,
  'a branch of case': (json) => `case "$x" in\n  *rm*) echo '${json}' ;;\nesac`,
  'a here document': (json) => `cat <<EOF\n${json}\nEOF`,
  'a function': (json) => `deny() {\n  echo '${json}'\n}\ndeny`,
  'a variable': (json) => `answer='${json}'\necho "$answer"`,
  'a group': (json) => `{ echo '${json}'; }`,
  'a pipe': (json) => `echo '${json}' | cat`,
  'a pipe through tee': (json) => `echo '${json}' | tee -a log.txt`,
  'a redirection that goes nowhere else': (json) => `echo '${json}' > /dev/stdout`,
  'another file descriptor': (json) => `exec 3>&1\necho '${json}' >&3`,
  jq: () => `jq -n --arg d deny '{($k): $d}'`,
  'escaped characters': () => "printf '\\x7b\\x22a\\x22:1\\x7d'",
  'octal characters': () => "printf '\\173\\042a\\042:1}'",
  'a quoted escape': () => "echo $'\\x7b\\x7d'",
  'an encoded text': () => 'echo eyJkZWNpc2lvbiI6ImRlbnkifQ== | base64 -d',
  'a file': () => 'cat answer.json',
  'a file by sed': () => 'sed -n 1p answer.json',
  'a server': () => 'curl -s -d @- http://localhost:9/policy',
  'a program in place of it': () => 'exec ./real-guard',
  'a program': () => './real-guard --check',
  'a program of another language': () => 'node real-guard.mjs',
  'a program by a variable': () => '"$GUARD"',
  'a program by a substitution': () => '$(cat guard-command)',
  'a program in backticks': () => 'echo `./real-guard`',
  'a substitution that is printed': () => 'echo "$(./real-guard)"',
  'a file of functions': () => '. ./lib.sh\nguard_call',
  source: () => 'source lib.sh',
  eval: () => 'eval "$RULE"',
  env: () => 'env MODE=x ./real-guard',
  command: () => 'command real-guard',
  'an alias': () => 'alias echo=real-guard\necho x',
  'a loop': () => 'for guard in guards/*; do "$guard"; done',
  xargs: () => 'cat list | xargs real-guard',
  find: () => 'find guards -type f -exec {} \\;',
};
/** Shell scripts that refuse by the way in which they end. */
const endingForms: Record<string, string> = {
  'exit 2': 'echo no >&2\nexit 2',
  'exit 2 in a condition': 'if grep -q rm; then echo no >&2; exit 2; fi\nexit 0',
  'exit 2 after &&': 'grep -q rm && exit 2\nexit 0',
  'a code in a variable': 'code=2\nexit $code',
  'the code of the last command': './real-guard > /dev/null 2>&1\nexit',
  'the last command': 'test -f allowed',
  'the last command, which decides': 'cat > call.json\n./real-guard < call.json > /dev/null 2>&1',
  'a failure that ends it': 'set -e\n./real-guard > /dev/null 2>&1\nexit 0',
  'a failure that ends it, in long words': 'set -o errexit\nfalse > /dev/null 2>&1\nexit 0',
  'a trap': "trap 'exit 2' EXIT\nexit 0",
  'a signal': 'kill -9 $$\nexit 0',
};
const otherLanguages: Record<string, Record<string, Form>> = {
  'guard.py': {
    print: (json) => `import json\nprint('${json}')`,
    'a dictionary': () => 'import json\nprint(json.dumps(dict(a="deny")))',
    'sys.stdout': (json) => `import sys\nsys.stdout.write('${json}')`,
    'a file descriptor': (json) => `import os\nos.write(1, b'${json}')`,
    'sys.exit': () => 'import sys\nsys.exit(2)',
    'sys.exit of a function': () => 'import sys\ndef main(): return 2\nsys.exit(main())',
    'os._exit': () => 'import os\nos._exit(2)',
    SystemExit: () => 'raise SystemExit(2)',
    'another program': () => 'import subprocess\nsubprocess.run(["./real-guard"])',
    'os.system': () => 'import os\nos.system("./real-guard")',
    'a module of ours': () => 'from guard import main\nmain()',
    'a module by its name': () => '__import__("guard").main()',
    eval: () => 'eval(open("rule").read())',
  },
  'guard.mjs': {
    'console.log': (json) => `console.log('${json}')`,
    'process.stdout': (json) => `process.stdout.write('${json}')`,
    'a file descriptor': (json) => `import fs from 'fs';\nfs.writeSync(1, '${json}');`,
    'process.exit': () => 'process.exit(2)',
    'process.exit of a value': () => 'const code = 2;\nprocess.exit(code)',
    exitCode: () => 'process.exitCode = 2',
    'another name': () => "const p = process; p['exit'](2)",
    'another program': () =>
      "import { execSync } from 'node:child_process'; execSync('x', { stdio: 'inherit' })",
    'a module of ours': () => "import { guard } from './guard-rules.mjs'; guard()",
    'a module that is loaded later': () => "await import('./guard-rules.mjs')",
  },
};
/** Hook lines without a script, or that do more than start one. */
const lines: Record<string, Form> = {
  echo: (json) => `echo '${json}'`,
  'an exit code': () => 'grep -q rm && exit 2',
  'a shell in a shell': (json) => `bash -c "echo '${json.replaceAll('"', '\\"')}'"`,
  'a script and a refusal': () => './quiet.sh || exit 2',
  'a script, then a refusal': () => './quiet.sh; exit 2',
  'a script that ends at a failure': () => 'bash -e ./quiet.sh',
  'a program that nobody knows': () => 'our-guard check',
};

const logs = [
  'date >> log.txt',
  'input=$(cat)',
  '# nothing',
  'mkdir -p logs',
  'echo "$input" >> log.txt',
  'jq -c . >> log.txt',
];
const quiet = `#!/bin/sh\n${logs.join('\n')}\nexit 0\n`;

const p = project({ 'quiet.sh': quiet });
const workspace = { root: p.dir, home: p.home, scope: 'project' as const };

/** Every gate of every agent, as a hook that starts a line. */
const gatesOf = (id: string): string[] => [
  ...new Set(
    (adapters as unknown as Record<string, Adapter>)[id]?.bindings
      .all()
      .filter(({ event }) => isGateEvent(event))
      .map(({ native }) => native),
  ),
];
const gates = Object.keys(adapters).flatMap((id) =>
  gatesOf(id).map((event) => [id, event] as const),
);

const isTakenForGuard = (speaks: string, event: string, command: string): boolean => {
  const hook = { speaks, event, command } as unknown as Hook;
  return mayGuard(hook, answersOf(hook, workspace));
};

test(
  'at every gate of every agent, a script that refuses, or may, is a guard in every form of its answer',
  hasTable,
  () => {
    expect(gates.length).toBeGreaterThan(40);
    const missed: string[] = [];
    for (const [id, event] of partOf(gates, 9, 5)) {
      const json = refusalAt(id, event);
      const check = (form: string, command: string) => {
        const says = !eventsWithoutJson.test(event) || !literalForms.includes(form);
        if (says && !isTakenForGuard(id, event, command)) missed.push(`${id} ${event}: ${form}`);
      };
      for (const [form, write] of Object.entries(lines)) check(form, write(json));
      const scripts = [
        ...Object.entries(printingForms).map(([form, write]) => ['guard.sh', form, write(json)]),
        ...Object.entries(endingForms).map(([form, text]) => ['guard.sh', form, text]),
        ...Object.entries(otherLanguages).flatMap(([file, forms]) =>
          Object.entries(forms).map(([form, write]) => [file, form, write(json)]),
        ),
      ] as [string, string, string][];
      for (const [name, form, text] of scripts) {
        const file = `${scripts.findIndex(([, , other]) => other === text)}-${name}`;
        p.put(file, file.endsWith('.sh') ? `#!/bin/sh\n${text}\n` : `${text}\n`);
        const start = { 'guard.py': 'python3 ', 'guard.mjs': 'node ' }[name] ?? './';
        check(form, `${start}${file}`);
      }
    }
    expect(missed).toEqual([]);
  },
);

const gatesWithJson = gates.filter(([, event]) => !eventsWithoutJson.test(event));
const steps = fc.array(fc.constantFrom(...logs), { maxLength: 5 });
property('a verdict among steps that only log is seen wherever it stands', {
  corpus: 'verdicts-among-logs',
  inputs: fc.record({
    gate: fc.nat({ max: gatesWithJson.length - 1 }),
    before: steps,
    form: fc.constantFrom(...Object.keys(printingForms)),
    after: steps,
    end: fc.constantFrom('', 'exit 0', 'echo done >> log.txt', 'true'),
  }),
  runs: 60,
  longRuns: 5000,
  holds({ gate, before, form, after, end }) {
    const [id, event] = gatesWithJson[gate] as (typeof gates)[number];
    const verdict = (printingForms[form] as Form)(refusalAt(id, event));
    p.put('guard.sh', ['#!/bin/bash', ...before, verdict, ...after, end, ''].join('\n'));
    expect(isTakenForGuard(id, event, './guard.sh')).toBe(true);
  },
});

test(
  'a script that only logs, notifies or formats is no guard at any gate where its end refuses nothing',
  hasTable,
  () => {
    const scripts: Record<string, string> = {
      'a log': quiet,
      'an empty answer': "#!/bin/sh\ncat >> log.txt\necho '{}'\n",
      'a notifier': '#!/bin/bash\nnotify-send "agent" "done"\nexit 0\n',
      'a sound': '#!/bin/sh\nafplay /System/Library/Sounds/Glass.aiff\nexit 0\n',
      'a log by a function':
        '#!/bin/bash\nlog() { echo "$(date): $1" >> log.txt; }\nlog called\nexit 0\n',
      'a log of one field':
        '#!/bin/bash\ninput=$(cat)\ntool=$(echo "$input" | jq -r .tool_name)\nif [ -n "$tool" ]; then\n  echo "$tool" >> log.txt\nfi\nexit 0\n',
      'a formatter': '#!/bin/sh\nprettier --write . > /dev/null 2>&1\nexit 0\n',
      'a request whose answer nobody sees':
        '#!/bin/sh\ncurl -s -d @- http://localhost:9 > /dev/null\nexit 0\n',
    };
    const guards: string[] = [];
    for (const [id, event] of partOf(gates, 4)) {
      if (event === 'BeforeToolSelection' || event === 'BeforeModel') continue; // any output acts there
      for (const [name, text] of Object.entries(scripts)) {
        p.put('log.sh', text);
        if (isTakenForGuard(id, event, './log.sh')) guards.push(`${id} ${event}: ${name}`);
      }
    }
    expect(guards).toEqual([]);
  },
);

test('a hook after a tool is refused for what its script says, and never for what it might say', () => {
  const unsafeWith = (text: string | undefined, command = 'sh after.sh') => {
    if (text !== undefined) p.put('after.sh', text);
    const settings = { hooks: { AfterTool: [{ hooks: [{ type: 'command', command }] }] } };
    const { unsafe, rows } = convertText({
      from: 'gemini',
      to: 'cursor',
      source: { text: JSON.stringify(settings), file: 'settings.json' },
      target: { text: '', file: 'hooks.json' },
      workspace,
    });
    return [unsafe, rows.flatMap(({ losses }) => losses.map(({ severity }) => severity))];
  };
  const hides = `if grep -q AKIA; then echo '{"decision":"deny","reason":"a key"}'; fi`;
  expect(unsafeWith(hides)[0]).toBe(true);
  expect(unsafeWith('jq -n \'{decision: "block", reason: "x"}\'')[0]).toBe(true);
  expect(unsafeWith('grep -q AKIA && { echo hidden >&2; exit 2; }\nexit 0')[0]).toBe(true);
  expect(unsafeWith(quiet)).toEqual([false, []]);
  expect(unsafeWith(undefined, 'npx prettier --write .')[0]).toBe(false);
  expect(unsafeWith(undefined, './nobody-has-it.sh')[0]).toBe(false);
  expect(unsafeWith('echo \'{"systemMessage":"formatted"}\'')[0]).toBe(false);
  expect(unsafeWith('echo \'{"decision":"allow"}\'')[0]).toBe(false);
});
