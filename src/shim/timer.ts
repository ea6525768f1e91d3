/** Calls back after so many milliseconds. Costs less than a timer, which Node compiles at first use. */
export function callAfter(milliseconds: number, call: () => void): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  Promise.resolve(Atomics.waitAsync(never, 0, 0, milliseconds).value).then(call);
}
