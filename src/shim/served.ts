/** What a bundle emits on the process once it did the whole of its work. */
export const served = 'anyhook:served' as 'exit';
