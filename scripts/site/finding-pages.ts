/** A page of the site for each code of a finding: the row of docs/findings.md, and a real file in which anyhook finds it. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { checkSettings } from '../../src/check/check.ts';
import { hookLossCodes } from '../../src/convert/hook-loss.ts';
import { describeFinding, type Finding, type findingCodes } from '../../src/settings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { adapterOf } from '../../src/translate/host.ts';
import { toSentence } from '../markdown.ts';
import { type Page, root } from './pages.ts';

const wild = join(root, 'fixtures/wild');
const textOf = (...path: string[]): string => readFileSync(join(...path), 'utf8');

/** A file of an example: its path in the project, and its text. */
interface ExampleFile {
  path: string;
  text: string;
}

/** Files of a project in which anyhook finds something. */
interface Example {
  /** The title of the agent that reads the settings. */
  agent: string;
  /** The settings file first, then the script that it names. */
  files: ExampleFile[];
  finding: Finding;
  /** How many other findings the files have. */
  others: number;
}

/** A case of `fixtures/wild`, as far as it is read here. */
interface Case {
  agent: string;
  event?: string;
  events?: string[];
  matcher?: string;
  command?: string;
  project?: string;
  absent?: string[];
  plain?: string[];
}

/** Files of a project that are not shown: scripts that settings name, and that are there. */
type Unshown = readonly { path: string; isPlain: boolean }[];

/**
 * Writes a project, and returns what anyhook finds in its settings, each as an example.
 *
 * @param folder The folder of the project. The rules for paths with a space are those of its own path.
 */
