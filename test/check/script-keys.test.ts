/** Scripts that read one key of a payload: never a finding for a key that was captured, a finding for one of another agent. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { readScriptEvidence } from '../../src/check/evidence/index.ts';
import { findForeignReads, startsOf } from '../../src/check/script-reads.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { nativeEventOf } from '../../src/translate/bindings.ts';

const agents = Object.values<Adapter>(adapters).filter(({ tools }) => tools.length);

const scripts = {
  sh: (key: string) => `#!/bin/sh\nvalue=$(jq -r '.${key}')\nlogger "$value"\n`,
  python: (key: string) =>
    `import json, sys\ndata = json.load(sys.stdin)\nvalue = data["${key}"]\nprint(len(value), file=sys.stderr)\n`,
  js: (key: string) =>
    `import { readFileSync } from 'node:fs';\nconst data = JSON.parse(readFileSync(0, 'utf8'));\nconst value = data.${key};\nconsole.error(value.length);\n`,
};
const languages = Object.keys(scripts) as (keyof typeof scripts)[];

/** The keys of the captured payloads of an agent, by native event. */
function capturedKeys(agent: Adapter): Map<string, Set<string>> {
  const folder = join(import.meta.dirname, '../../fixtures', agent.id, 'payloads');
  const keys = new Map<string, Set<string>>();
  for (const name of readdirSync(folder)) {
    const { payload, named } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const native = named ?? nativeEventOf(agent, payload);
    if (typeof native !== 'string' || !agent.bindings.find(native)) continue;
    const known = keys.get(native) ?? new Set();
    for (const key of Object.keys(payload)) if (/^[a-zA-Z_]\w*$/.test(key)) known.add(key);
    keys.set(native, known);
  }
  return keys;
}

/** Returns the keys that a script in a language is said to read of another agent. */
function foreignKeysOf(
  agent: Adapter,
  native: string,
  key: string,
  language: keyof typeof scripts,
) {
  const binding = agent.bindings.find(native);
  if (!binding) throw new Error(`${native} is no event of ${agent.id}`);
  const { reads, text } = readScriptEvidence(scripts[language](key), language);
  expect(reads).toContainEqual([key]);
  const script = { reads, text, ...startsOf(agent, [{ event: native }]) };
  const finding = findForeignReads(script, native);
  return finding?.code === 'reads-another' ? finding.keys : [];
}

/** Returns what a script is said to read that calls of the tools of a matcher do not have, and to read instead. */
function foreignArgumentsOf(
  id: keyof typeof adapters,
  native: string,
  matcher: string,
  key: string,
) {
  const own: Adapter = adapters[id];
  return languages.map((language) => {
    const shown = language === 'python' ? key.replaceAll('.', '"]["') : key;
    const { reads, text } = readScriptEvidence(scripts[language](shown), language);
    const finding = findForeignReads(
      { reads, text, ...startsOf(own, [{ event: native, matcher }]) },
      native,
    );
    return finding?.code === 'reads-another' ? `${finding.keys} → ${finding.instead}` : '';
  });
}

test.each([
  ['claude', 'PreToolUse', 'Write', 'tool_input.path', 'tool_input.file_path'],
  ['claude', 'PreToolUse', 'Edit|Write', 'tool_input.path', 'tool_input.file_path'],
  ['claude', 'PreToolUse', 'Edit', 'tool_input.old_str', 'tool_input.old_string'],
  ['gemini', 'BeforeTool', '^write_file$', 'tool_input.path', 'tool_input.file_path'],
  ['gemini', 'AfterTool', 'replace', 'tool_input.old_str', 'tool_input.old_string'],
  ['copilot', 'preToolUse', 'edit', 'toolArgs.file_path', 'toolArgs.path'],
  ['copilot', 'PreToolUse', 'Edit', 'tool_input.file_path', 'tool_input.path'],
  ['copilot', 'PreToolUse', 'Write', 'tool_input.content', 'tool_input.file_text'],
] as const)('A script of %s at %s of %s that reads %s is told to read %s', (id, native, matcher, key, instead) => {
  for (const found of foreignArgumentsOf(id, native, matcher, key))
    expect(found).toBe(`${key} → ${instead}`);
});

test.each([
  ['claude', 'PreToolUse', 'Write|Grep', 'tool_input.path'],
  ['claude', 'PreToolUse', 'Read', 'tool_input.limit'],
  ['claude', 'PreToolUse', '.*', 'tool_input.path'],
  ['claude', 'PreToolUse', 'Write|mcp__files__.*', 'tool_input.path'],
  ['claude', 'PreToolUse', 'NotebookEdit', 'tool_input.path'],
  ['gemini', 'BeforeTool', 'write', 'tool_input.path'],
  ['codex', 'PreToolUse', 'Write', 'tool_input.path'],
] as const)('A script of %s at %s of %s may read %s: a call that it runs for may have it', (id, native, matcher, key) => {
  for (const found of foreignArgumentsOf(id, native, matcher, key)) expect(found).toBe('');
});

test.each(
  agents.map((agent) => [agent.title, agent] as const),
)('A script that reads a key which %s was seen to send at an event has no finding, in any language', (_, agent) => {
  const wrong: string[] = [];
  let tried = 0;
  for (const [native, keys] of capturedKeys(agent))
    for (const key of keys)
      for (const language of languages) {
        tried++;
        if (foreignKeysOf(agent, native, key, language).length)
          wrong.push(`${native} ${key} ${language}`);
      }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(50);
});

test.each([
  ['claude', 'PreToolUse', 'toolInput'],
  ['claude', 'PreToolUse', 'toolArgs'],
  ['claude', 'PreToolUse', 'command'],
  ['cursor', 'beforeShellExecution', 'tool_input'],
  ['cursor', 'beforeReadFile', 'tool_input'],
  ['cursor', 'afterFileEdit', 'tool_input'],
  ['copilot', 'preToolUse', 'tool_input'],
  ['copilot', 'preToolUse', 'tool_name'],
  ['copilot', 'postToolUse', 'tool_response'],
  ['gemini', 'BeforeTool', 'toolArgs'],
  ['gemini', 'BeforeTool', 'toolName'],
  ['codex', 'PreToolUse', 'toolArgs'],
  ['qwen', 'PreToolUse', 'toolInput'],
] as const)('A script for %s that reads at %s the key %s of another agent is found', (id, native, key) => {
  const agent: Adapter = adapters[id];
  for (const language of languages)
    expect(foreignKeysOf(agent, native, key, language), language).toEqual([key]);
});
