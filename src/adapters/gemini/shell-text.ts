import type { ComputeField, Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import type { Json } from '../../util/json.ts';
import { joinAddresses } from './addresses.ts';

const wrapperStart = '<untrusted_context>\n';
const wrapperEnd = '\n</untrusted_context>';

/** Removes the wrapping from a text. */
const unwrapText = (text: string): string =>
  text.startsWith(wrapperStart) && text.endsWith(wrapperEnd)
    ? text.slice(wrapperStart.length, -wrapperEnd.length)
    : text;

/** The text that the model was shown, or the text of its parts, without the wrapping. */
export const shownText = makeCodec(
  (value) => {
    if (typeof value === 'string') return unwrapText(value);
    const parts = Array.isArray(value) ? value : [value];
    const texts = parts.map((part) => (part as Json | null)?.text);
    return texts.filter((text) => typeof text === 'string').join('\n');
  },
  (value) => value,
);

/** The text that the model was shown for a shell command, written with the wrapping. */
export const shellOutput = makeCodec(shownText.read, (value) =>
  typeof value === 'string' && value && !value.startsWith(wrapperStart)
    ? `${wrapperStart}${value}${wrapperEnd}`
    : value,
);

/** The texts that the model was shown for an MCP tool. Each is wrapped. */
export const partsText = makeCodec(
  (value) => {
    const parts = Array.isArray(value) ? value : [value];
    const texts = parts.map((part) =>
      typeof part === 'string' ? part : (part as Json | null)?.text,
    );
    return texts
      .filter((text) => typeof text === 'string')
      .map(unwrapText)
      .join('\n');
  },
  (value) => [{ text: `${wrapperStart}${value}${wrapperEnd}` }],
);

/** The labels of lines that the client adds after the output, which may contain similar lines. */
const labels = ['Error', 'Exit Code', 'Signal', 'Background PIDs', 'Process Group PGID'];

/** Finds the index where the client's own lines at the end of a text begin. */
function findLabelLines(body: string, from: number): number {
  let end = body.length;
  for (let at = body.lastIndexOf('\n', body.trimEnd().length - 1); at >= from; ) {
    if (!labels.some((label) => body.startsWith(`${label}: `, at + 1))) break;
    end = at;
    at = at > 0 ? body.lastIndexOf('\n', at - 1) : -1;
  }
  return end;
}

/**
 * Reads the output and the exit code of a shell command from the text that the model was shown.
 *
 * @returns undefined if it is no text of a finished command
 */
export function readShellResult(text: string): { output: string; exitCode: number } | undefined {
  const body = unwrapText(text);
  const start = /(?:^|\n)Output: /.exec(body);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  const end = findLabelLines(body, from);
  const output = body.slice(from, end);
  const codes = [...body.slice(end).matchAll(/\nExit Code: (-?\d+)/g)];
  return { output: output === '(empty)' ? '' : output, exitCode: Number(codes.at(-1)?.[1] ?? 0) };
}

const shellResultOf = (event: Draft) => {
  const text = event.result?.text;
  return event.tool === 'shell' && typeof text === 'string' ? readShellResult(text) : undefined;
};

/** Tells how a call ended: by its error, else by its exit code. */
const statusOf: ComputeField = ({ event, result }) => {
  if (event !== 'after-tool' || !result) return undefined;
  const { error, exitCode } = result;
  return error || exitCode ? 'failed' : 'ok';
};

export const inferCall = {
  'input.url': joinAddresses,
  'result.output': (event: Draft) => shellResultOf(event)?.output,
  'result.exitCode': (event: Draft) => shellResultOf(event)?.exitCode,
  status: statusOf,
} satisfies Record<string, ComputeField>;

/** Returns the exit code of a command. If it is not known that of a failed command is 1. */
export const exitCodeOf = ({ status }: Draft, code: unknown): unknown =>
  code ?? (status === 'failed' ? 1 : 0);

/** Builds the text that the model would have been shown for a shell command of another host. */
export const buildShellText: ComputeField = (event) => {
  const { output, exitCode, error } = event.result ?? {};
  if (typeof output === 'string' || exitCode !== undefined) {
    const code = exitCodeOf(event, exitCode);
    return `Output: ${output || '(empty)'}${code ? `\nExit Code: ${code}` : ''}`;
  }
  return (error as Json | undefined)?.message;
};
