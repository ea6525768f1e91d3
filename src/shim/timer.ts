/**
 * Calls a function after a number of milliseconds. It waits for a change of `never` that nobody makes, since
 * Node would have to compile the code of `setTimeout` at its first use. It cannot be cancelled.
 */
export async function callAfter(milliseconds: number, callback: () => void): Promise<void> {
  const never = new Int32Array(new SharedArrayBuffer(4));
  await Atomics.waitAsync(never, 0, 0, milliseconds).value; // no method of promises is called: a handler may replace it
  callback();
}
