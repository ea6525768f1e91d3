/** Compares the files in `.anyhook` with those of this package, byte for byte. Starts nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findNeededFiles, readPackagedFiles } from '../convert/runner.ts';
import { readRegularFile } from '../files/atomic.ts';
import { anyhookFolderOf, type Root } from '../files/root.ts';
import { bridgeName } from '../settings/command-line/shim-line.ts';
import { sourceOfModuleFile } from '../settings/modules/state.ts';
import { attempt } from '../util/attempt.ts';
import type { ProjectSurvey } from './types.ts';

/** What is known of a file in `.anyhook`. `other`: it is of another version, or somebody changed it. */
export type RunnerFileState =
  | 'current'
  | 'other'
  | 'windows-line-ends'
  | 'missing'
  | 'unreadable'
  | 'present';

/** A file in `.anyhook`. */
export interface RunnerFile {
  name: string;
  state: RunnerFileState;
  /** Whether lines in settings files of the project start it or name values in it. */
  isNeeded: boolean;
}

/** The folder `.anyhook` of a project. */
export interface RunnerSurvey {
  /** Whether lines in settings files of the project start the runner. */
  isNeeded: boolean;
  files: RunnerFile[];
  /** Whether git leaves the line ends of the files alone. */
  keepsLineEnds: boolean;
}

/** Looks at the runner of a project. */
export function surveyRunner(survey: ProjectSurvey): RunnerSurvey {
  const { root: path } = survey.workspace;
  const root: Root = { path, scope: 'project' };
  const texts = survey.agents
    .flatMap(({ files }) => files)
    .filter(({ scope, role }) => scope === 'project' && role !== 'loaded')
    .map(({ settings }) => settings?.text ?? '');
  const needed = new Set(texts.flatMap(findNeededFiles));
  const packaged = attempt(() => readPackagedFiles(root, needed.has(bridgeName))) ?? [];
  const compared = packaged.map(({ name, text, isThere }): RunnerFile => {
    const state = isThere ? 'current' : compare(root, name, text);
    return { name, state, isNeeded: needed.has(name) };
  });
  const others = ['kept.json', 'written.json'].map((name): RunnerFile => {
    return { name, state: stateOf(root, name), isNeeded: needed.has(name) };
  });
  // What is wrong with a module is told of the hooks that are loaded from it.
  const modules = [...needed]
    .filter((name) => sourceOfModuleFile(name) !== undefined)
    .map((name): RunnerFile => ({ name, state: stateOf(root, name), isNeeded: true }))
    .filter(({ state }) => state === 'present');
  return {
    isNeeded: needed.size > 0,
    files: [...compared, ...others, ...modules],
    keepsLineEnds: existsSync(join(path, '.anyhook/.gitattributes')),
  };
}

const read = (root: Root, name: string): string | undefined =>
  readRegularFile(join(anyhookFolderOf(root, 'settings'), name), 'settings')?.text;

function compare(root: Root, name: string, wanted: string): RunnerFileState {
  const state = stateOf(root, name);
  if (state !== 'present') return state;
  const text = attempt(() => read(root, name));
  if (text === wanted) return 'current';
  return text?.replaceAll('\r\n', '\n') === wanted ? 'windows-line-ends' : 'other';
}

/** Returns whether a file is there and can be read. */
function stateOf(root: Root, name: string): RunnerFileState {
  try {
    return read(root, name) === undefined ? 'missing' : 'present';
  } catch {
    return 'unreadable';
  }
}
