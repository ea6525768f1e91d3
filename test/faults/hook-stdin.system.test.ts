// What a hook may do with its stdin, as scripts do: read it, open it by name, read a part, or nothing.
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fillPipe } from '../../src/shim/pipe.ts';
import { codexCall, shell, speaks } from '../shim/payloads.ts';
import { bin, bytes, folder, read, run, until } from '../shim/run.ts';

const home = vi.hoisted(() => ({ path: '' }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const openSync: typeof fs.openSync = (path, ...rest) => {
    if (home.path && String(path).includes('.anyhook/in.')) throw new Error('nothing can be made');
    return fs.openSync(path, ...rest);
  };
  return { ...fs, openSync };
});

const dir = folder();
let turn = 0;
let out = '';
beforeEach(() => {
  home.path = '';
  out = join(dir, `out-${turn++}`);
});

/** Each writes all of its stdin to the file that its first argument names. */
const readers: Record<string, string> = {
  'cat, from its descriptor': 'cat >"$0"',
  'cat, by name': 'cat /dev/stdin >"$0"',
  'cat, by the name of the descriptor': 'cat /dev/fd/0 >"$0"',
  'a redirection': 'cat </dev/stdin >"$0"',
  'two programs in turn': '{ head -c 10; cat; } >"$0"',
  'read, and a program after it': `{ IFS= read -r line; printf '%s\\n' "$line"; cat; } >"$0"`,
  'a substitution': `text=$(</dev/stdin); printf '%s\\n' "$text" >"$0"`,
  'a background job': 'exec 3<&0; (cat <&3 >"$0") & wait',
  'Python, from its descriptor': `python3 -c 'import sys; open(sys.argv[1],"w").write(sys.stdin.read())' "$0"`,
  'Python, by name': `python3 -c 'import sys; open(sys.argv[1],"w").write(open("/dev/stdin").read())' "$0"`,
  'Python, when it is ready': `python3 -c 'import os,select,sys
parts = []
while select.select([0], [], [])[0]:
    part = os.read(0, 7)
    if not part: break
    parts.append(part)
open(sys.argv[1], "wb").write(b"".join(parts))' "$0"`,
  'Node, at once': `node -e 'const fs = require("fs"); fs.writeFileSync(process.argv[1], fs.readFileSync(0))' "$0"`,
  'Node, by name': `node -e 'const fs = require("fs"); fs.writeFileSync(process.argv[1], fs.readFileSync("/dev/stdin"))' "$0"`,
  'Node, as a stream': `node -e 'process.stdin.pipe(require("fs").createWriteStream(process.argv[1]))' "$0"`,
  'Node, line by line': `node -e 'const all = []; require("readline").createInterface({ input: process.stdin }).on("line", (line) => all.push(line + "\\n")).on("close", () => require("fs").writeFileSync(process.argv[1], all.join("")))' "$0"`,
};
const same = ['--host', 'gemini', '--as', 'gemini'];
const call = shell('gemini', 'echo "ä\u2028"');

describe('The payload reaches a hook whole', () => {
  test.each(Object.entries(readers))('that reads it with %s', async (_, script) => {
    const stdin = `${bytes(call)}\n`;
    const said = await run([...same, '--', 'bash', '-c', script, out], { stdin });
    expect(said).toMatchObject({ stderr: '', code: 0 });
    expect(read(out)).toBe(stdin);
  });

  test('of more than a pipe holds, under its own agent and under another', async () => {
    const stdin = bytes(shell('gemini', 'x'.repeat(5_000_000)));
    const line = ['--', 'bash', '-c', 'cat /dev/stdin >"$0"', out];
    expect(await run([...same, ...line], { stdin })).toMatchObject({ stderr: '', code: 0 });
    expect(read(out)).toBe(String(stdin));
    const foreign = bytes(codexCall('Bash', { command: 'x'.repeat(5_000_000) }));
    await run(['--host', 'codex', ...speaks('gemini'), ...line], { stdin: foreign });
    expect(JSON.parse(read(out)).tool_input.command).toHaveLength(5_000_000);
  });

  test('through a pipe where no file can be made', async () => {
    home.path = dir;
    const line = ['--', 'bash', '-c', 'readlink /proc/self/fd/0 >&2; cat >"$0"', out];
    const said = await run([...same, ...line], { stdin: bytes(call) });
    expect(said.stderr).toMatch(/socket/);
    expect(read(out)).toBe(bytes(call));
  });
});

