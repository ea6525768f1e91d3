import fc from 'fast-check';
import { stringify } from 'yaml';
import { adapters } from '../../src/adapters/index.ts';
import { events } from '../../src/canonical/event.ts';
import type { HookField } from '../../src/canonical/hook.ts';
import { tools } from '../../src/canonical/tool.ts';
import type { Adapter, Context, Fields, PathOrRow } from '../../src/mapping/adapter.ts';
import { rowOf } from '../../src/mapping/fields.ts';
import { writeShimLine } from '../../src/settings/command-line/shim-line.ts';
import { agentVendors } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { isPlugin, writeAgentFile } from './agent-file.ts';

export const vendors = Object.keys(adapters) as (keyof typeof adapters)[];
export type Vendor = (typeof vendors)[number];

/** Every ordered pair of them. */
export const pairs = vendors.flatMap((from) =>
  vendors.filter((to) => to !== from).map((to) => [from, to] as const),
);

type Odds<T> = [weight: number, arbitrary: fc.Arbitrary<T>][];
const odds = <T>(...list: Odds<T>): fc.Arbitrary<T> =>
  fc.oneof(...list.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const one = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const none = fc.constant(undefined);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, weight = 3) =>
  odds<T | undefined>([10 - weight, none], [weight, arbitrary]);

/** An object without what is undefined; a key `__proto__` is a key. */
const object = (entries: Iterable<readonly [string, unknown]>): object =>
  Object.fromEntries([...entries].filter(([, value]) => value !== undefined));
const shaped = (fields: Record<string, fc.Arbitrary<unknown>>, more = fc.constant({} as object)) =>
  fc
    .tuple(fc.tuple(...Object.values(fields)), more)
    .map(([values, rest]) =>
      object([
        ...Object.keys(fields).map((key, i) => [key, values[i]] as const),
        ...Object.entries(rest),
      ]),
    );

const oddKey = one(
  '__proto__',
  'constructor',
  'toString',
  'x',
  '',
  'a.b',
  '$schema',
  'async',
  '$A',
);
const oddValue = one<unknown>(
  ...[null, true, false, 0, -1, 1.5, '', 'x', '$HOME', "it's", {}, [], [1, null], ['a', {}]],
  ...[
    { __proto__: null, a: { b: [`\${X:-y}`] } },
    object([['__proto__', {}]]),
    '\u2028\ud83d\ude00',
  ],
);
const extras = sometimes(
  fc.array(fc.tuple(oddKey, oddValue), { minLength: 1, maxLength: 2 }).map(object),
  2,
).map((value) => value ?? {});

const commands = [
  './guard.sh',
  'node .gemini/hooks/fmt.mjs',
  '.cursor/hooks/audit.sh --deny "rm -rf" \'a b\'',
  '$GEMINI_PROJECT_DIR/hooks/x.sh',
  'python3 "$CLAUDE_PROJECT_DIR/h.py" --json',
  `\${X:-y} run --as cursor -- a`,
  `echo '{"decision":"deny"}'; exit 2`,
  'jq -r .tool_input.command | grep -q "rm -rf" && exit 2 || exit 0',
  'cat >/dev/null || true',
  '-x',
  '--',
  '-- run',
  'a\nb',
  "a\\nb\\\\ \\' \"\\\"\" '\\''",
  'prüfen "größe" 検査 \u{1f512}',
  'a  \t b ',
  'FOO=bar ./x.sh "$HOME" $1 $$ `id` $(id)',
  '\u2028\u00a0!{a,b}[x]*?~#;&<>|',
  '{ a; } 2>/dev/null || true',
  'x \ud800 y',
];
const kept = ['rulesync --for cursor', 'guard gemini', 'tool --target=tabnine -v'];
const pieces = one(
  ...["'", '"', '$', '`', '\\', ' ', '\n', '|', '||', '&&', ';', '-', '--', '=', '#', '~', '\t'],
  ...[
    'a',
    'run',
    '--as',
    '--host',
    './x',
    '$HOME',
    '$GEMINI_CWD',
    `\${X}`,
    'é',
    '$(',
    ')',
    '{',
    '}',
  ],
);
const command = odds<string>(
  [30, one(...commands)],
  [8, fc.array(pieces, { minLength: 1, maxLength: 8 }).map((all) => `x${all.join('')}`)],
  [1, one(...kept)],
);
const word = odds<string>(
  [8, one('guard', 'a b', "it's", 'größe', '-n', '--', '=x', 'a=b', '$HOME', '*', '\\')],
  [1, one('', ' ', '\n', 'a\nb', '\ud800')],
);

