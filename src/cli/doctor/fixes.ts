/** Finds what `doctor --fix` can change without a decision of a person. */
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { scriptPathOf } from '../../check/script.ts';
import { readScriptText } from '../../check/script-source.ts';
import {
  installPackagedRunner,
  isProgramName,
  noConversionOfLineEnds,
} from '../../convert/runner.ts';
import { type Root, resolveInside } from '../../files/root.ts';
import { readSettingsFile, replaceFile } from '../../files/settings-file.ts';
import { bridgeName } from '../../settings/command-line/shim-line.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { tableOf } from '../../settings/tables.ts';
import { displayPath } from '../../settings/workspace.ts';
import type { FileSurvey, HookSurvey, ProjectSurvey } from '../../survey/index.ts';
import { attempt } from '../../util/attempt.ts';
import type { RunnerReport } from './runner.ts';

/** A change that is safe: it makes something work that the project already asks for. */
export interface Fix {
  /** A whole sentence that says what is done. */
  text: string;
  /** The file before and after, if its text changes. */
  change?: { file: string; before: string; text: string };
  /** Makes the change. Throws `write`. */
  apply(): void;
}

/** Returns all safe changes of a project, each once. */
export function findFixes(survey: ProjectSurvey, runner: RunnerReport): Fix[] {
  const { root: path } = survey.workspace;
  const root: Root = { path, scope: 'project' };
  const files = survey.agents
    .flatMap((one) => one.files)
    .filter(({ scope }) => scope === 'project');
  const own = files.filter(({ role }) => role !== 'loaded' && role !== 'plugin');
  const fixes = [
    ...own.flatMap((file) => addSettings(root, file)),
    ...files.flatMap(({ hooks }) => hooks.flatMap((one) => repairScript(root, one, survey))),
    ...repairRunner(root, runner),
  ];
  return [...new Map(fixes.map((fix) => [fix.text, fix])).values()];
}

/** Adds settings without which the agent runs no hook of the file. */
function addSettings(root: Root, { owner, path, file, settings, hooks }: FileSurvey): Fix[] {
  if (!settings || !hooks.length) return [];
  const { activation } = tableOf(owner);
  const required = Object.entries(activation.required).filter(
    ([name]) => !activation.assumed?.includes(name),
  );
  const set = required.map(([name, value]) => ({ path: name.split('.'), value }));
  const { text: before } = settings;
  const text = attempt(() => formatOf(owner).edit(owner, before, file, { lists: [], set }));
  if (!set.length || text === undefined || text === before) return [];
  const names = required.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
  return [
    {
      text: `Write ${names} into ${file}.`,
      change: { file, before, text },
      apply: () => replaceFile(path, text, { ...root, was: before }),
    },
  ];
}

/** Makes a script of the project executable, or gives it line ends of Unix. */
function repairScript(root: Root, one: HookSurvey, { workspace }: ProjectSurvey): Fix[] {
  const wanted = one.truth.remedy?.fix;
  if (wanted !== 'make-executable' && wanted !== 'unix-line-ends') return [];
  const there = { ...workspace, scope: 'project' } as const;
  const path = scriptPathOf(one.hook, there);
  const real = path && attempt(() => resolveInside(root, path, 'write')); // a link may lead out of the project
  if (!path || !real) return [];
  const file = displayPath(path, workspace);
  if (wanted === 'make-executable') {
    const apply = () => {
      const { mode } = statSync(real);
      chmodSync(real, mode | ((mode & 0o444) >> 2));
    };
    return [{ text: `Make ${file} executable.`, apply }];
  }
  const before = readScriptText(one.hook, there);
  if (before === undefined) return [];
  const text = before.replaceAll('\r\n', '\n');
  const apply = () => replaceFile(path, text, { ...root, was: readSettingsFile(path, root)?.text });
  return [{ text: `Save ${file} with line ends of Unix.`, apply }];
}

/** Writes the runner of this version, and the file that keeps git from changing its line ends. */
function repairRunner(root: Root, { isNeeded, files, keepsLineEnds }: RunnerReport): Fix[] {
  if (!isNeeded) return [];
  const stale = files.filter((one) => isProgramName(one.name) && one.state !== 'current');
  const fixes: Fix[] = [];
  if (stale.length) {
    const names = stale.map(({ name }) => `.anyhook/${name}`).join(' and ');
    const needsBridge = stale.some(({ name }) => name === bridgeName);
    const apply = () => void installPackagedRunner(root, needsBridge);
    fixes.push({ text: `Write ${names} of this version.`, apply });
  }
  if (!keepsLineEnds) {
    const { name, text } = noConversionOfLineEnds;
    const file = `.anyhook/${name}`;
    fixes.push({
      text: `Write ${file}.`,
      change: { file, before: '', text },
      apply: () =>
        replaceFile(join(root.path, file), text, {
          ...root,
          was: attempt(() => readSettingsFile(join(root.path, file), root)?.text),
        }),
    });
  }
  return fixes;
}
