import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { closing } from './server.ts';

const places = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where a Chromium is installed; `undefined` where none is. */
export const chromiumPath = places.find((path) => path !== '' && existsSync(path));

if (process.env['CI'] && !chromiumPath)
  throw new Error('CI needs Chromium, or no page is ever seen');

/** For the name of tests that are skipped without one. */
export const browserNote = chromiumPath
  ? 'in Chromium'
  : 'in Chromium (skipped: none is installed; apt-get install chromium, or set CHROMIUM)';

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    // As root, in a container, there is no sandbox to be had; it sees pages of ours alone.
    args: ['--no-sandbox'],
  });
}

/** The screens that every page is looked at on. */
export const screens: Readonly<Record<string, BrowserContextOptions>> = {
  phone: { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  'phone in the dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'desktop in the dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
};

/** What axe-core finds wrong with a page for people who see, hear or move differently (WCAG 2.2 AA). */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // By the debugging protocol, which the page's own policy does not bind.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
  );
}

/** How many pixels of a page are to the right of the screen. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** Keeps a picture of the page where `SCREENSHOTS` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** A page in a browser context of its own, and what its pages complain of. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = closing(await browser.newContext(options));
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return { page, complaints };
}

/** Opens a sign-in link, and uses it. */
export async function signIn(page: Page, settingsUrl: string): Promise<void> {
  await page.goto(settingsUrl);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
}

/** Waits until the page says what came of a form. */
export async function flash(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('.flash').getByText(text).waitFor();
}
