import {
  defineAdapter,
  defineBinding,
  filePath,
  type Json,
  type PatchGrammar,
  readPatch,
} from '../../src/mapping/index.ts';
import { base, call, reads } from './common.ts';

const grammar: PatchGrammar = {
  lineEnd: /\n/,
  trim: (text) => text.trim(),
  trimMark: (line) => line,
  readPath: (text) => text,
  skipsEmptyLines: 'always',
  nextHeaderStart: '***',
};

/** Files are changed by patches alone: one call is many edits. */
export const patch = defineAdapter({
  id: 'patch',
  title: 'Patch',
  eventKey: 'hook_event_name',
  events: {
    BeforeTool: defineBinding('before-tool', () => ({
      payload: { ...base, ...call },
      outcome: { decision: { at: 'decision', words: { deny: 'deny' } }, reason: 'reason' },
      neutralResponse: {},
      subject: 'tool_name',
    })),
  },
  tools: [{ tool: 'read', names: ['open'], input: { path: { at: 'file', codec: filePath } } }],
  bareInputKeys: { apply_patch: 'patch' },
  composites: {
    apply_patch: {
      sample: {
        patch: '*** Begin Patch\n*** Add File: /a\n+b\n*** Delete File: /c\n*** End Patch',
      },
      calls: (event) =>
        readPatch(String((event.input as Json).patch), grammar).flatMap((change) => {
          const as = (tool: 'write' | 'edit' | 'delete', input: Json) => ({
            ...event,
            tool,
            name: tool,
            input,
          });
          const { path } = change;
          if (change.does === 'delete') return [as('delete', { path })];
          if (change.does === 'add') return [as('write', { path, content: change.content })];
          return change.hunks.map((hunk) =>
            as('edit', { path, old: hunk.old.join('\n'), new: hunk.new.join('\n') }),
          );
        }),
    },
  },
  recognises: ({ hook_event_name: native }) => (native === 'BeforeTool' ? 1 : 0),
  readFinished: reads,
});
