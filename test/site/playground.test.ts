/** The playground of the site, without its page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verdictTable } from '../../scripts/verdicts.ts';
import {
  type ConvertFields,
  eventSamples,
  exampleScripts,
  isAboutTool,
  type ScriptFields,
  type TranslateFields,
  toolSamples,
  usualConversion,
  usualScript,
  usualTranslation,
} from '../../site/playground/choices.ts';
import { compareLines, convertSettings, fileOf } from '../../site/playground/convert.ts';
import { shorten } from '../../site/playground/json.ts';
import { fragmentOf, maxFragment, readFragment } from '../../site/playground/link.ts';
import { finishedFrom, judgeScript, type ScriptRow } from '../../site/playground/script.ts';
import { doTask, type Loaders, type TaskName, type Tasks } from '../../site/playground/tasks.ts';
import { translatePayload } from '../../site/playground/translate.ts';
import { adapters } from '../../src/adapters/index.ts';
import { agentVendors } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import type { Tone } from '../../src/trial/effect.ts';
import type { Effect, FinishedCommand } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';

const script = (changes: Partial<ScriptFields>) =>
  judgeScript(adapters, { ...usualScript, writtenFor: '', ...changes });
const translation = (changes: Partial<TranslateFields>) =>
  translatePayload(adapters, { ...usualTranslation, ...changes });
const conversion = (changes: Partial<ConvertFields>) =>
  convertSettings(adapters, { ...usualConversion, ...changes });

/** The rows of the table of the README, with what a script prints for each. */
const refusals: Partial<ScriptFields>[] = [
  {
    stdout:
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}',
    stderr: '',
    code: '0',
  },
  { stdout: '{"permission":"deny"}', stderr: '', code: '0' },
  { stdout: '{"decision":"deny","reason":"no"}', stderr: '', code: '0' },
  { stderr: 'no', code: '2' },
  { stderr: 'no', code: '1' },
];

/** Returns the verdict at the first event that an agent fires before a call, in the words of the README. */
function wordFor({ id, cases }: ScriptRow): string {
  const native = adapters[id as keyof typeof adapters].bindings.listFor('before-tool')[0]?.native;
  const found = cases.find(({ natives }) => natives.includes(native ?? ''));
  return found?.verdict?.tone === 'stop' ? 'refused' : '**runs**';
}

test('a script that refuses gets the verdicts of the table in the README', () => {
  const [, , ...rows] = verdictTable.trim().split('\n');
  const table = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const judged = refusals.map((refusal) => script(refusal).rows);
  const titles = judged[0]?.map(({ title }) => title) ?? [];
  const words = titles.map((title, at) => [
    title,
    ...judged.map((rows) => wordFor(rows[at] as ScriptRow)),
  ]);
  expect(words).toEqual(table);
  expect(table).toHaveLength(agentVendors().length);
});

/** What scripts print, in the words of several agents and of none. */
const printed = [
  '',
  'no',
  'null',
  '[]',
  '{}',
  '{"decision":"deny"',
  'log\n{"decision":"deny"}',
  '{"decision":"deny"}',
  '{"decision":"block","reason":"x"}',
  '{"decision":"deny","decision":"allow"}',
  '{"decision":"approve","reason":"x"}',
  '{"decision":"ask","reason":"x"}',
  '{"permission":"deny","user_message":"x"}',
  '{"permission":"ask","user_message":"x"}',
  '{"permission":"allow","decision":"deny"}',
  '{"permissionDecision":"deny"}',
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"x"}}',
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"x"}}',
  '{"hookSpecificOutput":{"permissionDecision":"deny"}}',
  '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny"}}}',
  '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"told"}}',
  '{"hookSpecificOutput":{"additionalContext":"told"}}',
  '{"additional_context":"told"}',
  '{"systemMessage":"told"}',
  '{"followup_message":"go on"}',
  '{"behavior":"deny","message":"x"}',
  '{"cancel":true,"errorMessage":"no"}',
  '{"block":true,"reason":"no"}',
  '{"stop":true}',
  '{"skip":true}',
  '{"abort":true}',
  '{"action":"handled"}',
  '{"continue":false,"stopReason":"x"}',
];

