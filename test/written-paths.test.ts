// Agents that pass paths on as their model wrote them: hooks of one are told the same under another.
import { describe, expect, test } from 'vitest';
import { translateAll } from '../src/index.ts';
import type { Json } from '../src/util/json.ts';
import { payloadOf, worldOf } from './conformance/fixtures.ts';

const family = ['gemini', 'tabnine', 'terminai'] as const;
type Host = (typeof family)[number] | 'copilot';
const hosts: readonly Host[] = [...family, 'copilot'];
const whens = ['before', 'after'] as const;
type When = (typeof whens)[number];

const text = 'a\n';
const cwd = '/home/dev/my-project';
const world = worldOf({
  files: Object.fromEntries(['old', 'key', 'e'].map((name) => [`${cwd}/secrets/${name}`, text])),
  links: {},
});

/** A call of a tool; agents of one family tell it alike. */
function payload(host: Host, when: When, name: string, input: unknown): Json {
  if (host !== 'copilot') {
    const given = payloadOf(
      'gemini',
      when === 'before' ? 'BeforeTool-read_file' : 'AfterTool-read_file',
    );
    return { ...given, cwd, tool_name: name, tool_input: input };
  }
  const given = payloadOf(host, when === 'before' ? 'preToolUse-create' : 'postToolUse-create');
  return { ...given, cwd, toolName: name, toolArgs: input };
}

/** An absolute text is taken for one below the project as well. */
const whole = [`${cwd}${cwd}/secrets/key`, `${cwd}/secrets/key`];
const read = 'read_file';
const secret = ['secrets/key'];
const patch = [
  ...['*** Begin Patch', '*** Add File: secrets/new', '+a', '*** Update File: secrets/old'],
  ...['*** Move to: secrets/moved', '@@', '-a', '+b', '*** Delete File: ./secrets/key'],
  ...['*** Update File: secrets/e', '@@', '-a', '+b', '*** End Patch', ''],
].join('\n');
const patched = ['secrets/new', 'secrets/old', 'secrets/old', 'secrets/moved', './secrets/key'];

/** Calls, and the paths that a hook is told of each, in order. */
const calls: [host: Host, name: string, input: unknown, told: string[], when?: When][] = [
  ...family.flatMap((host): typeof calls => [
    [host, read, { file_path: 'secrets/key' }, secret],
    [host, read, { file_path: './secrets/key' }, ['./secrets/key']],
    [host, read, { file_path: `${cwd}/secrets/key` }, [`${cwd}/secrets/key`]],
    [
      host,
      'read_many_files',
      { include: ['secrets/key', './secrets/e'] },
      ['secrets/key', './secrets/e'],
    ],
    [
      host,
      'read_many_files',
      { include: [`${cwd}/secrets/key`, 'secrets/e'] },
      [...whole, 'secrets/e'],
    ],
    [
      host,
      'read_many_files',
      { include: ['secrets/key', `${cwd}/secrets/key`] },
      ['secrets/key', whole[1] as string, whole[0] as string],
    ],
    [host, 'read_many_files', { include: ['secrets\\key'] }, secret],
  ]),
  ['terminai', 'file_operations', { operation: 'delete', path: ' secrets/key ' }, secret],
  ['terminai', 'file_operations', { operation: 'list_tree', path: 'secrets' }, ['secrets']],
  [
    'terminai',
    'file_operations',
    { operation: 'copy', from: 'secrets/key', to: 'out/key' },
    ['secrets/key', 'out/key'],
  ],
  [
    'terminai',
    'file_operations',
    { operation: 'move', from: 'secrets/key', to: '/tmp/key' },
    ['secrets/key', '/tmp/key', 'secrets/key'],
  ],
  ['copilot', 'create', { path: 'secrets/new', file_text: 'x' }, ['secrets/new']],
  ['copilot', 'apply_patch', patch, [...patched, 'secrets/e'], 'before'],
  ['copilot', 'grep', { pattern: 'x', paths: ['/tmp', 'secrets'] }, ['/tmp', 'secrets'], 'before'],
];

const asText = (value: unknown): Json =>
  (typeof value === 'string' ? JSON.parse(value) : value) as Json;
const pathIn = ({ tool_input, toolArgs, ...more }: Json): unknown => {
  const input = asText(tool_input ?? toolArgs ?? more);
  return input.file_path ?? input.dir_path ?? input.path ?? input.paths;
};

function told(host: Host, dialect: Host, given: Json, when: When, wordings?: 'both'): unknown[] {
  const native = dialect === 'copilot' ? `${when === 'before' ? 'pre' : 'post'}ToolUse` : undefined;
  return translateAll(given, {
    ...{ from: host, to: dialect, world },
    ...(native && { native }),
    ...(wordings && { wordings }),
  }).map(({ payload }) => pathIn(payload));
}

describe('A hook is told each path as the model wrote it, before a tool and after', () => {
  let met = 0;
  test.each(calls)('%s %s %j', (host, name, input, paths, only) => {
    for (const when of whens.filter((one) => one === (only ?? one)))
      for (const dialect of hosts.filter((one) => one !== host)) {
        const found = told(host, dialect, payload(host, when, name, input), when);
        expect(found, `${dialect} ${when}`).toEqual(paths);
        met++;
      }
  });
  test('by every other agent that passes them on', () => expect(met).toBe(162));
});

test('After a tool as before it, a line with the flag asks for a path in every wording', () => {
  for (const when of whens)
    for (const dialect of ['tabnine', 'terminai'] as const) {
      const given = payload('gemini', when, read, { file_path: './secrets/key' });
      const wordings = ['./secrets/key', `${cwd}/secrets/key`, 'secrets/key'];
      expect(told('gemini', dialect, given, when, 'both')).toEqual(wordings);
      const many = payload('gemini', when, 'read_many_files', { include: ['secrets/key'] });
      const both = ['secrets/key', `${cwd}/secrets/key`];
      expect(told('gemini', dialect, many, when, 'both')).toEqual(both);
    }
});
