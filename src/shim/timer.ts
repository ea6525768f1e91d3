/**
 * Calls a function after a number of milliseconds, and cannot be cancelled. Cheaper than
 * `setTimeout`, whose code Node compiles at its first use.
 */
export function callAfter(milliseconds: number, callback: () => void): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  Promise.resolve(Atomics.waitAsync(never, 0, 0, milliseconds).value).then(callback);
}
