import { matcher, seconds } from '../../../../src/mapping/codecs.ts';
import type { SettingsTable } from '../../../../src/mapping/settings.ts';
import { acme } from './index.ts';
import { presence } from './presence.ts';

/** The settings file: `{ "hooks": { EVENT: [{ "matcher": …, "hooks": [{ "type": "command", … }] }] } }`. */
export const settings: SettingsTable = {
  files: { own: { project: acme.hooksIn, user: acme.hooksIn } },
  // `grouped`: entries stand in groups with a matcher. `flat`: the list of an event holds entries.
  syntax: { layout: 'grouped' },
  entry: {
    // Hook field → key of an entry.
    fields: { command: 'command', timeout: seconds },
    // Keys that every entry has.
    constants: { type: 'command' },
  },
  // Hook field → key of a group.
  group: { matcher },
  activation: {
    // Path → value: settings without which no hook runs.
    required: {},
    // What a person has to do before new hooks run.
    nextStep: { project: 'Restart the session.', user: 'Restart the session.' },
  },
  validation: {
    // The least and the greatest time limit in milliseconds. One outside is most likely in the wrong unit.
    timeoutRange: [500, 3_600_000],
  },
  commandLine: {
    // Whether the client replaces `$NAME` in every text of the file.
    substitutesVariables: false,
    // Who answers if the runner is missing: shell code at the end of the shim line (`line`), or the client (`host`).
    failureAnsweredBy: 'line',
  },
  presence,
  // For a client that fires several events for one call, or hooks in an order: see `Firing`.
  firing: {},
};
