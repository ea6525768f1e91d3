/**
 * The name of an event that a bundle emits on `process` once it has done the whole of its work. The
 * executable then keeps the code that V8 compiled. Typed as `exit` because Node's types know no
 * events of ours.
 */
export const runComplete = 'anyhook:served' as 'exit';
