export const env: NodeJS.ProcessEnv;
export function median(numbers: readonly number[]): number;
export function took(work: () => void): number;
export function run(
  command: readonly string[],
  options?: object,
): { stdout: Buffer; stderr: Buffer };
export function race(
  contenders: Record<string, () => unknown>,
  rounds: number,
  warmUp?: number,
): Record<string, number[]>;
export function beyond(one: readonly number[], other: readonly number[]): number;
