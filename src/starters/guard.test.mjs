// Tests hooks/guard.mjs alone, without an agent: node --test hooks/guard.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHook } from 'anyhook/hook/testing';
import guard from './guard.mjs';

const verdicts = {
  'rm -rf /': 'deny',
  'cd .. && sudo rm -fr ~/*': 'deny',
  'rm -rf node_modules dist/*': 'pass',
};
for (const [command, verdict] of Object.entries(verdicts))
  test(`${command}: ${verdict}`, async () => {
    assert.equal((await testHook(guard, command)).verdict, verdict);
  });
