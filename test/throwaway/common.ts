import {
  clean,
  cutOff,
  ending,
  type Finished,
  objectIn,
  type Reading,
} from '../../src/mapping/index.ts';

/** Fields that most agents have. */
export const base = { session: 'session_id', cwd: 'cwd', event: 'hook_event_name' } as const;
export const call = { name: 'tool_name', input: 'tool_input' } as const;

/** JSON at exit code 0, a refusal at 2, a failure at any other. */
export function reads(finished: Finished): Reading {
  const why = cutOff(finished);
  if (why) return { failure: why };
  const said = clean(finished.stderr);
  if (finished.code === 2) return { deny: said || 'Blocked by a hook.' };
  if (finished.code !== 0) return { failure: ending(finished, said) };
  const response = objectIn(clean(finished.stdout));
  return response ? { response } : {};
}
