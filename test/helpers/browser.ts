import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { closing } from './closing.ts';

const candidates = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of an installed Chromium; `undefined` if there is none. */
export const chromiumPath = candidates.find((path) => path !== '' && existsSync(path));

if (process.env['CI'] && !chromiumPath) throw new Error('CI needs Chromium to test the pages');

/** For the titles of tests that are skipped without Chromium. */
export const browserNote = chromiumPath
  ? 'in Chromium'
  : 'in Chromium (skipped: none is installed; apt-get install chromium, or set CHROMIUM)';

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    // Root has no sandbox; the pages are our own.
    args: ['--no-sandbox'],
  });
}

/** Screens that every page is tested on. */
export const screens: Readonly<Record<string, BrowserContextOptions>> = {
  phone: { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  'dark phone': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'dark desktop': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
};

/** The accessibility problems of a page by axe-core (WCAG 2.2 AA). */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // A click resolves before the stylesheet of the next page is there.
  await page.waitForLoadState();
  // Over the debugging protocol, which bypasses the Content-Security-Policy.
  await page.evaluate(axe.source);
  const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ runOnly: ${JSON.stringify(rules)} })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
  );
}

/** Pixels by which a page is wider than the screen. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** Saves a screenshot in the folder `SCREENSHOTS`, if that is set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** A page in a new browser context, and the errors and warnings of its console. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = closing(await browser.newContext(options));
  const page = await context.newPage();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) warnings.push(message.text());
  });
  return { page, warnings };
}

/** Signs in with a link. */
export async function signIn(page: Page, settingsUrl: string): Promise<void> {
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
}

/** Waits for a flash message. */
export async function waitForFlash(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('.flash').getByText(text).waitFor();
}