const natives = (adapter: Adapter): string[] => [...adapter.bindings.nativeNames];
/** Every event of a vendor, those of tools more often. */
export const eventsOf = (vendor: Vendor): string[] => {
  const bindings = adapters[vendor].bindings.all();
  const tool = bindings.filter(({ event }) => /-tool$/.test(event));
  return [...bindings, ...tool, ...tool].map(({ native }) => native);
};
const eventOf = (vendor: Vendor) => one(...eventsOf(vendor));

const toolNames = (adapter: Adapter): string[] =>
  adapter.tools.length ? adapter.tools.flatMap(({ names }) => names) : Object.keys(tools);
const strangers = [
  ...['Bash', 'Edit|MultiEdit', 'Write', 'run_shell_command', 'execute_repl', 'smart_edit_file'],
  ...[
    'MCP:query',
    '^MCP:',
    'MCP:.*',
    'mcp__db__query',
    'mcp_db_query',
    'mcp__.*',
    'mcp_.*',
    'query',
  ],
  ...['db__query', 'Shell', 'shell', 'file_operations', 'ui.click', 'my_tool', 'SemanticSearch'],
];
const sentinels = [
  ...['startup', 'resume', 'auto', 'manual', 'exit', 'Stop', 'UserPromptSubmit', 'Read', 'TabRead'],
  ...['Write', 'AgentResponse', 'generalPurpose', 'rm -rf', 'git (push|reset)', '\\brm\\b', 'curl'],
];
export const matcherOf = (vendor: Vendor): fc.Arbitrary<string> => {
  const own = one(...toolNames(adapters[vendor]));
  const name = odds([4, own], [1, one(...strangers)]);
  const some = fc.array(name, { minLength: 1, maxLength: 3 }).map((all) => all.join('|'));
  return odds(
    [5, some],
    [1, some.map((all) => `^(${all})$`)],
    [1, some.map((all) => `^(?:${all})`)],
    [1, own.map((all) => `^${all.slice(0, 4)}`)],
    [1, own.map((all) => all.slice(1, 4))],
    [2, one(...sentinels)],
    [1, one('', '*', ' ', ' * ', '.*', '.', '^$', ' Shell ')],
    [1, one('(', '[', '*a', 'a**', '(?<n', '\\', '(?!Read).*', '^(?!mcp)', '[^_]+', '(a+)+$')],
  );
};

const milliseconds = odds<unknown>(
  [6, one<unknown>(1000, 5000, 30_000, 60_000, 10)],
  [2, one<unknown>(0, 0.5, 1.0001, 1e-7, 123_456.789, 1e21, 1e308, 2_147_483_647, 4e9)],
  [1, one<unknown>('5000', ' 10 ', '5s', -1, -0.5, null, true, [5])],
);
const seconds = odds<unknown>(
  [6, one<unknown>(5, 30, 60, 600, 10_000, 60_000)],
  [2, one<unknown>(0, 0.5, 1.001, 1e-7, 0.123_456_7, 1e21, 1e308, 2_147_483, 4e9)],
  [1, one<unknown>('5', -1, null, true, [5])],
);
const variables = odds<unknown>(
  [4, fc.dictionary(one('A', 'B_2', 'PATH'), word, { minKeys: 1, maxKeys: 2 })],
  [1, fc.tuple(one('', 'A=B', '__proto__', 'a b', '$A'), word).map((pair) => object([pair]))],
  [
    1,
    one<unknown>(
      {},
      { A: 1 },
      { A: null, B: true },
      [],
      'A=1',
      null,
      { A: { b: 1 } },
      { A: `\${X:-y}` },
    ),
  ],
);

/** Arbitraries take long to be put together, and are put together once. */
export const once = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as V;
  };
};

