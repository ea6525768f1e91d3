/** Guards that refuse by a line of Gemini CLI's settings, through ours and natively, in folders of odd names. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { loaded } from '../oracles/gemini-line.ts';
import { values } from './gemini-lines.ts';
import { shell, speaks } from './payloads.ts';
import { json, type Result } from './run.ts';

/** They refuse, and say what they were given. */
export const refusing = [
  `printf '<%s>' $GEMINI_PROJECT_DIR "$GEMINI_CWD" '$GEMINI_CWD' >&2; exit 2`,
  `printf '<%s>' "\${GEMINI_PROJECT_DIR}" \${GEMINI_CWD:-none} >&2; exit 2 # it's`,
  `exec >&2; $WHOLE; exit 2`,
  `cat >&2 <<E\nit's $CLAUDE_PROJECT_DIR\nE\nexit 2`,
  `printf '<%s>' "$(echo '$GEMINI_PROJECT_DIR/x')" >&2; exit 2`,
  `printf '<%s>' $'it\\'s' \\$HOME '$HOME' >&2; exit 2`,
];

export interface Session {
  cwd: string;
  stdin: object;
  env: Record<string, string>;
}
type Ended = Pick<Result, 'stderr' | 'code'>;

/** `natively` runs a line of loaded settings as the client does, `ours` the arguments of `anyhook run`. */
export async function refusesAlike(
  line: string,
  folder: string,
  natively: (loadedLine: string, session: Session) => Promise<Ended>,
  ours: (args: readonly string[], session: Session) => Promise<Result>,
): Promise<void> {
  let compared = 0;
  for (const name of ['plain', 'with space', "it's"]) {
    const cwd = join(folder, name);
    mkdirSync(cwd, { recursive: true });
    const env = { WHOLE: values.WHOLE as string, HOME: '/home/me' };
    const stdin = { ...shell('gemini', 'x', cwd), session_id: 'id-1' };
    const own = await natively(loaded(line, { ...process.env, ...env }), { cwd, stdin, env });
    for (const host of ['gemini', 'tabnine', 'cursor'] as const) {
      const payload = host === 'gemini' ? stdin : shell(host, 'x', cwd);
      const args = ['--host', host, ...speaks('gemini'), '--', line];
      const said = await ours(args, { stdin: payload, env, cwd });
      const reason = (text: string) => String(json(text).reason ?? json(text).user_message);
      const told = host === 'gemini' ? said.stderr : reason(said.stdout);
      if (told.includes('would run as shell code')) continue;
      compared++;
      expect(told.trim(), host).toBe(own.stderr.trim());
      if (host === 'gemini') expect(said.code).toBe(own.code);
    }
  }
  // Gemini CLI itself runs every line; another host may refuse one.
  expect(compared).toBeGreaterThanOrEqual(3);
}
