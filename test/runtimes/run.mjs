// Runs one program of the packed package in every runtime: Node (this one and the newer lines), Bun, Deno without permissions, and
// Chromium without a window, bundled by esbuild and as the package is. Runtimes come from npm, into the user's cache.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import { install, nodes, run } from './install.mjs';

const repository = join(import.meta.dirname, '../..');
const ownMajor = Number.parseInt(process.versions.node, 10);
/** Runtimes of npm that are played, with the file to start and its arguments. */
const fromNpm = {
  ...Object.fromEntries(
    Object.entries(nodes)
      .filter(([major]) => Number(major) > ownMajor)
      .map(([major, spec]) => [`node ${major}`, [spec, 'bin/node']]),
  ),
  bun: ['@oven/bun-linux-x64@1.4.5', 'bin/bun'],
  deno: ['@deno/linux-x64-glibc@2.9.6', 'deno', 'run', '--no-prompt', '--node-modules-dir=manual'],
};

const expected = JSON.stringify(
  [0, 1].map(() => ({ command: 'rm -rf x', denied: 'deny', refused: 2, vendor: 'gemini' })),
);
let passed = 0;
let failed = 0;

/** Plays one runtime, and prints how it went. `play` returns what the program printed. */
async function check(name, play) {
  const began = performance.now();
  let problem;
  try {
    const printed = (await play()).trim();
    if (printed !== expected) problem = `it printed ${printed || 'nothing'}`;
  } catch (error) {
    problem = error.message;
  }
  if (problem === undefined) passed += 1;
  else failed += 1;
  const took = `${Math.round(performance.now() - began)} ms`;
  console.log(problem === undefined ? `passed: ${name}, ${took}` : `FAILED: ${name}, ${problem}`);
}

/** Puts the package, as npm would publish it, and the program into a folder. No dependency of it is there. */
function unpack(folder) {
  const home = join(folder, 'node_modules/anyhook');
  fs.mkdirSync(home, { recursive: true });
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const tarball = run('npm', pack, repository).trim();
  run('tar', ['-xzf', join(folder, tarball), '-C', home, '--strip-components=1'], folder);
  fs.copyFileSync(join(import.meta.dirname, 'program.mjs'), join(folder, 'program.mjs'));
  fs.writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  fs.writeFileSync(
    join(folder, 'main.mjs'),
    "import { run } from './program.mjs';\nconsole.log(run());\n",
  );
}

/** Lets Chromium load a page of a folder from a server on this machine, and returns the text that the page ends with. */
async function browse(folder, page) {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' };
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url, 'http://localhost').pathname);
    const isThere = path.startsWith(folder) && fs.existsSync(path);
    response.writeHead(isThere ? 200 : 404, {
      'content-type': types[extname(path)] ?? 'text/plain',
    });
    response.end(isThere ? fs.readFileSync(path) : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = fs.mkdtempSync(join(tmpdir(), 'anyhook-chromium-'));
  try {
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
    const more = [`--user-data-dir=${profile}`, '--virtual-time-budget=20000', '--dump-dom'];
    const address = `http://127.0.0.1:${server.address().port}/${page}`;
    const browser = spawn('chromium', [...flags, ...more, address], { timeout: 60_000 });
    let html = '';
    browser.stdout.on('data', (chunk) => {
      html += chunk;
    });
    await new Promise((resolve, reject) => browser.on('error', reject).on('close', resolve));
    const [, text = ''] = /<pre>([\s\S]*?)<\/pre>/.exec(html) ?? [];
    return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  } finally {
    server.close();
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

/** A page that runs a script, and shows what it returns or throws. */
const pageOf = (head, from) => `<!doctype html>${head}<pre></pre><script type="module">
const pre = document.querySelector('pre');
addEventListener('error', ({ message }) => { pre.textContent = message; });
try { pre.textContent = (await import('${from}')).run(); } catch (error) { pre.textContent = String(error); }
</script>`;

/** The import map of the entry points of the package, with the ids of two agents in place of a star. */
function importMap(folder) {
  const home = 'node_modules/anyhook/';
  const { exports } = JSON.parse(fs.readFileSync(join(folder, home, 'package.json'), 'utf8'));
  const rows = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string'
      ? []
      : ['claude', 'gemini'].map((id) => [
          `anyhook${path.slice(1)}`.replace('*', id),
          `/${join(home, target.default).replace('*', id)}`,
        ]),
  );
  return `<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(rows) })}</script>`;
}

const folder = fs.mkdtempSync(join(tmpdir(), 'anyhook-runtimes-'));
try {
  unpack(folder);
  await check(`node ${process.versions.node}`, () => run(process.execPath, ['main.mjs'], folder));
  const required = "const { run } = require('./program.mjs'); console.log(run());";
  for (const [name, [spec, file, ...args]] of Object.entries(fromNpm)) {
    await check(spec, () => run(join(install(spec), file), [...args, 'main.mjs'], folder));
    if (name.startsWith('node'))
      await check(`${spec}, required by CommonJS`, () =>
        run(join(install(spec), file), ['-e', required], folder),
      );
  }
  await build({
    entryPoints: [join(folder, 'program.mjs')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    outfile: join(folder, 'bundle.js'),
    logLevel: 'error',
  });
  fs.writeFileSync(join(folder, 'bundled.html'), pageOf('', './bundle.js'));
  await check('chromium, bundled', () => browse(folder, 'bundled.html'));
  fs.writeFileSync(join(folder, 'modules.html'), pageOf(importMap(folder), './program.mjs'));
  await check('chromium, as modules', () => browse(folder, 'modules.html'));
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
