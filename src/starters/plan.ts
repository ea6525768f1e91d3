/** Plans the files that a project needs for its hooks, and writes them: all of them, or none. */
import { join } from 'node:path';
import { whyForTypeScript } from '../convert/bundle-module.ts';
import { convertFile } from '../convert/convert-file.ts';
import { loadEsbuild } from '../convert/esbuild.ts';
import type { FileConversion } from '../convert/job.ts';
import { removeConversions } from '../convert/remove-conversions.ts';
import { syncHooks } from '../convert/sync-hooks.ts';
import { AnyhookError } from '../errors.ts';
import type { Root } from '../files/root.ts';
import { readSettingsFile, removeFile, replaceFile } from '../files/settings-file.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { addAttributesLine, attributesName } from './attributes.ts';
import {
  addStarters,
  readStarterFile,
  type Starter,
  scriptPathOf,
  startsScript,
  testPathOf,
  writeNeutralText,
} from './starters.ts';

/** What a person wants for a project. */
export interface Wishes {
  root: string;
  home?: string | undefined;
  /** The agents that get the hooks. */
  agents: readonly string[];
  /** The hooks that a new neutral file begins with, or that one gets which lacks them. */
  starters: readonly Starter[];
  /** The agent whose hooks a new neutral file gets. Undefined: those of no agent. */
  from?: string | undefined;
}

/** A file that is written beside the settings of the agents. `before` is undefined for a new one. */
export interface PlannedFile {
  file: string;
  before: string | undefined;
  text: string;
}

/** All that is to be written. */
export interface Plan {
  wishes: Wishes;
  /** The neutral file, scripts and `.gitattributes`, as far as they change. */
  files: PlannedFile[];
  /** Whether the neutral file is there already. */
  hasNeutralFile: boolean;
  /** Whether the neutral file has recorded tests. */
  hasTests: boolean;
  /** The conversion of an agent's hooks into the neutral file. */
  taken?: FileConversion;
  /** What is written into the settings of each agent. Empty if `taken` is refused. */
  conversions: FileConversion[];
}

const rootOf = ({ root }: Wishes): Root => ({ path: root, scope: 'project' });

/**
 * Plans the files of a project, and writes nothing. Throws `settings` if a file cannot be read, and `usage` if a
 * script would replace another file, or needs esbuild, which is not installed.
 */
export async function planProject(wishes: Wishes): Promise<Plan> {
  const { root, home, agents, from } = wishes;
  const neutral = neutralVendor();
  const name = tableOf(neutral).files.own.project;
  requireEsbuild(wishes);
  const existing = readText(wishes, name);
  const hasNeutralFile = existing !== undefined;
  const place = { root, home };
  const taken =
    hasNeutralFile || from === undefined
      ? undefined
      : await convertFile({ ...place, from, to: neutral, dryRun: true });
  const text =
    existing === undefined
      ? (taken?.text ?? writeNeutralText(wishes.starters))
      : addStarters(existing, name, wishes.starters);
  const isRefused = taken?.end === 'refused';
  const conversions =
    isRefused || !agents.length
      ? []
      : await syncHooks({ ...place, to: agents, check: true, sourceText: text });
  // A script that the neutral file starts already may have been changed by its owner.
  const isThere = (one: Starter) =>
    existing !== undefined &&
    startsScript(existing, one) &&
    readText(wishes, scriptPathOf(one)) !== undefined;
  const scripts = taken
    ? []
    : wishes.starters.flatMap((one) => (isThere(one) ? [] : planScript(one, wishes)));
  const files = [
    ...(text === existing ? [] : [{ file: name, before: existing, text }]),
    ...scripts,
    ...planAttributes(wishes),
  ];
  const hasTests = /^(?:tests|'tests'|"tests") *:/m.test(text);
  return { wishes, files, hasNeutralFile, hasTests, conversions, ...(taken && { taken }) };
}

/** Throws `usage` if a hook in TypeScript is wanted, and esbuild, which translates it, is not installed. */
function requireEsbuild({ root, starters }: Wishes): void {
  const starter = starters.find(({ script }) => script.endsWith('.ts'));
  if (!starter) return;
  try {
    loadEsbuild(root, whyForTypeScript(scriptPathOf(starter)));
  } catch (error) {
    if (!(error instanceof AnyhookError)) throw error;
    const other = 'Or begin in JavaScript, which needs nothing else: anyhook init --hook js';
    throw new AnyhookError(error.code, `${error.message}\n${other}`);
  }
}

