import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { script } from '../shim/run.ts';
import { hasTable } from '../wide.ts';
import { among, cells, type Due, type Firing, fire, judge, rows, unstarted } from './cells.ts';

const dir = mkdtempSync(join(tmpdir(), 'anyhook-faults-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const deny = '{"permission":"deny","decision":"deny","reason":"no","user_message":"no"}';
const timeout = ['--timeout', '1500ms'];
const ended = (code: number | null, stderr = '', more = {}): Due => ({
  ran: { code, stderr, ...more },
});
const refuse = 'echo no >&2; exit 2';
const half = deny.slice(0, -9);
const denied = (code: number, stdout: string, stderr = ''): Due => ({
  ran: { code, stdout, stderr },
  denied: 'always',
});
const tooMuch: Due = { ran: { code: null }, denied: 'natively' };
const noPython = script(dir, 'odd.py', '#!/no/such/python\n');
const plainText = join(dir, 'plain.txt');
writeFileSync(plainText, deny, { mode: 0o644 });
const big = (good: object) => ({ ...good, more: 'x'.repeat(5 * 1024 * 1024) });

/** What hook commands do wrong: how, and what must come of it. */
const faults: Record<string, [firing: Firing, due: Due]> = {
  'crashes and prints nothing': [{ hook: ['exit 1'] }, ended(1)],
  'crashes with a traceback': [{ hook: ['echo Traceback >&2; exit 3'] }, ended(3, 'Traceback')],
  'kills itself': [
    { hook: [`echo '${deny}'; kill -KILL $$`] },
    { ran: { code: null, signal: 'SIGKILL', stdout: deny } },
  ],
  'has a segmentation fault': [
    { hook: ['kill -SEGV $$'] },
    { ran: { code: null, signal: 'SIGSEGV' } },
  ],
  hangs: [{ hook: ['sleep 99'], flags: timeout }, ended(null, '', { timedOut: true })],
  'hangs and ignores signals': [
    { hook: [`trap '' TERM INT HUP; while :; do sleep 1; done`], flags: timeout },
    ended(null, '', { timedOut: true }),
  ],
  'answers and then hangs': [
    { hook: [`echo '${deny}'; sleep 99`], flags: timeout },
    ended(null, '', { timedOut: true }),
  ],
  'prints half JSON': [{ hook: [`printf '${half}'`] }, denied(0, half)],
  'prints half JSON and crashes': [{ hook: [`printf '${half}'; exit 2`] }, denied(2, half)],
  'puts a byte order mark before JSON': [
    { hook: [`printf '\\357\\273\\277${deny}'`] },
    denied(0, deny),
  ],
  'prints 40 MB': [{ hook: ['head -c 41943040 /dev/zero'] }, tooMuch],
  'prints without end': [{ hook: ['yes'] }, tooMuch],
  'never reads its payload of 5 MB': [{ stdin: big }, 'served'],
  'closes stdin although its payload is 5 MB': [
    { hook: [`exec <&-; ${refuse}`], stdin: big },
    denied(2, '', 'no'),
  ],
  'leaves a child that holds its pipes': [{ hook: [`sleep 3 & ${refuse}`] }, denied(2, '', 'no')],
  'is not there': [{ hook: ['/no/such/hook'] }, ended(127, '/no/such/hook: not found')],
  'is not there and is started without a shell': [{ hook: ['/no/such/hook', 'word'] }, unstarted],
  'is not executable': [{ hook: [plainText] }, ended(126, 'Permission denied')],
  'is a folder': [{ hook: [dir, 'word'] }, unstarted],
  'has no interpreter': [{ hook: [noPython] }, ended(126, 'bad interpreter')],
  'has no interpreter and is started without a shell': [{ hook: [noPython, 'word'] }, unstarted],
  'has no working directory': [{ flags: ['--cwd', '/no/such'] }, 'ours'],
  'has a file for a working directory': [{ flags: ['--cwd', '/etc/passwd'] }, 'ours'],
};

test.each(rows(faults))(
  'A hook that %s leads to the verdict that its dialect and failure policy demand',
  hasTable,
  async (_, [firing, due], turn) => {
    for (const said of await among(turn, due, firing)) {
      expect(said.stdout.length).toBeLessThan(10_000);
    }
  },
);

test('A hook whose variables would be too long for a process is asked without them', async () => {
  const long = 'x'.repeat(200_000);
  const stdin = (good: object) => ({ ...good, conversation_id: long, session_id: long });
  for (const cell of cells.filter(({ dialect }) => dialect === 'gemini')) {
    judge(cell, 'served', await fire(cell, { stdin }));
  }
});
