import { defineConfig } from 'vitepress';
import { slug } from '../../build/docs/slug.ts';
import { emptyHeaders } from './empty-headers.ts';
import { inlineCode } from './inline-code.ts';
import { pageLinks } from './page-links.ts';
import { sidebar } from './sidebar.ts';

/** Set by the workflow that deploys the site. `DOCS_REPOSITORY` is the address of the source code. */
const { DOCS_BASE: base = '/', DOCS_REPOSITORY: repository } = process.env;

export default defineConfig({
  lang: 'en-US',
  title: 'newswatch',
  description:
    'Search news, keep monitors and receive alerts: command line, client and test server',
  base,
  srcExclude: ['public/**'],
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  // Without one, browsers ask for /favicon.ico.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // The home layout has no main landmark.
  transformHtml: (html) => html.replace('class="VPContent is-home"', '$& role="main"'),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slug },
    config(markdown) {
      pageLinks(markdown, repository);
      inlineCode(markdown);
      emptyHeaders(markdown);
    },
  },
  themeConfig: {
    nav: [
      { text: 'Get started', link: '/get-started' },
      { text: 'Commands', link: '/cli/', activeMatch: '^/cli/' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Recipes', link: '/recipes/github-actions', activeMatch: '^/recipes/' },
    ],
    sidebar: sidebar(),
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          options: {
            // `plan_required` is one word.
            tokenize: (text: string) => text.split(/[^\p{L}\p{N}_]+/u),
            // "retry" finds "retries", and "verify" finds "verifying".
            processTerm: (term: string) =>
              term
                .toLowerCase()
                .replace(/ie[sd]$/, 'y')
                .replace(/(?<=.{4})(?:ing|ed|es|s|e)$/, ''),
          },
          // The guides come before the references, which repeat their words on many pages.
          searchOptions: { boostDocument: (id: string) => (/\/(api|cli)\//.test(id) ? 0.5 : 1) },
        },
      },
    },
    outline: [2, 3],
    ...(repository ? { socialLinks: [{ icon: 'github', link: repository }] } : {}),
  },
});
