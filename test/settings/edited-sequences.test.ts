/** Lines of ours that a person changed, under commands in any order: they stay in the file, and each command reports them. */
import { describe, expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { splitElement } from '../../src/convert/ownership/elements.ts';
import { agentVendors, readSettingsText } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { isPlugin } from './agent-file.ts';
import { geminiHooks, guard, commands as linesIn, type Project, project } from './project.ts';

const source = '.claude/settings.json';
const claudeHooks = (timeout = 3) => ({
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: ['./a.sh', './b.sh'].map((command) => ({ type: 'command', command, timeout })),
      },
    ],
    SessionStart: [{ hooks: [{ type: 'command', command: './s.sh' }] }],
  },
});

/** The element of a list whose line starts `b.sh`, and how to change it. */
interface Place {
  lists: Record<string, unknown[]>;
  event: string;
  element: Record<string, unknown>;
  entry: Record<string, string>;
}

const replace = (from: RegExp, to: string) => (place: Place) => {
  const { entry } = place;
  const changed = entry.command?.replace(from, to) ?? '';
  expect(changed).not.toBe(entry.command);
  entry.command = changed;
};

/** What a person does to the line. */
const edits: Record<string, (place: Place) => void> = {
  'gives its hook another word': replace(/(--hook|--) \.\/b\.sh/, "$1 './b.sh mine'"),
  'puts a word behind it': replace(/(--hook|--) \.\/b\.sh/, '-- ./b.sh mine'),
  'puts a command behind it': replace(/$/, '; ./mine.sh'),
  'adds a hook to it': replace(/(?:--hook|--) \.\/b\.sh/, '--hook ./b.sh --hook ./mine.sh'),
  'changes a limit in it': replace(/--timeout 3s/, '--timeout 9s'),
  'takes the limit out of it': replace(/ --timeout 3s/, ''),
  'adds a flag to it': replace(/--event PreToolUse/, '$& --on-failure block'),
  'changes a key beside it': ({ entry }) => {
    entry.comment = 'mine';
  },
  'copies it': ({ lists, event, element }) => {
    lists[event]?.push(structuredClone(element));
  },
  'moves it to another event': ({ lists, event, element }) => {
    const other = Object.keys(lists).find((one) => one !== event && /session/i.test(one));
    lists[event] = (lists[event] ?? []).filter((one) => one !== element);
    lists[other ?? '']?.push(element);
  },
  'takes a hook out of it': replace(/ --hook \.\/a\.sh(?: --timeout 3s)?|--timeout 3s /, ''),
};

const hosts = agentVendors().filter((id) => id !== 'claude');
const fileOf = (host: Vendor): string =>
  ({ copilot: '.github/hooks/anyhook.json' })[host as string] ?? tableOf(host).files.own.project;

/** A project whose hooks were converted, and whose line for `b.sh` a person then changed. */
async function changedProject(host: Vendor, change: (place: Place) => void) {
  const scripts = { 'a.sh': guard, 'b.sh': guard, 's.sh': '#!/bin/sh\n' };
  const p = project({ [source]: claudeHooks(), ...scripts });
  const file = fileOf(host);
  await p.anyhook('convert', 'claude', host, '--write', '--accept-loss');
  const before = entriesOf(p, host);
  const json = p.json(file);
  const lists: Place['lists'] = json.hooks;
  const [event, element] = Object.entries(lists)
    .flatMap(([event, list]) => list.map((one) => [event, one as Place['element']] as const))
    .find(([, one]) => JSON.stringify(one).includes('./b.sh')) as [string, Place['element']];
  const entry = ((element.hooks as unknown[])?.[0] ?? element) as Place['entry'];
  change({ lists, event, element, entry });
  p.put(file, json);
  const ofPerson = without(entriesOf(p, host), before);
  expect(ofPerson).toHaveLength(1);
  return { p, file, ofPerson };
}

/** Each entry of the file with its event, as text. */
function entriesOf(p: Project, host: Vendor): string[] {
  const file = fileOf(host);
  const { elements } = readSettingsText(host, p.has(file) ? p.get(file) : '', file);
  return elements.flatMap(({ event, value }) =>
    splitElement(host, value).map((one) => JSON.stringify([event, one])),
  );
}

/** Returns those of the texts that are left when each of `others` is taken away once. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const reports = /changed by hand|Changed by hand|this entry starts anyhook, but/;
const commands: Record<string, (p: Project, host: Vendor) => Promise<string>> = {
  convert: async (p, host) =>
    (await p.anyhook('convert', 'claude', host, '--write', '--accept-loss')).stdout,
  sync: async (p, host) =>
    (await p.anyhook('sync', '--from', 'claude', '--to', host, '--accept-loss')).stdout,
  'convert after a change of the source': async (p, host) => {
    p.put(source, claudeHooks(p.get(source).includes('"timeout": 3') ? 4 : 3));
    return (await p.anyhook('convert', 'claude', host, '--write', '--accept-loss')).stdout;
  },
  remove: async (p, host) => (await p.anyhook('remove', host)).stdout,
};

/** Whether a command leaves the line that was copied where it is. */
const isPlain = (name: string): boolean => name === 'convert' || name === 'sync';