/** What a hook in another dialect may say on its line. */
const flagsOf = once((as: Vendor) =>
  fc.record(
    {
      '--matcher': matcherOf(as).filter((all) => all !== ''),
      '--timeout': one('30s', '0ms', '1.5s', '250ms', '2m', '99999999s'),
      '--on-failure': one('native', 'block', 'allow'),
      '--ask': one('auto', 'host', 'deny'),
      '--halt': one('auto', 'strict'),
      '--servers': one('my-db', 'my-db,notes'),
      '--guard': one('true', 'false'),
      '--wordings': one('auto', 'one', 'both'),
      '--loop-limit': one('0', '3', 'none'),
      '--cwd': one('/home/me/.cursor', 'sub dir', '$HOME'),
      '--env': one('A=b', 'A=', "B=it's $HOME"),
      '--name': word.filter((all) => all !== ''),
      '--log': one('/tmp/x.log'),
      '--url': odds([1, one('https://x.test/a b?c=$D', 'http://127.0.0.1:1')], [9, none]),
      '--carry': one('{"rest":{"x":1}}', '{"group":{"__proto__":{"a":1}}}', '{"n":2}', '[]'),
    },
    { requiredKeys: [] },
  ),
);

/** Lines that some conversion into a vendor wrote, or a person by hand. */
function wrapped(host: Vendor, at: string): fc.Arbitrary<string> {
  const kind = (vendor: Vendor, native: string) => adapters[vendor].bindings.find(native)?.event;
  const told = vendors.flatMap((as) =>
    natives(adapters[as])
      .filter((event) => kind(as, event) === kind(host, at))
      .map((event) => fc.tuple(fc.constant(as), fc.constant(event), flagsOf(as))),
  );
  const anything = one(...vendors).chain((as) =>
    fc.tuple(fc.constant(as), eventOf(as), flagsOf(as)),
  );
  const launcher = one('node .anyhook/run.cjs', 'anyhook', '"/opt/any hook" x', `"\${HOME}/a"`);
  return fc
    .tuple(odds([30, fc.oneof(...told)], [1, anything]), command, launcher, one('', 'true', 'says'))
    .map(([[as, event, more], command, launcher, end]) => {
      const { substitutesVariables: substitutes } = tableOf(host).commandLine;
      const said = end === 'says' ? { continue: true, reason: "it's $X" } : null;
      const ending = end ? said : undefined;
      const told = Object.entries(more).filter(([, value]) => value !== undefined);
      const flags = ['--host', host, '--as', as, '--event', event, ...told.flat()];
      return writeShimLine({
        launcher,
        flags: flags as string[],
        command: more['--url'] === undefined ? command : undefined,
        substitutes,
        ending,
      });
    });
}

const commandOf = (vendor: Vendor, event: string): fc.Arbitrary<unknown> => {
  const other = vendors.find((one) => one !== vendor);
  const remembers = `x run --host ${vendor} --as ${other}`;
  return odds<unknown>(
    [28, command],
    [5, wrapped(vendor, event)],
    [1, fc.constant(remembers)],
    [1, one<unknown>('', ' \n', ['node', 'x.js'], 7, null, undefined, {})],
  );
};

/** Milliseconds of one of an entry's unit. */
function unitOf(row: PathOrRow): number {
  const { codec } = rowOf(row);
  return 60_000 / ((codec?.write(60_000, {} as Context) as number | undefined) ?? 60_000);
}

/** Values of a hook's field as entries say it, and others. */
function valuesOf(vendor: Vendor, field: HookField, row: PathOrRow, event: string) {
  const fields: Partial<Record<HookField, fc.Arbitrary<unknown>>> = {
    headers: sometimes(odds<unknown>([9, headers], [1, variables]), 5),
    headerEnv: sometimes(one<unknown>(['T'], [], ['A', 'T'], 'T', [1]), 5),
    command: commandOf(vendor, event),
    name: sometimes(odds<unknown>([9, word], [1, oddValue])),
    description: sometimes(odds<unknown>([9, word], [1, oddValue])),
    matcher: sometimes(odds<unknown>([9, matcherOf(vendor)], [1, oddValue]), 5),
    timeout: sometimes(unitOf(row) === 1 ? milliseconds : seconds),
    env: sometimes(variables, 2),
    sequential: sometimes(one<unknown>(true, false, 'true', null), 2),
    loopLimit: sometimes(one<unknown>(null, 0, 1, 5, 10, -1, 2.5, 1e21, '5'), 2),
  };
  const words = Object.values(rowOf(row).words ?? {});
  return fields[field] ?? sometimes(one<unknown>(...words, ...words, false, 'true', null));
}

const fieldsOf = (vendor: Vendor, fields: Fields<HookField>, event: string) =>
  Object.fromEntries(
    Object.entries<PathOrRow>(fields).map(([field, row]) => [
      [rowOf(row).at].flat()[0] as string,
      valuesOf(vendor, field as HookField, row, event),
    ]),
  );