test.each([
  ['reads nothing', 'echo no >&2; exit 2'],
  ['closes it', 'exec <&-; echo no >&2; exit 2'],
  ['reads a part', 'head -c 3 >/dev/null; echo no >&2; exit 2'],
  ['writes into it', 'echo x >&0; echo no >&2; exit 2'],
  ['leaves it to a child that outlives it', '(sleep 30 <&0 >&- 2>&-) & echo no >&2; exit 2'],
])('A hook that %s refuses all the same', async (_, script) => {
  const stdin = bytes(shell('gemini', 'x'.repeat(200_000)));
  const said = await run(['--host', 'gemini', ...speaks('cursor'), '--', script], { stdin });
  expect(JSON.parse(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
});

test('Hooks side by side each have a stdin of their own, and none is left in a folder', async () => {
  const files = Array.from({ length: 8 }, (_, i) => join(dir, `side-${i}`));
  // Each waits until all have been started: before that, the file of one that starts later may still be there.
  const started = 'touch "$0.started"; [ "$(ls "$(dirname "$0")" | grep -c started)" = 8 ]';
  const script = `until ${started}; do sleep 0.02; done; cat /dev/stdin`;
  mkdirSync(join(dir, 'empty'));
  await Promise.all(
    files.map(async (file, i) => {
      writeFileSync(file, '');
      const stdin = bytes({ ...call, prompt_id: `p-${i}` });
      await run([...same, '--', 'bash', '-c', `${script} >"$0"; ls ~/.anyhook >"$0.ls"`, file], {
        stdin,
      });
      expect(read(file)).toBe(stdin);
      expect(read(`${file}.ls`)).not.toMatch(/^in\./m);
    }),
  );
  expect(readdirSync(dir).filter((name) => /^side-\d$/.test(name))).toHaveLength(8);
});

describe.skipIf(process.platform !== 'linux')('Where the host gives a pipe', () => {
  /** Runs the executable with a pipe as its stdin; `after`: what the shell does before it closes it. */
  const runPiped = (args: readonly string[], stdin: string, after = ':') => {
    const file = join(dir, `piped-${turn++}`);
    writeFileSync(file, stdin);
    const line = `{ cat "$0"; ${after}; } | "$@"`;
    return spawnSync('sh', ['-c', line, file, process.execPath, bin, 'run', ...args], {
      encoding: 'utf8',
    });
  };
  const guard =
    'test -p /dev/stdin && { cat /dev/stdin; cat; cat /dev/stdin; } >"$0" && echo no >&2 && exit 2; exit 0';
  const vendors = readdirSync('fixtures').flatMap((id) => {
    const path = join('fixtures', id, 'contract.json');
    const contract = existsSync(path) ? JSON.parse(read(path)) : {};
    return contract.runtime ? [[id, contract.runtime.stdin === 'pipe'] as const] : [];
  });

  test('a hook is given one that is read once, if its own agent gives it one', () => {
    const given = vendors.filter(([id, piped]) => {
      const line = ['--host', 'codex', ...speaks(id), '--', 'bash', '-c', guard, out];
      const said = runPiped(line, bytes(codexCall('Bash', { command: 'ls' })) as string);
      expect([id, said.status === 2 || said.stdout.includes('deny')]).toEqual([id, piped]);
      if (piped) expect(JSON.parse(read(out))).toBeTypeOf('object');
      return piped;
    });
    expect(given.map(([id]) => id)).toEqual(['codex', 'copilot']);
  });

  const own = ['--host', 'codex', '--as', 'codex', '--'];
  const large = bytes(codexCall('Bash', { command: 'x'.repeat(3_000_000) })) as string;
  test('more than a pipe holds comes through it whole', () => {
    expect(runPiped([...own, 'bash', '-c', guard, out], large)).toMatchObject({ status: 2 });
    expect(read(out)).toBe(large);
  });

  test.each([
    'head -c 3 >/dev/null',
    'exec <&-',
    ':',
  ])('a hook that reads a part of it or nothing refuses all the same: %s', (reads) => {
    const line = `${reads}; echo no >&2; exit 2`;
    expect(runPiped([...own, line], large)).toMatchObject({ status: 2, stderr: 'no\n' });
  });

  test('a child of a hook reads all of it when the hook and the run have ended', async () => {
    const child =
      'until [ -e "$0.ended" ]; do sleep 0.1; done; cat <&3 >"$0.part"; mv "$0.part" "$0"';
    const line = `exec 3<&0; (${child}) >/dev/null 2>&1 & exit 0`;
    expect(runPiped([...own, 'bash', '-c', line, out], large)).toMatchObject({ status: 0 });
    writeFileSync(`${out}.ended`, '');
    await until(() => existsSync(out));
    expect(read(out)).toBe(large);
  });

  test('more than a pipe holds comes through it whole where no file can be made', async () => {
    home.path = dir;
    const path = join(dir, 'named');
    spawnSync('mkfifo', [path]);
    const open = (flags: number) => openSync(path, flags);
    const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
    const pipe = {
      read: open(O_RDONLY | O_NONBLOCK),
      write: open(O_WRONLY | O_NONBLOCK),
      wait: open(O_WRONLY),
    };
    const stdin = open(O_RDONLY);
    const reader = spawn('sh', ['-c', 'cat >"$0"', out], { stdio: [stdin, 'ignore', 'ignore'] });
    fillPipe(pipe, Buffer.from(large));
    closeSync(stdin);
    await new Promise((resolve) => reader.on('exit', resolve));
    expect(read(out)).toBe(large);
  });

  test('a script without a first line, which a shell has to start, is given it too', () => {
    const script = join(mkdtempSync(join(tmpdir(), 'piped-')), 'guard');
    writeFileSync(script, 'test -p /dev/stdin && grep Bash >&2 && exit 2; exit 0\n', {
      mode: 0o755,
    });
    const said = runPiped([...own, script], bytes(codexCall('Bash', {})) as string);
    rmSync(dirname(script), { recursive: true });
    expect(said).toMatchObject({ status: 2, stderr: expect.stringMatching(/Bash/) });
  });

  test('one that the host keeps open does not keep a hook waiting', () => {
    const said = runPiped([...own, 'bash', '-c', 'cat >"$0"', out], large, 'sleep 1');
    expect(said).toMatchObject({ status: 0 });
    expect(read(out)).toBe(large);
  });
});
