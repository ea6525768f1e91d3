// Which hooks with a rule the client starts, and that the shim starts each of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matchesRule } from '../../../src/adapters/claude/rules.ts';
import { shellQuote, write } from '../workspace.ts';
import { session } from './index.ts';

interface Grid {
  drawn?: true;
  rules: string[];
  started: Record<string, string[]>;
}
const { grids }: { grids: Grid[] } = JSON.parse(
  readFileSync(new URL('../../../fixtures/claude/shell-rules.json', import.meta.url), 'utf8'),
);
const rules = ['Bash(zzz *)', 'Bash(zzz)', 'Bash(rm *)', 'Bash(rm -rf *)', 'Bash(*x*)', 'Bash(*)'];
const all = grids.filter(({ drawn }) => !drawn).flatMap(({ started }) => Object.values(started));
/** Every thirtieth line. */
const lines = [...new Set(all.flat())].filter((line, at) => line.trim() !== '' && at % 30 === 0);

test('the hooks that Claude Code starts by their rules for a shell line are started here as well', async () => {
  const run = await session('claude', {
    prepare({ project, root }) {
      const note = (what: number | string) => {
        const file = shellQuote(join(root, 'started'));
        return `id=$(grep -o 'call_[0-9]*' | tail -1); echo "${what} $id" >> ${file}`;
      };
      const hooks = [
        ...rules.map((rule, at) => ({ type: 'command', if: rule, command: note(at) })),
        { type: 'command', command: `${note('all')}; echo no >&2; exit 2` },
      ];
      write(join(project, '.claude/settings.json'), {
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] },
      });
    },
    turns: lines.map((command) => ({ calls: [{ name: 'Bash', args: { command } }] })),
  });
  const started = new Set(readFileSync(join(run.root, 'started'), 'utf8').split('\n'));
  const missed: string[][] = [];
  let cells = 0;
  for (const [call, command] of lines.entries()) {
    expect(started).toContain(`all call_${call}`);
    for (const [at, rule] of rules.entries()) {
      if (!started.has(`${at} call_${call}`)) continue;
      const payload = { cwd: run.project, tool_name: 'Bash', tool_input: { command } };
      if (!matchesRule(rule, { native: 'PreToolUse', payload })) missed.push([rule, command]);
      cells++;
    }
  }
  expect(missed).toEqual([]);
  expect(cells).toBeGreaterThan(lines.length);
});
