import { describe, expect, test } from 'vitest';
import { project } from '../settings/project.ts';

/** What sync --check finds for an entry at an event, or several. */
async function findings(files: Record<string, string>, events = ['before-tool'], more = '') {
  const entries = events
    .map((event) => `  - on: ${event}\n    module: hooks/guard.ts\n${more}`)
    .join('');
  const p = project({
    'anyhook.yaml': `version: 1\nhooks:\n${entries}`,
    '.claude/settings.json': {},
    ...files,
  });
  const said = await p.anyhook('sync', '--check', '--json');
  const [done] = JSON.parse(said.stdout);
  return done.findings.source.map(
    ({ code, text, at }: { code: string; text: string; at: { line: number } }) => [
      code,
      at.line,
      text,
    ],
  );
}

const guard = (text: string) => findings({ 'hooks/guard.ts': text });
const missing = [
  [
    'no-handler',
    3,
    'before-tool: hooks/guard.ts has no handler beforeTool, so the hook refuses every call',
  ],
];

describe('a module without a handler for the event of its entry is found', () => {
  test.each([
    ['where it has another', 'export default hook({\n  stop() {},\n});\n'],
    [
      'beside packages, where all handlers are listed',
      "import z from 'zod';\nexport default hook({\n  stop() {},\n});\n",
    ],
    ['where it is empty', ''],
  ])('%s', async (_, text) => {
    expect((await guard(text)).slice(0, 1)).toEqual(missing);
  });

  test.each([
    ['beforeTol', 'export default {\n  beforeTol(call) {},\n};\n'],
    ['beforetool', 'export default { async beforetool() {} };\n'],
    ['BeforeTool', 'export default {\n  stop() {},\n  BeforeTool: () => {},\n};\n'],
  ])('with the name that was meant: %s', async (near, text) => {
    const [first] = await guard(text);
    expect(first?.[2]).toBe(
      `before-tool: hooks/guard.ts has no handler beforeTool (it has ${near}), so the hook refuses every call`,
    );
  });

  test('with files that it imports, which have none either', async () => {
    const files = {
      'hooks/guard.ts': "import { stop } from './stop.js';\nexport default make(stop);\n",
      'hooks/stop.ts': "export * from './more';\nexport const stop = () => {};\n",
      'hooks/more.ts': '',
    };
    expect(await findings(files)).toEqual(missing);
    expect(await findings({ ...files, 'hooks/more.ts': 'export const beforeTool = 1;\n' })).toEqual(
      [],
    );
  });

  test('as something that only does nothing, at an event that is no gate, or for a hook whose failures are ignored', async () => {
    const text = { 'hooks/guard.ts': 'export default {};\n' };
    expect(await findings(text, ['after-tool'])).toEqual([
      [
        'no-handler',
        3,
        'after-tool: hooks/guard.ts has no handler afterTool, so the hook never runs',
      ],
    ]);
    expect(await findings(text, ['before-tool'], '    guard: false\n')).toEqual([
      [
        'no-handler',
        3,
        'before-tool: hooks/guard.ts has no handler beforeTool, so the hook never runs',
      ],
    ]);
  });
});

describe('a handler for no event is found, with all entries of its module, since it cannot be loaded', () => {
  const entries = ['before-tool', 'stop', 'after-tool'];
  const events = ['before-tool', 'stop', 'after-tool'];
  test.each([
    ['beforTool', 'beforTool(call) {\n    run(call);\n  }'],
    ['beforTool', 'async beforTool(call): Promise<void> {}'],
    ['beforTool', 'beforTool: (call) => run(call)'],
    ['beforTool', 'beforTool: async function (call) {}'],
  ])('%s in %j', async (name, handler) => {
    for (const text of [
      `export default hook({\n  ${handler},\n  stop() {},\n  afterTool() {},\n});\n`,
      `export default hook({\n  stop() {\n    const x = { of() {} };\n  },\n  ${handler},\n});\n`,
      `export default hook({ ${handler} });\n`,
    ]) {
      const found = await findings({ 'hooks/guard.ts': text }, entries);
      expect(found.map(([code, , words]: [string, number, string]) => [code, words])).toEqual(
        events.map((event) => [
          'misnamed-handler',
          `${event}: hooks/guard.ts cannot be loaded: no event has the handler ${name} (beforeTool?), so the hook ${event === 'before-tool' ? 'refuses every call' : 'never runs'}`,
        ]),
      );
    }
  });

  test('not among what handlers call, or in an object that is no argument of hook()', async () => {
    const inner =
      'beforeTool(call) {\n    use({\n      other() {},\n    });\n  },\n  stop() {},\n  afterTool() {},';
    expect(
      await findings(
        { 'hooks/guard.ts': `export default hook({\n  ${inner}\n});\nuse({\n  other() {},\n});\n` },
        entries,
      ),
    ).toEqual([]);
  });
});

test.each([
  ['handlers of a package', "import handlers from 'our-hooks';\nexport default handlers;\n"],
  [
    'handlers that are spread',
    "import { all } from '@our/hooks';\nexport default hook({\n  ...all,\n});\n",
  ],
  ['a handler as a property', 'export default { beforeTool: async (call) => undefined };\n'],
  ['a handler by another spelling', "export default { 'beforeTool': run };\n"],
])('nothing is said of %s', async (_, text) => {
  expect(await guard(text)).toEqual([]);
});

test('handlers that no entry names are found, and other things of these names are not', async () => {
  const text = `const words = {
    prompt: 'text',
    error: (x) => x,
};
export default hook({
  beforeTool(call) {
    stop(call);
  },
  async stop(event): Promise<void> {
    return undefined;
  },
  sessionStart: () => ({ context: 'x' }),
});
`;
  expect(await findings({ 'hooks/guard.ts': text })).toEqual([
    ['other-handler', 3, 'hooks/guard.ts also handles stop: add an entry with "on: stop"'],
    [
      'other-handler',
      3,
      'hooks/guard.ts also handles session-start: add an entry with "on: session-start"',
    ],
  ]);
  expect(
    await findings({ 'hooks/guard.ts': text }, ['before-tool', 'stop', 'session-start']),
  ).toEqual([]);
});

test.each([
  [{}, 'does not exist'],
  [{ 'hooks/guard.ts/x': '' }, 'is a folder'],
  [{ 'hooks/guard.ts': 'a\ud800' }, undefined],
])('a module that cannot be made is found: %j', async (files, why) => {
  expect(await findings(files as Record<string, string>)).toEqual(
    why === undefined
      ? missing
      : [
          [
            'module-missing',
            3,
            `before-tool: the module hooks/guard.ts ${why}, so anyhook sync writes nothing`,
          ],
        ],
  );
});
