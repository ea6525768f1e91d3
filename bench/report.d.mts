export interface Measured {
  name: string;
  value: number;
  low: number;
  high: number;
  /** Medians by what was played, as the second table shows them. */
  medians: string;
}
export const rows: Record<string, { most?: number | Record<string, number>; against: string }>;
export const majors: readonly number[];
export function mostOf(name: string, major: number): number | undefined;
export function holds(one: Pick<Measured, 'name' | 'value'>, major: number): boolean;
export function cellOf(one: Measured, major: number): string;
export function readBlock(
  block: string,
): Record<'ratios' | 'medians', Record<string, Record<string, string>>>;
export function replaceCells(
  block: string,
  major: number,
  measured: readonly Measured[],
  where: string,
): string;
export function readSpeed(block: string): Record<string, string>;
export function readmeLines(block: string): string;
export function blockOf(page: string, name: string): string;
export function withBlock(page: string, name: string, block: string): string;
