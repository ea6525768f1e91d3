import { AnyhookError } from '../../errors.ts';
import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { absolute } from '../../mapping/opened.ts';
import { asText, type Json } from '../../util/json.ts';

/** A path as the client takes it: without the space around it. */
const at = ({ cwd, input }: Draft, key: string): string =>
  absolute(asText((input as Json)[key] ?? '').trim(), cwd as string | undefined);

const removal = (event: Draft, path: string): Draft => ({
  ...event,
  tool: 'delete',
  input: { path },
});

function copied(event: Draft, from: string, { file }: World): Draft {
  const to = at(event, 'to');
  const source = file(from);
  if (!('text' in source) && event.event === 'before-tool') {
    throw new AnyhookError('tool', `${from}: what would be at ${to} cannot be known`);
  }
  const content = 'text' in source ? source.text : '';
  return { ...event, tool: 'write', input: { path: to, content } };
}

/** Moves, copies and deletes, from the source of 0.28.0. */
export const fileOperations: Composite = {
  sample: { operation: 'move', from: '/x', to: '/y' },
  calls(event, world) {
    const { operation } = event.input as Json;
    if (operation === 'delete') return [removal(event, at(event, 'path'))];
    const from = at(event, 'from');
    const read: Draft = { ...event, tool: 'read', input: { path: from } };
    if (operation === 'copy') return [read, copied(event, from, world)];
    if (operation === 'move') return [read, copied(event, from, world), removal(event, from)];
    return operation === 'list_tree'
      ? [{ ...event, tool: 'list', input: { path: at(event, 'path') } }]
      : [event];
  },
};
