// Patches that fit files, and what is left of them when a model or an attacker changes a line.
import fc from 'fast-check';

/** The files that each patch finds in a folder of its own: `@` stands for that folder. */
export const files: Readonly<Record<string, string>> = {
  '@/plain': 'one\ntwo\nthree\none\ntwo\nfour\n',
  '@/code': 'def a():\n    x = 1\n\n\ndef b():\n    x = 1\n    y — 2\n',
  '@/windows': 'one\r\ntwo\r\nthree\r\n',
  '@/open': 'one\ntwo',
};
const names = Object.keys(files);

/** A hunk of some lines of a file, in its order or not. */
const hunkOf = (name: string) =>
  fc
    .record({
      at: fc.nat(6),
      count: fc.integer({ min: 0, max: 3 }),
      signs: fc.array(fc.constantFrom(' ', '-', '-', '+'), { minLength: 4, maxLength: 4 }),
      head: fc.constantFrom('none', '@@', '@@', 'before', 'before', 'first'),
      end: fc.constantFrom(false, false, false, true),
      indent: fc.constantFrom('', '', '', ' ', '  '),
    })
    .map(({ at, count, signs, head, end, indent }) => {
      const all = (files[name] as string).split(/\r?\n/);
      const start = at % all.length;
      const lines = all.slice(start, start + count);
      const before = all[Math.max(0, head === 'first' ? start : start - 1)] ?? '';
      return [
        ...(head === 'none' ? [] : [head === '@@' ? '@@' : `@@ ${before.trim()}`]),
        ...lines.flatMap((line, i) => {
          const sign = signs[i] as string;
          return sign === '+' ? [` ${line}`, '+new'] : [`${sign}${indent}${line}`];
        }),
        ...(lines.length && signs[3] !== '+' ? [] : ['+added']),
        ...(end ? ['*** End of File'] : []),
      ];
    });

const update = fc
  .constantFrom(...names)
  .chain((name) =>
    fc
      .tuple(fc.array(hunkOf(name), { minLength: 1, maxLength: 2 }), fc.nat(5))
      .map(([hunks, moved]) => [
        `*** Update File: ${name}`,
        ...(moved === 0 ? ['*** Move to: @/moved'] : []),
        ...hunks.flat(),
      ]),
  );
const section = fc.oneof(
  { weight: 6, arbitrary: update },
  fc.constant(['*** Add File: @/added', '+new', '+', '+lines']),
  fc.constantFrom(...names).map((name) => [`*** Delete File: ${name}`]),
);

const blanks = ['\t', '\r', ' ', '\u0085', '\ufeff', '\u00a0', '\v', '\f', '\u2028', '\u200b'];
const lines = [
  ...[
    '',
    ' ',
    '*** End of File',
    '*** Move to: @/moved',
    '*** Environment ID: x',
    "<<'EOF'",
    'EOF',
  ],
  ...['*** Delete File: @/plain', '+*** Delete File: @/plain', ' *** Delete File: @/plain'],
  ...['*** Begin Patch', '*** End Patch', '@@', '@@ two', '+x\r*** Delete File: @/open'],
];

/** Changes the lines of a patch at a line; `choice` is any number, and says where in the line. */
export type Change = (all: string[], at: number, choice: number) => void;

/** Puts a text at the beginning of a line, at its end or inside. */
export const insertText =
  (text: string): Change =>
  (all, at, choice) => {
    const line = all[at] as string;
    const place = [0, line.length, choice % (line.length + 1)][choice % 3] as number;
    all[at] = line.slice(0, place) + text + line.slice(place);
  };

/** Puts another line before a line. */
export const insertLine =
  (line: string): Change =>
  (all, at) =>
    void all.splice(at, 0, line);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...blanks, '*', '@@ ', '+', '-', './').map(insertText),
  fc.constantFrom(...lines).map(insertLine),
  fc.constant<Change>((all, at) => void all.splice(at, 1)),
);

const patch = fc
  .record({
    sections: fc.array(section, { minLength: 1, maxLength: 2 }),
    changes: fc.array(fc.tuple(change, fc.nat(), fc.nat()), { maxLength: 2 }),
    end: fc.constantFrom('\n', '\n', '\n', '\n', '\r\n', '\r'),
    isWrapped: fc.constantFrom(false, false, false, true),
  })
  .map(({ sections, changes, end, isWrapped }) => {
    const all = ['*** Begin Patch', ...sections.flat(), '*** End Patch'];
    for (const [one, at, inside] of changes) if (all.length) one(all, at % all.length, inside);
    return (isWrapped ? ["<<'EOF'", ...all, 'EOF'] : all).join(end);
  });

/** So many patches, the same in every run. */
export const patches = (count: number): string[] => fc.sample(patch, { numRuns: count, seed: 1 });
