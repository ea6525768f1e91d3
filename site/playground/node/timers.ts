/** `node:timers/promises`, as far as the converter uses it. */
export const setTimeout = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    globalThis.setTimeout(resolve, milliseconds);
  });
