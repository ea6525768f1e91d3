import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import {
  checkSettings,
  hooksOf,
  type OwnHook,
  placeHooks,
  readHooks,
  removeHooks,
} from '../../src/exports/settings.ts';
import { setAtPath } from '../../src/mapping/paths.ts';
import { agentVendors } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { groupBy } from '../../src/util/group.ts';
import { property } from '../property.ts';
import { isPlugin, readAgentFile, writeAgentFile, writePlugin } from '../settings/agent-file.ts';
import { type Layout, layout, printed } from '../settings/json-layouts.ts';

type Json = Record<string, unknown>;
const owner = 'mytool';
/** Its name begins like the other, and has characters that mean something in an expression. */
const other = 'mytool2.*(x)+';
const vendors = agentVendors();

const hooks: OwnHook[] = [
  { on: 'before-tool', tools: ['shell', 'write'], command: 'mytool hook', timeout: 10_000 },
  { on: 'stop', command: '"$HOME/my tool" log' },
  { on: 'session-start', command: 'mytool start' },
];
const olderHooks: OwnHook[] = [
  { on: 'before-tool', command: 'mytool hook --old' },
  { on: 'prompt', command: 'mytool prompt' },
  { on: 'stop', command: '"$HOME/my tool" log' },
];
const hooksOfOther: OwnHook[] = [
  { on: 'before-tool', tools: ['shell'], command: 'mytool hook', timeout: 10_000 },
  { on: 'stop', command: 'mytool2 stop' },
];

const place = (vendor: Vendor, text: string | undefined, list: readonly OwnHook[], who = owner) =>
  placeHooks(vendor, text, list, { owner: who }).text as string;
const remove = (vendor: Vendor, text: string | undefined, who = owner) =>
  removeHooks(vendor, text, { owner: who }).text;
const listOf = (vendor: Vendor, text: string | undefined, who = owner) =>
  hooksOf(vendor, text, { owner: who });

/** The native event of each agent for what every one of them has. */
const eventOf = (vendor: Vendor, on: string): string =>
  listOf(vendor, place(vendor, undefined, [{ on, command: 'x' }]))[0]?.on as string;

/** An entry that a person wrote, in the form of the agent. Its command speaks of the tool, and is none of it. */
const personElement = (vendor: Vendor, command: string): Json => {
  const isGrouped = tableOf(vendor).syntax.layout === 'grouped';
  const { constants } = tableOf(vendor).entry;
  return isGrouped
    ? { matcher: '.*', hooks: [{ ...constants, command }] }
    : { ...constants, command };
};

/** What a person has in the file: settings of the agent, and hooks of their own, if `events` names some. A plugin holds hooks alone. */
function personValue(vendor: Vendor, events: readonly string[]): Json {
  const value: Json = isPlugin(vendor)
    ? {}
    : vendor === 'codex'
      ? { description: 'ours' }
      : { theme: 'dark' };
  for (const [path, required] of Object.entries(tableOf(vendor).activation.required)) {
    const [first = '', second] = path.split('.');
    value[first] = second === undefined ? required : { [second]: required, more: [] };
  }
  if (!events.length) return value;
  const lists = events.map((on) => [
    eventOf(vendor, on),
    [personElement(vendor, 'cat mytool.log'), personElement(vendor, 'mytool hook')],
  ]);
  return { ...value, hooks: Object.fromEntries(lists) };
}

const plain: Layout = {
  ...{ kind: 'tall', unit: '  ', eol: '\n', bom: '', strict: true, twice: false },
  choices: [1],
};

/**
 * Returns the text of a file that a person has. A plugin is laid out in the only ways that ours can be: each value on a line,
 * in UTF-8 without a mark. One without hooks does not exist.
 */
function personText(vendor: Vendor, events: readonly string[], written: Layout): string {
  if (!isPlugin(vendor)) return printed(personValue(vendor, events), written);
  const value = personValue(vendor, events.length ? events : ['before-tool']);
  const json = printed(value, { ...written, kind: 'tall', eol: '\n', bom: '' });
  return writePlugin(vendor, json.trim()).replaceAll('\n', written.eol.replace(/^\r$/, '\n'));
}