/** Returns the tone of what an agent does. */
const toneOf = ({ verdict, followUp, replaced }: Effect): Tone => {
  if (verdict === 'deny' || verdict === 'halt') return 'stop';
  if (followUp !== undefined || replaced !== undefined) return 'stop';
  return verdict === 'ask' ? 'ask' : 'go';
};

/** Returns the lines of texts. */
const linesOf = (...texts: unknown[]): string[] =>
  texts.flatMap((text) => (typeof text === 'string' && text ? text.split('\n') : []));

test.each(
  Object.keys(eventSamples),
)('every answer to %s is taken as the agent itself is known to take it', {
  timeout: 60_000,
}, (event) => {
  const endings = [
    ...['0', '1', '2', '3'].map((code) => ({ code, ending: 'exit' })),
    ...['timeout', 'signal', 'not-started'].map((ending) => ({ code: '0', ending })),
  ];
  for (const ending of endings)
    for (const stdout of printed)
      for (const stderr of ['', 'no']) {
        const fields = { ...usualScript, ...ending, event, stdout, stderr, writtenFor: '' };
        const finished = finishedFrom(fields) as FinishedCommand;
        for (const { id, cases } of judgeScript(adapters, fields).rows)
          for (const { natives, verdict } of cases)
            for (const native of verdict ? natives : []) {
              const taken = oracles[id as keyof typeof oracles](native, finished, 'host');
              const where = `${id} ${native} ${JSON.stringify({ ...ending, stdout, stderr })}`;
              const isDoubtful = verdict?.word === 'unsure';
              if (!isDoubtful || taken.verdict === 'deny')
                expect(verdict?.tone, where).toBe(toneOf(taken));
              // The two sources of what Tabnine CLI does differ in texts, and clients say in their own words why they end a turn.
              const isCompared = id !== 'tabnine' && !taken.ends && verdict?.tone === 'go';
              if (!isCompared || ending.ending !== 'exit' || Number(ending.code) > 1) continue;
              const read = linesOf(taken.reason, taken.context, taken.message, taken.display);
              for (const line of linesOf(verdict?.toModel, verdict?.toPerson))
                expect(read, where).toContain(line);
            }
      }
});

test('at a gate that an agent has by itself, the playground says that the agent stops', () => {
  const { rows } = script({ event: 'compact', code: '2', stderr: 'not now' });
  const find = (id: string) => rows.find((row) => row.id === id)?.cases[0]?.verdict;
  expect(find('claude')).toMatchObject({ word: 'refused', toModel: 'not now' });
  expect(find('gemini')).toMatchObject({ tone: 'go' });
});

test('a question is said to reach a person where the agent puts one', () => {
  const answer = { permissionDecision: 'ask', permissionDecisionReason: 'Sure?' };
  const hookSpecificOutput = { hookEventName: 'PreToolUse', ...answer };
  const { rows } = script({
    code: '0',
    stderr: '',
    stdout: JSON.stringify({ hookSpecificOutput }),
  });
  expect(rows.find(({ id }) => id === 'claude')?.cases[0]?.verdict).toEqual({
    ...{ tone: 'ask', word: 'asks', effect: 'a person is asked' },
    ...{ toPerson: 'Sure?', wishes: [] },
  });
});

test('where a text replaces a result, or stands beside it, the playground says which', () => {
  const { rows } = script({
    ...{ event: 'after-tool', code: '0', stderr: '' },
    stdout: '{"decision":"block","reason":"There is a secret in it."}',
  });
  const find = (id: string) => rows.find((row) => row.id === id)?.cases[0]?.verdict;
  expect(find('codex')).toMatchObject({
    ...{ tone: 'stop', word: 'hidden', toModel: 'There is a secret in it.' },
    effect: 'the model reads a text in place of the result',
  });
  expect(find('claude')).toMatchObject({ word: 'passes', toModel: 'There is a secret in it.' });
});

