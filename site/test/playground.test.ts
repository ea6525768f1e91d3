/** The playground in a real browser: its three tabs, links to what is chosen, mistakes, and a person without a mouse. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers, open, useBrowser, visit } from './browser.ts';

useBrowser();

/** The tab that is shown. */
const panel = (page: Page): Locator => page.getByRole('tabpanel');

/** Waits until the shown tab answers to what was chosen last. */
const seeAnswer = (page: Page): Promise<void> =>
  panel(page).locator('[role=status].summary[aria-busy=false]').waitFor({ state: 'attached' });

/** Waits until a text is in the answer of the shown tab. */
async function seeText(page: Page, text: string | RegExp): Promise<void> {
  await seeAnswer(page);
  await panel(page).locator('.answer').getByText(text).first().waitFor();
}

/** Returns the cells of the row of an agent in the table that is shown. */
async function readRow(page: Page, agent: string): Promise<string[]> {
  await seeAnswer(page);
  const row = panel(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: agent, exact: true }) })
    .first();
  return row.getByRole('cell').allInnerTexts();
}

/** Opens a tab of the playground, and returns it with what went wrong so far. */
async function openTab(name: string, fragment = '') {
  const opened = await open(`playground${fragment}`);
  await opened.page.getByRole('tab', { name }).click();
  return opened;
}

