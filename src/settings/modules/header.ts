/**
 * The comment at the beginning of a module file. It names the source, and has digests by which anyhook tells whether the
 * file is as it was made, and whether what it was made of has changed since.
 */
import { sha256 } from '../../util/sha256.ts';

/** What a module file says of itself. */
export interface ModuleHeader {
  /** The path of the source, relative to the folder of `anyhook.yaml`. */
  source: string;
  /** The digest of each file that it was made of, by the path. */
  inputs: Readonly<Record<string, string>>;
  /** Whether the text behind the first line is as it was made. */
  isIntact: boolean;
}

/** Returns the digest of a text, whatever its line ends are: a checkout may change them. */
const digestOf = (text: string, length: number): string =>
  sha256(text.replaceAll('\r\n', '\n')).slice(0, length);

/** Returns the digest by which an input is compared. */
export const digestOfInput = (text: string): string => digestOf(text, 10);

const firstLine = (source: string, digest: string): string =>
  `// Made by anyhook sync from ${source} (${digest}). Change that file, not this one.`;
const firstLinePattern = /^\/\/ Made by anyhook sync from (.+) \(([\da-f]{16})\)\. /;
const inputPattern = /^\/\/ ([\da-f]{10}) (.+)$/;

/**
 * Puts the comment before the code of a module file.
 *
 * @param source The path of the source.
 * @param inputs The text of each file that the code was made of, by the path.
 */
export function addModuleHeader(
  source: string,
  inputs: Readonly<Record<string, string>>,
  code: string,
): string {
  const lines = Object.entries(inputs)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => `// ${digestOfInput(text)} ${path}`);
  const rest = `${lines.join('\n')}\n${code.replace(/^#!.*\n?/, '').trimEnd()}\n`;
  return `${firstLine(source, digestOf(rest, 16))}\n${rest}`;
}

/** Reads the comment of a module file. Undefined: the text has none. */
export function readModuleHeader(text: string): ModuleHeader | undefined {
  const unix = text.replaceAll('\r\n', '\n');
  const end = unix.indexOf('\n');
  const [, source, digest] = firstLinePattern.exec(end < 0 ? unix : unix.slice(0, end)) ?? [];
  if (source === undefined) return undefined;
  const rest = end < 0 ? '' : unix.slice(end + 1);
  const inputs: Record<string, string> = Object.create(null);
  for (const line of rest.split('\n')) {
    const [, one, path] = inputPattern.exec(line) ?? [];
    if (one === undefined || path === undefined) break;
    inputs[path] = one;
  }
  return { source, inputs, isIntact: digestOf(rest, 16) === digest };
}
