/**
 * The name of an event that a bundle emits on `process` once all its work is done. The executable then
 * saves the code that V8 compiled. The type is `exit` because Node's types do not know our event.
 */
export const runComplete = 'anyhook:served' as 'exit';