/** An entry of those that are addresses. */
function posted(vendor: Vendor, event: string): Odds<object> {
  const { http: posts } = tableOf(vendor).entry;
  if (!posts) return [];
  const always = Object.entries(posts.constants).map(([key, value]) => [key, fc.constant(value)]);
  const said = {
    ...fieldsOf(vendor, posts.fields, event),
    ...Object.fromEntries(always),
    ...Object.fromEntries(
      Object.entries<PathOrRow>({ url: posts.fields.url as PathOrRow }).map(([, row]) => [
        [rowOf(row).at].flat()[0] as string,
        odds<unknown>([9, address], [1, one<unknown>('', 'x', 7, null, undefined)]),
      ]),
    ),
  };
  return [[4, shaped(said, extras)]];
}

/** An entry in the words of its agent's table, and others. */
function stated(vendor: Vendor, event: string): fc.Arbitrary<object> {
  const {
    fields: entry,
    constants: always,
    otherConstants: alsoTakes = {},
  } = tableOf(vendor).entry;
  const odd = ['plugin', 'prompt', 'x', null, undefined, ...Object.values(alsoTakes).flat()];
  const { type = undefined } = always;
  return shaped(
    {
      ...Object.fromEntries(
        Object.entries(always).map(([key, value]) => [key, fc.constant(value)]),
      ),
      type: odds<unknown>([24, fc.constant(type)], [3, one('command')], [1, one<unknown>(...odd)]),
      ...fieldsOf(vendor, entry, event),
      prompt: sometimes(one('Is this safe? $ARGUMENTS'), 1),
    },
    extras,
  );
}

const entryOf = (vendor: Vendor, event: string): fc.Arbitrary<unknown> =>
  odds<unknown>([25, stated(vendor, event)], ...posted(vendor, event), [
    1,
    one<unknown>(null, 'x', 7, [], {}, [{}]),
  ]);

function groupOf(vendor: Vendor, event: string): fc.Arbitrary<unknown> {
  const entry = entryOf(vendor, event);
  const entries = fc.array(entry, { minLength: 1, maxLength: 2 });
  const right = shaped(
    {
      ...fieldsOf(vendor, tableOf(vendor).group, event),
      hooks: odds([9, entries], [1, fc.constant([] as unknown[])]),
    },
    extras,
  );
  const wrong = one<unknown>(null, 'x', [], {}, { hooks: {} }, { matcher: 'x' });
  return odds<unknown>([25, right], [1, entry], [1, wrong]);
}

function listOf(vendor: Vendor, event: string): fc.Arbitrary<unknown> {
  const flat = tableOf(vendor).syntax.layout === 'flat';
  const element = flat
    ? odds([12, entryOf(vendor, event)], [1, groupOf(vendor, event)])
    : groupOf(vendor, event);
  const list = fc.array(element, { minLength: 1, maxLength: 2 });
  const again = list.map((all) => [...all, all[0]]); // the very same once more
  return odds<unknown>([10, list], [2, again], [1, element], [1, one<unknown>([], null, 'x', 3)]);
}

const layouts = [undefined, 2, '\t'];

/** Arbitrary settings of a vendor, as text. */
function json(vendor: Vendor): fc.Arbitrary<string> {
  const lists = new Map(natives(adapters[vendor]).map((event) => [event, listOf(vendor, event)]));
  const unknown = one('PreToolUse', 'disabled', 'enabled', 'SubagentStop', '__proto__', 'x');
  const held = eventsOf(vendor).map((event) =>
    fc.tuple(fc.constant(event), lists.get(event) as fc.Arbitrary<unknown>),
  );
  const odd = fc.tuple(unknown, lists.values().next().value as fc.Arbitrary<unknown>);
  const event = odds([20, fc.oneof(...held)], [1, odd]);
  const hooks = fc.array(event, { minLength: 1, maxLength: 2 }).map(object);
  const needs = Object.entries(tableOf(vendor).activation.required).map(([path, value]) => {
    const [key, ...below] = path.split('.') as [string, ...string[]];
    const whole = below.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    return [key, sometimes(fc.constant(whole), 5)] as const;
  });
  const whole = shaped(
    {
      ...Object.fromEntries(needs),
      version: sometimes(one<unknown>(1, 1, 2, '1'), 5),
      hooksConfig: sometimes(
        one<unknown>({ enabled: true, disabled: ['guard', 3] }, { enabled: false }),
        1,
      ),
      tools: sometimes(
        one<unknown>({ enableHooks: true }, { enableHooks: false, core: ['x'] }, {}),
        3,
      ),
      hooks: odds<unknown>([30, hooks], [1, one<unknown>(undefined, [], null, {})]),
    },
    extras,
  );
  return fc
    .tuple(whole, one(...layouts), one('', '', '\ufeff'), one('\n', '\n', '\r\n'))
    .map(([value, indent, mark, eol]) => {
      if (isPlugin(vendor)) return writeAgentFile(vendor, value, indent).replaceAll('\n', eol);
      const text = JSON.stringify(value, undefined, indent);
      return `${mark}${text.replaceAll('\n', eol)}${eol}`;
    });
}