/** Files that a person has, by what is special about them. */
const shapes: Record<string, (vendor: Vendor) => string> = {
  'without hooks': (vendor) => personText(vendor, [], plain),
  'with hooks': (vendor) => personText(vendor, ['before-tool', 'stop'], plain),
  'with CRLF': (vendor) => personText(vendor, ['before-tool'], { ...plain, eol: '\r\n' }),
  'with a byte order mark': (vendor) => personText(vendor, ['stop'], { ...plain, bom: '\ufeff' }),
  'with tabs': (vendor) => personText(vendor, ['before-tool'], { ...plain, unit: '\t' }),
  'on one line': (vendor) =>
    personText(vendor, ['before-tool', 'stop'], { ...plain, kind: 'spaced' }),
  'without a blank': (vendor) => personText(vendor, ['before-tool'], { ...plain, kind: 'tight' }),
  'with comments and trailing commas': (vendor) => {
    const json = JSON.stringify(personValue(vendor, ['before-tool', 'stop']), null, 4)
      .replaceAll('",\n', '", // note\n')
      .replace(/\]\n/g, '], /* after */\n');
    return isPlugin(vendor) ? writePlugin(vendor, json) : `// first\n${json}\n// last\n`;
  },
  'with hooks of another owner': (vendor) =>
    place(vendor, personText(vendor, ['stop'], plain), hooksOfOther, other),
};