/** Runs commands one after the other, and checks after each that the person's entry is in the file and was reported. */
async function expectKept(host: Vendor, edit: string, names: readonly string[]): Promise<void> {
  const { p, file, ofPerson } = await changedProject(host, edits[edit] ?? (() => {}));
  for (const [i, name] of names.entries()) {
    // An entry that is exactly what a conversion writes becomes ours again where the file holds no other one.
    const isOtherGone = names.slice(0, i).some((earlier) => !isPlain(earlier));
    if (edit === 'copies it' && name !== 'remove' && isOtherGone) return;
    const said = (await commands[name]?.(p, host))?.replace(/\s+/g, ' ') ?? '';
    const so = `${edit}: ${names.slice(0, i + 1).join(', ')}\n${said}`;
    expect(without(ofPerson, entriesOf(p, host)), so).toEqual([]);
    expect(said, so).toMatch(reports);
    expect(p.has('.anyhook/run.cjs'), so).toBe(true);
  }
  // Once the person deletes the entry, or the plugin that was made for it, nothing of ours stays.
  if (isPlugin(host)) p.drop(file);
  else p.put(file, {});
  const { stdout } = await p.anyhook('remove', host);
  expect(stdout, `${edit}: ${names.join(', ')}`).toContain('.anyhook was deleted');
  expect(p.has('.anyhook')).toBe(false);
}

const each = Object.keys(commands).filter((name) => name !== 'sync');
const threeOfThem = each.flatMap((a) => each.flatMap((b) => each.map((c) => [a, b, c])));

describe.each(Object.keys(edits))('An entry of which a person %s stays', (edit) => {
  test.each(hosts)('in %s, whether it is removed at once or converted first', async (host) => {
    await expectKept(host, edit, ['remove', 'remove', 'convert', 'remove']);
    await expectKept(host, edit, ['convert', 'remove', 'sync', 'remove']);
  });

  test('in gemini, whatever three commands follow', async () => {
    for (const names of threeOfThem) await expectKept('gemini', edit, names);
  });
});

describe.each(hosts.filter((id) => id !== 'codex'))('In %s', (host) => {
  /** Takes a hook out of the line that starts it, or the whole line if it starts no other. */
  const deleteHook = (p: Project, name: string) => {
    const json = p.json(fileOf(host));
    for (const [event, list] of Object.entries<object[]>(json.hooks))
      json.hooks[event] = list.filter((element) => {
        const entry = ((element as { hooks?: unknown[] }).hooks?.[0] ?? element) as Place['entry'];
        const word = ` --hook ./${name}`;
        const rest = entry.command?.replace(new RegExp(`${word}( --timeout \\w+)?`), '');
        if (rest !== entry.command) entry.command = rest ?? '';
        return !entry.command?.includes(`-- ./${name}`);
      });
    p.put(fileOf(host), json);
  };

  test.each([
    'a.sh',
    'b.sh',
    's.sh',
  ])('a hook that a person deleted (%s) is written again and named, and its line stays', async (name) => {
    const scripts = { 'a.sh': guard, 'b.sh': guard, 's.sh': '#!/bin/sh\n' };
    const hooks = claudeHooks();
    hooks.hooks.PreToolUse[0]?.hooks.splice(1, 0, {
      type: 'command',
      command: './c.sh',
      timeout: 5,
    });
    const p = project({ [source]: hooks, ...scripts, 'c.sh': guard });
    await commands.convert?.(p, host);
    const whole = linesIn(p.json(fileOf(host)));
    deleteHook(p, name);
    const rest = linesIn(p.json(fileOf(host)));
    expect(rest).not.toEqual(whole);
    const said = await commands.convert?.(p, host);
    const sentence = `${name} was deleted here by hand. ${source} has it, so it is written again.`;
    expect(said?.replace(/\s+/g, ' ')).toContain(sentence);
    const now = linesIn(p.json(fileOf(host)));
    expect(without(rest, now)).toEqual([]);
    expect(without(now, rest)).toEqual([expect.stringContaining(` -- ./${name}`)]);
    const state = p.texts();
    expect(await commands.convert?.(p, host)).not.toContain('was deleted');
    expect(p.texts()).toEqual(state);
  });
});

test('An entry that only records an event stays as well where a person changed it, and remove reports it', async () => {
  const file = '.cursor/hooks.json';
  const p = project({
    '.gemini/settings.json': geminiHooks({ AfterAgent: [{ command: 'echo c' }] }),
  });
  await p.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss');
  const recording = p
    .get(file)
    .replace(/("command": "(?!.*--hook|.* -- )[^"]*")/, '$1, "comment": "mine"');
  expect(recording).toContain('"mine"');
  p.put(file, recording);
  for (let i = 0; i < 2; i++) {
    const { stdout } = await p.anyhook('remove', 'cursor');
    expect(stdout.replace(/\s+/g, ' ')).toContain('this entry was changed by hand, so it stays');
    expect(p.get(file)).toContain('"mine"');
    expect(p.has('.anyhook/run.cjs')).toBe(true);
  }
});
