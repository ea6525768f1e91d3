/** Files with the lines that git writes at a merge conflict: each error names them, once, and says what to do. */
import { describe, expect, test } from 'vitest';
import { parseJsonc } from '../../src/edit/jsonc/tree.ts';
import { parseToml } from '../../src/edit/toml/tree.ts';
import { parseYaml } from '../../src/edit/yaml/parse.ts';

/** Puts a conflict between two lines around a text. */
const conflictOf = (before: string, ours: string, theirs: string, after: string) =>
  `${before}<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> feature: a # name\n${after}`;

const rows: [string, string, (text: string) => unknown][] = [
  [
    'JSON',
    conflictOf('{\n  "a": 1,\n', '  "b": 2\n', '  "c": 3\n', '}\n'),
    (text) => parseJsonc(text, 'f'),
  ],
  [
    'JSON with CRLF',
    conflictOf('{\n  "a": 1,\n', '  "b": 2\n', '  "c": 3\n', '}\n').replaceAll('\n', '\r\n'),
    (text) => parseJsonc(text, 'f'),
  ],
  [
    'YAML',
    conflictOf('version: 1\nhooks:\n', '  - name: a\n    run: a.sh\n', '  - name: b\n', ''),
    (text) => parseYaml(text, 'f'),
  ],
  [
    'TOML',
    conflictOf('a = 1\n[hooks]\n', 'b = 2\n', 'b = 3\n', '[c]\n'),
    (text) => parseToml(text, 'f'),
  ],
];

describe('a merge conflict', () => {
  test.each(rows)('in %s is one error that says what to do', (_, text, parse) => {
    expect(() => parse(text)).toThrow(
      /^f:3:1: a merge conflict that git left: keep what is right, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>$/,
    );
  });

  test('is not seen in a text that is read without it', () => {
    const text = 'version: 1\ntext: |\n  <<<<<<< HEAD\n  >>>>>>> b\n';
    expect(() => parseYaml(text, 'f')).not.toThrow();
    expect(() => parseYaml(`${text}a: [\n`, 'f')).toThrow(/^f:6:1/m);
  });
});
