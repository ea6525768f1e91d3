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

/** Does a task. The modules for it are loaded when they are first needed. A mistake of the person becomes a sentence. */
export async function doTask(agents: Agents, { id, task, given }: Question): Promise<Answer> {
  try {
    switch (task) {
      case 'agents':
        return { id, result: listNames(agents) };
      case 'script': {
        const { judgeScript } = await import('./script.ts');
        return { id, result: judgeScript(agents, given as ScriptFields) };
      }
      case 'translate': {
        const { translatePayload } = await import('./translate.ts');
        return { id, result: translatePayload(agents, given as TranslateFields) };
      }
      default: {
        const { convertSettings } = await import('./convert.ts');
        return { id, result: convertSettings(agents, given as ConvertFields) };
      }
    }
  } catch (error) {
    if (error instanceof AnyhookError) return { id, mistake: error.message };
    throw error;
  }
}
