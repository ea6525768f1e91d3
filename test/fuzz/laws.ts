import { expect } from 'vitest';
import { checkSettings } from '../../src/check/check.ts';
import { type Conversion, convertText } from '../../src/convert/convert-text.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { isObject, isSameJson } from '../../src/util/equal.ts';
import { writeAgentFile } from '../settings/agent-file.ts';
import type { Vendor } from '../settings/arbitrary.ts';
import { bufferOf } from './arbitrary.ts';
import { refusing } from './errors.ts';

/** A vendor's file, and that of another it is to be put into; in Latin-1. */
export interface Pair {
  from: Vendor;
  to: Vendor;
  source: string;
  target: string;
}

const text = (latin1: string): string => bufferOf(latin1).toString();

/** Every character of the first is in the second, in that order. */
function within(part: string, whole: string): boolean {
  let at = 0;
  for (const char of part) {
    at = whole.indexOf(char, at);
    if (at < 0) return false;
    at += char.length;
  }
  return true;
}

const without = (value: unknown, key: string): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) : {};

/** All of the second is in the first. */
const has = (value: unknown, part: unknown): boolean =>
  isObject(part) && isObject(value)
    ? Object.entries(part).every(([key, one]) => Object.hasOwn(value, key) && has(value[key], one))
    : isSameJson(value, part);

/** What is true of any two files; undefined where one of them cannot be read. */
export async function converts(pair: Pair): Promise<Conversion | undefined> {
  const { from, to } = pair;
  const [source, target] = [text(pair.source), text(pair.target)];
  const read = (vendor: string, said: string) => readHooks(vendor, said, 'a file');
  await refusing(() => checkSettings(from, read(from, source)));
  const convert = (said: string, into: string, ours = {}) =>
    convertText({
      ...{ from, to, ofThisSource: ours },
      source: { text: said, file: 'the source' },
      target: { text: into, file: 'the target' },
    });
  const done = await refusing(() => convert(source, target));
  if (!done) return undefined;

  // What is written can be read, and is written once.
  const there = done.text.trim() ? read(to, done.text) : undefined;
  const { plugin } = tableOf(to).syntax; // its code, which is anyhook's own, is written anew without a hook as well
  if (done.changed && !plugin) expect(there?.hooks.length).toBeGreaterThan(0);
  expect(convert(source, done.text, done.entries).text).toBe(done.text);

  // What was there is there.
  const before = target.trim() ? read(to, target) : undefined;
  const wrapped = before?.hooks.some((one) => one.wrapped);
  if (to !== 'anyhook' && !wrapped) {
    if (!plugin) expect(within(target, done.text), done.text).toBe(true);
    for (const { value } of before?.elements ?? [])
      expect(there?.elements.some((one) => isSameJson(one.value, value))).toBe(true);
  }
  if (to === 'anyhook')
    for (const { hook } of before?.hooks ?? [])
      expect(there?.hooks.some((one) => isSameJson(one.hook, hook))).toBe(true);

  // Taken out again, nothing but the hooks was touched.
  const left = convert(
    from === 'anyhook' ? 'version: 1\nhooks: []\n' : writeAgentFile(from, {}),
    done.text,
    done.entries,
  );
  if (before && left.text.trim()) {
    const after = read(to, left.text);
    if (!wrapped) expect(after.hooks.length).toBe(before.hooks.length);
    expect(has(without(after.value, 'hooks'), without(before.value, 'hooks'))).toBe(true);
  }
  return done;
}
