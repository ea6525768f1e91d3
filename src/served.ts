/** What the bundle emits on the process once a hook was translated, run and answered. */
export const served = 'anyhook:served' as 'exit';
