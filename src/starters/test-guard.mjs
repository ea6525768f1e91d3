// Tests hooks/guard.mjs alone, without an agent: node --test hooks/test-guard.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHook } from 'anyhook/hook/testing';
import guard from './guard.mjs';

const commands = {
  deny: [
    'rm -rf /',
    'cd .. && sudo /bin/rm -fr "$HOME"/*',
    'cd build; rm -r .',
    "sh -c 'rm -rf ~'",
  ],
  pass: ['rm -rf dist && ls .', 'cd .. && rm -rf build/*', 'git rm -r .', 'echo "rm -rf /"'],
};
const cases = Object.entries(commands).flatMap(([verdict, all]) =>
  all.map((one) => [one, verdict]),
);
for (const [command = '', verdict] of cases)
  test(`${command}: ${verdict}`, async () => {
    assert.equal((await testHook(guard, command)).verdict, verdict);
  });
