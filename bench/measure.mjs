/** Medians of paired runs: every contender once a round, in random order. */
import { spawnSync } from 'node:child_process';

const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;

export { env };

export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/** Milliseconds of `work`. */
export function took(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** A process to its end. Throws where it does not end well. */
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

/** What each contender took, round by round, in milliseconds; the first rounds only warm up. */
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

/** The median of what one took beyond another, in the same rounds. */
export const beyond = (one, other) => median(one.map((ms, i) => ms - other[i]));
