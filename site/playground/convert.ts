/** A settings file, converted into that of another agent. */
import { AnyhookError } from 'anyhook';
import {
  type Conversion,
  convertText,
  describeFinding,
  describeHookLoss,
  type Finding,
  type Hook,
  kindOfFinding,
  settingsFileOf,
} from 'anyhook/settings';
import { structuredPatch } from 'diff';
import { type Agents, getAgent } from './agents.ts';
import { type ConvertFields, neutral } from './choices.ts';
import { checkLength, shorten } from './json.ts';
import type { LossLine } from './verdict.ts';

/** What becomes of a hook. */
export interface ConvertedHook {
  number: number;
  name: string;
  /** `done`: nothing is lost. `some`: something is. `guard`: a guard is lost or weaker. */
  grade: 'done' | 'some' | 'guard';
  /** What becomes of it, as a sentence without its full stop. */
  text: string;
  losses: LossLine[];
  /** What a person can do about the losses, as a sentence without its full stop. Absent: nothing is known. */
  hint?: string;
}

/** A finding about a settings file. */
export interface FoundLine {
  /** The file and the line. */
  place: string;
  text: string;
  /** Whether the hook never runs, or refuses every call. */
  isBroken: boolean;
}

/** A line of a difference: `+` is new, `-` is gone, ` ` stays, and `@` is a place in the file. */
export interface DiffLine {
  mark: '+' | '-' | ' ' | '@';
  text: string;
}

/** What a conversion gives. */
export interface Converted {
  sourceFile: string;
  targetFile: string;
  text: string;
  hooks: ConvertedHook[];
  findings: FoundLine[];
  /** How the target changes. Empty: it does not change. Undefined: as {@link compareLines}. */
  changes: DiffLine[] | undefined;
  /** How the result differs from the source. Undefined: as {@link compareLines}. */
  difference: DiffLine[] | undefined;
  /** One sentence about all hooks. */
  summary: string;
  /** What to type in a project. */
  command: string;
}

/** The most characters of a settings file that are converted. A longer one has more hooks than a page can show. */
const maxSettings = 200_000;

/** Returns the path of an agent's settings in a project. */
export const fileOf = (id: string): string =>
  id === neutral
    ? 'anyhook.yaml'
    : settingsFileOf(id as 'claude', { scope: 'project', owner: 'anyhook' }).file;

/**
 * Converts a settings file. Nothing is read but the texts: scripts are taken to be there, and to answer anything.
 *
 * @throws {AnyhookError} `vendor`, `settings`, `usage`: as `convertText`; or a text is too long
 */
export function convertSettings(agents: Agents, fields: ConvertFields): Converted {
  const { from, to, source, target, system } = fields;
  const [sourceAgent, targetAgent] = [getAgent(agents, from), getAgent(agents, to)];
  for (const [text, what] of [
    [source, 'the source'],
    [target, 'the target'],
  ] as const) {
    checkLength(text, what);
    if (text.length > maxSettings)
      throw new AnyhookError(
        'usage',
        `${what} has ${text.length.toLocaleString('en')} characters, and the playground converts ${maxSettings.toLocaleString('en')}: use anyhook convert`,
      );
  }
  if (!source.trim()) throw new AnyhookError('usage', 'there is no source: paste a settings file');
  const [sourceFile, targetFile] = [fileOf(from), fileOf(to)];
  const done = convertText({
    from,
    to,
    source: { text: source, file: sourceFile },
    target: { text: target, file: targetFile },
    ...(system === 'windows' && { for: 'windows' as const }),
  });
  return {
    sourceFile,
    targetFile,
    text: done.text,
    hooks: listHooks(done),
    findings: [
      ...listFindings(sourceFile, done.findings.source),
      ...listFindings(targetFile, done.findings.target),
    ],
    changes: compareLines(target, done.text),
    difference: compareLines(source, done.text),
    summary: summarize(done, sourceAgent.title, targetAgent.title),
    command: `anyhook convert ${from} ${to}${system === 'windows' ? ' --for windows' : ''}`,
  };
}

/** Lists what becomes of each hook, by its number. */
const listHooks = ({ rows }: Conversion): ConvertedHook[] =>
  rows
    .map((row, i): ConvertedHook => {
      const losses = row.losses.map((loss) => ({
        text: describeHookLoss(loss),
        severity: loss.severity,
      }));
      const worst = ['unsafe', 'lossy'].find((one) => losses.some((l) => l.severity === one));
      const hint = row.how === 'kept' ? row.hint : undefined;
      return {
        number: row.number ?? i + 1,
        name: `${row.hook.event}: ${shorten(nameOf(row.hook))}`,
        grade: worst === 'unsafe' ? 'guard' : worst ? 'some' : 'done',
        text: describeHow(row),
        losses,
        ...(hint !== undefined && { hint: shorten(hint) }),
      };
    })
    .sort((a, b) => a.number - b.number);

/** Returns the name of a hook, or else what it starts. */
function nameOf({ name, command, url, module, rest = {} }: Hook): string {
  const { prompt, type } = rest;
  const known = name || command || url || module || (typeof prompt === 'string' && prompt);
  return known || (type ? `a hook of the type ${type}` : 'a hook without a command');
}

/** Says how a hook gets into the target. */
function describeHow(row: Conversion['rows'][number]): string {
  const at = row.events.join(', ');
  switch (row.how) {
    case 'lost':
    case 'kept':
      return 'it is not written';
    case 'native':
      return `it stands at ${at} as it is`;
    case 'shim':
      return `anyhook starts it at ${at}`;
    case 'emulated':
      return `anyhook starts it at ${at}, and supplies what the agent lacks`;
    default:
      return `anyhook starts it at ${at}, where the agent ignores some of its answers`;
  }
}

const listFindings = (file: string, findings: readonly Finding[]): FoundLine[] =>
  findings.map((one) => ({
    place: one.at ? `${one.at.file ?? file}:${one.at.line}` : file,
    text: describeFinding(one),
    isBroken: kindOfFinding(one) !== 'odd',
  }));

/** The most lines in which texts may differ, since the time for a comparison grows with the square of them. */
const maxDifferent = 2000;

/**
 * Returns the lines in which two texts differ, with two lines around each. Undefined: neither is empty, and they differ in
 * too many lines.
 */
export function compareLines(before: string, after: string): DiffLine[] | undefined {
  const limit = before && after ? { maxEditLength: maxDifferent } : {};
  const patch = structuredPatch('', '', before, after, '', '', { context: 2, ...limit });
  return patch?.hunks.flatMap(({ oldStart, newStart, lines }): DiffLine[] => [
    { mark: '@', text: `line ${oldStart} → ${newStart}` },
    ...lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => ({ mark: line[0] as '+' | '-' | ' ', text: line.slice(1) })),
  ]);
}

/** Counts the hooks, and those that lose something. */
function summarize({ rows }: Conversion, from: string, to: string): string {
  const count = (some: readonly unknown[]) =>
    `${some.length} ${some.length === 1 ? 'hook' : 'hooks'}`;
  if (!rows.length) return `There are no hooks in this file of ${from}.`;
  const lost = rows.filter(({ events }) => !events.length);
  const unsafe = rows.filter(({ losses }) => losses.some(({ severity }) => severity === 'unsafe'));
  const parts = [
    `${count(rows)} from ${from} to ${to}`,
    lost.length ? `${lost.length} not written` : 'all written',
    unsafe.length ? `${unsafe.length} lost or weaker as a guard` : 'no guard is weaker',
  ];
  return `${parts.join('; ')}.`;
}
