// One call that is told in several ways: every one is asked, and the strictest answer holds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cursor, family, type Host } from './payloads.ts';
import { folder, json, read, run } from './run.ts';
import { heard, neutral, refused } from './verdict.ts';

const dir = folder();
let count = 0;
const fresh = () => join(dir, `seen-${count++}`);
writeFileSync(join(dir, 'secret.txt'), 'key=1\n');
writeFileSync(join(dir, 'note.txt'), 'one\ntwo\n');

const of = (host: Host, name: string, args: object, event = 'Before') =>
  host === 'cursor'
    ? cursor('preToolUse', { tool_name: name, tool_input: args, tool_use_id: 'u1' }, dir)
    : family(host, `${event}Tool`, { tool_name: name, tool_input: args }, dir);
const edit = (file_path: string) =>
  of('gemini', 'replace', { file_path, instruction: 'x', old_string: '1', new_string: '2' });
const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

const as = (dialect: string, event: string, ...more: string[]) => [
  ...['--as', dialect, '--event', event],
  ...more,
];
const reads = as('cursor', 'beforeReadFile');
const uses = as('cursor', 'preToolUse');
const family_ = (...more: string[]) => as('gemini', 'BeforeTool', ...more);

/** Runs a hook that keeps what it is told; what it was told, and what was said. */
async function ask(host: Host, payload: object, flags: string[], then = `cat >&2; echo '{}'`) {
  const seen = fresh();
  writeFileSync(seen, '');
  const args = ['--host', host, ...flags, '--', `tee -a ${JSON.stringify(seen)} | { ${then}; }`];
  const said = await run(args, { stdin: payload });
  const told = read(seen).split('\n').filter(Boolean).map(json);
  return { said, told, heard: heard(host, payload, said) };
}
/** A hook that refuses what holds a word, and says which. */
const no = (...words: string[]) =>
  `read -r line; ${words.map((word) => `case $line in *${word}*) echo '{"permission":"deny","decision":"deny","user_message":"No ${word}.","reason":"No ${word}."}'; exit;; esac`).join('; ')}; echo '{}'`;

/** A hook of Cursor that puts another file, and an argument, into each call of a tool. */
const rewriting = (tool: string, file: string, key: string) =>
  `read -r line; case $line in *'"tool_name":"${tool}"'*) echo '{"updated_input":{"file_path":"${join(dir, file)}","${key}":"new"}}';; *) echo '{}';; esac`;

const names = (told: Record<string, unknown>[]) =>
  told.map(({ hook_event_name: event, tool_name: tool }) => tool ?? event);

describe('An edit in Gemini CLI', () => {
  test('asks a beforeReadFile hook of Cursor about the file that it reads', async () => {
    const { told, heard: one } = await ask('gemini', edit('secret.txt'), reads, no('key='));
    expect(told).toMatchObject([{ file_path: join(dir, 'secret.txt'), content: 'key=1\n' }]);
    expect(one).toMatchObject({ verdict: 'deny', reason: 'No key=.' });
  });

  test('asks a beforeReadFile hook about a file that is overwritten, but not about a new one', async () => {
    const write = (file_path: string) => of('gemini', 'write_file', { file_path, content: 'x' });
    const old = await ask('gemini', write('secret.txt'), reads, no('secret'));
    expect(refused(old.heard)).toBe(true);
    const fresh = await ask('gemini', write('fresh.txt'), reads, no('fresh'));
    expect(fresh.told).toEqual([]);
    expect(fresh.said.stdout).toBe(neutral);
  });

  test('is told to preToolUse as a Read and then as a Write', async () => {
    const { told } = await ask('gemini', edit('secret.txt'), uses);
    expect(names(told)).toEqual(['Read', 'Write']);
    expect(told[1]).toMatchObject({ tool_input: { content: 'key=2\n' } });
    const matched = await ask('gemini', edit('secret.txt'), [...uses, '--matcher', '^Read$']);
    expect(names(matched.told)).toEqual(['Read']);
  });

  test('is told to postToolUse as a Write alone', async () => {
    const done = {
      ...of('gemini', 'write_file', { file_path: 'note.txt', content: 'x' }, 'After'),
      tool_response: { llmContent: 'ok', returnDisplay: 'ok' },
    };
    expect(names((await ask('gemini', done, as('cursor', 'postToolUse'))).told)).toEqual(['Write']);
  });

  test('is told to a hook of TerminaI as an edit alone', async () => {
    const { told } = await ask('gemini', edit('secret.txt'), as('terminai', 'BeforeTool'));
    expect(names(told)).toEqual(['edit_file']);
  });

  test('takes a rewrite of its write', async () => {
    const write = of('gemini', 'write_file', { file_path: 'note.txt', content: 'x' });
    const landed = await ask('gemini', write, uses, rewriting('Write', 'note.txt', 'content'));
    expect(landed.heard).toMatchObject({ verdict: 'pass', input: { content: 'new' } });
  });

  test.each([
    ['replace', edit('secret.txt')],
    ['write_file', of('gemini', 'write_file', { file_path: 'note.txt', content: 'x' })],
    ['write_file of a new file', of('gemini', 'write_file', { file_path: 'n.txt', content: 'x' })],
  ])('is not refused where a hook rewrites a read that the agent does not make: %s', async (_, call) => {
    const log = fresh();
    const hook = rewriting('Read', 'other.txt', 'limit');
    const one = await ask('gemini', call, [...uses, '--matcher', 'Read', '--log', log], hook);
    expect(names(one.told)).toEqual(['Read']);
    expect(one.heard).toEqual({ verdict: 'pass' });
    expect(json(read(log)).losses).toContainEqual({ kind: 'unmade', path: 'input' });
    const refusing = await ask('gemini', call, uses, no('Read'));
    expect(refused(refusing.heard)).toBe(true);
  });
});

