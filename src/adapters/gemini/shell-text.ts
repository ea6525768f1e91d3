import type { ComputeField, Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import type { Json } from '../../util/json.ts';
import { joinAddresses } from './addresses.ts';

// The client puts results that may hold instructions of strangers between these two lines for the model.
const wrapperStart = '<untrusted_context>\n';
const wrapperEnd = '\n</untrusted_context>';

/** Removes the two lines around a text. A text without them is returned as it is. */
const unwrapText = (text: string): string =>
  text.startsWith(wrapperStart) && text.endsWith(wrapperEnd)
    ? text.slice(wrapperStart.length, -wrapperEnd.length)
    : text;

/** Reads the text that the model was shown, without the lines around it. A list of parts is joined. */
export const shownText = makeCodec(
  (value) => {
    if (typeof value === 'string') return unwrapText(value);
    const parts = Array.isArray(value) ? value : [value];
    const texts = parts.map((part) => (part as Json | null)?.text);
    return texts.filter((text) => typeof text === 'string').join('\n');
  },
  (value) => value,
);

/** Reads a text as `shownText` does, and writes it with the lines around it, as for a shell command. */
export const shellOutput = makeCodec(shownText.read, (value) =>
  typeof value === 'string' && value && !value.startsWith(wrapperStart)
    ? `${wrapperStart}${value}${wrapperEnd}`
    : value,
);

/** Reads the parts of an MCP result, each with the lines around it, as one text. Writes a text as one part. */
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

/** The labels of the lines that the client adds after the output of a command. */
const labels = ['Error', 'Exit Code', 'Signal', 'Background PIDs', 'Process Group PGID'];

/**
 * Finds where the labelled lines at the end of a text begin. It goes back line by line from the end, to the last
 * line without a label, since the output itself may contain lines with labels.
 *
 * @param from The index at which the output begins.
 */
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
 * @returns Undefined: it is no text of a finished command.
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

/**
 * Returns `failed` for a call with an error, or with another exit code than 0, and `ok` for any other finished
 * call. Undefined: the call is not finished.
 */
const statusOf: ComputeField = ({ event, result }) => {
  if (event !== 'after-tool' || !result) return undefined;
  const { error, exitCode } = result;
  return error || exitCode ? 'failed' : 'ok';
};

/** Canonical fields of a call, with the functions that compute them if they are missing. */
export const fillCallAfterDecoding = {
  'input.url': joinAddresses,
  'result.output': (event: Draft) => shellResultOf(event)?.output,
  'result.exitCode': (event: Draft) => shellResultOf(event)?.exitCode,
  status: statusOf,
} satisfies Record<string, ComputeField>;