const keep = shaped({
  entry: sometimes(one<unknown>({ type: 'plugin' }, { x: 1 }, object([['__proto__', {}]]), {}), 2),
  group: sometimes(one<unknown>({ x: 1 }, { matcher: '' }, { hooks: [1] }), 1),
  sequential: sometimes(fc.boolean(), 2),
}).map((value) => (Object.keys(value).length ? value : undefined));

const headers = fc.dictionary(one('X-A', 'authorization'), one('a b', '', 'Bearer $T', "it's $"));
const address = one('https://x.test/a?b=c', 'http://127.0.0.1:8/$A');
/** What answers for a hook: a command, or an address. */
const answers: Record<string, fc.Arbitrary<unknown>>[] = [
  ...Array.from({ length: 5 }, () => ({
    run: odds([30, command], [1, one('', 'run --host gemini --as cursor')]),
  })),
  {
    url: address,
    headers: sometimes(headers, 5),
    'header-env': sometimes(one(['T'], [], ['A', 'T']), 5),
  },
];

const source = (vendor: Vendor): fc.Arbitrary<object> =>
  fc.tuple(eventOf(vendor), fc.boolean(), one(...answers)).chain(([event, explicit, answer]) => {
    const on = vendor === 'anyhook' && !explicit;
    const matched = on ? matcherOf(vendor).filter(valid) : matcherOf(vendor);
    const tool = vendor === 'anyhook' && 'tool' in events[event as keyof typeof events];
    return shaped({
      name: sometimes(word),
      description: sometimes(word),
      on: fc.constant(on ? event : undefined),
      speaks: fc.constant(on ? undefined : vendor),
      event: fc.constant(on ? undefined : event),
      tools: tool ? sometimes(fc.subarray(Object.keys(tools)), 2) : none,
      match: sometimes(matched, 5),
      ...answer,
      timeout: sometimes(one('30s', '0ms', '500ms', '1.25s', '2m', '0.1ms', '99999999999s')),
      'on-failure': sometimes(one('native', 'block', 'allow')),
      ask: sometimes(one('auto', 'host', 'deny')),
      halt: sometimes(one('auto', 'strict')),
      wordings: sometimes(one('auto', 'one', 'both')),
      'loop-limit': sometimes(one<unknown>(0, 3, 'none')),
      cwd: sometimes(one('sub', '/a b', '$HOME', ''), 1),
      log: sometimes(one('/tmp/x.log', ''), 1),
      env: sometimes(
        fc.dictionary(one('A', 'B_2', '', 'A=B', '$A'), word, { minKeys: 1, maxKeys: 2 }),
        2,
      ),
      agents: sometimes(fc.subarray(agentVendors()), 2),
      keep,
    });
  });

function valid(matcher: string): boolean {
  try {
    return new RegExp(matcher) !== undefined;
  } catch {
    return ['', '*'].includes(matcher.trim());
  }
}

/** Arbitrary `anyhook.yaml`. */
function yaml(): fc.Arbitrary<string> {
  const hook = odds<object>(
    [3, source('anyhook')],
    ...agentVendors().map((v): [number, fc.Arbitrary<object>] => [1, source(v)]),
  );
  const list = fc.array(hook, { minLength: 1, maxLength: 3 });
  const hooks = odds<unknown>([8, list], [1, list.map((all) => [...all, all[0]])]);
  return fc
    .tuple(
      hooks,
      one<(value: unknown) => string>(
        (value) => stringify(value, { aliasDuplicateObjects: false }),
        (value) => JSON.stringify(value, null, 1),
      ),
    )
    .map(([hooks, print]) => print({ version: 1, hooks }));
}

/** Arbitrary settings of a vendor, as text. */
export const settingsOf = once(
  (vendor: Vendor): fc.Arbitrary<string> => (vendor === 'anyhook' ? yaml() : json(vendor)),
);
