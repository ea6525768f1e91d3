import { createContext, runInContext } from 'node:vm';
import type { BoundedRunner } from '../src/translate/matching.ts';

const known = new Map<string, boolean | undefined>();
const room = createContext({});

/** Whether an expression is found in a text; undefined: it takes more computing than it is given. */
function found(code: string, pattern: string, subject: string, timeout: number) {
  const key = JSON.stringify([code, pattern, subject]);
  if (known.has(key)) return known.get(key);
  let is: boolean | undefined;
  for (let over = false; !over; ) {
    const before = process.cpuUsage();
    try {
      is =
        runInContext(code, Object.assign(room, { pattern, subjects: [subject] }), { timeout }) ===
        true;
      over = true;
    } catch {
      // On a busy machine the time may be over before anything was computed.
      const { user, system } = process.cpuUsage(before);
      over = (user + system) / 1000 > timeout / 2;
    }
  }
  known.set(key, is);
  return is;
}

/** As the shim does it, and the same each time: no text is asked about twice, and only computing counts. */
export const runBounded: BoundedRunner = (code, globals, timeout) => {
  const { pattern, subjects } = globals as { pattern: string; subjects: string[] };
  const all = subjects.map((subject) => found(code, pattern, subject, timeout));
  if (!all.includes(true) && all.includes(undefined)) throw new Error('out of time');
  return all.includes(true);
};
