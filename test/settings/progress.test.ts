import { expect, test } from 'vitest';
import { allowsProgress, makeProgressLine } from '../../src/cli/progress.ts';
import { listenToProgress, mapSteps, waitFor } from '../../src/util/progress.ts';

/** Makes a line of progress with a clock that stands, and a terminal of 40 columns. */
function place(width: number | undefined = 40) {
  const written: string[] = [];
  const timers = new Set<() => void>();
  let time = 5000;
  const line = makeProgressLine({
    now: () => time,
    write: (text) => void written.push(text.replaceAll('\r\u001b[K', '<')),
    findWidth: () => width,
    repeat(work) {
      timers.add(work);
      return () => timers.delete(work);
    },
  });
  return {
    ...{ line, timers },
    /** Lets time go by, in which a timer is called once. */
    pass(milliseconds: number) {
      time += milliseconds;
      for (const work of timers) work();
    },
    /** Returns what was written since the last call. `<`: the line was cleared. */
    read: () => written.splice(0),
  };
}

test('Nothing is drawn within the first second', () => {
  const { line, pass, read } = place();
  line.step('Checking the hooks', { done: 0, of: 9 });
  pass(999);
  line.step('Checking the hooks', { done: 1, of: 9 });
  line.clear();
  expect(read()).toEqual([]);
});

test('After a second each step is drawn in place, ten times in a second at most', () => {
  const { line, pass, read } = place();
  pass(1000);
  line.step('Checking the hooks', { done: 37, of: 1000 });
  pass(99);
  line.step('Checking the hooks', { done: 40, of: 1000 });
  pass(1);
  line.step('Copying the project');
  expect(read()).toEqual(['<Checking the hooks: 37 of 1,000', '<Copying the project …']);
});

test('A line that did not change is not drawn again', () => {
  const { line, pass, read } = place();
  pass(1000);
  line.step('Copying the project');
  pass(100);
  line.step('Copying the project');
  expect(read()).toEqual(['<Copying the project …']);
});

test('A line that was cleared appears again after a second', () => {
  const { line, pass, read } = place();
  pass(1000);
  line.step('One');
  line.clear();
  line.clear();
  pass(999);
  line.step('Two');
  pass(1);
  line.step('Three');
  expect(read()).toEqual(['<One …', '<', '<Three …']);
});

test('What is waited for is drawn by a timer, with the seconds that it takes, until it ends', () => {
  const { line, pass, read, timers } = place();
  const end = line.wait('guard.sh (Claude Code)');
  pass(1000);
  const endOther = line.wait('log.sh (Cursor)');
  pass(1100);
  end();
  pass(100);
  endOther();
  expect(timers.size).toBe(0);
  expect(read()).toEqual([
    '<Waiting for guard.sh (Claude Code), 1 s',
    '<Waiting for guard.sh (Claude Code) and…',
    '<Waiting for log.sh (Cursor), 1 s',
  ]);
});

test('A line is shorter than the terminal is wide, and has no characters that a terminal would obey', () => {
  const { line, pass, read } = place(20);
  pass(1000);
  line.step('A\u001b[31m long\nname of something');
  const [drawn = ''] = read();
  expect(drawn.slice(1)).toHaveLength(19);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be absent
  expect(drawn).not.toMatch(/[\u0000-\u001f]/);
});

test('Nothing is drawn where stderr is no terminal after all', () => {
  const timers = place();
  const written: string[] = [];
  const line = makeProgressLine({
    ...{ now: () => 1e6, repeat: () => () => {}, findWidth: () => undefined },
    write: (text) => void written.push(text),
  });
  line.step('One');
  line.clear();
  expect(written).toEqual([]);
  expect(timers.read()).toEqual([]);
});

test.each<[words: string[], env: Record<string, string>, isAllowed: boolean]>([
  [['sync'], {}, true],
  [['sync'], { TERM: 'xterm', CI: '' }, true],
  [['sync'], { CI: 'false' }, true],
  [['sync'], { CI: 'true' }, false],
  [['sync'], { CI: '1' }, false],
  [['sync'], { TERM: 'dumb' }, false],
  [['sync', '--json'], {}, false],
  [['sync', '--quiet'], {}, false],
  [['test', 'ls', '--', './guard.sh', '--json'], {}, true],
])('A line of progress for %j with %j is allowed: %s', (words, env, isAllowed) => {
  expect(allowsProgress(words, env)).toBe(isAllowed);
});

test('Items are counted for whoever listens, and what is waited for ends in any case', async () => {
  const heard: unknown[] = [];
  listenToProgress({
    step: (what, count) => void heard.push([what, count]),
    wait(what) {
      heard.push(what);
      return () => void heard.push(`${what} ended`);
    },
    compute: (work) => work(),
  });
  try {
    expect(mapSteps('Doubling', [1, 2], (one, i) => one * 2 + i)).toEqual([2, 5]);
    await expect(waitFor('a hook', Promise.reject(new Error('no')))).rejects.toThrow('no');
  } finally {
    listenToProgress(undefined);
  }
  expect(mapSteps('Doubling', [1, 2], (one, i) => one * 2 + i)).toEqual([2, 5]);
  expect(heard).toEqual([
    ['Doubling', { done: 0, of: 2 }],
    ['Doubling', { done: 1, of: 2 }],
    'a hook',
    'a hook ended',
  ]);
});
