/** Pages whose commands are run, with their output. */
import { expect, test } from 'vitest';
import { withTranscripts } from '../scripts/transcript.ts';

const page = (line: string, shown = ''): string =>
  `<!-- project -->\n\`\`\`console\n$ ${line}\n${shown}\`\`\``;

test('a page shows what a command prints, whatever its exit code is', () => {
  expect(withTranscripts(page('echo no; exit 3', 'yes\n'))).toBe(page('echo no; exit 3', 'no\n'));
});

test('a command that does not end by itself is no part of a page', () => {
  expect(() => withTranscripts(page('echo no; kill -9 $$'))).toThrow(
    'echo no; kill -9 $$: SIGKILL ended it',
  );
});
