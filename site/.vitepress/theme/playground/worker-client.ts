/** Asks the worker, one question at a time, and ends it where a question takes too long. */
import { onScopeDispose, type Ref, ref, watch } from 'vue';
import { describeLength } from '../../../playground/choices.ts';
import type { Answer, Loaded, Question, TaskName, Tasks } from '../../../playground/tasks.ts';

/** How long the page waits for the end of typing, and how long for an answer, in milliseconds. */
const pause = 200;
const limit = 10_000;

const tooSlow = 'This takes longer than 10 seconds, so it was ended: use the command line.';
const failed = 'The playground failed. Please report what you have done: it is a bug.';

interface Waiting {
  question: Question;
  resolve(answer: Answer): void;
}

let worker: Worker | undefined;
let current: (Waiting & { timer?: ReturnType<typeof setTimeout> }) | undefined;
let queue: Waiting[] = [];
let count = 0;

/** Ends the worker. The next question starts another. */
function endWorker(mistake: string): void {
  worker?.terminate();
  worker = undefined;
  if (current) finish({ id: current.question.id, mistake });
}

/** Gives an answer to whoever waits for it, and asks the next question. */
function finish(answer: Answer): void {
  if (!current || current.question.id !== answer.id) return;
  clearTimeout(current.timer);
  const { resolve } = current;
  current = undefined;
  resolve(answer);
  askNext();
}

function askNext(): void {
  const next = current ? undefined : queue.shift();
  if (!next) return;
  if (!worker) {
    worker = new Worker(new URL('../../../playground/worker.ts', import.meta.url), {
      type: 'module',
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer | Loaded>) => {
      if (!('isLoaded' in data)) finish(data);
      else if (current && current.question.id === data.id)
        current.timer = setTimeout(() => endWorker(tooSlow), limit);
    });
    worker.addEventListener('error', () => endWorker(failed));
  }
  current = next;
  worker.postMessage(next.question);
}

/** Asks the worker to do a task. Of questions of one task that still wait, the last one counts. */
export function ask<T extends TaskName>(task: T, given: Tasks[T]['given']): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const question = { id: ++count, task, given };
    queue = queue.filter((one) => one.question.task !== task);
    queue.push({ question, resolve: resolve as Waiting['resolve'] });
    askNext();
  });
}

/** What a task has given for the newest fields. */
export interface Live<T extends TaskName> {
  result: Ref<Tasks[T]['result'] | undefined>;
  mistake: Ref<string>;
  isBusy: Ref<boolean>;
}

/** Does a task again whenever its fields have changed, once the person has stopped typing. */
export function useTask<T extends TaskName>(
  task: T,
  fields: Tasks[T]['given'] & Record<string, string>,
): Live<T> {
  const result = ref<Tasks[T]['result']>() as Live<T>['result'];
  const mistake = ref('');
  const isBusy = ref(true);
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    const mine = ++newest;
    const long = Object.values(fields).find((text) => describeLength(text, '') !== undefined);
    const answer: Answer<T> | { mistake: string } =
      long === undefined
        ? await ask(task, { ...fields })
        : { mistake: describeLength(long, 'this text') ?? '' };
    if (mine !== newest) return;
    isBusy.value = false;
    mistake.value = 'mistake' in answer ? answer.mistake : '';
    result.value = 'result' in answer ? (answer.result as Tasks[T]['result']) : undefined;
  }

  watch(
    fields,
    () => {
      isBusy.value = true;
      clearTimeout(timer);
      timer = setTimeout(run, pause);
    },
    { deep: true },
  );
  onScopeDispose(() => clearTimeout(timer));
  void run();
  return { result, mistake, isBusy };
}
