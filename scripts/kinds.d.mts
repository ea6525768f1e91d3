/** Returns the code of a module with the exports of `kinds.ts`. */
export function printKindsModule(kinds: Record<string, unknown>): string;
