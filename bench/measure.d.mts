export interface Ratio {
  value: number;
  low: number;
  high: number;
}
export const env: NodeJS.ProcessEnv;
export function median(numbers: readonly number[]): number;
export function took(work: () => unknown): Promise<number>;
export function run(
  command: readonly string[],
  options?: object,
): { stdout: Buffer; stderr: Buffer };
export function runAtOnce(
  commands: readonly (readonly string[])[],
  options: object,
): Promise<unknown>;
export function race(
  contenders: Record<string, () => unknown>,
  rounds: number,
  warmUp?: number,
): Promise<Record<string, number[]>>;
export function beyond(one: readonly number[], other: readonly number[]): number[];
export function ratioOf(numbers: readonly number[], units: readonly number[]): Ratio;
export function timesOf(one: readonly number[], other: readonly number[]): Ratio;
export function playUntilSure<T extends Ratio>(
  play: (rounds: number) => Promise<T[]>,
  rounds: number,
  mostOf: (one: T) => number | undefined,
): Promise<T[]>;