test('A read of many files is refused where a hook rewrites the read of one of them', async () => {
  const many = of('gemini', 'read_many_files', { include: ['note.txt', 'secret.txt'] });
  const one = await ask('gemini', many, uses, rewriting('Read', 'other.txt', 'limit'));
  expect(one.heard.verdict).toBe('deny');
  expect(one.heard.reason).toContain('other.txt');
});

describe('A patch', () => {
  const many = patch(
    ...['*** Add File: new.txt', '+alpha', '*** Update File: note.txt', '@@', ' one', '-two'],
    ...['+beta', '*** Delete File: old.txt'],
  );

  test.each([
    ['an object', { patch: many }],
    ['a bare text', many],
  ])('is told file by file where its argument is %s', async (_, args) => {
    const { told, said } = await ask(
      'cursor',
      of('cursor', 'ApplyPatch', args as object),
      family_(),
    );
    expect(told.map(({ tool_name: tool, tool_input: input }) => [tool, input])).toEqual([
      ['write_file', { file_path: join(dir, 'new.txt'), content: 'alpha\n' }],
      [
        'replace',
        {
          file_path: join(dir, 'note.txt'),
          instruction: 'Edit the file.',
          old_string: 'one\ntwo',
          new_string: 'one\nbeta',
        },
      ],
      ['delete_file', { file_path: join(dir, 'old.txt') }],
    ]);
    expect(said.stdout).toBe('{}\n');
  });

  test('is refused as a whole, with every reason, where any of its files is refused', async () => {
    const call = of('cursor', 'ApplyPatch', { patch: many });
    const { heard: one, told } = await ask('cursor', call, family_(), no('alpha', 'old.txt'));
    expect(told).toHaveLength(3);
    expect(one.verdict).toBe('deny');
    expect(one.reason).toContain('No alpha.');
    expect(one.reason).toContain('No old.txt.');
  });

  test('is matched by the tool of each of its files, and by its own name', async () => {
    const call = of('cursor', 'ApplyPatch', { patch: many });
    const { told } = await ask('cursor', call, family_('--matcher', 'write_file|replace'));
    expect(names(told)).toEqual(['write_file', 'replace']);
    const byName = await ask('cursor', call, family_('--matcher', 'ApplyPatch'));
    expect(names(byName.told)).toEqual(['ApplyPatch']);
  });

  test('that cannot be read is refused where the hook is about writes, and there alone', async () => {
    const call = of('cursor', 'ApplyPatch', { patch: 'what is this' });
    const guard = await ask('cursor', call, family_('--matcher', 'write_file|replace'));
    expect(guard.heard.verdict).toBe('deny');
    expect(guard.heard.reason).toContain('the patch cannot be read');
    const shell = await ask('cursor', call, family_('--matcher', '^run_shell_command$'));
    expect(shell.said.stdout).toBe(neutral);
    expect([...guard.told, ...shell.told]).toEqual([]);
  });
});

