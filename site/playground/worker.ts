/** The worker of the playground: the library runs here, so that a long computation does not hold up the page. */
import type { Adapter } from 'anyhook';
import type { Agents } from './agents.ts';
import { doTask, type Question } from './tasks.ts';

const modules = import.meta.glob<Record<string, Adapter>>('../../dist/adapters/*/index.js', {
  eager: true,
});

const agents: Agents = Object.fromEntries(
  Object.entries(modules).flatMap(([path, exports]) => {
    const id = path.split('/').at(-2) ?? '';
    const adapter = exports[id];
    return adapter ? [[id, adapter]] : [];
  }),
);

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void doTask(agents, data, (message) => postMessage(message));
});
