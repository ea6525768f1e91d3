/** The reason of a refusal for which a hook gave none. */
export const refusedByHook = 'Blocked by a hook.';
/** The reason of a halt for which a hook gave none. */
export const stoppedByHook = 'Stopped by a hook.';
