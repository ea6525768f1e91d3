import type { Adapter, Binding, Draft, Finished, Reading } from '../../adapter.ts';
import { changed } from '../../bindings.ts';
import { clean } from '../../translate/read.ts';
import { addressed, fetched, rawOnGitHub } from '../gemini/addresses.ts';
import { recognises } from '../gemini/contract.ts';
import { gemini } from '../gemini/index.ts';

/** `ask` is not in the vendor's pages, and headless it ends the session silently upstream. */
const decision = {
  at: 'decision',
  words: { deny: 'deny' },
  hears: { block: 'deny', ask: 'ask' },
} as const;

const bindings = changed(gemini.bindings, (binding) =>
  binding.event === 'before-tool'
    ? { ...binding, outcome: { ...binding.outcome, decision } }
    : binding,
);

/** As upstream, and exit 2 blocks whatever was printed, as the vendor's pages say. */
function reads(finished: Finished, binding: Binding): Reading {
  const reading = gemini.reads(finished, binding);
  const { decision, reason: why } = reading.response ?? {};
  const said = clean(finished.stderr);
  const refused = (decision === 'deny' || decision === 'block') && (why || !said);
  if (finished.code !== 2 || refused) return reading;
  if (!said && binding.event === 'stop') return reading; // nothing to begin a turn with
  const reason = said || clean(finished.stdout) || 'Blocked by a hook (exit code 2).';
  return { response: { ...reading.response, decision: 'deny', reason } };
}

/** Tabnine CLI: a rebrand of Gemini CLI, known from its pages alone. */
export const tabnine: Adapter = {
  ...gemini,
  id: 'tabnine',
  title: 'Tabnine CLI',
  bindings,
  reads,
  recognises: recognises('.tabnine', bindings),
  // Which upstream it is of is not known: older ones open an absolute path as it is written.
  paths: { ...gemini.paths, byLink: true },
  meanings: addressed(fetched, rawOnGitHub),
  habitat: {
    ...gemini.habitat,
    env: (event: Draft) => ({
      TABNINE_PROJECT_DIR: event.cwd as string,
      CLAUDE_PROJECT_DIR: event.cwd as string,
    }),
    expands: ['TABNINE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
    aliases: { GEMINI_PROJECT_DIR: 'TABNINE_PROJECT_DIR' },
    unsupplied: [],
  },
};
