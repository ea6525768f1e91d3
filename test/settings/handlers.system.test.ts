import { expect, test } from 'vitest';
import { register } from '../throwaway/registered.ts';
import { convert } from './laws.ts';
import { project } from './project.ts';

register();

test('a program gets its arguments from the converted line as they were written', async () => {
  const args = ['-e', 'console.error(process.argv[1]); process.exit(2)', "it's $(touch x) *"];
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'node', args }] }] };
  const { text } = convert({ vendor: 'lists', text: JSON.stringify({ hooks }) }, 'gemini');
  const { command } = JSON.parse(text).hooks.BeforeTool[0].hooks[0];
  const line = command.slice(
    command.indexOf(' -- ') + 4,
    command.lastIndexOf(' && false || [ $? = 9 ] || '),
  );
  const p = project();
  const said = await p.fires(`sh -c ${line}`, {}, 'bash');
  expect(said).toMatchObject({ code: 2, stderr: "it's $(touch x) *\n" });
  expect(p.has('x')).toBe(false);
});
