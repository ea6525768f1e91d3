import {
  defineAdapter,
  defineBinding,
  filePath,
  type Json,
  readPatch,
} from '../../src/mapping/index.ts';
import { base, call, reads } from './common.ts';

/** Files are changed by patches alone: one call is many edits. */
export const patch = defineAdapter({
  id: 'patch',
  title: 'Patch',
  eventKey: 'hook_event_name',
  events: {
    BeforeTool: defineBinding('before-tool', () => ({
      payload: { ...base, ...call },
      outcome: { decision: { at: 'decision', words: { deny: 'deny' } }, reason: 'reason' },
      silence: {},
      subject: 'tool_name',
    })),
  },
  tools: [{ tool: 'read', names: ['open'], input: { path: { at: 'file', codec: filePath } } }],
  composites: {
    apply_patch: {
      sample: {
        patch: '*** Begin Patch\n*** Add File: /a\n+b\n*** Delete File: /c\n*** End Patch',
      },
      text: 'patch',
      calls: (event) =>
        readPatch(String((event.input as Json).patch)).flatMap((change) => {
          const as = (tool: string, input: Json) => ({ ...event, tool, name: tool, input });
          const { path } = change;
          if (change.does === 'delete') return [as('delete', { path })];
          if (change.does === 'add') return [as('write', { path, content: change.content })];
          return change.edits.map((edit) => as('edit', { path, old: edit.old, new: edit.new }));
        }),
    },
  },
  recognises: ({ hook_event_name: native }) => (native === 'BeforeTool' ? 1 : 0),
  reads,
});
