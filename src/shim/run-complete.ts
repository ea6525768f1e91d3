/** What a bundle emits on the process once it did the whole of its work. */
export const runComplete = 'anyhook:served' as 'exit';
