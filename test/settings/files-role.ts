/** What a process of its own does with the settings of a root: `ROLE ROOT WORD`. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyhookError } from '../../src/errors.ts';
import { withLock } from '../../src/files/lock.ts';
import type { Root } from '../../src/files/root.ts';
import { readSettingsFile, replaceFile } from '../../src/files/settings-file.ts';

const [role, root, word] = process.argv.slice(2) as [string, string, string];
const base: Root = { path: root, scope: 'project' };
const path = join(root, '.gemini/settings.json');
const was = () => readSettingsFile(path, base)?.text;
const put = (was: string | undefined, text: string) =>
  replaceFile(path, text, { ...base, was, backup: 'once' });
const say = (text = '') => writeSync(1, `${text}\n`);

const roles: Record<string, () => unknown> = {
  read: () => say(was()),
  replace: () => put(was(), 'n'.repeat(Number(word))),
  loop() {
    say('started');
    for (let n = 0; ; n++) put(was(), (n % 2 ? 'a' : 'b').repeat(1e6));
  },
  async add() {
    const add = (entry: string) => {
      const text = was();
      put(text, JSON.stringify([...JSON.parse(text ?? ''), entry]));
    };
    for (let n = 0; n < 25; n++) await withLock(base, () => add(word + n));
  },
  hold: () =>
    withLock(base, () => {
      say('held');
      return new Promise((done) => setTimeout(done, Number(word)));
    }),
};

try {
  await roles[role]?.();
} catch (error) {
  const { code, message, exitCode } = error as AnyhookError;
  say(`${code} ${message}`);
  process.exitCode = exitCode;
}