/** Reads a file of the project. Undefined: there is none. */
const readText = (wishes: Wishes, file: string): string | undefined =>
  readSettingsFile(join(wishes.root, file), rootOf(wishes))?.text;

/** Returns a starter's script, or nothing if it is there already. Throws `usage` if another file is in its place. */
function planScript(starter: Starter, wishes: Wishes): PlannedFile[] {
  const file = scriptPathOf(starter);
  const text = readStarterFile(starter.script);
  const before = readText(wishes, file);
  if (before === undefined) return [{ file, before, text }, ...planTest(starter, wishes)];
  if (before.replaceAll('\r\n', '\n') === text) return planTest(starter, wishes);
  const mend = starter.isModule ? '--hook' : `the hook ${starter.id}`;
  throw new AnyhookError(
    'usage',
    `${file} is another script than the one that would be written there: move it away, or leave out ${mend}`,
  );
}

/** Returns the test of a starter's script, or nothing if it has none, or some file is there already. */
function planTest(starter: Starter, wishes: Wishes): PlannedFile[] {
  const file = testPathOf(starter);
  if (file === undefined || readText(wishes, file) !== undefined) return [];
  return [{ file, before: undefined, text: readStarterFile(starter.test ?? '') }];
}

/** Returns `.gitattributes` with the line for `.anyhook`, or nothing if some line of it is about that folder. */
function planAttributes(wishes: Wishes): PlannedFile[] {
  const before = readText(wishes, attributesName);
  const text = addAttributesLine(before);
  return text === before ? [] : [{ file: attributesName, before, text }];
}

/** Tells whether a conversion changes a file. */
const isChange = ({ changed, stale }: FileConversion): boolean => changed || stale;

/** Tells whether there is anything to write. */
export const hasChanges = ({ files, conversions }: Plan): boolean =>
  files.length > 0 || conversions.some(isChange);

/** Returns the conversions by which a guard would be lost or weaker. With one of them nothing is written. */
export const findRefused = ({ taken, conversions }: Plan): FileConversion[] =>
  [...(taken ? [taken] : []), ...conversions].filter(({ end }) => end === 'refused');

/**
 * Writes what is planned. Throws `write` or `settings`, and then every file is as it was before.
 *
 * @returns What was written into the settings of each agent.
 */
export async function writeProject({ wishes, files, hasNeutralFile, taken, conversions }: Plan) {
  const { root, home, agents, from } = wishes;
  const place = { root, home };
  const undo: (() => unknown)[] = [];
  try {
    for (const { file, before, text } of files) {
      const path = join(root, file);
      if (taken && file === taken.file) continue; // the conversion writes it
      replaceFile(path, text, { ...rootOf(wishes), was: before });
      undo.push(() => takeBack(path, { before, text }, rootOf(wishes)));
    }
    if (taken && from !== undefined) {
      undo.push(() => removeConversions(taken.to, place));
      await convertFile({ ...place, from, to: taken.to, write: true });
    }
    if (!conversions.length) return [];
    if (!hasNeutralFile)
      for (const agent of agents) undo.push(() => removeConversions(agent, place));
    const written = await syncHooks({ ...place, to: agents });
    const refused = written.find(({ end }) => end === 'refused');
    if (!refused) return written;
    throw new AnyhookError(
      'write',
      `${refused.file} was not changed: a guard would be weaker there`,
    );
  } catch (error) {
    for (const step of undo.reverse()) await ignoreErrors(step);
    throw error;
  }
}

/** Calls a function, and ignores its errors: the error that led to it is the one to report. */
async function ignoreErrors(step: () => unknown): Promise<void> {
  try {
    await step();
  } catch {
    // What cannot be taken back stays.
  }
}

/** Gives a file the text from before, or removes it if there was none. */
function takeBack(path: string, { before, text }: Omit<PlannedFile, 'file'>, root: Root): void {
  if (before === undefined) removeFile(path, { ...root, was: text });
  else replaceFile(path, before, { ...root, was: text });
}
