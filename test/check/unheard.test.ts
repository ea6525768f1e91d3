/** Guards whose refusal is spelled as older pages of an agent had it, which its client is known not to read. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { possibleAnswersOf } from '../../src/check/evidence/possible-answers.ts';
import { checkSettings, readHooks } from '../../src/exports/settings.ts';
import { oracles } from '../oracles/index.ts';

const top = mkdtempSync(join(inject('scratch'), 'unheard-'));

/** Reads a hook of Cursor that answers so to one command, and returns what is found about it, and where it is. */
function findAbout(answer: object) {
  const root = mkdtempSync(join(top, 'x'));
  mkdirSync(join(root, 'home'));
  const text = `#!/bin/sh\ncase "$(cat)" in *"rm -rf"*) echo '${JSON.stringify(answer)}';; esac\n`;
  writeFileSync(join(root, 'guard.sh'), text, { mode: 0o755 });
  const settings = { version: 1, hooks: { preToolUse: [{ command: './guard.sh' }] } };
  const place = { root, home: join(root, 'home'), scope: 'project' as const };
  const read = readHooks('cursor', JSON.stringify(settings), '.cursor/hooks.json');
  return { findings: checkSettings('cursor', read, place), place };
}

test.each([
  { decision: 'deny', reason: 'No.' },
  { decision: 'deny' },
  { permission: 'deny', user_message: 'No.' },
  { permission: 'deny', decision: 'deny' },
])('the refusal %j has a finding if, and only if, the client takes no refusal from it', (answer) => {
  const finished = { code: 0, stdout: JSON.stringify(answer), stderr: '' };
  const isTaken = oracles.cursor('preToolUse', finished, 'host').verdict === 'deny';
  const { findings, place } = findAbout(answer);
  expect(findings.map(({ code }) => code)).toEqual(isTaken ? [] : ['refusal-unheard']);
  // It counts as a guard in any case, so that another agent is never guarded less.
  const hook = { speaks: 'cursor', event: 'preToolUse', command: './guard.sh' };
  const answers = possibleAnswersOf(hook, place);
  expect(answers).toMatchObject({ hasVerdict: true, isHeard: isTaken });
});
