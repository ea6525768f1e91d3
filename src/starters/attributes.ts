/** The line of a project's `.gitattributes` that is about the folder `.anyhook`. */
import { join } from 'node:path';
import type { Root } from '../files/root.ts';
import { readSettingsFile, removeFile, replaceFile } from '../files/settings-file.ts';

export const attributesName = '.gitattributes';

/** The line that keeps git from giving the runner and its loader the line ends of Windows. */
const attributesLine = '.anyhook/** text eol=lf';

/**
 * Returns the text of `.gitattributes` with the line for `.anyhook`. A text with a line about that folder stays as it
 * is.
 *
 * @param before Undefined: there is no such file.
 */
export function addAttributesLine(before: string | undefined): string {
  if (before !== undefined && /^\/?\.anyhook\/\S*\s/m.test(before)) return before;
  const lineEnd = before?.includes('\r\n') ? '\r\n' : '\n';
  const start = before && !before.endsWith('\n') ? before + lineEnd : (before ?? '');
  return `${start}${attributesLine}${lineEnd}`;
}

/**
 * Takes the line for `.anyhook` out of the `.gitattributes` of a project, if it is there as we write it. A file that
 * holds nothing else is removed. Throws `settings` or `write`.
 *
 * @param isDry Whether to write nothing.
 * @returns What is done. Undefined: there is no such line.
 */
export function removeAttributesLine(root: Root, isDry: boolean): 'line' | 'file' | undefined {
  const path = join(root.path, attributesName);
  const before = readSettingsFile(path, root)?.text;
  const lines = before?.split(/(?<=\n)/) ?? [];
  const others = lines.filter((line) => line.replace(/\r?\n$/, '') !== attributesLine);
  if (before === undefined || others.length === lines.length) return undefined;
  const text = others.join('');
  if (!isDry && text) replaceFile(path, text, { ...root, was: before });
  if (!isDry && !text) removeFile(path, { ...root, was: before });
  return text ? 'line' : 'file';
}
