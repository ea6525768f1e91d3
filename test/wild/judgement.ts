// What the project says of one script that a hook of Gemini CLI starts, at each place where it judges a script.
import { possibleAnswersOf } from '../../src/check/evidence/index.ts';
import { isScriptWithoutVerdict } from '../../src/check/script-text.ts';
import { convertFile, readHooks } from '../../src/exports/settings.ts';
import { resolveWorkspace } from '../../src/settings/workspace.ts';
import { surveyProject } from '../../src/survey/index.ts';
import { project } from '../settings/project.ts';

const programs: Record<string, string> = {
  sh: 'bash',
  py: 'python3',
  cjs: 'node',
  mjs: 'node',
  js: 'node',
};

/** A script, with its path in the project. */
export interface OddScript {
  name: string;
  file: string;
  text: string[];
}

/** Returns the command that starts a script. */
const commandOf = ({ file }: OddScript): string =>
  `${programs[file.slice(file.lastIndexOf('.') + 1)]} ${file}`;

/** Makes a project in which hooks of Gemini CLI start some scripts. */
function projectOf(scripts: readonly OddScript[], event: string) {
  const entries = scripts.map((one) => ({ hooks: [{ type: 'command', command: commandOf(one) }] }));
  const settings = JSON.stringify({ hooks: { [event]: entries } });
  const files = Object.fromEntries(scripts.map(({ file, text }) => [file, text.join('\n')]));
  const p = project({ '.gemini/settings.json': settings, ...files });
  return { p, settings, workspace: resolveWorkspace({ root: p.dir, home: p.home }) };
}

/**
 * Returns for each script the places at which it is taken for one that surely gives no verdict.
 * @param asksDoctor - Whether `doctor` is one of the places; it takes long for many scripts.
 */
export function placesThatDenyVerdict(
  all: readonly OddScript[],
  { asksDoctor = true } = {},
): string[][] {
  // Each script has a folder of its own.
  const scripts = all.map((one, i) => ({ ...one, file: `n${i}/${one.file}` }));
  const { settings, workspace } = projectOf(scripts, 'BeforeTool');
  const { hooks } = readHooks('gemini', settings, '.gemini/settings.json');
  const { agents } = asksDoctor ? surveyProject(workspace) : { agents: [] };
  const agent = agents.find((one) => one.agent === 'gemini');
  const surveyed = agent?.files.flatMap((file) => file.hooks) ?? [];
  return scripts.map((script, i) => {
    const hook = hooks[i]?.hook;
    const one = surveyed[i];
    if (!hook || (asksDoctor && one?.line !== commandOf(script))) throw new Error('No such hook.');
    const found: string[] = [];
    const answers = possibleAnswersOf(hook, workspace);
    if (answers !== 'unknown' && !answers.hasVerdict) found.push('possibleAnswersOf');
    if (isScriptWithoutVerdict(hook, workspace)) found.push('isScriptWithoutVerdict');
    if (one?.truth.code === 'runs') found.push('doctor');
    return found;
  });
}

/** Tells whether the conversion to Cursor, which has no event before a model's call, refuses to lose a script. */
export async function isRefusedAsGuard(script: OddScript): Promise<boolean> {
  const { p } = projectOf([script], 'BeforeModel');
  const job = { from: 'gemini', to: 'cursor', root: p.dir, home: p.home } as const;
  return (await convertFile(job)).unaccepted.length > 0;
}