describe('A tool that no row has', () => {
  const at = join(dir, 'note.txt');
  const texts = { old_string: 'one', new_string: '1' };
  test.each([
    ['MultiEdit', { file_path: at, edits: [texts, { old_string: '1', new_string: 'uno' }] }],
    ['EditNotebook', { target_notebook: at, cell_idx: 0, is_new_cell: false, ...texts }],
    ['edit_file', { target_file: at, instructions: 'x', code_edit: '1' }],
    ['StrReplace', { file_path: at, ...texts }],
  ])('reaches a guard of writes as an edit: %s', async (name, args) => {
    const flags = family_('--matcher', 'write_file|replace');
    const { told } = await ask('cursor', of('cursor', name, args), flags);
    expect(told).toMatchObject([
      {
        tool_name: 'replace',
        tool_input: { file_path: at, new_string: expect.stringContaining('1') },
      },
    ]);
  });

  test('that makes several edits reaches a guard of whole files with their outcome', async () => {
    const edits = [texts, { old_string: '1\ntwo', new_string: 'uno\ndue' }];
    const call = of('cursor', 'MultiEdit', { file_path: at, edits });
    const { told } = await ask('cursor', call, family_('--matcher', '^write_file$'));
    expect(told).toMatchObject([{ tool_input: { file_path: at, content: 'uno\ndue\n' } }]);
  });

  test('that reads several files in TerminaI is told as a read of each', async () => {
    const call = of('terminai', 'read_many_files', { include: ['note.txt', './secret.txt'] });
    const { told, heard: one } = await ask('terminai', call, reads, no('key='));
    expect(told.map(({ file_path }) => file_path)).toEqual([at, join(dir, 'secret.txt')]);
    expect(one.verdict).toBe('deny');
  });

  test('that reads a pattern of files in TerminaI is refused, as the files are not known', async () => {
    const call = of('terminai', 'read_many_files', { include: ['*.txt'] });
    const { told, heard: one } = await ask('terminai', call, reads);
    expect(told).toEqual([]);
    expect(one).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('name each') });
  });

  test('that reads a file by a name in other letter case in TerminaI is judged by its content', async () => {
    const call = of('terminai', 'read_many_files', { include: ['SECRET.TXT'] });
    expect((await ask('terminai', call, reads, no('key='))).heard.verdict).toBe('deny');
  });

  test('that edits, remembers or moves in TerminaI reaches a guard of writes', async () => {
    const guard = family_('--matcher', 'write_file|replace');
    const smart = of('terminai', 'smart_edit_file', { file_path: at, instruction: 'x', ...texts });
    expect(names((await ask('terminai', smart, guard)).told)).toEqual(['replace']);
    const memory = await ask('terminai', of('terminai', 'save_memory', { fact: 'F' }), guard);
    expect(memory.told).toMatchObject([
      { tool_name: 'write_file', tool_input: { content: expect.stringContaining('- F\n') } },
    ]);
    expect(memory.told[0]?.tool_input).toMatchObject({
      file_path: expect.stringMatching(/\/\.terminai\/GEMINI\.md$/),
    });
    const move = of('terminai', 'file_operations', {
      operation: 'move',
      from: 'note.txt',
      to: 'b',
    });
    expect((await ask('terminai', move, guard)).told).toMatchObject([
      { tool_name: 'write_file', tool_input: { file_path: 'b', content: 'one\ntwo\n' } },
    ]);
  });
});

describe('A call that is told in several ways', () => {
  test('shares one timeout, and is refused where a part of it was not asked in time', async () => {
    const slow = `read -r line; case $line in *'"tool_name":"Read"'*) sleep 1;; *) sleep 30;; esac; echo '{}'`;
    const flags = [...uses, '--timeout', '2s'];
    const { heard: one } = await ask('gemini', edit('secret.txt'), flags, slow);
    expect(one.verdict).toBe('deny');
    expect(one.reason).toMatch(/out of time/);
  });

  test('reports a timeout once where no part was answered in time', async () => {
    const flags = [...uses, '--timeout', '500ms'];
    const { said, heard: one } = await ask('gemini', edit('secret.txt'), flags, 'sleep 30');
    expect(one.reason).toBe('The hook ran out of time.');
    expect(said.stderr).toBe('anyhook: the hook ran out of time\n');
  });

  test('is judged by its dialect and failure policy where its first part fails', async () => {
    const crash = `read -r line; case $line in *'"tool_name":"Read"'*) exit 3;; esac; echo '{}'`;
    expect((await ask('gemini', edit('secret.txt'), uses, crash)).said.stdout).toBe(neutral);
    const blocked = await ask(
      'gemini',
      edit('secret.txt'),
      [...uses, '--on-failure', 'block'],
      crash,
    );
    expect(blocked.heard.verdict).toBe('deny');
  });
});

