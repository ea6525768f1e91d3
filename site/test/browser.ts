/** Opens pages of the built site in Chromium. No server answers: each request is answered from the built files, or fails. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const built = fileURLToPath(new URL('../.vitepress/dist/', import.meta.url));

const manifest = fileURLToPath(new URL('../../package.json', import.meta.url));

/** The address of the site: the folder `/anyhook/` of a server. */
export const site: string = JSON.parse(readFileSync(manifest, 'utf8')).homepage;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Every page of the site, as its path below the address of the site: `` for the first, `vendors/codex`. */
export const paths: readonly string[] = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && file !== '404.html')
  .map((file) => file.replaceAll('\\', '/').replace(/(?:(^|\/)index)?\.html$/, '$1'))
  .sort();

/** Returns the built file for an address, as GitHub Pages finds it, or undefined if there is none. */
export function findFile(address: string): string | undefined {
  if (!address.startsWith(site)) return undefined;
  const path = decodeURIComponent(new URL(address).pathname).slice(new URL(site).pathname.length);
  return [path, `${path}.html`, join(path, 'index.html')]
    .map((name) => join(built, name))
    .find((file) => file.startsWith(built) && extname(file) !== '' && existsSync(file));
}

/** A page of the site in the browser, and what went wrong on it. */
export interface Opened {
  page: Page;
  /**
   * Errors and warnings of the console, uncaught errors, and requests that no file of the site answers, each after the
   * address of the page that was open then.
   */
  problems: string[];
}

/** Finds Chromium on the PATH, under one of the names that it has. Throws if it is not there. */
function findChromium(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error('Chromium is not on the PATH: install chromium.');
  return found;
}

let browser: Browser;

/** Starts the browser before the tests of a file, and ends it after them. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
  });
  afterAll(() => browser.close());
}

/**
 * Opens a page in a window of its own, and waits until its components work. The caller closes the page's context.
 *
 * @param path The path below the address of the site, with a fragment if there is one.
 */
export async function open(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  const report = (problem: string) => problems.push(`${page.url()}: ${problem}`);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) report(message.text());
  });
  page.on('pageerror', (error) => report(error.message));
  await context.route('**', async (route) => {
    const address = route.request().url();
    const file = findFile(address);
    if (file !== undefined) {
      const contentType = types[extname(file)] ?? 'application/octet-stream';
      return route.fulfill({ body: readFileSync(file), contentType });
    }
    report(`nothing answers ${address}`);
    return route.abort();
  });
  await visit(page, path);
  return { page, problems };
}

/** Goes to another page of the site in the same window, and waits until its components work. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(site + path, { waitUntil: 'load' });
  await page.waitForFunction(() => {
    const app = document.querySelector<HTMLElement & { __vue_app__?: unknown }>('#app');
    return app?.__vue_app__ !== undefined;
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns what axe finds wrong on a page: the rule, and the elements that break it. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate<AxeResults>('axe.run()');
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 3)}`,
  );
}
