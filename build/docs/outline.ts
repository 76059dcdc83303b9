import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A page of the documentation. */
export interface Page {
  /** Below `docs`, without `.md`: `decisions/stories`. */
  path: string;
  title: string;
  /** What the page describes, for `llms.txt`; absent if the page is generated with the site. */
  about?: string;
}

/** Pages for one task of a reader. */
export interface Section {
  title: string;
  pages: readonly Page[];
}

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

/** The pages in the order of the sidebar and of `llms.txt`. */
export const outline: readonly Section[] = [
  {
    title: 'Get started',
    pages: pages([
      'get-started',
      'Get started',
      'from the installation to a search, a monitor and a webhook, without an account',
    ]),
  },
  {
    title: 'Command line',
    pages: pages(
      [
        'commands',
        'Commands, output and settings',
        'output, exit codes, retries, timeouts, settings, proxies, completion',
      ],
      ['searching', 'Searching', 'queries, batches of queries, and how results are ranked'],
      [
        'monitors-and-alerts',
        'Monitors and alerts',
        'prompts, schedules, alert filters, alerts, sharing',
      ],
      ['cli/index', 'Command reference'],
    ),
  },
  {
    title: 'Library',
    pages: pages(
      ['library', 'The library', 'the typed client: options, errors, lists, your own fetch'],
      ['mocking', 'Testing your code', 'msw, MockAgent, nock and stubs'],
      [
        'contracts',
        'Contracts as files',
        'OpenAPI, JSON Schemas of fixtures and events, generated clients',
      ],
      [
        'compatibility',
        'Compatibility',
        'package managers, runtimes, bundlers, require() and TypeScript versions',
      ],
      ['api/index', 'API reference'],
    ),
  },
  {
    title: 'Webhooks',
    pages: pages(
      ['webhooks', 'Webhooks', 'receiving, verifying, testing and repairing signed webhooks'],
      [
        'receiver-cases',
        'Tested receiver cases',
        'the deliveries that `webhook conform` sends to a receiver',
      ],
    ),
  },
  {
    title: 'Test server',
    pages: pages([
      'test-server',
      'The test server',
      'the whole service inside your tests: clock, faults, journal of requests',
    ]),
  },
  {
    title: 'Server',
    pages: pages(
      [
        'server',
        'The server',
        '`newswatch serve`: news, feeds, agents, fixtures, storage, sign-in, OAuth',
      ],
      ['operating', 'Operating on PostgreSQL', 'several servers, backups, monitoring, upgrades'],
      [
        'operations/monitoring',
        'Monitoring a server',
        'metrics for Prometheus, alert rules and a dashboard',
      ],
      [
        'operations/high-availability',
        'High availability',
        'three servers on PostgreSQL under Patroni: settings, tested faults and recovery times',
      ],
      ['limits', 'Limits', 'every limit of requests, feeds, deliveries and storage'],
      ['isolation', 'Isolation', 'what other clients notice of an attack'],
      ['time-limits', 'Time limits', 'how soon commands end'],
    ),
  },
  {
    title: 'Assistants',
    pages: pages(
      [
        'assistants',
        'Assistants and MCP',
        'installing newswatch in Claude, Cursor and VS Code; MCP tools; assistants with a shell',
      ],
      ['project/skill', 'SKILL.md'],
    ),
  },
  {
    title: 'Recipes',
    pages: pages(
      [
        'recipes/github-actions',
        'GitHub Actions',
        'tests against the test server, and scheduled searches',
      ],
      ['recipes/gitlab-ci', 'GitLab CI', 'tests against the test server, and scheduled searches'],
      [
        'recipes/webhook-in-ci',
        'Waiting for a webhook in CI',
        'a server, a monitor, news and its event in ten lines',
      ],
      [
        'recipes/scripts',
        'Shell scripts',
        'starting a server in a job, errors in a pipeline, faults',
      ],
      ['recipes/curl', 'The same with curl and jq', 'thirty tasks with both, and what each needs'],
      ['recipes/cron', 'cron', 'a daily search and new alerts by mail'],
      ['recipes/systemd', 'systemd', 'a timer for alerts, and a service for `webhook listen`'],
      [
        'recipes/reverse-proxy',
        'TLS with Caddy or nginx',
        'a reverse proxy in front of one or several servers',
      ],
      ['recipes/containers', 'Containers', 'an image and a Compose file with PostgreSQL'],
    ),
  },
  {
    title: 'Reference',
    pages: pages(
      [
        'service',
        "The service's contract",
        'operations, errors, webhooks, MCP and OAuth, statement by statement',
      ],
      ['conformance', 'Conformance', 'the checks of `newswatch conform` and their results'],
      ['platforms', 'Windows and macOS', 'differences between operating systems'],
      ['benchmarks', 'Benchmarks', 'measurements and their bounds'],
      [
        'growth',
        'Growth',
        'how time and memory grow with items, monitors and deliveries, and the first limits',
      ],
    ),
  },
  {
    title: 'Decisions',
    pages: pages(
      ['decisions/README', 'Decisions', 'one page for each choice that a reader may ask about'],
      ['architecture', 'Architecture', 'the source code, and the path of a request through it'],
      [
        'decisions/one-declaration',
        'One declaration for every surface',
        'operations are declared once',
      ],
      [
        'decisions/start-up',
        'Bundling and start-up',
        'how the command line is split, and where its time goes',
      ],
      ['decisions/sqlite-driver', 'The SQLite driver', "the driver and Node's minimum version"],
      ['decisions/group-commit', 'Group commit', 'several writes in one transaction'],
      ['decisions/erasure', 'Erasing deleted text', 'how deleted text leaves the files'],
      ['decisions/sql', 'One SQL text for both databases', 'SQLite and PostgreSQL'],
      ['decisions/postgresql', 'What runs on PostgreSQL', 'versions, poolers, hosted databases'],
      ['decisions/ranking', 'Our own ranking', 'why no search engine is used'],
      ['decisions/matching', 'Matching news with monitors', 'finding the monitors for an item'],
      ['decisions/stories', 'Stories', 'one result for all versions'],
      ['decisions/speed', 'Parts kept for speed', 'code that is longer because it is faster'],
      ['decisions/leases', 'Leases and tokens', 'who runs a monitor or sends a delivery'],
      ['decisions/rate-limits', 'Counting requests', 'why rate limits have their own counter'],
      ['decisions/language-detection', 'Detecting languages', 'of news and prompts'],
      ['decisions/stemming', 'Stemming in ten languages', 'stems of words'],
      ['decisions/exit-codes', 'Exit codes and streams', 'stdout, stderr and exit codes'],
      ['decisions/delivery-client', 'undici for deliveries', 'the HTTP client of webhooks'],
      [
        'decisions/client-connections',
        "The client's own connections",
        'connections of the command line',
      ],
      ['releasing', 'Releasing', 'how a version is published'],
      ['project/contributing', 'Contributing'],
      ['project/changelog', 'Changelog'],
      ['project/security', 'Security'],
    ),
  },
];

/** @param entries path, title, and a description of pages that are not generated */
function pages(...entries: readonly (readonly [string, string, string?])[]): Page[] {
  return entries
    .filter(([path, , about]) => about === undefined || existsSync(`${docs}${path}.md`))
    .map(([path, title, about]) =>
      about === undefined ? { path, title } : { path, title, about },
    );
}
