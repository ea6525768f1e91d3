/** Hooks on one line compared with the same hooks on lines of their own, and lines that a person has changed. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { startsHook } from '../../src/canonical/flags.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { agentVendors, readHooks } from '../../src/settings/formats/index.ts';
import { scanWords } from '../../src/util/shell/line.ts';
import { eventAt } from '../facts.ts';
import { property } from '../property.ts';
import { commands, guard, project } from './project.ts';
import { text as anyText } from './words-arbitrary.ts';

const moments = ['before', 'prompt', 'after', 'stop'] as const;
/** Texts that a line might mistake for a part of itself. */
const ofLines = [
  ...['--hook', '--', '-- x', 'x --hook y', '--name', 'a,b', '# c', '$HOME', 'a\nb', 'a\\', "it's"],
  ...[
    "''",
    '"',
    '`x`',
    '{ echo npx anyhook sync>&2;exit 2;}',
    "&& false || [ $? = 9 ] || echo '{}'",
  ],
  '/bin/sh .anyhook/sh --host gemini --as claude -- x',
];
const word = fc
  .oneof(fc.constantFrom('./a.sh', './b.sh', ...ofLines), anyText)
  .filter((one) => /\S/.test(one) && !one.includes('\0'));
const hookAt = (speaks: Vendor, events: readonly string[]): fc.Arbitrary<object> =>
  fc.record(
    {
      ...(speaks === 'anyhook' ? {} : { speaks: fc.constant(speaks) }),
      [speaks === 'anyhook' ? 'on' : 'event']: fc.constantFrom(...events),
      run: word,
      name: word,
      description: word,
      cwd: word,
      match: fc.constantFrom('Bash', 'Shell', 'run_shell_command', 'Write|Edit', '.*', '--hook'),
      env: fc.dictionary(fc.constantFrom('A', 'NODE_OPTIONS'), word, { minKeys: 1 }),
      timeout: fc.constantFrom('1s', '90s', '500ms'),
      'on-failure': fc.constantFrom('block', 'allow', 'native'),
      ask: fc.constantFrom('auto', 'deny', 'host'),
      halt: fc.constantFrom('auto', 'strict'),
      'loop-limit': fc.constantFrom(0, 5, 'none'),
      guard: fc.constant(false),
      log: fc.constantFrom('x.log', 'y.log'),
    },
    {
      requiredKeys: [
        'run',
        speaks === 'anyhook' ? 'on' : 'event',
        ...(speaks === 'anyhook' ? [] : ['speaks']),
      ] as never,
    },
  );
const hooksOfOneMoment = fc
  .tuple(
    fc.constantFrom(...moments),
    fc.shuffledSubarray(Object.keys(adapters) as Vendor[], { minLength: 1, maxLength: 3 }),
  )
  .chain(([moment, vendors]) => {
    const shell = moment === 'before' ? (['shell'] as const) : [];
    const some = vendors.map((id) => {
      return hookAt(id, [...new Set([moment, ...shell].map((one) => eventAt(id, one)))]);
    });
    return fc.array(fc.oneof(...some), { minLength: 2, maxLength: 7 });
  });

property('hooks are started with the same flags and losses on one line as on lines of their own', {
  corpus: 'shared-apart',
  inputs: fc.tuple(fc.constantFrom(...agentVendors()), hooksOfOneMoment),
  holds: ([to, hooks]) => {
    const [apart, together] = (['apart', 'together'] as const).map((lines) => {
      const source = { text: JSON.stringify({ version: 1, hooks }), file: 'a' };
      const { text, record, rows } = convertText({
        from: 'anyhook',
        to,
        lines,
        source,
        target: { text: '', file: 'b' },
      });
      const started = readHooks(to, text, 'b', record).hooks.map(
        ({ event, wrapped, problem, hook }) =>
          JSON.stringify([event, wrapped, problem, Object.entries(hook).sort()]),
      );
      return {
        started: started.sort(),
        losses: rows.map(({ losses }) => {
          const codes = losses.map(({ code }) => code).sort();
          return codes.filter((code) => !code.startsWith('order-')); // see order.matrix.test.ts
        }),
      };
    });
    expect(together).toEqual(apart);
  },
  runs: 40,
  longRuns: 400,
  examples: agentVendors().map((to): [Vendor, object[]] => [
    to,
    [
      { on: 'before-tool', run: '--hook', name: '--hook' },
      { on: 'before-tool', run: 'a', name: 'x, y', timeout: '1s' },
      { speaks: 'cursor', event: 'preToolUse', run: 'b --hook c', ask: 'deny' },
      { speaks: 'cursor', event: 'preToolUse', run: "it's", 'on-failure': 'allow' },
    ],
  ]),
});

