/** Settings files that are plugins which we generate: what is read of them, and what an edit leaves. */
import { describe, expect, test } from 'vitest';
import { agentVendors, formatOf, readHooks } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { eventAt } from '../facts.ts';
import { isPlugin, readAgentFile, writeAgentFile, writePlugin } from './agent-file.ts';
import { project } from './project.ts';

describe.each(agentVendors().filter(isPlugin))('the plugin of %s', (vendor) => {
  const { project: file } = tableOf(vendor).files.own;
  const event = eventAt(vendor, 'before');
  const read = (text: string) => readHooks(vendor, text, file);
  const edit = (text: string, remove: readonly number[], add: readonly object[]) =>
    formatOf(vendor).edit(vendor, text, file, {
      lists: [{ path: ['hooks', event], remove, add }],
    });
  const made = edit('', [], [{ command: 'a' }, { command: 'b' }]);

  test('is read with the place of each hook in the file, wherever its JSON begins a line', () => {
    const positions = (text: string) =>
      read(text).hooks.map(({ at, hook }) => [
        text.split('\n')[(at?.line ?? 0) - 1]?.slice((at?.column ?? 0) - 1, (at?.column ?? 0) + 13),
        hook.command,
      ]);
    const rows = (start: string) => [
      [start, 'a'],
      [start, 'b'],
    ];
    expect(positions(made)).toEqual(rows('{'));
    expect(positions(made.replaceAll('\n', '\r\n'))).toEqual(rows('{\r'));
    const list = `[{ "command": "a" }, { "command": "b" }]`;
    const short = writePlugin(vendor, `{"hooks": {"${event}": ${list}}\n}`);
    expect(positions(short)).toEqual(
      rows('{ "command": "').map(([, name]) => ['{ "command": "', name]),
    );
  });

  test('keeps the comments in its JSON, and has the code of this version after an edit', () => {
    const old = made
      .replace('"command": "b"', '"command": "b" // mine')
      .replace(/\n\};\n[\s\S]*/, '\n};\n\nolder();\n');
    expect(edit(old, [0], [])).toBe(
      edit(made, [0], []).replace('"command": "b"', '"command": "b" // mine'),
    );
  });

  test('is read and edited with a byte order mark, as editors add it', () => {
    expect(read(`\ufeff${made}`).hooks).toEqual(read(made).hooks);
    expect(edit(`\ufeff${made}`, [0], [])).toBe(edit(made, [0], []));
  });

  test('is empty after its last hook, whatever else stands for hooks, and is to be deleted then', () => {
    expect(edit(made, [0, 1], [])).toBe('');
    for (const hooks of [null, [], {}, 'x']) {
      const text = writeAgentFile(vendor, { hooks, more: 1 });
      expect(read(text).hooks).toEqual([]);
      const set = [{ path: ['other'], value: 1 }];
      expect(formatOf(vendor).edit(vendor, text, file, { lists: [], set })).toBe('');
    }
  });

  test('is not read where it is another program, or where its JSON does not end', () => {
    expect(() => read('export default () => {};\n')).toThrow(
      `${file}: it is a program that anyhook did not make`,
    );
    const cut = made.slice(0, made.indexOf('\n};\n'));
    expect(() => read(`${cut}\n}\n`)).toThrow(/:\d+: the hooks do not end/);
    expect(() => read(made.replace('\n};\n', '\n}\n'))).toThrow(/:\d+:\d+: /);
    expect(() => read(made.replace('"command"', 'command'))).toThrow(/:\d+:\d+: /);
  });

  test('is written by a conversion, has the same bytes after another, and goes with remove', async () => {
    const guard = { matcher: 'Bash', hooks: [{ type: 'command', command: './g.sh' }] };
    const p = project({
      '.claude/settings.json': { hooks: { PreToolUse: [guard] } },
      'g.sh': '#!/bin/sh\nexit 2\n',
    });
    const convert = () => p.anyhook('convert', 'claude', vendor, '--write', '--accept-loss');
    expect((await convert()).code).toBe(0);
    const text = p.get(file);
    const { hooks } = readAgentFile(vendor, text);
    expect(Object.keys(hooks)).toContain(event);
    expect(p.has('.anyhook/bridge.cjs')).toBe(true);
    await convert();
    expect(p.get(file)).toBe(text);
    await p.anyhook('remove', vendor);
    expect([p.has(file), p.has('.anyhook')]).toEqual([false, false]);
  });
});
