import { expect, test } from 'vitest';
import { clearedVariables, untouchedVariables } from '../../src/shim/loader-variables.ts';
import { namesIn, unlisted } from './node-reads.ts';

/** This Node, and the library that it is in where a distribution has built it so. */
function binaries(): string[] {
  const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] };
  return [process.execPath, ...sharedObjects.filter((file) => /libnode/.test(file))];
}

test('Every variable that the binary of this Node names is cleared by the loader, or is left for a stated reason', () => {
  const names = binaries().flatMap(namesIn);
  expect(names).toEqual(
    expect.arrayContaining(['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'NODE_EXTRA_CA_CERTS']),
  );
  const why = `Node ${process.version} may read these: state in src/shim/loader-variables.ts what it does with each`;
  expect(unlisted(names), why).toEqual([]);
});

test('No variable is both cleared by the loader and left where it is', () => {
  const all = [...Object.keys(clearedVariables), ...Object.values(untouchedVariables).flat()];
  expect(all.length).toBeGreaterThan(70);
  expect(all).toEqual([...new Set(all)]);
});
