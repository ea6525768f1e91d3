/**
 * Calls a function after a number of milliseconds. It waits for a change of `never` that nobody makes, since
 * Node would have to compile the code of `setTimeout` at its first use. It cannot be cancelled.
 */
export function callAfter(milliseconds: number, callback: () => void): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  Promise.resolve(Atomics.waitAsync(never, 0, 0, milliseconds).value).then(callback);
}
