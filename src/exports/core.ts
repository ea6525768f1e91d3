/**
 * `anyhook/core`: the functions of `anyhook` without any agent. They take the dialect or the adapter of an agent, from
 * `anyhook/dialects/*` or `anyhook/adapters/*`.
 *
 * @packageDocumentation
 */

export * from '../index.ts';
