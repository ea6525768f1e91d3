/** What the page asks its worker for. */
import { AnyhookError } from 'anyhook';
import { type AgentName, type Agents, listNames } from './agents.ts';
import type { ConvertFields, ScriptFields, TranslateFields } from './choices.ts';
import type { Converted } from './convert.ts';
import type { ScriptReport } from './script.ts';
import type { Translation } from './translate.ts';

/** The tasks: what each is given, and what it gives. */
export interface Tasks {
  agents: { given: null; result: AgentName[] };
  script: { given: ScriptFields; result: ScriptReport };
  translate: { given: TranslateFields; result: Translation };
  convert: { given: ConvertFields; result: Converted };
}

export type TaskName = keyof Tasks;

/** A question to the worker. */
export interface Question<T extends TaskName = TaskName> {
  id: number;
  task: T;
  given: Tasks[T]['given'];
}

/** An answer of the worker: what the task gives, or a sentence that says what is wrong with what was given. */
export type Answer<T extends TaskName = TaskName> =
  | { id: number; result: Tasks[T]['result'] }
  | { id: number; mistake: string };

/** What the worker says before it answers: the modules for the task are loaded. */
export interface Loaded {
  id: number;
  isLoaded: true;
}

/**
 * Does a task. The modules for it are loaded when they are first needed. A mistake of the person becomes a sentence.
 *
 * @param onLoaded Is called when the modules are loaded, so that a limit of time need not count the network.
 */
export async function doTask(
  agents: Agents,
  { id, task, given }: Question,
  onLoaded: () => void = () => {},
): Promise<Answer> {
  try {
    switch (task) {
      case 'agents':
        return { id, result: listNames(agents) };
      case 'script': {
        const { judgeScript } = await import('./script.ts');
        onLoaded();
        return { id, result: judgeScript(agents, given as ScriptFields) };
      }
      case 'translate': {
        const { translatePayload } = await import('./translate.ts');
        onLoaded();
        return { id, result: translatePayload(agents, given as TranslateFields) };
      }
      default: {
        const { convertSettings } = await import('./convert.ts');
        onLoaded();
        return { id, result: convertSettings(agents, given as ConvertFields) };
      }
    }
  } catch (error) {
    if (error instanceof AnyhookError) return { id, mistake: error.message };
    throw error;
  }
}
