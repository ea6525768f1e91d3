// Three builds: the library through tsc; the hot path and the command line as a bundle each.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { lazyHome, lazyVendors } from './lazy-vendors.mjs';
import { asTables } from './tables.mjs';

const node = process.execPath;
// `--bundles`: only the bundles are made anew, in place, beside what the last build compiled.
const bundlesAlone = process.argv.includes('--bundles');
// Made beside the old one, which stays whole until the end.
const fresh = bundlesAlone ? 'dist' : 'dist.new';
if (!bundlesAlone) {
  rmSync(fresh, { recursive: true, force: true });
  execFileSync(
    node,
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', fresh],
    {
      stdio: 'inherit',
    },
  );
}

const literal = (value) => JSON.stringify(value);
/** Tells whether a value is a table of so many objects that each should be made when it is asked for. */
const isLargeTable = (value) =>
  !Array.isArray(value) &&
  Object.values(value).some((one) => one instanceof Object) &&
  literal(value).length > 2000;
/** A run needs two or three of these; making them all is a tenth of a millisecond. */
const unparsed = `const unparsed = (texts) => new Proxy(texts, {
  get: (all, key) => (typeof all[key] === 'string' ? (all[key] = JSON.parse(all[key])) : all[key]),
});`;
const parsed = (value) => {
  const texts = Object.entries(value).map(([key, one]) => [key, literal(one)]);
  return `unparsed(${literal(Object.fromEntries(texts))})`;
};

/** The shapes read off the zod schemas, baked in: the hot path loads no zod, the rest reads none. */
const baked = {
  name: 'baked-kinds',
  setup({ onLoad }) {
    onLoad({ filter: /canonical\/kinds\.ts$/ }, async () => {
      const kinds = await import(new URL(`../${fresh}/canonical/kinds.js`, import.meta.url).href);
      const lines = Object.entries(kinds).map(
        ([name, value]) =>
          `export const ${name} = ${isLargeTable(value) ? parsed(value) : literal(value)};`,
      );
      return { contents: [unparsed, ...lines].join('\n'), loader: 'js' };
    });
  },
};

/** Options without what only a person reads. */
const terse = {
  name: 'terse-options',
  setup({ onLoad }) {
    onLoad({ filter: /canonical\/option\.ts$/ }, async () => {
      const url = new URL(`../${fresh}/canonical/option.js`, import.meta.url).href;
      const rows = (await import(url)).options
        .filter(({ flag }) => flag)
        .map(({ runField, flag, kind, words, hasRunDefault }) => ({
          runField,
          flag,
          kind,
          words,
          hasRunDefault,
        }));
      return { contents: `export const options = ${literal(rows)};`, loader: 'js' };
    });
  },
};

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  lineLimit: 300,
  legalComments: 'none',
};

/**
 * Members of adapters that are shortened in the executable: their long names stand there in every
 * adapter. None of them is a key of a payload, of a settings file or of a file that anyhook writes,
 * and none is looked up by a text.
 */
const shortenedMembers = [
  ...['readFinished', 'printResponse', 'normaliseResponse', 'listCallMeanings', 'commonFields'],
  ...['listPrecedingCalls', 'equivalentTools', 'matchesRule', 'findEditedFiles', 'resolveOpened'],
  ...['waitsForPipes', 'waitsForReply', 'isSpoiltByMoreText', 'resolvesEveryVariable', 'readReply'],
  ...['listSameNamed', 'listOfferedNames', 'foldName', 'invalidPaths', 'firesFor'],
  ...['canonicalPath', 'canonicalWords', 'readPaths', 'writePaths', 'olderPaths', 'alternative'],
  ...['fillAfterDecoding', 'fillBeforeEncoding', 'fillCallAfterDecoding', 'neutralResponse'],
  ...['firesSpeculatively', 'hasPrivateSubjects', 'lossOfVisibleOriginal', 'ignoredPaths'],
  ...['commandVariables', 'substitutesSettings', 'uncomputableVariables', 'pluginVariables'],
  ...['maxAnswerLength', 'renamesOldKeys', 'isFurtherPlace', 'pipeWait', 'nativeNames'],
  ...['allowsIndentedEnds', 'allowsIndentedMove', 'skipsEmptyLines', 'skipsEndOfFile', 'isAtEnd'],
  ...['allowsSecondEnd', 'nextHeaderStart', 'countComparisons', 'findLines', 'startLine'],
];

