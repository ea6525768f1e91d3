import type { FinishedCommand } from '../oracles/effect.ts';

/** How a hook command may end. */
export const codes: Record<string, Omit<FinishedCommand, 'stdout' | 'stderr'>> = {
  'exit 0': { code: 0 },
  'exit 1': { code: 1 },
  'exit 2': { code: 2 },
  'exit 3': { code: 3 },
  killed: { code: null, signal: 'SIGKILL' },
  'timed out': { code: null, signal: 'SIGTERM', timedOut: true },
  'not started': { code: null, notStarted: '/no/such: not found' },
};

const json = JSON.stringify;
const deny = {
  family: { decision: 'deny', reason: 'no' },
  cursor: { permission: 'deny', user_message: 'no' },
  prompt: { continue: false, user_message: 'no' },
};
const all = { ...deny.family, ...deny.cursor };

/** What it may print. */
export const stdouts: Record<string, string> = {
  nothing: '',
  blank: ' \n',
  text: 'all good',
  'empty object': '{}',
  'family deny': json(deny.family),
  'family block': json({ decision: 'block' }),
  'DENY in capitals': json({ decision: 'DENY', permission: 'DENY' }),
  'cursor deny': json(deny.cursor),
  'deny in every dialect': json(all),
  'continue: false': json(deny.prompt),
  'continue: "false"': json({ continue: 'false' }),
  'stop reason': json({ continue: false, stopReason: 'enough' }),
  halt: json({ halt: true, haltReason: 'enough' }),
  allow: json({ decision: 'allow', permission: 'allow', continue: true }),
  approve: json({ decision: 'approve' }),
  ask: json({ decision: 'ask', permission: 'ask', reason: 'sure?' }),
  'permission: maybe': json({ permission: 'maybe' }),
  'permission: 1': json({ permission: 1 }),
  'permission: null': json({ permission: null }),
  'decision: ["deny"]': json({ decision: ['deny'], permission: ['deny'] }),
  'family rewrite': json({ hookSpecificOutput: { tool_input: { command: 'echo safe' } } }),
  'cursor rewrite': json({ permission: 'allow', updated_input: { command: 'echo safe' } }),
  'own rewrite': json({ input: { command: 'echo safe' } }),
  'rewrite, not said to allow': json({ updated_input: { command: 'echo safe' } }),
  'allow, with a message that is none': json({ permission: 'allow', user_message: { a: 1 } }),
  'allow, with a message that is nothing': json({ permission: 'allow', user_message: null }),
  'rewrite to a text': json({ permission: 'allow', updated_input: 'echo safe' }),
  'rewrite to a list': json({ permission: 'allow', updated_input: ['echo safe'] }),
  'deny and rewrite': json({ ...all, updated_input: { command: 'echo safe' } }),
  'output that is a string': json({ ...deny.family, hookSpecificOutput: 'x' }),
  'JSON twice over': json(json(all)),
  'harmless JSON twice over': json(json({ permission: 'allow' })),
  'thrice over': json(json(json(all))),
  list: json([all]),
  null: 'null',
  number: '42',
  'JSON string': '"no"',
  'half JSON': '{"decision":"deny","permission":"deny","reason":"a "quote""',
  'line before': `checking\n${json(all)}`,
  'line after': `${json(all)}\ndone`,
  'two objects': `${json(all)}\n${json({})}`,
  'byte order mark': `\uFEFF${json(all)}`,
  'Claude deny': json({ hookSpecificOutput: { permissionDecision: 'deny' } }),
  'deny for no reason': json({ decision: 'deny', permission: 'deny' }),
};

export const stderrs: Record<string, string> = {
  'nothing said': '',
  'text on stderr': 'policy says no\n',
  'deny on stderr': json(all),
};

/** Every way to end, with everything printed. */
export function behaviours(ends: typeof codes): { name: string; ran: FinishedCommand }[] {
  const out: { name: string; ran: FinishedCommand }[] = [];
  for (const [end, how] of Object.entries(ends))
    for (const [said, stdout] of Object.entries(stdouts))
      for (const [err, stderr] of Object.entries(stderrs)) {
        const never = how.notStarted !== undefined;
        if (never && (stdout || stderr)) continue;
        out.push({ name: `${end}, ${said}, ${err}`, ran: { ...how, stdout, stderr } });
      }
  return out;
}
