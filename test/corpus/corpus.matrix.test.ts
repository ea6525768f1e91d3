import { beforeAll, describe, test } from 'vitest';
import {
  expectConverted,
  expectNative,
  expectPrograms,
  firstScripts,
  laterScripts,
  otherScripts,
  pairsOf,
} from './carried.ts';

describe('a public hook', () => {
  beforeAll(expectPrograms);

  test.each([...laterScripts, ...otherScripts])(
    'in $file ($shape) has its recorded effects under its own agent',
    expectNative,
  );

  const calls = pairsOf(firstScripts).filter(({ through }) => through === 'call');
  test.each([...calls, ...pairsOf([...laterScripts, ...otherScripts])])(
    'in $file has its recorded effects under $host, or a loss is named',
    expectConverted,
  );
});
