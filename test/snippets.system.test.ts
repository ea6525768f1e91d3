/** Every block of code and every command on a page: it is run, compiled, or read by what it is written for. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { generatedPages } from '../scripts/support.ts';
import { options } from '../src/canonical/option.ts';
import { answerLine, type Work } from '../src/cli/answer-line.ts';
import { readHooks } from '../src/settings/formats/index.ts';
import { splitWords } from '../src/util/shell/line.ts';
import { installOnce, packedFolder } from './packed.ts';

const root = join(import.meta.dirname, '..');
const listPages = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: folder !== '', encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
    .map((file) => join(folder, file));
const pages = ['', 'docs', 'site/pages'].flatMap(listPages);

/** A block of code on a page. `about` says where it is, for messages. */
interface Block {
  page: string;
  language: string;
  text: string;
  /** The name that the page gives it, by a comment before it: `<!-- file hooks/guard.ts -->`. */
  file: string | undefined;
  about: string;
}

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');
const blocks: Block[] = pages.flatMap((page) =>
  [
    ...textOf(page).matchAll(
      /(?:^<!-- (?:file|script) (\S+) -->\n)?^( *)```(\w*)\n([\s\S]*?)^ *```/gm,
    ),
  ].map((found) => {
    const [whole, file, indent = '', language = '', text = ''] = found;
    const line = found.input.slice(0, found.index + whole.indexOf('`')).split('\n').length;
    const lines = text.split('\n').map((one) => one.slice(indent.length));
    return { page, language, file, text: lines.join('\n'), about: `${page}:${line}` };
  }),
);
const inLanguage = (...languages: string[]): Block[] =>
  blocks.filter(({ language }) => languages.includes(language));

/** The programs of these pages run in tests of their own. */
const playedElsewhere: Readonly<Record<string, string>> = {
  'README.md': 'test/readme.system.test.ts',
  'docs/library.md': 'test/library/page.system.test.ts',
};

const folder = join(packedFolder(), 'snippets');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes blocks of code of one page into one folder, so that a later one can import an earlier one by the name of its file. */
function writePrograms(page: string, found: readonly Block[]): string[] {
  const place = join(folder, page.replaceAll('/', '-').replace('.md', ''));
  mkdirSync(place, { recursive: true });
  return found.map(({ text, file: name }, index) => {
    const file = join(place, basename(name ?? `block${index}.ts`));
    writeFileSync(file, text);
    return file;
  });
}

test('every block of code is in a language that is checked here', () => {
  const known = ['console', 'js', 'json', 'sh', 'text', 'toml', 'ts', 'yaml', 'gitattributes'];
  const others = blocks.filter(({ language }) => !known.includes(language));
  expect(others.map(({ about, language }) => `${about} ${language}`)).toEqual([]);
  expect(blocks.length).toBeGreaterThan(50);
});

test('every page with a transcript is one whose transcripts are compared with what the commands print', () => {
  const shown = [...new Set(inLanguage('console').map(({ page }) => page))];
  expect(shown.filter((page) => !(page in generatedPages))).toEqual([]);
  expect(shown.length).toBeGreaterThanOrEqual(3);
});

test('every program in TypeScript has right types, with the package as it is published', async () => {
  await installOnce();
  const compiled = pages
    .filter((page) => !(page in playedElsewhere))
    .flatMap((page) =>
      writePrograms(
        page,
        inLanguage('ts').filter((block) => block.page === page),
      ),
    );
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext'];
  const more = ['--target', 'es2023', '--allowImportingTsExtensions', '--types', 'node'];
  const roots = ['--typeRoots', join(root, 'node_modules/@types')];
  const tsc = join(root, 'node_modules/.bin/tsc');
  const ran = spawnSync(tsc, [...flags, ...more, ...roots, ...compiled], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(ran.stdout).toBe('');
  expect(compiled.length).toBeGreaterThanOrEqual(3);
});

test.each(Object.entries(playedElsewhere))('the programs of %s run in %s', (page, file) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(page);
});

test('every program in JavaScript and every script of a shell has no mistake of syntax', () => {
  mkdirSync(folder, { recursive: true });
  const wrong = inLanguage('js', 'sh').flatMap(({ language, text, about }, index) => {
    const file = join(folder, `syntax${index}.${language === 'js' ? 'mjs' : 'sh'}`);
    writeFileSync(file, text);
    const [program, flag] = language === 'js' ? [process.execPath, '--check'] : ['sh', '-n'];
    const { status, stderr } = spawnSync(program as string, [flag as string, file]);
    return status === 0 ? [] : [`${about}: ${stderr}`];
  });
  expect(wrong).toEqual([]);
});