/** The same text is a module to node, and a script to the executable. */
const banner = '((require) => {';
const footer = { js: '})(require);' };

const { metafile } = await build({
  ...common,
  entryPoints: ['src/shim/run.ts'],
  outfile: `${fresh}/run.cjs`,
  mangleProps: new RegExp(`^(?:${shortenedMembers.join('|')})$`),
  plugins: [baked, terse, lazyHome, lazyVendors],
  banner: { js: banner },
  footer,
  metafile: true,
});
/**
 * From 128 KB on, V8 keeps a text where what is large lies, and does not have it collect garbage
 * within a run, as it has beside all else on Node 20: so there are blanks behind the bundle.
 */
const bundle = asTables(readFileSync(`${fresh}/run.cjs`, 'utf8'));
const blanks = `${' '.repeat(499)}\n`.repeat(
  Math.max(0, Math.ceil((131_073 - bundle.length) / 500)),
);
writeFileSync(`${fresh}/run.cjs`, bundle + blanks);

/** The loader, with the list of what Node reads and the words of lines filled in. */
const exported = `export { clearVariablesScript } from './loader-variables.ts'; export { noAnswerReason } from './shim-line-text.ts';`;
const { outputFiles } = await build({
  stdin: { contents: exported, resolveDir: 'src/shim' },
  bundle: true,
  format: 'esm',
  write: false,
});
const list = `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`;
const { clearVariablesScript, noAnswerReason } = await import(list);
const loader = readFileSync('src/shim/loader.sh', 'utf8')
  .replace(/^clear_variables$/m, clearVariablesScript)
  .replace('NO_ANSWER', noAnswerReason);
writeFileSync(`${fresh}/sh`, loader);
writeFileSync(`${fresh}/run.meta.json`, JSON.stringify(metafile));

const { sourceJsonSchema } = await import(
  new URL(`../${fresh}/settings/neutral/schema.js`, import.meta.url).href
);
writeFileSync(`${fresh}/anyhook.schema.json`, `${JSON.stringify(sourceJsonSchema(), null, 2)}\n`);

// With what it is made of: a file read in one go starts three times as fast as two hundred.
const { metafile: parts } = await build({
  ...common,
  entryPoints: ['src/cli/start.ts'],
  outfile: `${fresh}/cli/main.cjs`,
  mainFields: ['module', 'main'],
  banner: {
    js: `${banner}const here=require('node:url').pathToFileURL(require.resolve('./cli/main.cjs')).href;`,
  },
  footer,
  define: { 'import.meta.url': 'here' },
  plugins: [baked],
  metafile: true,
});
const bundled = Object.keys(parts.inputs).map(
  (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
);
const notices = [...new Set(bundled.filter(Boolean))].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  return `${name}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
});
writeFileSync(`${fresh}/cli/LICENSES.txt`, notices.join(`\n${'-'.repeat(80)}\n\n`));

await build({
  ...common,
  entryPoints: ['src/cli/bin.ts'],
  outfile: `${fresh}/anyhook.cjs`,
  target: 'es2015', // a Node that is too old can say so
  banner: { js: '#!/usr/bin/env node' },
});
chmodSync(`${fresh}/anyhook.cjs`, 0o755);

if (!bundlesAlone) {
  rmSync('dist', { recursive: true, force: true });
  renameSync(fresh, 'dist');
}