describe('A hook of an agent that passes on paths as its model wrote them', () => {
  const anchored = (path: string) =>
    `grep -q '"file_path":"${path}"' && echo '{"decision":"deny","reason":"Not this one."}' || echo '{}'`;
  const paths = async (
    host: Host,
    name: string,
    file_path: string,
    dialect: string,
    ...more: string[]
  ) => {
    const call = of(host, name, { file_path });
    const { told } = await ask(host, call, as(dialect, 'BeforeTool', ...more));
    return told.map(({ tool_input: input }) => (input as { file_path: string }).file_path);
  };
  const at = join(dir, 'sub/.env');
  const both = ['--wordings', 'both'];

  test.each([
    ['gemini', 'read_file', 'sub/.env', 'tabnine', ['sub/.env']],
    ['gemini', 'read_file', './sub/.env', 'terminai', ['./sub/.env']],
    ['terminai', 'read_file', 'sub/.env', 'gemini', ['sub/.env']],
    ['cursor', 'Read', at, 'gemini', [at]],
    ['cursor', 'Read', '/elsewhere/.env', 'gemini', ['/elsewhere/.env']],
    ['gemini', 'read_file', at, 'tabnine', [at]],
    // What is written may be another file than what is opened, where `sub` is a link.
    ['gemini', 'read_file', 'sub/../.env', 'tabnine', ['sub/../.env', '.env']],
  ] as const)('is started once for a path, as its own agent might tell it: %s %s %s, for %s', async (host, name, path, dialect, told) => {
    expect(await paths(host, name, path, dialect)).toEqual(told);
  });

  test.each([
    ['gemini', 'read_file', './sub/.env', 'terminai', ['./sub/.env', at, 'sub/.env']],
    ['cursor', 'Read', at, 'gemini', [at, 'sub/.env']],
    ['cursor', 'Read', '/elsewhere/.env', 'gemini', ['/elsewhere/.env']],
  ] as const)('is started for each wording of a path where its line says so: %s %s %s, for %s', async (host, name, path, dialect, told) => {
    expect(await paths(host, name, path, dialect, ...both)).toEqual(told);
  });

  test('refuses a file that it knows by its relative path alone', async () => {
    for (const [host, name, path, ...more] of [
      ['gemini', 'read_file', 'sub/.env'],
      ['cursor', 'Read', at, ...both],
    ] as const) {
      const flags = as(host === 'cursor' ? 'gemini' : 'tabnine', 'BeforeTool', ...more);
      const { heard: one } = await ask(
        host,
        of(host, name, { file_path: path }),
        flags,
        anchored('sub/.env'),
      );
      expect(one, host).toMatchObject({ verdict: 'deny', reason: 'Not this one.' });
    }
  });

  const done = (host: Host, name: string, args: object) => ({
    ...of(host, name, args, 'After'),
    tool_response: { llmContent: 'a secret', returnDisplay: '' },
  });

  test('hides what was read of a file that it knows by its relative path alone', async () => {
    const hides = anchored('sub/.env');
    for (const [host, dialect, name, input] of [
      ['gemini', 'tabnine', 'read_file', { file_path: 'sub/.env' }],
      ['tabnine', 'gemini', 'read_many_files', { include: ['sub/.env'] }],
    ] as const) {
      const flags = as(dialect, 'AfterTool');
      const { heard: one } = await ask(host, done(host, name, input), flags, hides);
      expect(one, host).toMatchObject({ replaced: 'Not this one.' });
    }
  });

  test('is started once after a tool where it guards nothing, or its agent does not hear it then', async () => {
    const call = done('gemini', 'read_file', { file_path: './sub/.env' });
    const started = async (dialect: string, ...more: string[]) =>
      (await ask('gemini', call, as(dialect, 'AfterTool', ...both, ...more))).told.length;
    expect(await started('tabnine')).toBe(3);
    expect(await started('tabnine', '--guard', 'false')).toBe(1);
    expect(await started('terminai')).toBe(1);
  });

  test('refuses a call that consists of others by the relative path of one of them', async () => {
    const secret = 'sub/.env';
    const many = { include: ['note.txt', secret] };
    const removal = { operation: 'delete', path: secret };
    for (const [host, dialect, name, input] of [
      ['gemini', 'tabnine', 'read_many_files', many],
      ['tabnine', 'terminai', 'read_many_files', many],
      ['terminai', 'gemini', 'file_operations', removal],
    ] as const) {
      const guard = `grep -q '"${secret}"' && echo '{"decision":"deny","reason":"Not this one."}' || echo '{}'`;
      const { heard: one } = await ask(
        host,
        of(host, name, input),
        as(dialect, 'BeforeTool'),
        guard,
      );
      expect(one, `${host} ${name}`).toMatchObject({ verdict: 'deny', reason: 'Not this one.' });
    }
  });

  test('is not started for another wording once it refused', async () => {
    const flags = as('gemini', 'BeforeTool', ...both);
    const call = of('cursor', 'Read', { file_path: at });
    const first = await ask('cursor', call, flags, 'cat >/dev/null; echo no >&2; exit 2');
    expect(first.told).toHaveLength(1);
    expect(refused(first.heard)).toBe(true);
    const second = await ask('cursor', call, flags, anchored('sub/.env'));
    expect(second.told).toHaveLength(2);
    expect(refused(second.heard)).toBe(true);
  });

  test('rewrites a call once although it rewrites each wording of it differently', async () => {
    const made = `sed -E 's|.*"file_path":"([^"]*)".*|{"hookSpecificOutput":{"tool_input":{"file_path":"\\1","content":"by \\1"}}}|'`;
    const call = of('gemini', 'write_file', { file_path: 'sub/x', content: 'x' });
    const { said, told } = await ask('gemini', call, as('tabnine', 'BeforeTool', ...both), made);
    expect(told).toHaveLength(2);
    expect(json(said.stdout)).toEqual({
      hookSpecificOutput: { tool_input: { file_path: 'sub/x', content: 'by sub/x' } },
    });
  });
});