test('a call that is refused is not said to be rewritten', () => {
  const answer = { permissionDecision: 'allow', updatedInput: { command: 'ls' } };
  const stdout = JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer },
  });
  const wishesAt = (code: string) =>
    script({ stdout, stderr: '', code }).rows.find(({ id }) => id === 'claude')?.cases[0]?.verdict;
  expect(wishesAt('0')).toMatchObject({ word: 'allowed', wishes: [expect.any(String)] });
  expect(wishesAt('2')).toMatchObject({ word: 'refused', wishes: [] });
});

test('a long text is shown as its beginning', () => {
  const report = script({ stderr: 'x'.repeat(500_000), writtenFor: 'claude' });
  expect(JSON.stringify(report).length).toBeLessThan(500_000);
  expect(report.owner).toEqual({ id: 'claude', title: 'Claude Code' });
});

test('an agent is not said to stop anything at an event where it starts no script', () => {
  const { rows, agents } = script({ code: '2', stderr: 'no' });
  let met = 0;
  for (const { id, title, cases } of rows) {
    const { syntax, firing } = tableOf(id);
    const written = Object.values(firing.writtenEvents ?? {}).flat();
    for (const { natives, verdict } of cases) {
      const isOfPlugin =
        syntax.plugin !== undefined &&
        (!syntax.custom || natives.some((name) => written.some(({ native }) => native === name)));
      expect([title, natives, verdict === undefined]).toEqual([title, natives, isOfPlugin]);
      if (isOfPlugin) met += 1;
    }
    if (cases.every(({ verdict }) => !verdict)) expect(agents.stop).not.toContain(title);
  }
  expect(met).toBeGreaterThan(3);
});

test('half a JSON object refuses nothing in Claude Code, and everything through anyhook', () => {
  const { rows } = script({
    stdout: '{"decision":"deny"',
    stderr: '',
    code: '0',
    writtenFor: 'claude',
  });
  const find = (id: string) => rows.find((row) => row.id === id)?.cases[0];
  expect(find('claude')?.verdict?.word).toBe('runs');
  expect(find('codex')?.through?.verdict).toMatchObject({
    word: 'refused',
    toModel: 'The hook printed JSON that cannot be read.',
  });
});

test('where nothing comes of what a script printed, each agent says why', () => {
  const denied = '{"hookSpecificOutput":{"permissionDecision":"deny"}}';
  const { rows } = script({ stdout: `checking\n${denied}`, stderr: '', code: '0' });
  for (const { title, cases } of rows)
    for (const { verdict } of cases)
      if (verdict?.tone === 'go')
        expect(`${verdict.effect} ${verdict.failure ?? ''}`, title).toMatch(
          /it reads no verdict in what was printed|JSON/,
        );
  const find = (id: string) => rows.find((row) => row.id === id)?.cases[0]?.verdict;
  expect(find('claude')?.effect).toBe(
    'nothing stops the call: it reads no verdict in what was printed',
  );
  const silent = script({ stdout: '', stderr: '', code: '0' }).rows;
  expect(JSON.stringify(silent)).not.toContain('reads no verdict');
});

test('a script that refuses in its own agent refuses through anyhook in every other', () => {
  const { rows } = script({ code: '2', stderr: 'no', writtenFor: 'claude' });
  for (const { isOwn, title, cases } of rows)
    for (const one of cases)
      if (isOwn) expect(one.through, title).toBeUndefined();
      else if (one.note === undefined) {
        expect(one.through?.verdict.tone, title).toBe('stop');
        const { toModel = '', toPerson = '' } = one.through?.verdict ?? {};
        expect(`${toModel} ${toPerson}`, title).toContain('no');
      }
});

