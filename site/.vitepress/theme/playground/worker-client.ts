/** Asks the worker, one question at a time, and ends it where a question takes too long. */
import { type ComputedRef, computed, onScopeDispose, type Ref, ref, watch } from 'vue';
import { describeLength } from '../../../playground/choices.ts';
import type { Answer, Loaded, Question, TaskName, Tasks } from '../../../playground/tasks.ts';

/** How long the page waits for the end of typing, for an answer, and for the modules before it, in milliseconds. */
const pause = 200;
const limit = 10_000;
const loadingLimit = 60_000;

const tooSlow = 'This takes longer than 10 seconds, so it was ended: use the command line.';
const notLoaded = 'The library cannot be loaded: reload the page.';
const failed = 'The playground failed. Please report what you have done: it is a bug.';

interface Waiting {
  question: Question;
  resolve(answer: Answer): void;
}

let worker: Worker | undefined;
/** Whether the worker has said anything. Where it fails before, it is not there, or only a part of it. */
let isWorkerLoaded = false;
let current: (Waiting & { timer: ReturnType<typeof setTimeout> }) | undefined;
let queue: Waiting[] = [];
let count = 0;

/** Ends the worker. The next question starts another. */
function endWorker(mistake: string): void {
  worker?.terminate();
  worker = undefined;
  if (current) finish({ id: current.question.id, mistake });
}

/** Ends the worker where modules cannot be loaded. Questions that wait would not be answered either. */
function giveUp(): void {
  const waiting = queue;
  queue = [];
  endWorker(notLoaded);
  for (const { question, resolve } of waiting) resolve({ id: question.id, mistake: notLoaded });
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
    isWorkerLoaded = false;
    worker = new Worker(new URL('../../../playground/worker.ts', import.meta.url), {
      type: 'module',
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer | Loaded>) => {
      isWorkerLoaded = true;
      if (!('isLoaded' in data)) finish(data);
      else if (!data.isLoaded) giveUp();
      else if (current) {
        clearTimeout(current.timer);
        current.timer = setTimeout(() => endWorker(tooSlow), limit);
      }
    });
    worker.addEventListener('error', () => (isWorkerLoaded ? endWorker(failed) : giveUp()));
  }
  current = { ...next, timer: setTimeout(giveUp, loadingLimit) };
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
  /** Whether the fields have changed since, or nothing is known yet. */
  isBusy: Ref<boolean>;
  /** Whether there is a result or a mistake, of earlier fields. */
  isOld: ComputedRef<boolean>;
}

/** Does a task again whenever its fields have changed, once the person has stopped typing. */
export function useTask<T extends TaskName>(
  task: T,
  fields: Tasks[T]['given'] & Record<string, string>,
): Live<T> {
  const result = ref<Tasks[T]['result']>() as Live<T>['result'];
  const mistake = ref('');
  const isBusy = ref(true);
  const isOld = computed(() => isBusy.value && (result.value !== undefined || !!mistake.value));
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    const mine = ++newest;
    timer = undefined;
    const long = Object.values(fields).find((text) => describeLength(text, '') !== undefined);
    const answer: Answer<T> | { mistake: string } =
      long === undefined
        ? await ask(task, { ...fields })
        : { mistake: describeLength(long, 'this text') ?? '' };
    if (mine !== newest) return;
    isBusy.value = timer !== undefined; // the fields may have changed again
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
  return { result, mistake, isBusy, isOld };
}