function findExamples(
  agent: string,
  folder: string,
  files: ExampleFile[],
  unshown: Unshown = [],
): Example[] {
  const write = (path: string, text: string, mode: number) => {
    const at = join(folder, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
    chmodSync(at, mode);
  };
  for (const { path, text } of files) write(path, text, 0o755);
  for (const { path, isPlain } of unshown)
    write(path, '#!/bin/sh\ncat >/dev/null\n', isPlain ? 0o644 : 0o755);
  const [settings] = files;
  if (!settings) return [];
  const workspace = { root: folder, home: join(folder, '../home'), scope: 'project' as const };
  const found = checkSettings(agent, readHooks(agent, settings.text, settings.path), workspace);
  return found.map((finding) => ({
    agent: adapterOf(agent).title,
    files,
    finding,
    others: found.length - 1,
  }));
}

/** Returns the path of an agent's settings file in a project. */
const settingsPathOf = (agent: string): string => tableOf(agent).files.own.project;

/** Lists what anyhook finds in the settings files of `fixtures/wild/settings`. */
function listSettingsExamples(top: string): Example[] {
  const folder = join(wild, 'settings');
  return readdirSync(folder).flatMap((name) => {
    const said: Case = JSON.parse(textOf(folder, name, 'case.json'));
    const file = readdirSync(join(folder, name)).find((one) => one !== 'case.json') ?? '';
    const text = textOf(folder, name, file);
    const scripts = [...new Set(text.match(/\bhooks\/[\w-]+\.\w+/g))].filter(
      (script) => !said.absent?.includes(script) && !script.endsWith('.json'),
    );
    return findExamples(
      said.agent,
      join(top, `a ${name}`, 'project'),
      [{ path: settingsPathOf(said.agent), text }],
      scripts.map((path) => ({ path, isPlain: said.plain?.includes(path) ?? false })),
    );
  });
}

/** The programs that start scripts, by the ending of a script. */
const programs: Readonly<Record<string, string>> = {
  '.sh': 'bash',
  '.py': 'python3',
  '.js': 'node',
  '.mjs': 'node',
};

/** Lists what anyhook finds about the scripts of `fixtures/wild/scripts`. */
function listScriptExamples(top: string): Example[] {
  const folder = join(wild, 'scripts');
  return readdirSync(folder).flatMap((name) => {
    const said: Case = JSON.parse(textOf(folder, name, 'case.json'));
    const names = readdirSync(join(folder, name)).filter((one) => one !== 'case.json');
    const [script = '', ...rest] = names;
    const program = programs[extname(script)];
    if (rest.length || program === undefined) return [];
    const path = `hooks/${script}`;
    const entry = { type: 'command', command: said.command ?? `${program} ${path}` };
    const filter = said.matcher === undefined ? {} : { matcher: said.matcher };
    // The settings of other agents have further keys. Scripts for these three show every kind of fault.
    const list =
      said.agent === 'cursor'
        ? [{ command: entry.command, ...filter }]
        : [{ ...filter, hooks: [entry] }];
    if (!['claude', 'cursor', 'gemini'].includes(said.agent)) return [];
    const events = said.events ?? [said.event ?? ''];
    const settings = {
      ...(said.agent === 'cursor' && { version: 1 }),
      hooks: Object.fromEntries(events.map((event) => [event, list])),
    };
    return findExamples(said.agent, join(top, name, said.project ?? 'project'), [
      { path: settingsPathOf(said.agent), text: `${JSON.stringify(settings, null, 2)}\n` },
      { path, text: textOf(folder, name, script) },
    ]);
  });
}

const sizeOf = ({ files }: Example): number =>
  files.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the example of each code that has one: the one with the fewest other findings, and of these the shortest. */
function chooseExamples(): Map<string, Example> {
  const top = mkdtempSync(join(tmpdir(), 'anyhook-examples-'));
  try {
    const all = [...listSettingsExamples(top), ...listScriptExamples(top)];
    const sorted = all.toSorted((a, b) => a.others - b.others || sizeOf(a) - sizeOf(b));
    return new Map(sorted.toReversed().map((one) => [one.finding.code, one]));
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

let chosenExamples: Map<string, Example> | undefined;

/** Codes of findings about what a conversion writes: only `anyhook convert` and `anyhook sync` print them. */
const ofConversions: ReadonlySet<string> = new Set<(typeof findingCodes)[number]>([
  'setting-written',
  'own-entry-wrapped',
  'not-bundled',
  'both-wordings',
  'twice-by-event',
  'twice-there',
  'twice-loaded',
  'loaded-by',
  'edited',
  'restored',
  'stray',
  'taken-out',
  'switched-on',
  'renamed',
  'returned-changed',
  'returned-gone',
]);

const languages: Readonly<Record<string, string>> = {
  '.json': 'json',
  '.toml': 'toml',
  '.yaml': 'yaml',
  '.sh': 'sh',
  '.py': 'python',
  '.js': 'js',
  '.mjs': 'js',
};

/** Returns a block of code, also of a text that has such a block in it. Characters that nobody sees are named. */
function blockOf(language: string, text: string): string {
  const shown = text.replace('\ufeff', '‹U+FEFF›').replaceAll('\0', '‹NUL›');
  const fence = shown.includes('```') ? '````' : '```';
  return `${fence}${language}\n${shown.trimEnd()}\n${fence}`;
}

const describeExample = ({ agent, files, finding }: Example): string[] => [
  '## For example',
  ...files.map(
    ({ path, text }) => `\`${path}\`:\n\n${blockOf(languages[extname(path)] ?? '', text)}`,
  ),
  `What anyhook says of it${files[0]?.path === settingsPathOf('anyhook') ? '' : `, for ${agent}`}:`,
  blockOf('text', `${finding.at ? `line ${finding.at.line}: ` : ''}${describeFinding(finding)}`),
];

/** A row of the table in docs/findings.md. */
interface Row {
  code: string;
  kinds: string;
  what: string;
  remedy: string;
}

/** Returns the cells of a row of a table. A `|` behind a backslash ends no cell. */
const cellsOf = (line: string): string[] =>
  line
    .replace(/^\| | \|$/g, '')
    .split(' | ')
    .map((cell) => cell.replaceAll('\\|', '|').trim());

const codeRow = /^\| `([\w-]+)` \|.*$/gm;

/** Lists the rows of docs/findings.md. */
function listRows(page: string): Row[] {
  return [...page.matchAll(codeRow)].map(([line]) => {
    const [code = '', kinds = '', what = '', remedy = ''] = cellsOf(line);
    return { code: code.replaceAll('`', ''), kinds, what, remedy };
  });
}

/** Returns what docs/findings.md says of a kind, such as `dead`. */
const explainKind = (page: string, kind: string): string =>
  new RegExp(`^- \\*\\*${kind}\\*\\*[^:]*: ([\\s\\S]*?)(?=\\n- |\\n\\n)`, 'm')
    .exec(page)?.[1]
    ?.replaceAll('\n', ' ') ?? '';

/**
 * Returns a page for each finding: `findings/CODE.md`.
 *
 * @param page The text of docs/findings.md.
 */
export function makeFindingPages(page = textOf(root, 'docs/findings.md')): Page[] {
  chosenExamples ??= chooseExamples(); // takes seconds
  const examples = chosenExamples;
  return listRows(page).map(({ code, kinds, what, remedy }) => {
    const example = examples.get(code);
    const shownBy = ofConversions.has(code)
      ? '[`anyhook convert`](../reference/commands.md#anyhook-convert) and [`anyhook sync`](../reference/commands.md#anyhook-sync) print it'
      : '[`anyhook doctor`](../reference/commands.md#anyhook-doctor) prints it, and so do [`anyhook convert`](../reference/commands.md#anyhook-convert) and [`anyhook sync`](../reference/commands.md#anyhook-sync)';
    const parts = [
      // The pages are no chapters, one after another.
      '---\nprev: false\nnext: false\n---',
      `# ${code}`,
      ...kinds.split(' or ').map((kind) => `**${kind}**: ${explainKind(page, kind)}`),
      '## What is wrong',
      toSentence(what),
      '## What to do',
      toSentence(remedy),
      ...(example ? describeExample(example) : []),
      '## Where it is shown',
      `${shownBy}. With \`--json\` it has the code \`${code}\`.`,
      '[All findings](../findings.md) · [When a hook does nothing](../troubleshooting.md)',
    ];
    return { path: `findings/${code}.md`, text: `${parts.join('\n\n')}\n` };
  });
}

/**
 * Returns a page in which each code of a finding is a link to its own page: in the table of all findings, and where the page
 * links a code to that table.
 */
export const linkFindings = (page: Page): Page => ({
  ...page,
  text: (page.path === 'findings.md'
    ? page.text.replace(codeRow, (line, code: string) =>
        line.replace(`\`${code}\``, `[\`${code}\`](findings/${code}.md)`),
      )
    : page.text
  ).replace(/\[`([a-z-]+)`\]\(((?:\.\.\/)*)findings\.md\)/g, '[`$1`]($2findings/$1.md)'),
});

/** Returns the page of all losses, in which the row of each loss of hooks has an anchor: its code. */
export function addLossAnchors(page: Page): Page {
  if (page.path !== 'reference/losses.md') return page;
  const known = new Set<string>(hookLossCodes);
  const text = page.text.replace(/^\| `([a-z-]+)` \|/gm, (row, code: string) =>
    known.delete(code) ? `| <span id="${code}">\`${code}\`</span> |` : row,
  );
  return { ...page, text };
}
