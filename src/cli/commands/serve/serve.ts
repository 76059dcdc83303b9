import type { Command } from 'commander';
import type { GlobalFlags } from '../../config/settings.ts';
import { withManual } from '../../help/manual.ts';
import type { Shell } from '../../shell.ts';
import type { ServeFlags } from './server-options.ts';

/** Declares `serve`: runs the reference server until a signal arrives. */
export function declareServe(command: Command, shell: Shell): void {
  withManual(command, { examples })
    .description(
      'Run the reference server: the complete service, with SQLite or PostgreSQL. When ready, prints one\nline of JSON on stdout ({"base_url", "api_key", "settings_url", "data", "secrets"}); logs JSON lines to\nstderr. settings_url is a one-time sign-in link; SIGUSR2 prints another one on stdout.',
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allow-host <name...>', 'additional host names that MCP requests may use')
    .option(
      '--allow-redirect <url...>',
      'https redirect URIs of assistants on websites (such as https://claude.ai/api/mcp/auth_callback; a final /* is one more segment)',
    )
    .option(
      '--no-client-documents',
      'let assistants register (and fetch no client ID metadata documents from their websites)',
    )
    .option('--port <n>', 'port to listen on; 0 chooses a free one', '8787')
    .option('--public-url <url>', 'public origin of the server, if it is behind a proxy')
    .option(
      '--trust-proxy <address...>',
      'IP addresses or networks of proxies (their X-Forwarded-For names the client)',
    )
    .option(
      '--rate-limit <kind=limit...>',
      'maximum requests (of each key and address, by all servers of the store, such as key=600/1m address=off; defaults: key=1000/10s address=3000/10s)',
    )
    .option(
      '--quota <kind=n...>',
      'what an account may have (defaults: monitors=10000 connections=1000 prompt=10000, the latter in characters; of one plan: basic:monitors=20)',
    )
    .option(
      '--data <folder>',
      'data folder, or :memory: to store nothing (default: your data folder; see doctor)',
    )
    .option(
      '--database <url>',
      'PostgreSQL database to use instead of --data (postgres://user:password@host/name; several servers can share it; env: DATABASE_URL, which ps does not show)',
    )
    .option('--database-connections <n>', 'maximum number of database connections', '10')
    .option(
      '--copy-from <folder>',
      'copy the SQLite store of this data folder to --database and exit (prints the row counts)',
    )
    .option(
      '--news <file...>',
      'news to import at startup: JSON Lines (also .gz) or a feed; file or URL (lines added to a JSON Lines file later are read before each run and search)',
    )
    .option('--feed <source...>', 'feeds to poll: file or URL')
    .option('--feed-interval <duration>', 'time between two polls of a feed (30s, 15m, 2h)', '15m')
    .option(
      '--fixture <file>',
      'JSON file to start with (accounts, keys, monitors, alerts, deliveries and news; see schema --fixture, and docs/contracts.md for editors)',
    )
    .option(
      '--retain <kind=time...>',
      'how long to keep records (such as runs=30d news=forever; defaults: runs 30d, alerts 90d, deliveries 90d, briefings 90d, usage 90d, news forever)',
    )
    .option(
      '--secret-key-file <file>',
      'file with the keys that encrypt signing secrets in the store (the current one first; env: NEWSWATCH_SECRET_KEY)',
    )
    .option('--sample', 'import the bundled sample news')
    .option('--new-key', 'create and print another API key for the first account')
    .option('--clock-rate <n>', 'speed of the schedule (as a multiple of real time)', '1')
    .option(
      '--drain-delay <seconds>',
      'time after a signal in which requests are still accepted (/readyz is 503)',
      '0.1',
    )
    .option(
      '--metrics <host:port>',
      'address for Prometheus (GET /metrics needs no key, so keep it private: 127.0.0.1:9464)',
    )
    .option('--log-level <level>', 'error, warn, info or debug', 'info')
    .option(
      '--agent <command>',
      'program that executes agentic monitors (started without a shell; openai-compatible is a bundled one, which asks a chat completions endpoint; env: OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY)',
    )
    .option('--agent-env <name...>', 'environment variables of the agent (besides PATH)')
    .option('--agent-runs-per-hour <n>', 'maximum number of agentic runs in an hour', '100')
    .option(
      '--allow-private-webhooks',
      "for tests: allow http and private addresses (for webhooks and monitors' feeds)",
    )
    .option(
      '--fault <operation=effect...>',
      'for tests: fail an operation, or * for all, with :N only N times (news.search=429:2). Effects, separated by commas: a status, retry-after=seconds, delay=ms, and reset, cut, hang, truncated, bad-json, html or wrong-type, which damage the response',
    )
    .option('--latency <ms>', 'for tests: delay each operation', '0')
    .action(async (flags: ServeFlags) => {
      const { resolveDatabase } = await import('./database.ts');
      const database = await resolveDatabase(flags, command, shell);
      const { progress } = command.optsWithGlobals<GlobalFlags>();
      if (flags.copyFrom === undefined) {
        const { serve } = await import('./run-serve.ts');
        await serve({ ...flags, database, progress }, shell);
      } else {
        const { copyFrom } = await import('./copy-from.ts');
        await copyFrom(flags.copyFrom, { database, progress }, shell);
      }
    });
}

const examples = [
  'serve --data :memory: --sample --port 0',
  'serve --data ./data --news news.jsonl.gz --feed https://example.com/feed.xml',
  'serve --database postgres://newswatch@db.example.com/newswatch --host 0.0.0.0',
];