test('every block of JSON is JSON', () => {
  const found = inLanguage('json');
  for (const { text, about } of found)
    expect(() => JSON.parse(text), `${about} is no JSON`).not.toThrow();
  expect(found.length).toBeGreaterThanOrEqual(3);
});

test('every block of YAML is YAML, and those with hooks are read without an error', () => {
  let withHooks = 0;
  for (const { text, about } of inLanguage('yaml')) {
    const { errors, contents } = parseDocument(text);
    expect([about, errors.map(({ message }) => message)]).toEqual([about, []]);
    if (!/^hooks:/m.test(text)) continue;
    expect(contents).toBeTruthy();
    const whole = text.includes('version:') ? text : `version: 1\n${text}`;
    const { hooks } = readHooks('anyhook', whole, 'anyhook.yaml');
    expect([about, hooks.length > 0]).toEqual([about, true]);
    withHooks += 1;
  }
  expect(withHooks).toBeGreaterThanOrEqual(3);
});

/** A command of anyhook on a page: the words behind `anyhook`. */
interface Typed {
  about: string;
  line: string;
  words: string[];
}

/** What stands on a page for a word that the reader puts in its place. */
const placeholders: Readonly<Record<string, string>> = {
  ...{ AGENT: 'cursor', OWNER: 'claude', TARGET: 'cursor', FROM: 'cursor', TO: 'gemini' },
  ...{ VENDOR: 'cursor', COMMAND: 'ls', FILE: 'file.json', NAME: 'guard', SHELL: 'bash' },
};
const fillIn = (line: string): string =>
  line.replace(/\b[A-Z]{2,}\b/g, (word) => placeholders[word] ?? word);

/** Lists the commands of anyhook in scripts, in transcripts and in the text of a page. */
function listCommands(): Typed[] {
  const lines = [
    ...inLanguage('sh', 'console', 'yaml').flatMap(({ text, about, language }) =>
      text
        .replaceAll('\\\n', ' ')
        .split('\n')
        .filter((line) => language !== 'console' || line.startsWith('$ '))
        .map((line) => ({ about, line: line.replace(/^(?:\$|\s*- run:) /, '') })),
    ),
    ...pages.flatMap((page) =>
      [
        ...textOf(page)
          .replace(/^ *```[\s\S]*?^ *```/gm, '')
          .matchAll(/`([^`\n]+)`/g),
      ].map(([, line = '']) => ({ about: page, line })),
    ),
  ];
  return lines.flatMap(({ about, line }) =>
    [...line.matchAll(/(?:^|&& )(?:npx )?anyhook ([a-z-].*?)(?= && | \| |; |\s+#|$)/g)].flatMap(
      ([, given = '']) => {
        if (/…|\.\.\.|</.test(given)) return [];
        const words = splitWords(fillIn(given));
        return [{ about, line: `anyhook ${given}`, words: words ?? [] }];
      },
    ),
  );
}

const act = () => Promise.resolve();
const actions = {
  completion: act,
  ...{ init: act, doctor: act, test: act, list: act },
  ...{ convert: act, sync: act, remove: act, capabilities: act },
} satisfies Work['actions'] & { completion: unknown };

/** Returns what anyhook says against a command, without running it. Empty: nothing. */
async function findMistake(words: readonly string[]): Promise<string> {
  const errors: string[] = [];
  const before = process.exitCode;
  await answerLine(['node', 'anyhook', ...words], {
    actions,
    findPresent: () => ({ withSettings: [], withFolder: [] }),
    print: () => {},
    printError: (text) => void errors.push(text),
  });
  process.exitCode = before;
  return errors.join('');
}

const flagsOfRun = ['--hook', '--help', ...options.flatMap(({ flag }) => flag ?? [])];

test('every command of anyhook on a page is one that anyhook takes', async () => {
  const typed = listCommands();
  const wrong: string[] = [];
  for (const { about, line, words } of typed) {
    const [name = ''] = words;
    if (name === 'run') {
      const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
      const unknown = own.filter((word) => word.startsWith('--') && !flagsOfRun.includes(word));
      if (unknown.length) wrong.push(`${about}: ${line}: ${unknown}`);
      continue;
    }
    const isName = words.length === 1 && name in actions; // of the command, in a sentence about it
    const mistake = isName ? '' : await findMistake(words);
    if (mistake) wrong.push(`${about}: ${line}: ${mistake}`);
  }
  expect(wrong).toEqual([]);
  expect(typed.length).toBeGreaterThan(80);
});
