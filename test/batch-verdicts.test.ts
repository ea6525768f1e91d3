// Verdicts about all calls of a turn at once, when they are over.
import { describe, expect, test } from 'vitest';
import { say } from '../src/index.ts';
import { payloads } from './conformance/fixtures.ts';
import { oracles } from './oracles/index.ts';

const event = 'PostToolBatch';

describe.each(['claude', 'qwen'] as const)('%s', (host) => {
  const fixture = payloads[host]?.[event];
  if (!fixture) throw new Error(`${host} has no fixture of ${event}`);
  test.each([
    { decision: 'deny', reason: 'Not this.' },
    { replaced: 'Not this.' },
    { halt: true, haltReason: 'Not this.' },
  ] as const)('keeps finished calls from its model for %o', (outcome) => {
    const { stdout } = say(host, fixture.payload, outcome);
    const heard = oracles[host](event, { code: 0, stdout, stderr: '' }, 'host');
    // Claude Code has no form for another result: the turn ends.
    expect(heard).toMatchObject(
      host === 'claude'
        ? { verdict: 'halt', reason: 'Not this.' }
        : { verdict: 'pass', replaced: 'Not this.' },
    );
  });
});
