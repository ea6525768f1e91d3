/**
 * `anyhook/core`: the functions of `anyhook` without any agent. They take the dialect of an agent
 * (`anyhook/dialects/*`), or its whole adapter (`anyhook/adapters/*`) where a docstring says that it is needed. An id is known here
 * only once the program has loaded `anyhook` too; the canonical dialect, of the id `anyhook`, is exported here.
 *
 * @packageDocumentation
 */

export { anyhook } from '../adapters/anyhook/dialect.ts';
export * from '../library/core.ts';
export * from '../library/model.ts';