describe('A hook that guards nothing', () => {
  const quiet = [
    ['--guard', 'false'],
    ['--answer', 'ignored'],
  ];
  const calls: [string, Host, object, string[], string[]][] = [
    [
      'a write',
      'gemini',
      of('gemini', 'write_file', { file_path: 'note.txt', content: 'x' }),
      uses,
      ['Write'],
    ],
    ['an edit, before which Cursor reads', 'gemini', edit('secret.txt'), uses, ['Write']],
    ['the read that comes before an edit', 'gemini', edit('secret.txt'), reads, ['beforeReadFile']],
    [
      'a path',
      'cursor',
      of('cursor', 'Read', { file_path: join(dir, 'note.txt') }),
      family_('--wordings', 'both'),
      ['read_file'],
    ],
    [
      'a path that leads elsewhere',
      'gemini',
      of('gemini', 'read_file', { file_path: 'no%74e.txt' }),
      uses,
      ['Read'],
    ],
  ];
  for (const flags of quiet)
    test.each(
      calls,
    )(`is started once for %s: ${flags.join(' ')}`, async (_, host, call, as_, names_) => {
      const { told } = await ask(host, call, [...as_, ...flags]);
      expect(names(told)).toEqual(names_);
    });

  test('is started once for each file of a patch', async () => {
    const lines = ['*** Add File: a.txt', '+a', '*** Add File: b.txt', '+b'];
    const call = of('cursor', 'ApplyPatch', { patch: patch(...lines) });
    const { told } = await ask('cursor', call, family_('--guard', 'false'));
    expect(names(told)).toEqual(['write_file', 'write_file']);
  });
});

test('The log of a call that is told twice has both payloads and both results', async () => {
  const log = fresh();
  await ask('gemini', edit('secret.txt'), [...uses, '--log', log]);
  const line = json(read(log).trim());
  expect(line.told).toMatchObject([{ tool_name: 'Read' }, { tool_name: 'Write' }]);
  expect(line.ran).toMatchObject([{ code: 0 }, { code: 0 }]);
});
