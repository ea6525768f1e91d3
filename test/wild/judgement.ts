// What the project says of one script that a hook of Gemini CLI starts, at each place where it judges a script.
import { possibleAnswersOf } from '../../src/check/evidence/index.ts';
import { isScriptWithoutVerdict } from '../../src/check/script-text.ts';
import { convertFile, readHooks } from '../../src/index.ts';
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

/** Makes a project in which a hook of Gemini CLI starts a script. */
function projectOf({ file, text }: OddScript, event: string) {
  const command = `${programs[file.slice(file.lastIndexOf('.') + 1)]} ${file}`;
  const settings = JSON.stringify({
    hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] },
  });
  const p = project({ '.gemini/settings.json': settings, [file]: text.join('\n') });
  return { p, settings, workspace: resolveWorkspace({ root: p.dir, home: p.home }) };
}

/** Returns the places at which a script is taken for one that surely gives no verdict. */
export function placesThatDenyVerdict(script: OddScript): string[] {
  const { settings, workspace } = projectOf(script, 'BeforeTool');
  const found: string[] = [];
  const [hook] = readHooks('gemini', settings, '.gemini/settings.json').hooks;
  if (!hook) throw new Error('The settings file has no hook.');
  const answers = possibleAnswersOf(hook.hook, workspace);
  if (answers !== 'unknown' && !answers.hasVerdict) found.push('possibleAnswersOf');
  if (isScriptWithoutVerdict(hook.hook, workspace)) found.push('isScriptWithoutVerdict');
  const agent = surveyProject(workspace).agents.find((one) => one.agent === 'gemini');
  const [surveyed] = agent?.files.flatMap(({ hooks }) => hooks) ?? [];
  if (surveyed?.truth.code === 'runs') found.push('doctor');
  return found;
}

/** Tells whether the conversion to Cursor, which has no event before a model's call, refuses to lose a script. */
export async function isRefusedAsGuard(script: OddScript): Promise<boolean> {
  const { p } = projectOf(script, 'BeforeModel');
  const job = { from: 'gemini', to: 'cursor', root: p.dir, home: p.home } as const;
  return (await convertFile(job)).unaccepted.length > 0;
}