test('the end of the turn does not stop a call in Claude Code', () => {
  const { rows } = script({ stdout: '{"continue":false}', stderr: '', code: '0' });
  const find = (id: string) => rows.find((row) => row.id === id)?.cases[0]?.verdict;
  expect(find('claude')).toMatchObject({
    tone: 'go',
    effect: 'nothing stops the call, and the turn ends after it',
  });
  expect(find('gemini')).toMatchObject({ tone: 'stop', word: 'turn ends' });
});

test('a failure is named, and what the agent makes of it', () => {
  const { rows } = script({ ending: 'timeout' });
  const verdict = rows.find(({ id }) => id === 'claude')?.cases[0]?.verdict;
  expect(verdict).toMatchObject({ word: 'runs', failure: 'ran out of time' });
});

test('every example of a script refuses in some agent, and not in all', () => {
  for (const [name, example] of Object.entries(exampleScripts)) {
    const { agents } = script(example);
    expect(agents.stop, name).not.toEqual([]);
    expect(agents.go, name).not.toEqual([]);
  }
});

test('every event and every tool that can be chosen is one that some agent tells its hooks', () => {
  for (const event of Object.keys(eventSamples))
    for (const tool of isAboutTool(event) ? Object.keys(toolSamples) : ['']) {
      const { rows } = script({ event, tool });
      expect(rows, `${event} ${tool}`).toHaveLength(Object.keys(adapters).length - 1);
      expect(
        rows.some(({ cases }) => cases.length > 0),
        `${event} ${tool}`,
      ).toBe(true);
    }
});

test.each([
  [{ code: '2x' }, 'exit code "2x": say a number from 0 to 255'],
  [{ code: '256' }, 'exit code "256": say a number from 0 to 255'],
  [
    { event: 'befor-tool' },
    '"befor-tool": no event that can be chosen here; there are before-tool,',
  ],
  [{ tool: '__proto__' }, '"__proto__": no tool that can be chosen here; there are shell,'],
  [{ writtenFor: 'cluade' }, 'cluade: no such vendor (did you mean claude?); there are claude,'],
  [{ ending: 'sleep' }, 'sleep: no ending of a script'],
])('a script with %j gets a sentence', (changes, sentence) => {
  expect(() => script(changes)).toThrow(sentence);
});

test('a long text is shortened between two characters, and says how much is left out', () => {
  expect(shorten('x'.repeat(2000))).toBe('x'.repeat(2000));
  expect(shorten('x'.repeat(3500))).toBe(`${'x'.repeat(2000)}… (1,500 more characters)`);
  expect(shorten(`x${'🙂'.repeat(1000)}`)).toBe(`x${'🙂'.repeat(999)}… (2 more characters)`);
});

test('a text that is too long gets a sentence', () => {
  expect(() => script({ stdout: 'x'.repeat(1_000_001) })).toThrow(
    'what the script printed on stdout has 1,000,001 characters, and the playground reads 1,000,000: use the command line',
  );
  expect(() => conversion({ source: ' '.repeat(200_001) })).toThrow(
    /^the source has 200,001 characters/,
  );
});

test('a payload is recognised, translated, and answered in the words of every agent', () => {
  const done = translation({});
  expect(done.sender).toMatchObject({ id: 'claude' });
  expect(done.problems).toEqual([]);
  expect(JSON.parse(done.event ?? '')).toMatchObject({
    event: 'before-tool',
    tool: 'shell',
    input: { command: 'rm -rf /' },
  });
  const [cursor] = done.payloads;
  expect(JSON.parse(cursor?.parts[0]?.payload ?? '')).toMatchObject({
    tool_name: 'Shell',
    tool_input: { command: 'rm -rf /' },
  });
  expect(done.rows).toHaveLength(Object.keys(adapters).length - 1);
  for (const { title, verdict } of done.rows) expect(verdict?.word, title).toBe('refused');
});

test('what an agent cannot express is stricter there, and a loss says so', () => {
  const { rows } = translation({ answer: 'rewrite', json: '{"command":"ls"}' });
  const find = (id: string) => rows.find((row) => row.id === id);
  expect(find('claude')?.verdict?.wishes).toEqual(['rewrites the call: {"command":"ls"}']);
  expect(find('terminai')?.verdict?.word).toBe('refused');
  expect(find('terminai')?.losses.length).toBeGreaterThan(0);
});

