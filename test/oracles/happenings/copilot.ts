import type { Vendor } from '../../../src/adapters/index.ts';
import type { Happening } from '../effect.ts';
import { listUsualHappenings, readRecordedPayloads } from './usual.ts';

/**
 * Lists the incidents of Copilot CLI in one of its two spellings: our entries use only one. Its events for an
 * MCP call and for the start of a sub-agent are left out, since no answer to them stops anything; the events
 * before them do.
 */
export function listHappenings(vendor: Vendor): Happening[] {
  const all = readRecordedPayloads(vendor);
  const companions: Record<string, string> = {
    'preToolUse-task': 'subagentStart',
    'postToolUse-task': 'subagentStop',
  };
  return listUsualHappenings(vendor)
    .filter(({ name }) => !/^[A-Z]|^preMcp|^subagent/.test(name))
    .map((one) => {
      const more = all.get(companions[one.name] ?? '');
      return more ? { ...one, payloads: [...one.payloads, more] } : one;
    });
}
