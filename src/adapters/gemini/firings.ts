import type { Firings } from '../../mapping/adapter.ts';

/** Native event → when it is fired, and what of it is remembered. */
export const firings: Firings = {
  BeforeAgent: {
    remembers: { prompt: 'prompt' },
  },
  PreCompress: {
    firesSpeculatively: { trigger: 'auto' }, // fired before every model request, also far below any limit, 0.61.0
  },
};
