/**
 * `anyhook/machine`: the world of this machine, for functions that may look at files and at the clock. It is the only
 * entry point for events and answers that loads modules of Node.
 *
 * @packageDocumentation
 */

export { type MachineOptions, machine } from '../library/machine.ts';
