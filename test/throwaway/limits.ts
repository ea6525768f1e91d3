import { defineAdapter, defineBinding } from '../../src/mapping/index.ts';
import { base, plain, usual } from './common.ts';

/** An event has a limit of its own, and settings say limits in whole seconds. */
export const adapter = defineAdapter({
  ...usual,
  id: 'limits',
  title: 'Limits',
  hooksIn: '.limits/settings.json',
  events: {
    ...usual.events,
    SessionEnd: defineBinding('session-end', () => ({
      payload: { ...base, reason: 'reason' },
      outcome: {},
      neutralResponse: null,
      timeout: 1500,
    })),
  },
});

export const settings = plain(adapter.hooksIn);