test('a payload that is no JSON gets the sentence of the library, with the line and the column', () => {
  for (const from of ['', 'claude'])
    expect(translation({ payload: '{\n  "a": 1,\n  b\n}', from }).problems[0]).toMatch(
      /^the payload is not JSON: .*line 3,? column 3/,
    );
  expect(translation({ payload: '' }).problems).toEqual(['there is no payload']);
  expect(translation({ payload: '{"a":1}' }).problems).toEqual([
    'no agent that anyhook knows sends this: choose the agent',
  ]);
});

test('a text that is nested deeply is named as no JSON, without the place', () => {
  const payload = '['.repeat(100_000);
  expect(translation({ payload }).problems).toEqual([
    'the payload is not JSON: Unexpected end of JSON input',
  ]);
  expect(translation({ answer: 'rewrite', json: payload }).answerProblem).toBe(
    'the rewritten input is not JSON: Unexpected end of JSON input',
  );
});

test('what is printed for an answer is whole for the sender, and shortened in each row', () => {
  const text = 'no '.repeat(10_000);
  const { answer, rows } = translation({ text });
  expect(answer).toMatchObject({ title: 'Claude Code', exitCode: 0 });
  expect(JSON.parse(answer?.printed ?? '')).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: text },
  });
  for (const { title, printed = '' } of rows) {
    expect(printed, title).toMatch(/… \([\d,]+ more characters\)$/);
    expect(printed.length, title).toBeLessThan(2100);
  }
});

test('values of a payload that are of a wrong kind are named, and the rest is translated', () => {
  const payload =
    '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":7},"session_id":"s"}';
  const done = translation({ payload, from: 'claude' });
  expect(done.problems.join()).toContain('tool_input.command: this is a number');
  expect(done.event).toContain('before-tool');
});

test.each([
  [{ answer: 'rewrite', json: '{' }, /^the rewritten input is not JSON: /],
  [{ answer: 'rewrite', json: '' }, /^the rewritten input is not JSON: it is empty/],
  [{ answer: 'outcome', json: '{"decision":"block"}' }, /decision/],
  [{ answer: 'outcome', json: '[]' }, /^the outcome is not a JSON object$/],
  [{ answer: 'maybe' }, /^maybe: no answer; there are none, deny,/],
])('the answer %j gets a sentence, and the payload is translated all the same', (changes, sentence) => {
  const done = translation(changes);
  expect(done.answerProblem).toMatch(sentence);
  expect(done.payloads).toHaveLength(1);
});

test('every recorded payload can be translated for every agent, and answered', {
  timeout: 120_000,
}, () => {
  const fixtures = join(import.meta.dirname, '../../fixtures');
  for (const from of Object.keys(adapters)) {
    const folder = join(fixtures, from, 'payloads');
    for (const name of readdirSync(folder).filter((_, i) => i % 3 === 0)) {
      const { payload } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const done = translation({ payload: JSON.stringify(payload), from, to: 'all' });
      expect(done.event, `${from} ${name}: ${done.problems}`).toBeDefined();
    }
  }
});

test('settings are converted between any two agents, with the sentences of the command line', () => {
  for (const to of Object.keys(adapters)) {
    const done = conversion({ to });
    expect(done.targetFile, to).toBe(fileOf(to));
    expect(done.text, to).toContain('hooks/guard.mjs');
    expect(done.hooks, to).toHaveLength(2);
    expect(done.changes?.[1], to).toMatchObject({ mark: '+' });
    expect(conversion({ from: to, to: 'claude', source: done.text }).text, to).toContain(
      'hooks/guard.mjs',
    );
  }
});

