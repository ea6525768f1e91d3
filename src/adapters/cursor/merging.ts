import type { Merging } from '../../mapping/adapter.ts';

export const merging = {
  // As seen in the CLI 2026.09.28.
  stages: [['preToolUse'], ['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile']],
  reasons: 'every', // of questions beside refusals as well
  // Of any other field its page says that the last response wins, and a follow-up was seen to.
  joined: ['reason', 'haltReason', 'message'],
  separator: '\n\n---\n\n',
} as const satisfies Merging;