describe.each(vendors)('in settings of %s', (vendor) => {
  test('a file that was made is gone when nothing is left', () => {
    const placed = place(vendor, undefined, hooks);
    expect(listOf(vendor, placed)).not.toHaveLength(0);
    expect(place(vendor, placed, hooks)).toBe(placed);
    expect(removeHooks(vendor, placed, { owner })).toEqual({
      text: undefined,
      count: placeHooks(vendor, undefined, hooks, { owner }).placed,
    });
    expect(remove(vendor, placed.replaceAll('\n', '\r\n'))).toBeUndefined();
    expect(remove(vendor, undefined)).toBeUndefined();
    expect(place(vendor, undefined, [])).toBeUndefined();
  });

  describe.each(Object.entries(shapes))('a file %s', (_, shapeOf) => {
    const text = shapeOf(vendor);

    test('comes back to the byte, and has the hooks once', () => {
      const placed = place(vendor, text, hooks);
      expect(placed).not.toBe(text);
      expect(place(vendor, placed, hooks)).toBe(placed);
      expect(remove(vendor, placed)).toBe(text);
      expect(remove(vendor, text)).toBe(text);
      expect(listOf(vendor, text)).toEqual([]);
    });

    test('gets the hooks of today in the place of older ones', () => {
      const older = place(vendor, text, olderHooks);
      const placed = place(vendor, older, hooks);
      expect(listOf(vendor, placed)).toEqual(listOf(vendor, place(vendor, text, hooks)));
      expect(remove(vendor, placed)).toBe(text);
      expect(place(vendor, older, [])).toBe(text);
    });

    test('holds several owners side by side', () => {
      const both = place(vendor, place(vendor, text, hooks), hooksOfOther, other);
      expect(listOf(vendor, both)).toEqual(listOf(vendor, place(vendor, text, hooks)));
      expect(remove(vendor, both)).toBe(place(vendor, text, hooksOfOther, other));
      expect(place(vendor, both, hooks)).toBe(both);
    });

    test('loses what a person changed in our entries, and nothing else', () => {
      const placed = place(vendor, text, hooks);
      const changed = placed.replace('my tool\\" log', 'my tool\\" --mine log');
      expect(changed).not.toBe(placed);
      expect(place(vendor, changed, hooks)).toBe(placed);
      expect(remove(vendor, changed)).toBe(text);
    });
  });

  test('our entries stay ours when a person puts them into other groups, or lays the file out anew', () => {
    const text = personText(vendor, ['before-tool'], plain);
    const valueIn = (text: string | undefined) => readAgentFile(vendor, text as string);
    const value: { hooks: Record<string, Json[]> } = valueIn(place(vendor, text, hooks));
    const list = value.hooks[eventOf(vendor, 'before-tool')] as Json[];
    if (tableOf(vendor).syntax.layout === 'grouped') {
      const ours = list.pop() as { hooks: Json[] };
      (list[0] as { hooks: Json[] }).hooks.unshift(...ours.hooks);
    } else list.unshift(list.pop() as Json);
    const moved = writeAgentFile(vendor, value, 4);
    expect(listOf(vendor, moved)).toHaveLength(listOf(vendor, place(vendor, text, hooks)).length);
    expect(valueIn(remove(vendor, moved))).toEqual(valueIn(text));
    const again = place(vendor, moved, hooks);
    expect(place(vendor, again, hooks)).toBe(again);
    expect(valueIn(remove(vendor, again))).toEqual(valueIn(text));
  });

  if (isPlugin(vendor))
    test('a plugin is gone with the last of its hooks, whoever made it', () => {
      const placed = place(vendor, personText(vendor, ['before-tool'], plain), hooks);
      const { hooks: lists } = readAgentFile(vendor, placed) as { hooks: Record<string, Json[]> };
      const ours = Object.entries(lists).map(([event, list]) => {
        return [event, list.filter(({ command }) => /# installed by/.test(command as string))];
      });
      const left = writeAgentFile(vendor, { hooks: Object.fromEntries(ours) });
      expect(listOf(vendor, left)).toEqual(listOf(vendor, placed));
      expect(remove(vendor, left)).toBeUndefined();
    });

  test('what is placed has no findings', () => {
    const everywhere = placeHooks(vendor, undefined, hooks, { owner });
    expect(everywhere.findings).toEqual([]);
    const file = tableOf(vendor).files.own.project;
    expect(checkSettings(vendor, readHooks(vendor, everywhere.text as string, file))).toEqual([]);
  });

  test('hooks that were read are placed as the same entries', () => {
    const placed = place(vendor, undefined, hooks);
    expect(place(vendor, placed, listOf(vendor, placed))).toBe(placed);
    expect(place(vendor, undefined, listOf(vendor, placed))).toBe(placed);
  });
});

/** Commands that a mark could be lost in, or that look as if they had one. */
const commands = fc.oneof(
  fc.constantFrom(
    'mytool hook',
    'echo a\\',
    'echo a\\ ',
    'cat <<EOF\nx\nEOF',
    'a # installed by mytool2',
    '# installed by mytool',
    '# installed by mytool\nx',
    "echo '# installed by mytool'",
    '\nx\r\n',
    'é "ü" \u2028',
  ),
  fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !text.includes('\0')),
);
const someHooks: fc.Arbitrary<OwnHook[]> = fc.array(
  fc.record(
    {
      on: fc.constantFrom('before-tool', 'after-tool', 'stop', 'prompt', 'session-start'),
      command: commands,
      timeout: fc.constantFrom(1000, 5000, 90_000),
      description: fc.constantFrom('Guards', 'a\nb', '# installed by mytool2'),
    },
    { requiredKeys: ['on', 'command'] },
  ),
  { maxLength: 4 },
);

/** The hooks of each event, in order. */
const byEvent = (list: readonly OwnHook[]) => Object.fromEntries(groupBy(list, ({ on }) => on));

interface Input {
  vendor: Vendor;
  events: string[];
  written: Layout;
  first: OwnHook[];
  second: OwnHook[];
  ofOther: OwnHook[];
}
const inputs: fc.Arbitrary<Input> = fc.record({
  vendor: fc.constantFrom(...vendors),
  events: fc.subarray(['before-tool', 'after-tool', 'stop', 'prompt', 'session-start']),
  written: layout,
  first: someHooks,
  second: someHooks,
  ofOther: someHooks,
});
const stated = { corpus: 'owned', inputs, runs: 50, longRuns: 1000 };
const textOf = ({ vendor, events, written }: Input) => personText(vendor, events, written);

property('any hooks in any file: what is put in and taken out leaves every byte', {
  ...stated,
  holds(input) {
    const { vendor, first, second } = input;
    const text = textOf(input);
    const once = place(vendor, text, first);
    expect(place(vendor, once, first)).toBe(once);
    const twice = place(vendor, once, second);
    expect(place(vendor, twice, second)).toBe(twice);
    expect(remove(vendor, once)).toBe(text);
    expect(remove(vendor, twice)).toBe(text);
  },
});

/** Files without any key: blank, with an empty object, with comments. */
const blank = fc.stringMatching(/^[ \t\n]{0,3}$/);
const comment = fc.constantFrom('', '// mine\n', '/* mine */');
const keyless = fc
  .tuple(
    blank,
    comment,
    fc.oneof(
      fc.constant(''),
      blank.map((inner) => `{${inner}}`),
    ),
    blank,
  )
  .map((parts) => parts.join(''));

property('any hooks in a file without keys, or in none: a file that was there stays', {
  ...stated,
  corpus: 'owned-keyless',
  inputs: fc.record({
    vendor: fc.constantFrom(...vendors),
    text: keyless,
    first: someHooks,
    second: someHooks,
  }),
  holds({ vendor, text, first, second }) {
    // A plugin without hooks does not exist.
    const { text: once, added } = placeHooks(vendor, isPlugin(vendor) ? '' : text, first, {
      owner,
    });
    for (const placed of isPlugin(vendor) ? [] : [once, place(vendor, once, second)]) {
      const left = remove(vendor, placed) as string;
      expect(left).toBeTypeOf('string');
      expect(left.includes('mine')).toBe(text.includes('mine'));
      const file = tableOf(vendor).files.own.project;
      const { value } = left.trim() ? readHooks(vendor, left, file) : { value: {} };
      const settings = placed === once ? added : placeHooks(vendor, text, second, { owner }).added;
      const all = placed === once ? settings : [...added, ...settings];
      const wanted: Json = {};
      for (const one of all) setAtPath(wanted, one.path.split('.'), one.value);
      expect(value).toEqual(wanted);
    }
    const made = place(vendor, undefined, first);
    const both = place(vendor, place(vendor, made, second, other), second);
    expect(remove(vendor, remove(vendor, both), other)).toBeUndefined();
    expect(remove(vendor, remove(vendor, both, other))).toBeUndefined();
  },
});

property('any hooks in TOML without keys, or in none: a file that was there stays', {
  ...stated,
  corpus: 'owned-keyless-toml',
  inputs: fc.record({
    text: fc
      .tuple(blank, fc.constantFrom('', '# mine', '# mine\n'), blank)
      .map((parts) => parts.join('')),
    first: someHooks,
  }),
  holds({ text, first }) {
    const options = { owner, file: '.codex/config.toml' };
    const { text: placed } = placeHooks('codex', text, first, options);
    const { text: left } = removeHooks('codex', placed, options);
    expect(left?.trim()).toBe(text.trim());
    const { text: made } = placeHooks('codex', undefined, first, options);
    expect(removeHooks('codex', made, options).text).toBeUndefined();
  },
});

property('any hooks in any file: what was put in is read back', {
  ...stated,
  holds(input) {
    const { vendor, first, second } = input;
    const text = textOf(input);
    const once = place(vendor, text, first);
    const alone = listOf(vendor, place(vendor, undefined, first));
    expect(byEvent(listOf(vendor, once))).toEqual(byEvent(alone));
    expect(place(vendor, once, listOf(vendor, once))).toBe(once);
    for (const { command } of listOf(vendor, once))
      expect(first.map((one) => one.command)).toContain(command);
    if (!tableOf(vendor).firing.dependsOnPosition) {
      const wanted = listOf(vendor, place(vendor, undefined, second));
      expect(byEvent(listOf(vendor, place(vendor, once, second)))).toEqual(byEvent(wanted));
    }
  },
});

property('any hooks in any file: owners do not see each other', {
  ...stated,
  holds(input) {
    const { vendor, first, second, ofOther } = input;
    const text = textOf(input);
    const theirs = place(vendor, text, ofOther, other);
    const both = place(vendor, theirs, first);
    expect(listOf(vendor, both, other)).toEqual(listOf(vendor, theirs, other));
    expect(remove(vendor, both)).toBe(theirs);
    expect(remove(vendor, place(vendor, both, second))).toBe(theirs);
    expect(remove(vendor, remove(vendor, both, other))).toBe(text);
    const inOtherOrder = place(vendor, place(vendor, text, first), ofOther, other);
    for (const who of [owner, other])
      expect(byEvent(listOf(vendor, inOtherOrder, who))).toEqual(
        byEvent(listOf(vendor, both, who)),
      );
  },
});

test('where the trust of a person depends on the place of an entry, no entry moves', () => {
  const [first, second, third] = ['a', 'b', 'c'].map(
    (command): OwnHook => ({ on: 'stop', command }),
  );
  const list = [first, second, third] as OwnHook[];
  const turned = list.toReversed();
  const commandsIn = (vendor: Vendor, text: string) =>
    listOf(vendor, text).map((one) => one.command);
  const inCodex = place('codex', undefined, list);
  expect(place('codex', inCodex, turned)).toBe(inCodex);
  expect(commandsIn('claude', place('claude', place('claude', undefined, list), turned))).toEqual([
    'c',
    'b',
    'a',
  ]);
  const changed = [first, { on: 'stop', command: 'x' }, third] as OwnHook[];
  for (const vendor of vendors)
    expect(commandsIn(vendor, place(vendor, place(vendor, undefined, list), changed))).toEqual([
      ...['a', 'x', 'c'],
    ]);
  const beside = place('codex', place('codex', undefined, hooksOfOther, other), list);
  const { hooks: lists } = JSON.parse(place('codex', beside, [first as OwnHook])) as Json as {
    hooks: { Stop: { hooks: { commandWindows: string }[] }[] };
  };
  expect(lists.Stop.map((group) => group.hooks[0]?.commandWindows)).toEqual(['mytool2 stop', 'a']);
});
