import { describe, expect, test } from 'vitest';
import { gemini } from './gemini.ts';
import { cursor, direct, shim } from './hook.ts';
import { newTexts, shell } from './model-view.ts';

const keep = (pattern: string, file: string) => `grep -oE '${pattern}' >> ${file}; echo '{}'`;

describe('within a session', () => {
  test('variables of a sessionStart hook reach a later hook, and not the agent’s shell', async () => {
    const start = `echo '{"env":{"TICKET":"A-17"}}'`;
    const run = await gemini({
      hooks: {
        SessionStart: [cursor('sessionStart', start)],
        BeforeTool: [cursor('beforeShellExecution', `echo "$TICKET" >> hook.txt; echo '{}'`)],
      },
      turns: [shell('echo "[$TICKET]" > shell.txt'), { text: 'Done.' }],
    });
    expect(run.file('hook.txt')).toBe('A-17\n');
    expect(run.file('shell.txt')).toBe('[]\n');
  });

  test('the tools of a prompt have its generation id, and a follow-up has another', async () => {
    const id = keep('"generation_id":"[^"]*"', 'ids.txt');
    const follow = `[ -f once ] || { touch once; echo '{"followup_message":"Again."}'; }`;
    const run = await gemini({
      hooks: {
        BeforeAgent: [cursor('beforeSubmitPrompt', id)],
        AfterTool: [cursor('postToolUse', id)],
        AfterAgent: [cursor('stop', follow)],
      },
      turns: [shell('true'), { text: 'One.' }, shell('true'), { text: 'Two.' }],
    });
    const [prompt, tool, followUp, again, ...rest] = (run.file('ids.txt') ?? '').trim().split('\n');
    expect(rest).toEqual([]);
    expect([tool, again]).toEqual([prompt, followUp]);
    expect(followUp).not.toBe(prompt);
  });

  test('a stop hook is held to its limit of follow-ups although prompts are noted', async () => {
    const run = await gemini({
      hooks: {
        BeforeAgent: [cursor('beforeSubmitPrompt', `echo '{"continue":true}'`)],
        AfterAgent: [
          cursor('stop', '.cursor/hooks/keep-going.sh', '--loop-limit 2'),
          direct(`[ -f once ] || { touch once; echo '{"decision":"block","reason":"Lint."}'; }`),
        ],
      },
      prompt: 'Start.',
    });
    const prompts = run.requests.map((request) => newTexts(request).at(-1));
    expect(prompts).toHaveLength(3);
    expect(prompts[1]).toContain('Lint.'); // both reasons, joined
    expect(prompts[2]).toBe('Keep going.');
    expect(run.exitCode).toBe(0);
  });

  test('context of a hook before a tool reaches the model once, with the result of the tool', async () => {
    const says = `echo '{"context":"Staging is read-only."}'`;
    const quiet = `echo '{}'`;
    const run = await gemini({
      hooks: {
        BeforeTool: [
          shim(['--as anyhook', '--event before-tool'], `[ -f once ] || { touch once; ${says}; }`),
        ],
        AfterTool: [
          shim(['--as anyhook', '--event after-tool'], quiet),
          cursor('postToolUse', quiet),
        ],
      },
      turns: [shell('true'), shell('true'), { text: 'Done.' }],
    });
    const last = JSON.stringify(run.requests.at(-1));
    expect(last.split('Staging is read-only.')).toHaveLength(2);
    expect(JSON.stringify(run.requests[1])).toContain('Staging is read-only.');
  });

  test('a preCompact hook runs once for a prompt, however often the client compresses', async () => {
    const entry = cursor('preCompact', `echo x >> compact.txt; echo '{}'`);
    const run = await gemini({
      hooks: {
        BeforeAgent: [cursor('beforeSubmitPrompt', `echo '{"continue":true}'`)],
        PreCompress: [entry],
      },
      turns: [shell('true'), shell('true'), { text: 'Done.' }],
    });
    expect(run.requests).toHaveLength(3);
    expect(run.file('compact.txt')).toBe('x\n');
  });
});
