import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/util/equal.ts';
import { payloads } from '../conformance/fixtures.ts';
import { factOf, vendorsStating } from '../facts.ts';
import { cursor, family, type Host, hosts, shell, speaks } from '../shim/payloads.ts';
import { folder, json, read, run, script } from '../shim/run.ts';

const dir = folder();
// Without a space: most of these quote nothing.
const pwned = join(tmpdir(), `anyhook-pwned-${process.pid}`);
let count = 0;

const evil = [
  `$(touch ${pwned})`,
  `\`touch ${pwned}\``,
  `'; touch '${pwned}'; '`,
  `"; touch "${pwned}"; "`,
  `\n touch ${pwned}\n`,
  `\${IFS}; touch ${pwned} #`,
  `\\'; touch ${pwned}`,
  '--as anyhook -- true',
  '%s%n$0',
];

describe('Hostile text', () => {
  test.each(
    evil,
  )('in a command reaches the hook’s stdin unchanged and is not run: %j', async (text) => {
    const path = join(dir, `in-${count++}`);
    for (const [host, stdin] of [
      [
        'gemini',
        family('gemini', 'BeforeTool', {
          tool_name: 'run_shell_command',
          tool_input: { command: text, description: text },
        }),
      ],
      ['cursor', cursor('beforeShellExecution', { command: text, cwd: text, sandbox: false })],
    ] as const) {
      const args = ['--host', host, ...speaks('anyhook'), '--', `cat >'${path}'; exit 2`];
      await run(args, { stdin, cwd: dir });
      expect(json(read(path))).toMatchObject({ input: { command: text } });
    }
    expect(existsSync(pwned)).toBe(false);
  });

  test.each(evil)('in an id, a folder or a version is not run: %j', async (text) => {
    const stdin = cursor('beforeShellExecution', { command: 'x', cwd: '', sandbox: false });
    const odd = {
      ...stdin,
      conversation_id: text,
      session_id: text,
      cursor_version: text,
      user_email: text,
      workspace_roots: [`${dir}/${text}`],
    };
    for (const dialect of ['cursor', 'gemini', 'terminai']) {
      const line = 'echo $GEMINI_SESSION_ID $GEMINI_PROJECT_DIR $TERMINAI_PROJECT_DIR >&2; exit 2';
      const said = await run(['--host', 'cursor', ...speaks(dialect), '--cwd', dir, '--', line], {
        stdin: odd,
        cwd: dir,
      });
      expect(said.stderr).not.toMatch(/ {4}at /);
    }
    expect(existsSync(pwned)).toBe(false);
  });

  test('that a guard gives as its reason arrives as that reason and is not run', async () => {
    for (const text of evil) {
      const hook = [
        '--',
        process.execPath,
        '-e',
        'console.log(JSON.stringify({permission:"deny",user_message:process.argv[1]}))',
        '--',
        text,
      ];
      const said = await run(['--host', 'gemini', ...speaks('cursor'), ...hook], {
        stdin: shell('gemini'),
      });
      expect(json(said.stdout)).toEqual({
        decision: 'deny',
        reason: text.trim() === text ? text : expect.stringContaining(text.trim()),
      });
    }
    expect(existsSync(pwned)).toBe(false);
  });
});

/** What says which event it is: other words there are no event of the host's. */
const placing = ['hook_event_name', 'tool_name', 'transcript_path', 'cursor_version'];

/** Every text of a payload, and every key of its arguments, as an attack. */
function infect(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return placing.includes(key) ? value : `${value}${attack}`;
  if (Array.isArray(value)) return value.map((one) => infect(one));
  if (!isObject(value)) return value;
  const all = Object.entries(value).map(([name, one]) => [name, infect(one, name)]);
  return Object.fromEntries([...all, [attack, attack]]);
}
const attack = `\n$(touch '${pwned}')\`touch '${pwned}'\`'; touch '${pwned}'; "; touch "${pwned}"; #`;
/** A hook that names every variable a vendor sets, in the ways scripts do. */
const names = vendorsStating('variables').flatMap((vendor) =>
  Object.keys(factOf(vendor, 'variables')),
);
const echoes = [...new Set(names)].map((name) => `"$${name}" "\${${name}}"`).join(' ');

describe('No text in any field of a payload', () => {
  test.each(hosts)('from %s is run by a shell', async (host: Host) => {
    const each = Object.values(payloads[host] ?? {}).map(({ payload }) => payload);
    // Captures of one event have the same fields; the forks fire what their parent does.
    const kind = ({ hook_event_name: event, tool_name: tool }: (typeof each)[number]) =>
      host === 'gemini' || host === 'cursor' ? `${event} ${tool}` : event;
    const kinds = [...new Map(each.map((one) => [kind(one), infect(one) as object])).values()];
    expect(kinds.length).toBeGreaterThan(6);
    let started = 0;
    const lanes = [0, 1, 2].map(async (lane) => {
      for (const [i, stdin] of kinds.entries()) {
        if (i % 3 !== lane) continue;
        const as = i % 2 ? 'anyhook' : 'gemini';
        const line = `printf '%s ' 'the hook' ${echoes} >&2; cat >/dev/null; exit 2`;
        const said = await run(['--host', host, '--as', as, '--cwd', dir, '--', line], { stdin });
        expect(said.stderr).not.toMatch(/ {4}at |syntax error/);
        if (/^the hook /m.test(said.stderr)) started++;
      }
    });
    await Promise.all(lanes);
    expect(started).toBeGreaterThan(kinds.length / 3); // the others have no such event in the dialect
    expect(existsSync(pwned)).toBe(false);
  });
});

/** Names a project folder may have. */
const folders = [
  '$(touch pwned)',
  "'; touch pwned; '",
  '"; touch pwned; "',
  'a\n touch pwned\n',
  '`touch pwned`',
  '-rf',
  '* ?',
];
test.each(
  folders,
)('A hook runs in a project folder called %j, and nothing of the name is run', async (name) => {
  const root = join(dir, `in ${count++}`, name);
  mkdirSync(root, { recursive: true });
  script(root, 'hook.sh', 'pwd >&2; exit 2');
  for (const dialect of ['gemini', 'terminai', 'cursor']) {
    const variable = `${dialect.toUpperCase()}_PROJECT_DIR`;
    const native = dialect === 'cursor' ? `"$${variable}"/hook.sh` : `$${variable}/hook.sh`;
    for (const line of ['./hook.sh', native, `"$${variable}"/hook.sh`]) {
      const args = ['--host', 'cursor', ...speaks(dialect), '--cwd', root, '--', line];
      const said = await run(args, { stdin: shell('cursor', 'x', root), cwd: root });
      const told = dialect === 'cursor' ? said.stderr : json(said.stdout).user_message;
      // In quotes its own client puts it in so that a shell would run it, or find nothing there.
      const lost = /would run as shell code|No such file|unexpected/.test(said.stderr + told);
      if (line.startsWith('"') && dialect !== 'cursor' && lost) continue;
      expect(String(told), said.stderr).toContain(name.trim());
    }
  }
  expect(readdirSync(root)).toEqual(['hook.sh']);
  expect(existsSync('pwned')).toBe(false);
});
