/** Checks the words of `src/`: docstrings and names of what it exports, and the glossary. Part of `npm run lint`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ExportedFunction, listExportedFunctions, listExports } from './exported-functions.ts';

/** Files by their path from the root of the repository. */
export type Sources = Readonly<Record<string, string>>;

/** At most this share of the exported functions may have one lowercase word for a name. */
const oneWordLimit = 0.15;
/** At most so many terms are enough to read the code. */
const glossaryLimit = 25;

/** Words that only the first authors understood; no exported name has one of them among its words. */
const privateWords = new Set(
  `asked course doubts equipped fate fates heard kin lain lay mend mended mends meant odd said served
  settled spoken told touched untold voids`.split(/\s+/),
);

const wordsOf = (name: string): string[] =>
  name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).map((word) => word.toLowerCase());

/** Finds comments that begin with "The same": alone, they do not say what is the same as what. */
export const findSame = (source: string): number[] =>
  [...source.matchAll(/(?<!\/\/.*\n[ ]*)(?:\/\*\*?\s*(?:\*\s*)?|\/\/ ?)The same\b/g)].map(
    ({ index }) => source.slice(0, index).split('\n').length,
  );

/** Types that say nothing of their value, before any brackets: of another type, the docstring of the type says it. */
const bareType =
  /^(?:string|number|boolean|unknown|object|undefined|null|Record|Map|Set|Iterable|['"({[])/;

/** Parameters that are one thing everywhere: the id of an agent, the content of a file, the path of one, any value. */
const commonParameters = new Set(['vendor', 'text', 'path', 'value']);

/** Tells whether a docstring names a parameter, also as several words, or its type says what it is. */
function explainsParameter(docstring: string, { name, type }: { name: string; type: string }) {
  if (name === '' || commonParameters.has(name)) return true;
  if (!bareType.test(type.replace(/^readonly |^Readonly\w*</, ''))) return true;
  return new RegExp(`\\b${wordsOf(name).join('[ -]?')}(?:e?s)?\\b`, 'i').test(docstring);
}

/** Returns what is wrong with the docstring of an exported function, and what to do. */
export function checkDocstring({
  name,
  docstring,
  parameters,
  returns,
}: ExportedFunction): string[] {
  if (docstring === undefined) return ['has no docstring: say what it does, starting with a verb'];
  const problems: string[] = [];
  if (parameters.length >= 3) {
    const unexplained = parameters.filter((one) => !explainsParameter(docstring, one));
    const names = unexplained.map(({ name }) => `\`${name}\``).join(', ');
    if (names)
      problems.push(`does not say what ${names} is: add @param, or a sentence that names it`);
  }
  const [absent] = /\b(?:undefined|null)\b(?=\s*(?:>?$|\||>))/.exec(returns) ?? [];
  const isFound = name.startsWith('find'); // undefined: there is none
  if (absent !== undefined && !isFound && !/@returns|\bundefined\b|\bnull\b/i.test(docstring))
    problems.push(`does not say what ${absent} means: add @returns, or a sentence that names it`);
  return problems;
}

/** Returns a problem that lists the names of one lowercase word, if they are too many. */
export function checkOneWordNames(names: readonly string[]): string[] {
  const found = names.filter((name) => /^[a-z]+$/.test(name));
  if (found.length <= names.length * oneWordLimit) return [];
  const share = `${found.length} of ${names.length} exported functions`;
  return [
    `src: ${share} have one word for a name, more than ${oneWordLimit * 100} %: give some a verb and an object: ${found.join(', ')}`,
  ];
}

/** Returns what is wrong with the glossary: too many terms, or a name in code that no type of `src/` has. */
export function checkGlossary(guide: string, types: ReadonlySet<string>): string[] {
  const section = /^#+ Words\n([\s\S]*?)(?=^#+ )/m.exec(guide)?.[1] ?? '';
  const terms = [...section.matchAll(/^\| (?!term |-)(.+?) \|/gm)].map(([, term = '']) => term);
  const named = terms.flatMap((term) =>
    [...term.matchAll(/`([A-Z]\w+)`/g)].map(([, name = '']) => name),
  );
  return [
    ...(terms.length === 0 || terms.length > glossaryLimit
      ? [`CONTRIBUTING.md: "Words" has ${terms.length} terms: state 1 to ${glossaryLimit}`]
      : []),
    ...named
      .filter((name) => !types.has(name))
      .map(
        (name) =>
          `CONTRIBUTING.md: "Words" names \`${name}\`, which src exports no type of: correct it`,
      ),
  ];
}

/** Returns all problems of the sources and the guide, each with its place, what is wrong and what to do. */
export function checkWords(sources: Sources, guide: string): string[] {
  const problems: string[] = [];
  const functions: string[] = [];
  const types = new Set<string>();
  for (const [file, source] of Object.entries(sources)) {
    for (const line of findSame(source))
      problems.push(`${file}:${line}: a comment begins with "The same": name what it is about`);
    for (const one of listExportedFunctions(source)) {
      functions.push(one.name);
      for (const what of checkDocstring(one))
        problems.push(`${file}:${one.line}: \`${one.name}\` ${what}`);
    }
    for (const { name, isType, line } of listExports(source)) {
      if (isType) types.add(name);
      const word = wordsOf(name).find((one) => privateWords.has(one));
      if (word !== undefined)
        problems.push(
          `${file}:${line}: "${word}" in \`${name}\` is a private word: take a term of the field`,
        );
    }
  }
  return [...problems, ...checkOneWordNames(functions), ...checkGlossary(guide, types)];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [`src/${file}`, readFileSync(join(root, 'src', file), 'utf8')]);
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const problems = checkWords(Object.fromEntries(sources), guide);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
