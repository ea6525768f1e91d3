import type { Derive, Draft } from '../../mapping/adapter.ts';
import type { Json } from '../../util/json.ts';

const end = /\n?<shellId: \S+ completed with exit code (-?\d+)>\s*$/;

const result = (event: Draft): Json => (event.result ?? {}) as Json;

/** Output and exit code of a command that is over, from the text the model was shown. */
function shellParts(event: Draft): { output: string; exitCode: number } | undefined {
  const { text } = result(event);
  const found = event.tool === 'shell' && typeof text === 'string' ? end.exec(text) : undefined;
  return found
    ? { output: (text as string).slice(0, found.index), exitCode: Number(found[1]) }
    : undefined;
}

/** A command that failed did its work, as far as hooks are told, 1.0.102. */
export const isCommand = (event: Draft): boolean => {
  const { error, output, exitCode, text } = result(event);
  const ended = exitCode ?? output ?? text;
  return event.tool === 'shell' && event.status !== 'refused' && !error && ended !== undefined;
};

export const inferCall = {
  'result.output': (event: Draft) => shellParts(event)?.output,
  'result.exitCode': (event: Draft) => shellParts(event)?.exitCode,
  status: (event: Draft) =>
    event.event === 'after-tool' ? (result(event).exitCode ? 'failed' : 'ok') : undefined,
} satisfies Record<string, Derive>;

/** The text a model would have been shown of another host's command. */
export const shellText: Derive = (event) => {
  const { output, exitCode } = result(event);
  if (event.tool !== 'shell') return output;
  const code = exitCode ?? (event.status === 'failed' ? 1 : 0);
  const printed = typeof output === 'string' ? output.replace(/\n$/, '') : '';
  return `${printed}\n<shellId: 0 completed with exit code ${code}>`;
};
