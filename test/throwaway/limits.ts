import { defineAdapter, defineBinding } from '../../src/mapping/index.ts';
import { base, plain, usual } from './common.ts';

/** Two events have limits of their own, one of which no setting changes. Settings say limits in whole seconds. */
export const adapter = defineAdapter({
  ...usual,
  id: 'limits',
  title: 'Limits',
  hooksIn: '.limits/settings.json',
  events: {
    ...usual.events,
    SessionStart: defineBinding('session-start', () => ({
      payload: { ...base, source: 'source' },
      outcome: { context: 'context' },
      neutralResponse: null,
      timeout: 2000,
      hasFixedTimeout: true,
    })),
    SessionEnd: defineBinding('session-end', () => ({
      payload: { ...base, reason: 'reason' },
      outcome: {},
      neutralResponse: null,
      timeout: 1500,
    })),
  },
});

export const settings = plain(adapter.hooksIn);
