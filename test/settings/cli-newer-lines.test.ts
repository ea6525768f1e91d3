// A line of anyhook with words that this version cannot read, as a newer version may write it: the runner refuses at
// the gate, so every command names the line, and none writes a second one beside it.
import { expect, test } from 'vitest';
import { tableOf, vendorIds } from '../../src/settings/tables.ts';
import { project } from './project.ts';

const yaml = `version: 1
hooks:
  - run: ./guard.sh
    on: before-tool
    tools: [shell]
`;
const guard = '#!/bin/sh\nexit 2\n';
const agents = vendorIds().filter((id) => id !== 'anyhook');
const words = ['--newflag x', '--newflag', '--newflag=x', '--on-failure perhaps'];

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

test.each(
  agents.flatMap((agent) => words.map((word) => ({ agent, word }))),
)('a line of $agent with $word is named by sync, convert, doctor and remove', async (given) => {
  const { agent, word } = given;
  const p = project({ 'anyhook.yaml': yaml, 'guard.sh': guard });
  const file = tableOf(agent).files.own.project;
  await p.anyhook('sync', '--to', agent);
  const written = p.get(file);
  const changed = written.replace(`--host ${agent} `, () => `${word} --host ${agent} `);
  expect(changed).not.toBe(written);
  p.put(file, changed);

  const named = `cannot read the line (${/perhaps/.test(word) ? '--on-failure' : 'unknown flag --newflag'}`;
  const synced = await p.anyhook('sync', '--to', agent);
  expect(oneLine(synced.stdout)).toContain(named);
  expect(p.get(file)).toBe(changed);

  const other = agent === 'gemini' ? 'qwen' : 'gemini';
  const converted = await p.anyhook('convert', agent, other);
  expect(oneLine(converted.stdout)).toContain(named);
  expect(converted.code).toBe(1);

  const found = await p.anyhook('doctor');
  expect(oneLine(found.stdout)).toContain(`refuses every call: this version of anyhook ${named}`);

  const removed = await p.anyhook('remove', agent);
  expect(removed.stdout).toContain(file);
  expect(oneLine(removed.stdout)).toContain('was changed by hand, so it stays');
  expect(p.get(file)).toContain(word);
});
