/** The entry point `anyhook/hook`: what the file of a hook imports. It loads no table, no zod and no module of Node. */
export type { CamelCase, HandlerName } from './handler-names.ts';
export type { Handler, HandlerResult, Handlers } from './hook.ts';
export { hook } from './hook.ts';
export { allow, ask, deny } from './outcomes.ts';
