import { type Effect, type FinishedCommand, parseJson, pass } from './effect.ts';

/** Where a payload of an agent we do not know was recorded. */
export type Kind = 'gate' | 'stop' | 'after' | 'other';

/**
 * What Claude Code, Codex CLI, Qwen Code and Copilot CLI all make of a hook, as measured: a refusal
 * counts if every one of them hears it, and a word at a stop or after a tool if any of them does.
 */
export function readForeignAnswer(kind: Kind, { code, stdout, stderr }: FinishedCommand): Effect {
  const [out, err] = [stdout.trim(), stderr.trim()];
  if (kind === 'gate') {
    // Codex and Qwen want a text on stderr; Gemini and Qwen take any JSON on stdout instead
    return code === 2 && err && !out ? { verdict: 'deny', reason: err } : pass;
  }
  const said = parseJson(out) as { decision?: string; continue?: boolean } | undefined;
  const words = code === 2 || said?.decision !== undefined || said?.continue === false;
  if (kind === 'stop') return words ? { ...pass, followUp: err || out } : pass;
  if (kind === 'after') return words ? { ...pass, replaced: err || out } : pass;
  return code === 0 && !out ? pass : { ...pass, context: out }; // plain text is context at a start
}
