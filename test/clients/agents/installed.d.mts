export type Id = 'claude' | 'codex' | 'copilot' | 'pi' | 'qwen';
export const ids: readonly Id[];
export function manifestOf(id: Id): { optionalDependencies?: Record<string, string> };
export function pinned(id: Id): { name: string; version: string };
export function folderOf(id: Id): string;
export function isInstalled(id: Id): boolean;
export function expectThere(name: string, path: string): void;
export function npm(args: readonly string[], cwd: string): void;
export function install(id: Id): void;
