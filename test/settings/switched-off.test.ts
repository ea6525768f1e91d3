// Hooks that a person has switched off by a name in the settings of an agent, and what conversions make of them.
import { describe, expect, test } from 'vitest';
import { startsHook } from '../../src/canonical/flags.ts';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { isObject } from '../../src/util/equal.ts';
import { type Project, project } from './project.ts';

type Agent = 'gemini' | 'tabnine' | 'terminai';
const agents: [Agent, string, string, string][] = [
  ['gemini', '.gemini/settings.json', 'BeforeTool', 'hooksConfig'],
  ['tabnine', '.tabnine/agent/settings.json', 'BeforeTool', 'hooksConfig'],
  ['terminai', '.terminai/settings.json', 'BeforeTool', 'hooks'],
];
const yaml = (...hooks: string[]) =>
  `version: 1\nhooks:\n${hooks.map((one) => `  - { on: before-tool, ${one} }\n`).join('')}`;
const [a, b, c] = ['run: ./a.sh, name: a', 'run: ./b.sh', 'run: ./c.sh'] as const;

describe.each(agents)('In %s', (agent, file, event, key) => {
  interface Entry {
    name?: string;
    command: string;
  }
  const entriesIn = (p: Project): Entry[] =>
    p.json(file).hooks[event].flatMap((one: { hooks: Entry[] }) => one.hooks);
  const isOff = (p: Project, entry: Entry): boolean =>
    tableOf(agent).activation.whyDisabled?.(p.json(file), entry) !== undefined;
  /** The commands of each line that starts hooks, and whether the agent starts the line. */
  const linesIn = (p: Project): [commands: string, state: 'on' | 'off'][] =>
    entriesIn(p).flatMap((entry): [string, 'on' | 'off'][] => {
      const hooks = parseShimLines(entry.command).filter(({ flags }) => startsHook(flags));
      const commands = hooks.map(({ flags }) => flags.command.join(' ')).join(' ');
      return hooks.length ? [[commands, isOff(p, entry) ? 'off' : 'on']] : [];
    });
  /** Writes a name, or else the command, of an entry into the list of what is switched off. */
  const switchOff = (p: Project, entry: Entry): void => {
    const settings = p.json(file);
    const names = isObject(settings[key]) ? settings[key] : {};
    p.put(file, { ...settings, [key]: { ...names, disabled: [entry.name ?? entry.command] } });
  };
  /** A project whose hooks share one line, which a person has switched off. */
  const switchedOff = async (...hooks: string[]) => {
    const p = project({ 'anyhook.yaml': yaml(...hooks), [file]: '{}' });
    await p.anyhook('sync');
    expect(linesIn(p)).toHaveLength(1);
    switchOff(p, entriesIn(p)[0] as Entry);
    expect(linesIn(p).map(([, state]) => state)).toEqual(['off']);
    return p;
  };

  test.each([
    ['its name', [a, b], 'a, b.sh'],
    ['its command', [b, c], 'b.sh, c.sh'],
  ])('a line of several hooks that is switched off by %s stays as it is', async (_, hooks, names) => {
    const p = await switchedOff(...hooks);
    const { [file]: text } = p.texts();
    const said = await p.anyhook('sync');
    expect(p.texts()[file]).toBe(text);
    expect(said.stdout.replace(/\s+/g, ' ')).toContain(
      `(${event}): the line of ${names} does not run, because it is listed in ${key}.disabled`,
    );
    expect((await p.anyhook('sync', '--check')).code).toBe(5); // not 3: nothing is out of date
    p.put('anyhook.yaml', p.get('anyhook.yaml').replace('version: 1', 'version: 1\nlines: apart'));
    await p.anyhook('sync');
    expect(p.texts()[file]).toBe(text);
  });

  test('no other hook joins a line that is switched off', async () => {
    const p = await switchedOff(a, b);
    const off = linesIn(p);
    for (const all of [
      [a, b, 'run: ./d.sh', 'run: ./e.sh'],
      ['run: ./d.sh', a, b],
      [a, 'run: ./d.sh', b],
    ]) {
      p.put('anyhook.yaml', yaml(...all));
      const said = await p.anyhook('sync');
      const lines = linesIn(p);
      expect(lines.filter(([, state]) => state === 'off')).toEqual(off);
      expect(lines.filter(([, state]) => state === 'on').join(' ')).toContain('d.sh');
      expect(said.stdout).not.toMatch(/was\s+switched\s+off/);
    }
  });

  test('a hook runs again, and the report says so, where a hook of its line has gone', async () => {
    const p = await switchedOff(a, b, c);
    p.put('anyhook.yaml', yaml(a, b));
    const said = await p.anyhook('sync');
    expect(linesIn(p)).toEqual([['./a.sh ./b.sh', 'on']]);
    const words = said.stdout.replace(/\s+/g, ' ');
    expect(words).toContain(`a was switched off in ${key}.disabled, and runs now`);
    expect(words).toContain(`b.sh was switched off in ${key}.disabled, and runs now`);
    expect(words).toContain(`write "a, b.sh" into ${key}.disabled`);
    const again = await p.anyhook('sync');
    expect(again.stdout).not.toMatch(/was\s+switched\s+off/);
  });

  test('a hook whose line is switched off by its command runs again, and the report says so, where the line changes', async () => {
    const p = await switchedOff(b, c);
    p.put('anyhook.yaml', yaml(b, c, 'run: ./d.sh'));
    await p.anyhook('sync');
    expect(linesIn(p)).toEqual([
      ['./b.sh ./c.sh', 'off'],
      ['./d.sh', 'on'],
    ]);
    p.put('anyhook.yaml', yaml(b, `${c}, timeout: 9s`, 'run: ./d.sh'));
    const said = await p.anyhook('sync');
    expect(linesIn(p)[0]).toEqual(['./b.sh ./c.sh', 'on']);
    expect(said.stdout.match(/was\s+switched\s+off/g)).toHaveLength(2);
  });

  test('a hook that stands twice stays off where it is off, and on where it is on', async () => {
    const p = await switchedOff(a, b);
    p.put('anyhook.yaml', yaml(a, b, a, b));
    await p.anyhook('sync');
    const before = linesIn(p).toSorted();
    expect(before.filter(([, state]) => state === 'off')).toEqual([['./a.sh ./b.sh', 'off']]);
    const said = await p.anyhook('sync');
    expect(linesIn(p).toSorted()).toEqual(before);
    expect(said.stdout).not.toMatch(/was\s+switched\s+off/);
  });

  test('doctor and list know a line that is switched off by the name of all its hooks', async () => {
    const p = await switchedOff(a, b);
    const { stdout } = await p.anyhook('doctor', '--json');
    const off = JSON.stringify(JSON.parse(stdout)).match(/"cause":"switched-off"/g);
    expect(off).toHaveLength(2);
    // The name of one of its hooks is no name of an entry.
    const settings = p.json(file);
    p.put(file, { ...settings, [key]: { ...settings[key], disabled: ['a'] } });
    const other = await p.anyhook('doctor', '--json');
    expect(other.stdout).not.toContain('switched-off');
  });
});

test('a line that a person has switched off in their own settings stays as it is', async () => {
  const file = '.gemini/settings.json';
  const p = project({ 'anyhook.yaml': yaml(a, b), [file]: '{}' });
  await p.anyhook('sync');
  const { [file]: text } = p.texts();
  p.put('~/.gemini/settings.json', { hooksConfig: { disabled: ['a, b.sh'] } });
  const said = await p.anyhook('sync');
  expect(p.texts()[file]).toBe(text);
  expect(said.stdout.replace(/\s+/g, ' ')).toMatch(/listed in hooksConfig.disabled/);
});