test('a hook that loses something says what, and findings name the line', () => {
  const source = JSON.stringify(
    {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'prompt', prompt: 'Is it safe?' }] }],
        PostToolUse: [{ matcher: 'bash', hooks: [{ type: 'command', command: 'x' }] }],
      },
    },
    null,
    2,
  );
  const done = conversion({ source });
  expect(done.hooks[0]).toMatchObject({ grade: 'guard', text: 'it is not written' });
  expect(done.hooks[0]?.losses[0]?.text).toBe(
    'a model answers this hook instead of a command, which no other agent can do',
  );
  expect(done.findings[0]).toMatchObject({ place: '.claude/settings.json:18', isBroken: true });
  expect(done.summary).toBe(
    '2 hooks from Claude Code to Gemini CLI; 1 not written; 1 lost or weaker as a guard.',
  );
});

test('a hook whose command serves several agents is not written, and a hint follows its loss', () => {
  const command = 'anyhook run --host claude --as claude --event PreToolUse -- node guard.mjs';
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] };
  const done = conversion({ source: JSON.stringify({ hooks }) });
  expect(done.text).not.toContain('guard.mjs');
  expect(done.hooks).toEqual([
    {
      number: 1,
      name: `PreToolUse: ${command}`,
      grade: 'guard',
      text: 'it is not written',
      losses: [{ text: expect.stringContaining('the tool may serve other'), severity: 'unsafe' }],
      hint: expect.stringMatching(/^if so, register this instead: anyhook run --host gemini /),
    },
  ]);
  expect(done.summary).toBe(
    '1 hook from Claude Code to Gemini CLI; 1 not written; 1 lost or weaker as a guard.',
  );
});

test('a hook without a command is named by its address, its prompt or its type', () => {
  const hooks = [
    { type: 'http', url: 'https://example.com/guard' },
    { type: 'prompt', prompt: 'Is it safe?' },
    { type: 'agent' },
    { type: 'command', command: `node guard.mjs ${'x'.repeat(3000)}` },
  ];
  const done = conversion({ source: JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }) });
  const [http, prompt, agent, long = ''] = done.hooks.map(({ name }) => name);
  expect([http, prompt, agent]).toEqual([
    'PreToolUse: https://example.com/guard',
    'PreToolUse: Is it safe?',
    'PreToolUse: a hook of the type agent',
  ]);
  expect(long).toMatch(/^PreToolUse: node guard\.mjs x*… \(1,015 more characters\)$/);
});

test('the command of a conversion for Windows says so', () => {
  expect(conversion({}).command).toBe('anyhook convert claude gemini');
  expect(conversion({ system: 'windows' }).command).toBe(
    'anyhook convert claude gemini --for windows',
  );
});

test('the file that is there already keeps what is not a hook', () => {
  const done = conversion({ target: '{\n  "theme": "dark"\n}\n' });
  expect(JSON.parse(done.text)).toMatchObject({ theme: 'dark', hooks: { BeforeTool: [{}] } });
  expect(done.changes?.some(({ mark, text }) => text.includes('theme') && mark !== '@')).toBe(true);
});

test.each([
  [{ source: '{ "hooks": { ' }, /^\.claude\/settings\.json:1:/],
  [{ source: '' }, /^there is no source/],
  [{ to: 'gemin' }, /^gemin: no such vendor \(did you mean gemini\?\)/],
])('the conversion %j gets a sentence', (changes, sentence) => {
  expect(() => conversion(changes)).toThrow(sentence);
});

test('a difference names the lines that stay, go and come', () => {
  expect(compareLines('a\nb\n', 'a\nc\n')).toEqual([
    { mark: '@', text: 'line 1 → 1' },
    { mark: ' ', text: 'a' },
    { mark: '-', text: 'b' },
    { mark: '+', text: 'c' },
  ]);
});

test('texts that are too different are not compared line by line, and a new text is shown whole', () => {
  const list = (letter: string) => Array.from({ length: 3000 }, (_, i) => letter + i).join('\n');
  expect(compareLines(list('a'), list('b'))).toBeUndefined();
  expect(compareLines('', list('b'))).toHaveLength(3001);
  expect(compareLines(list('a'), '')).toHaveLength(3001);
});

