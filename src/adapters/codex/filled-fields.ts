import type { FillsByEvent } from '../../mapping/adapter.ts';

/** Computes the fields that events of other agents lack, before payloads are written, by native event. */
export const fillBeforeEncoding: FillsByEvent = {
  // The text that the model was shown of a shell command is its output.
  PostToolUse: {
    'result.output': ({ tool, result }) => (tool === 'shell' ? result?.text : undefined),
  },
  Stop: {
    response: (_, world) => world.recall('response'),
    retry: (event) => (event.loopCount ?? 0) > 0,
  },
};