test('what a script printed is judged under every agent, by itself and through anyhook', async () => {
  const { page, problems } = await openTab('My script printed this');
  await page.getByLabel('What it printed on stdout').fill('{"permission":"deny"}');
  await page.getByRole('textbox', { name: 'Exit code' }).fill('0');
  await page.getByRole('combobox', { name: 'Written for' }).selectOption({ label: 'Cursor' });
  await seeText(page, 'Cursor, for which it was written');
  await seeText(page, /^1 of 9 agents stop/);
  const [byItself = '', through = ''] = await readRow(page, 'Claude Code');
  expect(byItself).toContain('runs');
  expect(through).toContain('refused');
  const [own = ''] = await readRow(page, 'Cursor');
  expect(own).toContain('refused');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('a recorded payload is translated for a hook of another agent, and its answer back', async () => {
  const { page, problems } = await openTab('Translate a payload');
  await page
    .getByRole('combobox', { name: 'Recorded payloads of' })
    .selectOption({ label: 'Codex CLI' });
  const payload = page.getByRole('combobox', { name: 'Payload', exact: true });
  await payload.locator('option', { hasText: 'PreToolUse-Bash' }).first().waitFor({
    state: 'attached',
  });
  await payload.selectOption('PreToolUse-Bash');
  await page
    .getByRole('combobox', { name: 'The hook was written for' })
    .selectOption({ label: 'Gemini CLI' });
  await seeText(page, /^Sent by Codex CLI/);
  await seeText(page, '"tool_name": "run_shell_command"');
  await page
    .getByLabel('The hook answers')
    .selectOption({ label: 'ask the person, with a reason' });
  await seeText(page, 'a person must approve');
  const [verdict = ''] = await readRow(page, 'Codex CLI');
  expect(verdict).toContain('refused');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('recorded payloads that come too late, or not at all, are not those of the agent that is chosen now', async () => {
  const { page } = await openTab('Translate a payload');
  await seeAnswer(page);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const address = /\/chunks\/codex\.[^/]*\.js$/;
  await page.route(address, async (route) => {
    await released;
    await route.abort();
  });
  const asked = page.waitForRequest(address);
  const agents = page.getByRole('combobox', { name: 'Recorded payloads of' });
  await agents.selectOption({ label: 'Codex CLI' });
  await asked;
  await agents.selectOption({ label: 'Gemini CLI' });
  const failed = page.waitForEvent('requestfailed');
  release();
  await failed;
  const payload = page.getByRole('combobox', { name: 'Payload', exact: true });
  await payload.selectOption('BeforeTool-run_shell_command');
  await seeText(page, /^Sent by Gemini CLI/);
  expect(await panel(page).getByRole('alert').count()).toBe(0);
  await agents.selectOption({ label: 'Codex CLI' });
  await panel(page).getByText('The recorded payloads cannot be loaded').waitFor();
  await page.context().close();
});

test('a settings file is converted, with the losses and the difference', async () => {
  const { page, problems } = await openTab('Convert settings');
  await page.getByRole('combobox', { name: 'From' }).selectOption({ label: 'Cursor' });
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption({ label: 'TerminaI' });
  const settings = {
    version: 1,
    hooks: { beforeShellExecution: [{ command: './guard.sh' }] },
  };
  await page.getByLabel('The settings file').fill(JSON.stringify(settings));
  await seeText(page, /^1 hook from Cursor to TerminaI/);
  await seeText(page, '.terminai/settings.json');
  await seeText(page, '--host terminai --as cursor --event beforeShellExecution');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('a mistake is said in the words of the command line, with its place', async () => {
  const { page, problems } = await openTab('Convert settings');
  await page.getByLabel('The settings file').fill('{ "hooks": { "PreToolUse": [ } }');
  await page.getByRole('alert').filter({ hasText: '.claude/settings.json:1' }).waitFor();
  await page.getByRole('tab', { name: 'Translate a payload' }).click();
  await page.getByLabel('The payload, as the agent sends it on stdin').fill('{ "a": ');
  await page
    .getByRole('alert')
    .filter({ hasText: /line 1/ })
    .waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

test('text that is pasted is shown as text', async () => {
  const { page, problems } = await openTab('My script printed this');
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  await page.getByLabel('What it printed on stderr').fill(hostile);
  await seeText(page, hostile);
  expect(await page.title()).not.toBe('1');
  expect(await panel(page).locator('img').count()).toBe(0);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('a copied link opens what was chosen, and a link that cannot be read is named', async () => {
  const { page, problems } = await openTab('My script printed this');
  await page.getByLabel('What it printed on stderr').fill('Not ä "here" & now');
  await page.getByRole('textbox', { name: 'Exit code' }).fill('1');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('status').filter({ hasText: /link/ }).waitFor();
  const fragment = new URL(page.url()).hash;
  await page.context().close();

  const { page: other } = await open(`playground${fragment}`);
  await other.getByRole('textbox', { name: 'Exit code' }).waitFor();
  expect(await other.getByLabel('What it printed on stderr').inputValue()).toBe(
    'Not ä "here" & now',
  );
  expect(await other.getByRole('textbox', { name: 'Exit code' }).inputValue()).toBe('1');
  await other.context().close();

  const { page: third, problems: ofThird } = await open('playground#script?v=9&code=1');
  await third.getByRole('alert').filter({ hasText: 'this page reads 1' }).waitFor();
  expect([...problems, ...ofThird]).toEqual([]);
  await third.context().close();
});

test('the tabs are one stop of the keyboard, and the arrows go from one to the next', async () => {
  const { page } = await open('playground');
  await page.getByRole('tab', { name: 'My script printed this' }).focus();
  await page.keyboard.press('ArrowLeft');
  const chosen = page.getByRole('tab', { selected: true });
  expect(await chosen.innerText()).toBe('Convert settings');
  expect(await chosen.evaluate((tab) => tab === document.activeElement)).toBe(true);
  await page.keyboard.press('Home');
  expect(await chosen.innerText()).toBe('My script printed this');
  await page.keyboard.press('Tab');
  const isInPanel = () =>
    document.activeElement?.closest('[role=tabpanel]')?.getAttribute('aria-labelledby');
  expect(await page.evaluate(isInPanel)).toBe('tab-script');
  await page.context().close();
});

test.each([
  'light',
  'dark',
] as const)('each tab can be used with a screen reader, fits a phone, and can be read in %s colours', async (colorScheme) => {
  const viewport = { width: 360, height: 740 };
  const { page, problems } = await open('playground', { colorScheme, viewport });
  for (const [tab, shown] of [
    ['My script printed this', /of 9 agents stop/],
    ['Translate a payload', /^Sent by Claude Code/],
    ['Convert settings', /^2 hooks from Claude Code/],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await seeText(page, shown);
    expect([tab, await findBarriers(page)]).toEqual([tab, []]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([tab, width]).toEqual([tab, 360]);
  }
  expect(problems).toEqual([]);
  await page.context().close();
});

/** Stops the clock of a page, so that nothing happens there after a time unless a test says so. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

test('while a new answer is on its way, the one before it is marked, and its columns stay', async () => {
  const { page, problems } = await openTab('My script printed this');
  await seeAnswer(page);
  await stopClock(page);
  await page.getByRole('combobox', { name: 'Written for' }).selectOption('I do not know');
  const old = panel(page).locator('.answer.old');
  await old.waitFor();
  expect(await old.locator('.own').innerText()).toContain('Claude Code, for which it was written');
  await old.getByRole('columnheader', { name: 'Through anyhook' }).waitFor();
  expect(await old.locator('.summary').getAttribute('aria-busy')).toBe('true');
  await page.clock.runFor(200);
  await seeAnswer(page);
  expect(await panel(page).locator('.answer.old').count()).toBe(0);
  expect(await panel(page).getByRole('columnheader').allInnerTexts()).toEqual([
    'Agent',
    'By itself',
  ]);
  expect(problems).toEqual([]);
  await page.context().close();
});

/** Matches the address of the code of a task, or of the worker. */
const code = (task: string): RegExp => new RegExp(`/assets/${task}-[^/]*\\.js$`);

test('an answer that comes after the fields have changed is marked as old', async () => {
  const { page, problems } = await open('start');
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(code('convert'), async (route) => {
    await released;
    await route.fallback();
  });
  const asked = page.waitForRequest(code('convert'));
  await visit(page, 'playground#convert');
  await asked;
  await stopClock(page);
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('Cursor');
  release();
  await panel(page)
    .locator('.answer.old')
    .getByText(/^2 hooks .* to Gemini CLI/)
    .waitFor();
  await page.clock.runFor(200);
  await seeText(page, /^2 hooks .* to Cursor/);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('where the playground cannot be loaded, the page says so', async () => {
  const { page } = await open('start');
  await page.route(/\/chunks\/Playground\.[^/]*\.js$/, (route) => route.abort());
  await visit(page, 'playground');
  await page
    .getByRole('alert')
    .filter({ hasText: 'The playground cannot be loaded: reload the page.' })
    .waitFor();
  await page.context().close();
});

/** Waits until the shown tab says that the library cannot be loaded. */
const seeNotLoaded = (page: Page): Promise<void> =>
  panel(page)
    .getByRole('alert')
    .filter({ hasText: 'The library cannot be loaded: reload the page.' })
    .waitFor();

test('where the code of a task cannot be loaded, the page says so, and tries again at the next change', async () => {
  const { page } = await open('start');
  await page.route(code('script'), (route) => route.abort());
  await visit(page, 'playground');
  await seeNotLoaded(page);
  await page.unroute(code('script'));
  await page.getByRole('textbox', { name: 'Exit code' }).fill('0');
  await seeText(page, /of 9 agents stop/);
  await page.context().close();
});

test.each([
  'worker',
  'script',
])('where the code of the %s does not come, the page says so after a minute', async (name) => {
  const { page } = await open('start');
  await page.clock.install();
  await page.route(code(name), () => {});
  const asked = page.waitForRequest(code(name));
  await visit(page, 'playground');
  await asked;
  await page.clock.fastForward(60_000);
  await seeNotLoaded(page);
  await page.context().close();
});
