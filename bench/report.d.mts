export interface Measured {
  name: string;
  value: number;
  note: string;
}
export const gates: Record<string, { most?: number; against: string }>;
export function holds(one: Pick<Measured, 'name' | 'value'>): boolean;
export function table(measured: readonly Measured[]): string;
export function withBlock(readme: string, block: string): string;
