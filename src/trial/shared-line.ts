/** Takes hooks out of a line that starts several, so that one of them can be asked alone. */
import { parseShimLines } from '../settings/command-line/shim-line.ts';
import { isSameJson } from '../util/equal.ts';
import { scanWords } from '../util/shell/line.ts';
import type { SharedLine, TrialHook } from './try-hook.ts';

/**
 * Returns the command line that starts only some hooks of a line. Undefined: the line cannot be divided.
 *
 * @param indexes The places of these hooks on the line.
 */
function lineWith(line: string, indexes: ReadonlySet<number>): string | undefined {
  const start = line.indexOf(' --hook ');
  if (start < 0) return undefined;
  const behind = line.slice(start);
  const { words, end } = scanWords(behind);
  const begins = words.filter(({ text }) => text === '--hook').map((word) => word.start);
  const texts = begins.map((at, i) => behind.slice(at, begins[i + 1] ?? end).trim());
  const kept = texts.filter((_, i) => indexes.has(i)).join(' ');
  const divided = `${line.slice(0, start)} ${kept} ${behind.slice(end)}`.trimEnd();
  // What each hook is must not have changed.
  const flagsOf = (text: string) => parseShimLines(text).map(({ flags }) => flags);
  const wanted = flagsOf(line).filter((_, i) => indexes.has(i));
  return isSameJson(flagsOf(divided), wanted) ? divided : undefined;
}

/**
 * Returns the hooks with lines that start no others: of a line with several hooks, those that are not among these are
 * not started. A line that cannot be divided stays whole.
 */
export function startAlone<One extends TrialHook>(hooks: readonly One[]): One[] {
  const ofLine = (line: SharedLine) => hooks.filter((one) => one.ofLine?.line === line);
  const lines = new Map<SharedLine, SharedLine>();
  return hooks.map((one) => {
    if (!one.ofLine) return one;
    const { ofLine: place, ...hook } = one;
    const { line, index } = place;
    const wanted = ofLine(line).flatMap((other) => other.ofLine?.index ?? []);
    const command =
      wanted.length < line.hooks.length ? lineWith(one.hook.command, new Set(wanted)) : undefined;
    if (command === undefined) return one;
    const divided = lines.get(line) ?? { hooks: line.hooks.filter((_, i) => wanted.includes(i)) };
    lines.set(line, divided);
    return {
      ...(hook as One),
      hook: { ...one.hook, command },
      ...(wanted.length > 1 && { ofLine: { line: divided, index: wanted.indexOf(index) } }),
    };
  });
}