const usual = {
  script: { ...usualScript },
  translate: { ...usualTranslation },
  convert: { ...usualConversion },
};

test('a link leads back to what was chosen, and leaves out what is usual', () => {
  const fields = { ...usual.script, stdout: '{"décision": "deny & more"}\n', code: '1' };
  const link = fragmentOf('script', fields, usual.script);
  const fragment = 'fragment' in link ? link.fragment : '';
  expect(fragment).toMatch(/^#script\?v=1&stdout=[^ ]*&code=1$/);
  expect(readFragment(fragment, usual)).toEqual({ tab: 'script', fields });
  expect(fragmentOf('convert', usual.convert, usual.convert)).toEqual({ fragment: '#convert' });
  expect(readFragment('#script?code=1', usual)).toMatchObject({ fields: { code: '1' } });
});

test('an anchor of a heading is no link of the playground', () => {
  expect(readFragment('', usual)).toBeUndefined();
  expect(readFragment('#what-is-read', usual)).toBeUndefined();
});

test.each([
  [
    '#scrip?v=1',
    'the link cannot be read: "scrip" is no tab; there are script, translate, convert',
  ],
  ['#script?code=1&code=2', 'the link cannot be read: it has "code" twice'],
  ['#script?v=2&code=1', 'the link cannot be read: it has the form "2", and this page reads 1'],
  [
    '#script?kode=1',
    'the link cannot be read: it has "kode"; there are stdout, stderr, ending, code, event, tool, writtenFor',
  ],
  [
    `#script?stdout=${'x'.repeat(maxFragment)}`,
    'the link cannot be read: it is longer than 16,000 characters',
  ],
])('the link %s gets a sentence', (fragment, sentence) => {
  expect(readFragment(fragment, usual)).toEqual({ problem: sentence });
});

test.each([
  ['x', maxFragment + 1],
  ['é', maxFragment / 2],
])('a text of %s that is too long for a link gets a sentence', (letter, count) => {
  const fields = { ...usual.script, stdout: letter.repeat(count) };
  expect(fragmentOf('script', fields, usual.script)).toEqual({
    problem: 'the link would have more than 16,000 characters: shorten the texts',
  });
});

/** Does a task as the worker does it, and returns what the page is told. */
async function told<T extends TaskName>(
  task: T,
  given: Tasks[T]['given'],
  load?: Loaders,
): Promise<unknown[]> {
  const messages: unknown[] = [];
  const tell = (message: unknown) => messages.push(message);
  await doTask(adapters, { id: 7, task, given }, tell, load);
  return messages;
}

test('the worker answers with plain data, and with a sentence for a mistake', async () => {
  const loaded = { id: 7, isLoaded: true };
  const names = expect.arrayContaining([{ id: 'claude', title: 'Claude Code' }]);
  expect(await told('agents', null)).toEqual([loaded, { id: 7, result: names }]);
  for (const [task, given] of Object.entries(usual)) {
    const messages = await told(task as 'script', given as never);
    expect(messages).toEqual([loaded, { id: 7, result: expect.any(Object) }]);
    expect(structuredClone(messages)).toEqual(messages);
  }
  const mistake = 'exit code "x": say a number from 0 to 255';
  expect(await told('script', { ...usualScript, code: 'x' })).toEqual([loaded, { id: 7, mistake }]);
});

test('the worker tells modules that cannot be loaded from a bug', async () => {
  const fail = (): never => {
    throw new Error('no');
  };
  const loaders = (script: Loaders['script']) => ({ script }) as Loaders;
  expect(
    await told(
      'script',
      usualScript,
      loaders(async () => fail()),
    ),
  ).toEqual([{ id: 7, isLoaded: false }]);
  expect(
    await told(
      'script',
      usualScript,
      loaders(async () => fail),
    ),
  ).toEqual([
    { id: 7, isLoaded: true },
    { id: 7, mistake: 'The playground failed, which is a bug of it: Error: no' },
  ]);
});
