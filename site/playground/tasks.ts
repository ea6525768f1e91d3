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

/** What the worker says before it answers: whether the modules for the task are loaded. Where they are not, no answer follows. */
export interface Loaded {
  id: number;
  isLoaded: boolean;
}

type Run<T extends TaskName> = (agents: Agents, given: Tasks[T]['given']) => Tasks[T]['result'];
/** Functions that load the modules for each task, and return the function that does it. */
export type Loaders = { [T in TaskName]: () => Promise<Run<T>> };

const loaders: Loaders = {
  agents: async () => listNames,
  script: async () => (await import('./script.ts')).judgeScript,
  translate: async () => (await import('./translate.ts')).translatePayload,
  convert: async () => (await import('./convert.ts')).convertSettings,
};

/**
 * Does a task, and tells whether its modules are loaded, and then the answer. The modules are loaded when they are first
 * needed, so that a limit of time need not count the network.
 *
 * @param tell Is given what the page is told.
 */
export async function doTask<T extends TaskName>(
  agents: Agents,
  { id, task, given }: Question<T>,
  tell: (message: Loaded | Answer<T>) => void,
  load: Loaders = loaders,
): Promise<void> {
  let run: Run<T>;
  try {
    run = await load[task]();
  } catch {
    tell({ id, isLoaded: false });
    return;
  }
  tell({ id, isLoaded: true });
  try {
    tell({ id, result: run(agents, given) });
  } catch (error) {
    const isOfPerson = error instanceof AnyhookError;
    const mistake = isOfPerson
      ? error.message
      : `The playground failed, which is a bug of it: ${error}`;
    tell({ id, mistake });
  }
}