const source = '.claude/settings.json';
const targets = {
  gemini: '.gemini/settings.json',
  copilot: '.github/hooks/anyhook.json',
  qwen: '.qwen/settings.json',
  cursor: '.cursor/hooks.json',
};
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('drop', 'repeat', 'swap', 'insert'),
    at: fc.nat(40),
    other: fc.nat(40),
    word: fc.constantFrom(
      ...['--', '--hook', '--hook ./x.sh', '-- ./x.sh', '--on-failure allow', '--guard false'],
      ...[
        '--matcher Nothing',
        '--as cursor',
        '--name --hook',
        '--timeout 1s',
        "'it s'",
        '--newer 1',
      ],
    ),
  }),
  { minLength: 1, maxLength: 2 },
);
type Edit = (typeof edits extends fc.Arbitrary<infer T> ? T : never)[number];

/** Changes a line of ours behind its launcher, and leaves its ending. */
function changeLine(line: string, some: readonly Edit[]): string {
  const start = line.indexOf('--host');
  const { words, end } = scanWords(line.slice(start));
  const texts = words.map((one, i) =>
    line.slice(start + (words[i - 1]?.end ?? 0), start + one.end).trim(),
  );
  for (const { kind, at, other, word } of some) {
    const [i, j] = [at % texts.length, other % texts.length];
    const [one = '', two = ''] = [texts[i], texts[j]];
    if (kind === 'drop') texts.splice(i, 1);
    else if (kind === 'repeat') texts.splice(i, 0, one);
    else if (kind === 'insert') texts.splice(i, 0, word);
    else [texts[i], texts[j]] = [two, one];
  }
  return line.slice(0, start) + texts.join(' ') + line.slice(start + end);
}

property<[to: keyof typeof targets, some: Edit[], hasLedger: boolean]>(
  'a hook on a line that a person changed in any way is started by another line, or the conversion names the changed one',
  {
    corpus: 'shared-edits',
    inputs: fc.tuple(
      fc.constantFrom(...(Object.keys(targets) as (keyof typeof targets)[])),
      edits,
      fc.boolean(),
    ),
    async holds([to, some, hasLedger]) {
      const scripts = ['./a.sh', './b.sh', './c.sh'];
      const entries = scripts.map((command, i) => ({
        type: 'command',
        command,
        ...(i === 1 && { timeout: 7 }),
      }));
      const p = project({
        [source]: { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: entries }] } },
        ...Object.fromEntries(scripts.map((name) => [name, guard])),
      });
      const convert = () => p.anyhook('convert', 'claude', to, '--write', '--accept-loss');
      const path = targets[to];
      await convert();
      const line = commands(p.json(path)).find((one) => one.includes('--hook ')) ?? '';
      const changed = changeLine(line, some);
      p.put(
        path,
        JSON.parse(JSON.stringify(p.json(path)), (_, value) => (value === line ? changed : value)),
      );
      if (!hasLedger) p.drop('.anyhook/written.json');
      const { code, stdout, stderr } = await convert();
      expect([code, stderr]).toEqual([0, '']);
      const refusing = commands(p.json(path))
        .flatMap(parseShimLines)
        .filter(
          ({ problem, speaks, flags: { guard: guards, matcher, onFailure } }) =>
            problem === undefined &&
            speaks === 'claude' &&
            guards !== false &&
            matcher === 'Bash' &&
            onFailure !== 'allow',
        );
      const started = refusing
        .filter(({ flags }) => startsHook(flags))
        .flatMap(({ flags }) => flags.command);
      if (!scripts.every((name) => started.includes(name))) expect(stdout).toMatch(/by\s+hand/);
      const state = p.state();
      await convert();
      expect(p.state()).toEqual(state);
    },
    runs: 2,
    longRuns: 60,
    examples: [['gemini', [{ kind: 'insert', at: 0, other: 0, word: '--newer 1' }], true]],
  },
);
