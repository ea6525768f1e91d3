// Two events that Cursor fires side by side, as two processes of the built executable.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../src/shim/session.ts';
import { cursor, speaks } from './payloads.ts';
import { folder, read, runExecutable, sleep } from './run.ts';

const dir = folder();
const notes = ['--host', 'cursor', '--as', 'gemini'];

/** Whether a hook at a stop is told a response that is noted a little later. */
async function isTold(file: string): Promise<boolean> {
  const session = cursor('beforeSubmitPrompt', { prompt: 'Do it.', attachments: [] }, dir);
  const { conversation_id, generation_id, session_id } = session;
  const ids = { conversation_id, generation_id, session_id };
  const of = (event: string, more: object) => ({ ...cursor(event, {}, dir), ...more, ...ids });
  await runExecutable(notes, { stdin: session });
  const stop = runExecutable(
    ['--host', 'cursor', ...speaks('gemini', 'stop'), '--', `cat >'${file}'`],
    {
      stdin: of('stop', { status: 'completed', loop_count: 0 }),
    },
  );
  await sleep(400);
  await runExecutable(notes, { stdin: of('afterAgentResponse', { text: 'All done.' }) });
  await stop;
  openSession({ id: 'cursor' }, dir, { event: 'stop', session: String(session_id) }, '').forget();
  return JSON.parse(read(file)).prompt_response === 'All done.';
}

test('A hook at a stop is told the response although its event was started 400 ms later', async () => {
  let told = false;
  // On a machine that is busy with something else the other process may not start in time.
  for (let i = 0; i < 6 && !told; i++) told = await isTold(join(dir, `told-${i}`));
  expect(told).toBe(true);
});
