import { beforeAll, describe, test } from 'vitest';
import {
  expectConverted,
  expectNative,
  expectPrograms,
  otherScripts,
  pairsOf,
  plainScripts,
} from './carried.ts';

describe('a public hook', () => {
  beforeAll(expectPrograms);

  test.each(otherScripts)(
    'in $file ($shape) has its recorded effects under its own agent',
    expectNative,
  );

  const lines = pairsOf(plainScripts).filter(({ through }) => through === 'call');
  test.each([...lines, ...pairsOf(otherScripts)])(
    'in $file has its recorded effects under $host, or a loss is named',
    expectConverted,
  );
});
