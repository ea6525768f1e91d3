import type { Codec, Draft } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { asText, type Json } from '../../util/json.ts';

/** A command that ended with another code than 0 is a failure, and all it printed is the error. */
const ended = /^Exit code (-?\d+)(?:\n([\s\S]*))?$/;

const ofCommand = (read: (found: RegExpExecArray) => unknown) =>
  codec((said, { event }) => {
    const found = event.tool === 'shell' ? ended.exec(asText(said)) : null;
    return found ? read(found) : undefined;
  });

const unlessCommand: Codec['read'] = (said, { event }) =>
  event.tool === 'shell' && ended.test(asText(said)) ? undefined : said;

export const failureFields = {
  'result.error.message': { at: 'error', codec: codec(unlessCommand) },
  'result.output': { at: 'error', readOnly: true, codec: ofCommand(([, , text]) => text ?? '') },
  'result.exitCode': { at: 'error', readOnly: true, codec: ofCommand(([, code]) => Number(code)) },
} as const;

/** What a command printed, where the host tells only what the model was shown. */
export const printed = ({ tool, result }: Draft | Json): unknown =>
  tool === 'shell' ? (result as Json | undefined)?.text : undefined;

/** What the model was shown of a failure. */
export function failureText({ tool, result }: Draft | Json): string {
  const { output, text, exitCode } = (result ?? {}) as Json;
  const said = output || text;
  if (tool !== 'shell') return asText(said || 'The tool failed.');
  return `Exit code ${exitCode ?? 1}${said ? `\n${said}` : ''}`;
}
