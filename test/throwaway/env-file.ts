import { defineAdapter, defineBinding, type Json } from '../../src/mapping/index.ts';
import { base, reads } from './common.ts';

const file = 'SESSION_ENV_FILE';

/** What a script exported into the file, as names and values. */
const exported = (text: string): Json =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^(?:export )?(\w+)='?([^']*)'?$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );

/** Variables for the session stand in a file that a variable names, not in the answer. */
export const envFile = defineAdapter({
  id: 'env-file',
  title: 'Env file',
  eventKey: 'hook_event_name',
  events: {
    SessionStart: defineBinding('session-start', () => ({
      payload: base,
      outcome: { env: 'env', context: 'context' },
      neutralResponse: {},
    })),
  },
  recognises: ({ hook_event_name: native }) => (native === 'SessionStart' ? 1 : 0),
  readFinished(finished) {
    const reading = reads(finished);
    const env = exported(finished.files?.[file] ?? '');
    if (!Object.keys(env).length) return reading;
    if (reading.deny !== undefined) return reading;
    return { ...reading, response: { ...reading.response, env } };
  },
  printResponse(response) {
    const { env, ...rest } = response ?? {};
    const lines = Object.entries((env ?? {}) as Json).map(
      ([name, value]) => `${name}='${value}'\n`,
    );
    return {
      stdout: Object.keys(rest).length ? `${JSON.stringify(rest)}\n` : '',
      stderr: '',
      exitCode: 0,
      ...(lines.length ? { files: { [file]: lines.join('') } } : {}),
    };
  },
});
