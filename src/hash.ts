import type { Draft, Json } from './adapter.ts';

const hex = (number: number): string => (number >>> 0).toString(16).padStart(8, '0');

function half(text: string, seed: number): string {
  let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    a = Math.imul(a ^ char, 0x9e3779b1);
    b = Math.imul(b ^ char, 0x5f356495);
  }
  const mix = (one: number, other: number) =>
    Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  a = mix(a, b);
  return hex(a) + hex(mix(b, a));
}

/**
 * 256 bits of a text in hex (cyrb53, four times). Not a cryptographic hash, and `crypto` takes 3 ms to
 * load: who could make two sessions collide could as well give both the same id.
 */
export const hash = (text: string): string =>
  [0, 1, 2, 3].map((seed) => half(text, seed * 0x5bd1e995)).join('');

/** The same for the events of one call, another for another: from what the call looks like. */
export function fingerprint({ session, tool, input }: Draft): string {
  const look = (value: unknown) =>
    typeof value === 'string' ? value.length + value.slice(0, 32) : JSON.stringify(value);
  const text = `${session}${tool}${Object.values((input ?? {}) as Json).map(look)}`;
  let hash = 0x811c9dc5; // FNV-1a
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hex(hash);
}
