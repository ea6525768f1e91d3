import { describe, expect, test } from 'vitest';
import { cursorHooks, geminiHooks, project } from './project.ts';

const fromCursor = cursorHooks({
  beforeShellExecution: [{ command: 'echo a' }, { command: 'echo b', matcher: 'rm' }],
  preToolUse: [{ command: 'echo c', matcher: 'Write' }],
  stop: [{ command: 'echo d' }],
});
const fromGemini = geminiHooks({
  BeforeTool: [{ command: 'echo a', matcher: 'run_shell_command' }, { command: 'echo b' }],
  AfterAgent: [{ command: 'echo c' }],
});

const commented = `// what we agreed on
{
\t"theme": "dark",\t/* no light */
\t"mcpServers": { "a": {"command": "b", "args": [1,  2] }, },

\t"hooks": {
\t\t// ours first
\t\t"BeforeTool": [
\t\t\t{ "matcher": "x", "hooks": [{ "type": "command", "command": "echo before" }] },
\t\t\t// and this
\t\t\t{ "hooks": [ { "command": "echo after", "type": "command", "extra": [ ] } ] }, // last
\t\t],
\t\t"Notification": [],
\t},
\t"zero": 1e0,
}
// the end`;

const flat = `{
    "$schema" : "x",
    "version": 1,   // ours
    "hooks": {
        "preToolUse": [
            { "command": "echo before", "matcher": "Read" },
            /* and */ { "command": "echo after" }
        ]
    },
    "extra": null
}
`;

const yaml = `# yaml-language-server: $schema=./x.json
version: 1 # the first

hooks:
  # keeps it clean
  - name: mine   # a comment
    on: stop
    run: |
      npm test
      echo "done"
# the end
`;

/** Target → file → texts that somebody wrote. */
const texts: [to: string, file: string, name: string, text: string][] = [
  ['gemini', '.gemini/settings.json', 'comments, tabs, trailing commas', commented],
  [
    'gemini',
    '.gemini/settings.json',
    'a byte order mark and CRLF',
    `\ufeff${commented.replaceAll('\n', '\r\n')}\r\n`,
  ],
  ['gemini', '.gemini/settings.json', 'one line', '{"a":[1,{"b":2}],"hooks":{"BeforeTool":[]}}'],
  ['gemini', '.gemini/settings.json', 'no hooks', '{\n   "a": "\\u00e9 é"\n}\n\n'],
  ['gemini', '.gemini/settings.json', 'a comment alone', '// later\n'],
  ['tabnine', '.tabnine/agent/settings.json', 'comments', commented],
  ['terminai', '.terminai/settings.json', 'hooks switched off', commented],
  [
    'terminai',
    '.terminai/settings.json',
    'comments',
    commented.replace('{', '{ "tools": { "enableHooks": true },'),
  ],
  ['cursor', '.cursor/hooks.json', 'comments', flat],
  [
    'cursor',
    '.cursor/hooks.json',
    'a byte order mark and CRLF',
    `\ufeff${flat.replaceAll('\n', '\r\n')}`,
  ],
  ['cursor', '.cursor/hooks.json', 'an empty list', '{"version":1,"hooks":{"stop":[ ]}}'],
  ['anyhook', 'anyhook.yaml', 'comments', yaml],
  ['anyhook', 'anyhook.yaml', 'CRLF', yaml.replaceAll('\n', '\r\n')],
];

/** Whether all of a text is in another, in order. */
function within(text: string, whole: string): boolean {
  let at = 0;
  for (const char of whole) if (char === text[at]) at++;
  return at === text.length;
}

const sourceFor = (to: string): [from: string, files: Record<string, object>] =>
  to === 'cursor'
    ? ['gemini', { '.gemini/settings.json': fromGemini }]
    : ['cursor', { '.cursor/hooks.json': fromCursor }];

describe.each(texts)('the %s file %s with %s', (to, file, _, text) => {
  const [from, files] = sourceFor(to);

  test('gains nothing but entries by convert, and gets its very bytes back by remove', async () => {
    const p = project({ ...files, [file]: text });
    const before = p.files();
    expect((await p.anyhook('convert', from, to, '--write', '--accept-loss')).code).toBe(0);
    expect(p.get(file)).not.toBe(text);
    expect(within(text, p.get(file))).toBe(true);
    const said = await p.anyhook('remove', to);
    expect(said.stdout).toMatch(
      new RegExp(
        `^Removed \\d entries from ${file}\\.\n\\.anyhook was deleted: no settings file here needs it any more\\.\n$`,
      ),
    );
    expect(p.get(file)).toBe(text);
    expect(p.files()).toEqual(before);
  });
});

describe.each(
  texts.filter(
    ([to, , name]) =>
      name === 'comments' || (to === 'gemini' && name === 'a byte order mark and CRLF'),
  ),
)('the %s file %s with %s that a person changed after convert', (to, file, _, text) => {
  const [from, files] = sourceFor(to);
  const changes: [RegExp, string][] = [
    [/"dark"/, '"light", "more": [ 1 ]'],
    [/"version": 1,/, '"version": 1, "more": [ 1 ],'],
    [/echo before/, 'echo earlier'],
    [/name: mine/, 'name: yours'],
    [/the end/, 'the very end'],
  ];
  const changed = (whole: string) =>
    changes.reduce((now, [old, fresh]) => now.replace(old, fresh), whole);

  test('loses nothing but the converted entries by remove', async () => {
    const p = project({ ...files, [file]: text });
    const before = p.files();
    await p.anyhook('convert', from, to, '--write', '--accept-loss');
    p.put(file, changed(p.get(file)));
    await p.anyhook('remove', to);
    expect(p.get(file)).toBe(changed(text));
    expect(p.files()).toEqual([...before, `${file}.anyhook-backup`].sort());
  });
});
