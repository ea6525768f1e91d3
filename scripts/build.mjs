// Builds dist/: the types of the library with tsc, its modules with esbuild, and two bundles, which are the shim
// (run.cjs) and the command line.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { printFastKindsModule, printKindsModule } from './kinds.mjs';
import { lazyImports, lazyPrograms, withoutUnusedJsonc } from './lazy-packages.mjs';
import { lazyCode, lazyModules, lazyVendors } from './lazy-vendors.mjs';
import { buildLibrary } from './library.mjs';
import { removeUnreachedTypes } from './reached-types.mjs';
import { runnerText, withoutCommentEnds } from './runner-text.mjs';
import { removePrototypes } from './tables.mjs';

// With `--bundles`, only the two bundles of the executable are built, into dist/ as the last whole build left it.
const buildsBundlesOnly = process.argv.includes('--bundles');
// A whole build goes into a new folder, so that the old dist/ stays usable until the end.
const outputFolder = buildsBundlesOnly ? 'dist' : 'dist.new';
if (!buildsBundlesOnly) {
  rmSync(outputFolder, { recursive: true, force: true });
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  execFileSync(process.execPath, [...tsc, '--outDir', outputFolder], { stdio: 'inherit' });
  removeUnreachedTypes(outputFolder);
}

/** Runs modules of the sources, and returns what each exports. The packages that they import are taken from node_modules. */
async function loadSources(...names) {
  const folder = mkdtempSync('node_modules/.anyhook-build-');
  try {
    const entryPoints = names.map((name) => `src/${name}`);
    const options = { bundle: true, format: 'esm', platform: 'node', packages: 'external' };
    await build({ ...options, entryPoints, outdir: folder, outbase: 'src', splitting: true });
    const urlOf = (name) => pathToFileURL(resolve(folder, name.replace(/\.ts$/, '.js'))).href;
    return await Promise.all(names.map((name) => import(urlOf(name))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const [kinds, outcomes, { options: allOptions }, { sourceJsonSchema }, ...known] =
  await loadSources(
    'canonical/kinds.ts',
    'canonical/outcome.ts',
    'canonical/option.ts',
    'settings/neutral/schema.ts',
    'settings/known-names.ts',
    'cli/known-words.ts',
  );

const literal = (value) => JSON.stringify(value);
/** An esbuild plugin: the kinds of fields, which zod schemas give, are computed here, so that no bundle computes them. */
const computedKinds = {
  name: 'computed-kinds',
  setup({ onLoad }) {
    const contents = printFastKindsModule(kinds);
    onLoad({ filter: /canonical\/kinds\.ts$/ }, () => ({ contents, loader: 'js' }));
  },
};

/** An esbuild plugin: what the functions of two modules return is computed here. */
const computedNames = {
  name: 'computed-names',
  setup({ onLoad }) {
    onLoad(
      { filter: /src[\\/](?:settings[\\/]known-names|cli[\\/]known-words)\.ts$/ },
      ({ path }) => {
        const [names, words] = known;
        const functions = Object.entries(path.endsWith('names.ts') ? names : words);
        const lines = functions.map(
          ([name, list]) => `export const ${name} = () => (${literal(list())});`,
        );
        return { contents: lines.join('\n'), loader: 'js' };
      },
    );
  },
};

/** An esbuild plugin: what an outcome may hold, without the zod schemas of its values. */
const computedOutcomes = {
  name: 'computed-outcomes',
  setup({ onLoad }) {
    onLoad({ filter: /canonical\/outcome\.ts$/ }, () => {
      const rows = Object.entries(outcomes.outcomeTable).map(([key, { schema: _, ...traits }]) => [
        key,
        traits,
      ]);
      const contents = [
        `export const severities = ${literal(outcomes.severities)};`,
        `const traits = ${literal(Object.fromEntries(rows))};`,
        'export const outcomeTraitsOf = (key) => traits[key];',
      ].join('\n');
      return { contents, loader: 'js' };
    });
  },
};

/** An esbuild plugin: the options of a run, without the texts that only people read. */
const shortOptions = {
  name: 'short-options',
  setup({ onLoad }) {
    onLoad({ filter: /canonical\/option\.ts$/ }, () => {
      const rows = allOptions
        .filter(({ flag }) => flag)
        .map(({ runField, flag, kind, words, hasRunDefault, isOfLine }) => ({
          runField,
          flag,
          kind,
          words,
          hasRunDefault,
          isOfLine: isOfLine && 1,
        }));
      return { contents: `export const options = ${literal(rows)};`, loader: 'js' };
    });
  },
};

if (!buildsBundlesOnly) await buildLibrary(outputFolder, printKindsModule(kinds));

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
 * Members of objects whose names are shortened in run.cjs, since every adapter there repeats them. None of them is
 * a key of a payload, of a settings file or of a file that anyhook writes, and no code builds such a name
 * from texts.
 */
const shortenedMembers = [
  ...['readFinished', 'printResponse', 'normaliseResponse', 'listCallMeanings', 'commonFields'],
  ...['listPrecedingCalls', 'equivalentTools', 'matchesRule', 'findEditedFiles', 'resolveOpened'],
  ...['waitsForPipes', 'waitsForReply', 'isSpoiltByMoreText', 'resolvesEveryVariable', 'readReply'],
  ...['listSameNamed', 'listOfferedNames', 'foldName', 'invalidPaths', 'firesFor'],
  ...['canonicalPath', 'canonicalWords', 'readPaths', 'writePaths', 'olderPaths', 'alternative'],
  ...['fillAfterDecoding', 'fillBeforeEncoding', 'fillCallAfterDecoding', 'neutralResponse'],
  ...['firesSpeculatively', 'hasPrivateSubjects', 'severityIfOriginalStays', 'ignoredPaths'],
  ...['commandVariables', 'substitutesSettings', 'uncomputableVariables', 'pluginVariables'],
  ...['answerLimit', 'renamesOldKeys', 'isFurtherPlace', 'openPipeLimit', 'nativeNames'],
  ...['allowsIndentedEnds', 'allowsIndentedMove', 'skipsEmptyLines', 'skipsEndOfFile', 'isAtEnd'],
  ...['allowsSecondEnd', 'nextHeaderStart', 'countComparisons', 'findLines', 'startLine'],
  ...['isCompleteResponse', 'clientEnv', 'isStdoutOpen', 'isTimeOver', 'vendorHttp', 'findProblem'],
  ...['removeAllBut', 'markUsed', 'readLines', 'sessionsFolder', 'notedTurnId', 'personTurnId'],
  ...['ownEventNames', 'isCertainToRun', 'timeLimitKeys', 'firingIdOf'],
  ...['canonicalName', 'lostRewrite', 'resultSupply', 'blocksUnstarted', 'toOriginalInput'],
  ...['isHypothetical', 'mightSucceedAtVendor', 'isVerbatim', 'isCrossLoaded', 'nameInEvents'],
  ...['listOtherMcpNames', 'anySeparator', 'rootLengthOf', 'hasResult', 'canSay', 'passesAsk'],
  ...['hookRuns', 'isDetached', 'isFinal', 'isCertain', 'runnerPath', 'surroundings', 'fullEvent'],
  ...['runBounded', 'afterPolicy', 'isRepeat', 'isAtGate', 'canGate', 'hadLessTime', 'isOurLimit'],
  'bindings',
];

/** Makes a bundle usable in two ways: Node can load it as a module, and the executable can run its text as a script. */
const banner = '((require) => {';
const footer = { js: '})(require);' };

// `anyhook/hook` as `anyhook sync` puts it into the file of a hook: alone, while the entry point shares modules with others.
await build({
  ...common,
  entryPoints: ['src/hook/index.ts'],
  outfile: `${outputFolder}/hook/bundled.js`,
  format: 'esm',
});

const { metafile } = await build({
  ...common,
  entryPoints: ['src/shim/run.ts'],
  outfile: `${outputFolder}/run.cjs`,
  mangleProps: new RegExp(`^(?:${shortenedMembers.join('|')})$`),
  plugins: [computedKinds, shortOptions, lazyCode, lazyModules, lazyVendors],
  banner: { js: banner },
  footer,
  metafile: true,
});
/**
 * A bundle of less than 128 KB is filled up with blanks. V8 keeps texts from that size on apart from small objects,
 * so that they cause no garbage collection within a run, which smaller ones do on Node 20.
 */
const bundle = removePrototypes(readFileSync(`${outputFolder}/run.cjs`, 'utf8'));
const blanks = `${' '.repeat(499)}\n`.repeat(
  Math.max(0, Math.ceil((131_073 - bundle.length) / 500)),
);
const body = withoutCommentEnds(bundle + blanks);
const buildId = createHash('sha256').update(body).digest('hex').slice(0, 8);
const {
  outputFiles: [runnerStart],
} = await build({
  ...common,
  entryPoints: ['src/shim/runner-start.ts'],
  define: { buildId: literal(buildId) },
  write: false,
});
writeFileSync(`${outputFolder}/run.cjs`, runnerText(runnerStart.text, body));

// What a generated plugin loads into the process of its agent: an ordinary CommonJS module.
await build({
  ...common,
  entryPoints: ['src/bridge/index.ts'],
  outfile: `${outputFolder}/bridge.cjs`,
  mangleProps: new RegExp(`^(?:${shortenedMembers.join('|')})$`),
  plugins: [computedKinds, shortOptions, lazyModules, lazyVendors],
});

// The loader is a shell script. The names of variables that Node reads, and the reason of its refusals, are filled
// in from the sources.
const exported = `export { clearVariablesScript } from './loader-variables.ts'; export { noAnswerReason } from './shim-line-text.ts';`;
const { outputFiles } = await build({
  stdin: { contents: exported, resolveDir: 'src/shim' },
  bundle: true,
  format: 'esm',
  write: false,
});
const moduleAddress = `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`;
const { clearVariablesScript, noAnswerReason } = await import(moduleAddress);
const loader = readFileSync('src/shim/loader.sh', 'utf8')
  .replace(/^clear_variables$/m, clearVariablesScript)
  .replace('NO_ANSWER', noAnswerReason);
writeFileSync(`${outputFolder}/sh`, loader);
const starterFolder = `${outputFolder}/starters`;
mkdirSync(starterFolder, { recursive: true });
// A text in TypeScript has another ending in the sources, where it could not be compiled.
for (const name of readdirSync('src/starters'))
  if (/\.(?:mjs|txt)$/.test(name)) copyFileSync(`src/starters/${name}`, `${starterFolder}/${name}`);
writeFileSync(`${outputFolder}/run.meta.json`, JSON.stringify(metafile));

writeFileSync(
  `${outputFolder}/anyhook.schema.json`,
  `${JSON.stringify(sourceJsonSchema(), null, 2)}\n`,
);

// The command line is two files with all packages in them, which start three times as fast as two hundred files: one
// that prints help and finds mistakes in a line, and one that does everything.
const cliBundles = [
  ['start', 'start'],
  ['whole', 'main'],
].map(([entry, name]) =>
  build({
    ...common,
    entryPoints: [`src/cli/${entry}.ts`],
    outfile: `${outputFolder}/cli/${name}.cjs`,
    mainFields: ['module', 'main'],
    // As a CommonJS module, zod is one function until it is loaded. As an ES module, it makes 1,000 functions at each start.
    alias: { zod: resolve('node_modules/zod/index.cjs') },
    banner: {
      js: `${banner}const here=require('node:url').pathToFileURL(require.resolve('./cli/${name}.cjs')).href;`,
    },
    footer,
    define: { 'import.meta.url': 'here' },
    plugins: [
      computedKinds,
      computedNames,
      computedOutcomes,
      lazyImports,
      lazyPrograms,
      withoutUnusedJsonc,
    ],
    metafile: true,
  }),
);
const [, { metafile: contents }] = await Promise.all(cliBundles);
// Regular expressions are all that esbuild leaves with characters beyond ASCII. V8 would keep the whole text in twice the
// memory for them, and read it more slowly.
for (const name of ['start', 'main']) {
  const path = `${outputFolder}/cli/${name}.cjs`;
  const ascii = readFileSync(path, 'utf8').replace(
    /[^\0-\x7f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(path, ascii);
}
const bundled = Object.keys(contents.inputs).map(
  (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
);
const notices = [...new Set(bundled.filter(Boolean))].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  return `${name}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
});
writeFileSync(`${outputFolder}/cli/LICENSES.txt`, notices.join(`\n${'-'.repeat(80)}\n\n`));

await build({
  ...common,
  entryPoints: ['src/cli/bin.ts'],
  outfile: `${outputFolder}/anyhook.cjs`,
  target: 'es2015', // so that it also starts on a Node that is too old, and can say that
  banner: { js: '#!/usr/bin/env node' },
});
chmodSync(`${outputFolder}/anyhook.cjs`, 0o755);

if (!buildsBundlesOnly) {
  rmSync('dist', { recursive: true, force: true });
  renameSync(outputFolder, 'dist');
}
