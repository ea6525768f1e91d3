import { because, type Heard, isObject, type Oracle, parsed, pass } from './heard.ts';

const gates = ['before-tool', 'prompt', 'before-model', 'subagent-start', 'completion-read'];

/** The canonical dialect: JSON at 0, a refusal at 2, any failure refuses on a gate. */
export const anyhook: Oracle = (event, ran) => {
  const gate = gates.includes(event);
  const refused: Heard = gate ? { verdict: 'deny' } : pass;
  if (ran.timedOut || ran.notStarted !== undefined || ran.code !== 0) return refused;
  const text = ran.stdout.trim();
  if (!text) return pass;
  const value = parsed(text);
  const said = typeof value === 'string' ? parsed(value) : value; // once more, as its family does
  if (!isObject(said)) return refused;
  if (said.halt === true) return { verdict: 'halt', ...because(said.haltReason ?? said.reason) };
  const { decision } = said;
  if (decision === 'deny' || decision === 'ask')
    return { verdict: decision, ...because(said.reason) };
  const verdict = decision === 'allow' ? 'allow' : 'pass';
  const followUp = typeof said.followUp === 'string' ? { followUp: said.followUp } : {};
  return { verdict, ...(isObject(said.input) ? { input: said.input } : {}), ...followUp };
};
