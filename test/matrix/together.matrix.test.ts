// Several hooks of one line: what one run merges, compared with what the hooks' own agent makes of them.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Together, walkMixed, walkTogether } from './together.ts';

const first = (cells: readonly string[]) => cells.slice(0, 20);

describe('Several hooks of one line', () => {
  let all: Together;
  beforeAll(() => {
    all = walkTogether();
  }, 1_200_000);

  test('are nowhere weaker than with their own agent, unless they are with a line each as well', () => {
    expect(first(all.weaker)).toEqual([]);
    expect(all.cells).toBeGreaterThan(250_000);
  });

  test('do not undo refusals of each other', () => {
    expect(first(all.undone)).toEqual([]);
  });

  test('have the verdict of their own agent where the host can say what each says', () => {
    expect(first(all.different)).toEqual([]);
    expect(all.equal / all.sayable).toBeGreaterThan(0.93);
  });

  test('do not undo refusals of each other if they are of two dialects', () => {
    const { undone, cells } = walkMixed();
    expect(first(undone)).toEqual([]);
    expect(cells).toBeGreaterThan(5000);
  }, 1_200_000);
});
