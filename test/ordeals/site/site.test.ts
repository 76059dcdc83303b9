import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  browserNote,
  chromiumPath,
  launchBrowser,
  openPage,
  overflow,
  screens,
  screenshot,
} from '../../helpers/browser.ts';
import { project, readDocument } from '../../helpers/documents.ts';
import { listening } from '../../helpers/listening.ts';

const isInstalled = existsSync(join(project, 'docs/node_modules/vitepress'));
if (!isInstalled) {
  process.stderr.write('skipped: run npm run docs:install for the tests of the site\n');
}

const site = join(project, 'docs/.vitepress/dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** Serves the built site until the test ends. */
function serveSite(): Promise<string> {
  return listening(
    createServer(({ url = '/' }, response) => {
      const { pathname } = new URL(url, 'http://localhost');
      const file = join(site, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
      if (!existsSync(file)) return void response.writeHead(404).end();
      const type = types[extname(file)] ?? 'text/plain; charset=utf-8';
      response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
    }),
  );
}

/** The pages that a page links to, as paths below the site. */
function linkedPages(path: string): string[] {
  const html = readFileSync(join(site, path), 'utf8');
  return [...html.matchAll(/<a[^>]* href="(?![a-z]+:)([^"]+)"/g)].map(([, link = '']) => {
    const { pathname } = new URL(link, `http://localhost/${path}`);
    return pathname.slice(1) + (pathname.endsWith('/') ? 'index.html' : '');
  });
}

/** VitePress gives the search box and each result a role that may not contain an input or a link. */
const isOfSearchBox = (problem: string) =>
  /^nested-interactive: <[^>]*(VPLocalSearchBox|localsearch-item)/.test(problem);

describe.runIf(isInstalled)('the documentation as a site', () => {
  let log: string;
  let browser: Browser;
  beforeAll(async () => {
    const { stdout, stderr } = await promisify(execFile)('npm', ['run', 'docs:build'], {
      cwd: project,
    });
    log = stdout + stderr;
    if (chromiumPath) browser = await launchBrowser();
  }, 240_000);
  afterAll(() => browser?.close());

  it('is built without errors', () => {
    expect(log).not.toMatch(/\b\w*Error:|dead link|is not loaded/);
  });

  it('has no link to a missing page or heading', () => {
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.html'))
      .map((path) => ({ path, html: readFileSync(join(site, path), 'utf8') }));
    const ids = new Map(
      pages.map(({ path, html }) => [
        `/${path}`,
        new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    );
    expect(pages.length).toBeGreaterThan(60);
    const broken = pages.flatMap(({ path, html }) => {
      const [, main = html] = html.split('<main');
      return [...main.matchAll(/<a[^>]* href="(?![a-z]+:)([^"]+)"/g)].flatMap(([, link = '']) => {
        const { pathname, hash } = new URL(link, `http://localhost/${path}`);
        const page = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
        const exists = ids.has(page)
          ? hash === '' || ids.get(page)?.has(decodeURIComponent(hash.slice(1)))
          : existsSync(join(site, pathname));
        return exists ? [] : [`${path}: ${link}`];
      });
    });
    expect(broken).toEqual([]);
  });

  it('leads from the home page to every module and command in two clicks', () => {
    const { exports }: { exports: Record<string, unknown> } = JSON.parse(
      readDocument('package.json'),
    );
    const topics: string[] = JSON.parse(readDocument('docs/cli/topics.json'));
    const modules = Object.keys(exports).filter((subpath) => !subpath.endsWith('.json'));
    const pages = new Set(linkedPages('index.html').filter((path) => existsSync(join(site, path))));
    const linked = [...pages].flatMap(linkedPages);
    expect(linked).toEqual(
      expect.arrayContaining([
        ...modules.map((subpath) => join('api/newswatch', subpath, 'index.html')),
        ...topics.map((name) => `cli/${name}.html`),
      ]),
    );
    const files = Object.keys(exports).filter((path) => /^\.\/(?!package).*\.json$/.test(path));
    const contracts = readFileSync(join(site, 'contracts.html'), 'utf8');
    for (const file of files) expect(contracts).toContain(join('newswatch', file));
    expect(pages).toContain('contracts.html');
  });

  it('loads nothing from elsewhere', () => {
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
    const foreign = files
      .filter((path) => /\.(html|css)$/.test(path))
      .filter((path) =>
        /(src|srcset)="https?:|<link[^>]* href="https?:|url\(["']?https?:|@import/.test(
          readFileSync(join(site, path), 'utf8'),
        ),
      );
    expect(foreign).toEqual([]);
  });

  it('has llms.txt with links that exist', () => {
    const text = readFileSync(join(site, 'llms.txt'), 'utf8');
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !existsSync(join(site, link)))).toEqual([]);
  });

  // Both widths and both themes; the width does not change colors.
  const onScreens = ['dark phone', 'desktop'].map((name) => [name, screens[name] ?? {}] as const);
  describe.runIf(chromiumPath).each(onScreens)(`on a %s ${browserNote}`, (screen, options) => {
    it.each([
      '/',
      '/get-started.html',
      '/commands.html',
      '/cli/serve.html',
      '/cli/',
      '/library.html',
      '/service.html',
      '/api/',
      '/api/newswatch/interfaces/CreateClient.html',
      '/api/newswatch/interfaces/NewsMethods.html',
    ])('shows %s without problems', async (path) => {
      const origin = await serveSite();
      const { page, warnings } = await openPage(browser, options);
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      await screenshot(page, `${screen}${path.replaceAll('/', ' ')}`);
      expect(await overflow(page)).toBe(0);
      expect(warnings).toEqual([]);
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    /** Searches the site, and returns the page and the first results. */
    async function search(text: string) {
      const origin = await serveSite();
      const { page } = await openPage(browser, options);
      await page.goto(`${origin}/get-started.html`, { waitUntil: 'networkidle' });
      await page.keyboard.press('Control+k');
      await page.locator('.VPLocalSearchBox input').fill(text);
      const results = page.locator('.VPLocalSearchBox .result');
      await results.first().waitFor();
      return { page, titles: (await results.allInnerTexts()).slice(0, 3).join(' | ') };
    }

    it.each([
      ['verify webhook', /Verifying a request/],
      ['retry', /Retries/],
      ['plan_required', /Errors/],
    ])('finds %s', async (text, title) => {
      expect((await search(text)).titles).toMatch(title);
    });

    it('finds a page', async () => {
      const { page } = await search('rotate secret');
      await screenshot(page, `${screen} search`);
      const problems = await accessibilityProblems(page);
      expect(problems.filter((each) => !isOfSearchBox(each))).toEqual([]);
      expect(await page.locator('.VPLocalSearchBox .result').first().innerText()).toMatch(
        /secret/i,
      );
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.startsWith('/get-started'));
    });
  });
});
