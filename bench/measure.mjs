/**
 * Measures contenders in rounds: each runs once a round, in random order. Medians of the differences are
 * compared.
 */
import { spawn, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

/**
 * The environment of everything that is run. Variables by which Node is told what to do are not in it, and the Node
 * that plays the bench is the first in PATH.
 */
export const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_'))),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
};

/** Returns the number below which a share of the numbers lies. */
function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (numbers) => quantile(numbers, 0.5);

/** Returns the milliseconds that `work` takes, also if it returns a promise. */
export async function took(work) {
  const start = process.hrtime.bigint();
  const working = work();
  if (working instanceof Promise) await working;
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Runs a process to its end. Throws if it ends with another code than is expected. */
export function run([file, ...args], { code = 0, ...options } = {}) {
  const ran = spawnSync(file, args, { env, maxBuffer: 1 << 26, ...options });
  if (ran.status === code) return ran;
  throw new Error(`${file} ${args.join(' ')} ended with ${ran.status}: ${ran.stderr ?? ran.error}`);
}

/** Runs processes that are all started at once. Throws if one does not end with 0. */
export function runAtOnce(commands, { input, ...options }) {
  const runs = commands.map(
    ([file, ...args]) =>
      new Promise((resolve, reject) => {
        const one = spawn(file, args, { env, ...options });
        one.stdout.resume();
        one.stderr.resume();
        one.stdin.on('error', () => {}); // it may end before it has read everything
        one.stdin.end(input);
        one.on('error', reject);
        one.on('close', (code) =>
          code ? reject(new Error(`${file} ended with ${code}`)) : resolve(),
        );
      }),
  );
  return Promise.all(runs);
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
export async function race(contenders, rounds, warmUp = 2) {
  const taken = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let i = -warmUp; i < rounds; i++) {
    for (const [name, work] of shuffled(Object.entries(contenders))) {
      const ms = await took(work);
      if (i >= 0) taken[name].push(ms);
    }
  }
  return taken;
}

/** Returns the time that one contender took more than another, round by round. */
export const beyond = (one, other) => one.map((ms, i) => ms - other[i]);

/** Returns the ratio of two medians, and the quartiles of the ratio in each round. */
export function ratioOf(numbers, units) {
  const perRound = numbers.map((one, i) => one / units[i]);
  return {
    value: median(numbers) / median(units),
    low: quantile(perRound, 0.25),
    high: quantile(perRound, 0.75),
  };
}

/** Returns how many times as long one contender took as another, by the median of their differences. */
export function timesOf(one, other) {
  const { value, low, high } = ratioOf(beyond(one, other), other);
  return { value: 1 + value, low: 1 + low, high: 1 + high };
}

/**
 * Plays a row. One that is over its gate, while the gate lies within the spread of its rounds, is played again with
 * twice as many, and that counts.
 *
 * @param play Returns results for a number of rounds.
 * @param mostOf Returns the gate of a result, if it has one.
 */
export async function playUntilSure(play, rounds, mostOf) {
  const first = await play(rounds);
  const isUnsure = first.some((one) => {
    const most = mostOf(one);
    return most !== undefined && one.value > most && one.low <= most;
  });
  return isUnsure ? play(2 * rounds) : first;
}
