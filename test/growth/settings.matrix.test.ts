import { describe, expect, test } from 'vitest';
import { editJsonc } from '../../src/edit/jsonc/edit.ts';
import { parseJsonc } from '../../src/edit/jsonc/tree.ts';
import { editToml } from '../../src/edit/toml/edit.ts';
import { parseToml } from '../../src/edit/toml/tree.ts';
import { yaml } from '../../src/settings/formats/yaml.ts';
import { fourths, tall, tight } from '../settings/large-json.ts';
import { grows } from './growth.ts';

describe('settings in JSON', () => {
  const edit = (text: string) => editJsonc(text, 'a file', { lists: fourths(text) });

  test('are read in time that is linear in their length', () => {
    expect(grows(tall, (text) => parseJsonc(text, 'a file'), 600)).toBeUndefined();
  });

  test.each([
    ['in lines of their own', tall],
    ['on one line', tight],
  ])('are edited in time that is linear in their length, %s', (_, make) => {
    expect(grows(make, edit, 600)).toBeUndefined();
  });
});

describe('settings in TOML', () => {
  const put = (text: string, remove: number[], count: number) => {
    const add = Array.from({ length: count }, (_, i) => ({
      matcher: `m${i}`,
      hooks: [{ command: 'x y' }],
    }));
    return editToml(text, 'a file', { lists: [{ path: ['hooks', 'A'], remove, add }] });
  };
  const tables = (count: number) => put('a = 1\n', [], count);
  const inline = (count: number) => put('hooks = {}', [], count).replaceAll('}, {', '},\n  {');

  test.each([
    ['in tables', tables],
    ['in braces', inline],
  ])('are edited in time that is linear in their length, %s', (_, make) => {
    const edit = (text: string) => {
      const { length } = (parseToml(text, 'a file').value.hooks as { A: unknown[] }).A;
      const thirds = Array.from({ length: Math.floor(length / 3) }, (_, i) => i * 3);
      return put(text, thirds, thirds.length);
    };
    expect(grows(make, edit, 300)).toBeUndefined();
  });
});

test('anyhook.yaml is read in time that is linear in the number of its keys and problems', () => {
  const make = (count: number) => {
    const keys = Array.from({ length: count }, (_, i) => `    k${i}: x`);
    return `version: 1\nhooks:\n  - on: stop\n    run: x\n${keys.join('\n')}`;
  };
  const refused = (text: string) => expect(() => yaml.read('anyhook', text, 'a file')).toThrow();
  expect(grows(make, refused, 4000)).toBeUndefined();
});
