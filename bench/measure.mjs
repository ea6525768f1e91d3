/**
 * Measures contenders in rounds: each runs once a round, in random order. Medians of the differences are
 * compared.
 */
import { spawnSync } from 'node:child_process';

const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;

export { env };

export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/** Returns the milliseconds that `work` takes. */
export function took(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Runs a process to its end. Throws if its exit code is not 0. */
export function run([file, ...args], options = {}) {
  const ran = spawnSync(file, args, { env, maxBuffer: 1 << 26, ...options });
  if (ran.status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${ran.status}`);
  return ran;
}

function shuffled(list) {
  const left = [...list];
  for (let i = left.length - 1; i > 0; i--) {
    const at = Math.floor(Math.random() * (i + 1));
    [left[i], left[at]] = [left[at], left[i]];
  }
  return left;
}

/**
 * Returns the milliseconds of each contender, round by round; the first rounds only warm up and do not
 * count.
 */
export function race(contenders, rounds, warmUp = 2) {
  const taken = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let i = -warmUp; i < rounds; i++) {
    for (const [name, work] of shuffled(Object.entries(contenders))) {
      const ms = took(work);
      if (i >= 0) taken[name].push(ms);
    }
  }
  return taken;
}

/** Returns the median of the time that one contender took more than another in the same round. */
export const beyond = (one, other) => median(one.map((ms, i) => ms - other[i]));
