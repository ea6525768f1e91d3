/** What a person reaches with the keyboard alone: the menu, the search, the colours. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, useBrowser } from './browser.ts';

useBrowser();

/** Presses Tab, and returns what then has the focus: its name, and whether it lies in the window and has an outline. */
async function pressTab(page: Page): Promise<{ name: string; isVisible: boolean }> {
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { top, bottom, width } = element.getBoundingClientRect();
    const { outlineStyle } = getComputedStyle(element);
    const name = element.getAttribute('aria-label') || element.title || element.textContent.trim();
    const isInWindow = bottom > 0 && top < window.innerHeight && width > 0;
    return { name, isVisible: isInWindow && outlineStyle !== 'none' };
  });
}

/** Waits until a page is shown. A click changes the address at once, and the content when its code has been loaded. */
const seePage = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title }).waitFor();

test('Tab goes to the content first, then through the bar from left to right, and shows where it is', async () => {
  const { page } = await open('');
  const met: string[] = [];
  for (let count = 0; count < 11; count++) {
    const { name, isVisible } = await pressTab(page);
    expect([name, isVisible]).toEqual([name, true]);
    met.push(name);
  }
  expect(met).toEqual([
    'Skip to content',
    'anyhook',
    'Search',
    'Start',
    'Playground',
    'When a hook does nothing',
    'Reference',
    'Switch to dark theme',
    'github',
    'Permalink to "anyhook"',
    'Start in two minutes',
  ]);
  await page.context().close();
});

test('the key / opens a search that finds a page without the network, and Escape closes it', async () => {
  const { page, problems } = await open('');
  await page.keyboard.press('/');
  const box = page.getByRole('searchbox');
  await box.waitFor();
  await page.keyboard.type('trust hooks codex');
  const found = page.getByRole('option').filter({ hasText: 'Codex CLI' }).first();
  await found.waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await page.context().close();
});

test('the switch of colours works with the keyboard, and the next page keeps what was chosen', async () => {
  const { page } = await open('', { colorScheme: 'light' });
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await page.getByRole('switch', { name: 'Switch to dark theme' }).first().focus();
  await page.keyboard.press('Space');
  await expect.poll(isDark).toBe(true);
  await page.getByRole('link', { name: 'My hook does not run' }).click();
  await seePage(page, 'When a hook does nothing');
  expect(await isDark()).toBe(true);
  await page.context().close();
});

test('on a phone the menu opens, leads to a page, and closes', async () => {
  const { page } = await open('troubleshooting', { viewport: { width: 360, height: 740 } });
  const menu = page.getByRole('button', { name: 'Menu' });
  const isOpen = () => menu.getAttribute('aria-expanded');
  await menu.click();
  await expect.poll(isOpen).toBe('true');
  await page.getByRole('link', { name: 'Your first hook' }).click();
  await seePage(page, 'Your first hook');
  expect(new URL(page.url()).pathname).toMatch(/\/first-hook$/);
  await expect.poll(isOpen).toBe('false');
  await page.context().close();
});
