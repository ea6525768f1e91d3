import { AnyhookError } from '../errors.ts';

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };

/** Reads a duration such as `30s`, `500ms` or `2m` as milliseconds. Throws `usage`. */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  const factor = units[unit];
  if (factor === undefined) {
    const message = `--timeout ${text}: say a number with its unit, such as 30s or 500ms`;
    throw new AnyhookError('usage', message);
  }
  return Number(count) * factor;
}

/** Returns milliseconds as text, without rounding, as {@link parseDuration} reads them: `10s`, `1500ms`. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  return Number.isInteger(seconds) && seconds * 1000 === ms
    ? `${toDecimal(seconds)}s`
    : `${toDecimal(ms)}ms`;
}

/** Returns a number in decimal digits, without an exponent. */
function toDecimal(value: number): string {
  const [mantissa = '', power] = value.toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(power) + 1;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  return digits.length > point ? `${whole}.${digits.slice(point)}` : whole;
}
