import { exitMeaning } from '../errors/exit-code.ts';
import { outputOptions } from '../run/command-options.ts';

/** The environment variables that the program reads. */
export const environment: readonly (readonly [name: string, purpose: string])[] = [
  ['SERVICE_API_KEY', 'API key, created in the settings of the service under Agents'],
  ['SERVICE_BASE_URL', 'origin of the service, such as https://news.example.com'],
  ['SERVICE_PROFILE', 'profile of saved settings to use (newswatch config)'],
  ['SERVICE_TIMEOUT', 'timeout of the whole call in seconds (default: 30)'],
  ['SERVICE_READ_ONLY', 'any value but 0 blocks all writes (exit code 10)'],
  ['SERVICE_ALLOW_HTTP', 'any value but 0 allows plain http on every host, without encryption'],
  ['SERVICE_WEBHOOK_SECRET', 'signing secret for the webhook commands'],
  ['DATABASE_URL', 'PostgreSQL database of newswatch serve'],
  ['NEWSWATCH_SECRET_KEY', 'keys that encrypt signing secrets in the store of newswatch serve'],
  [
    'HTTPS_PROXY, ALL_PROXY',
    'proxy: http://, https://, socks5:// or socks5h://user:password@host:port',
  ],
  ['NO_PROXY', 'hosts to connect to directly; loopback never uses a proxy'],
  ['BROWSER', 'program that --web opens pages with; %s in it is the URL'],
  ['NEWSWATCH_PAGER', 'pager for all output on a terminal, such as less; cat is none'],
  ['PAGER', 'pager of --pager without NEWSWATCH_PAGER (default: less)'],
  ['XDG_CONFIG_HOME', 'folder that contains the settings folder'],
  ['XDG_DATA_HOME', 'folder that contains the data of serve, --local and webhook listen'],
];

/** The topics of `newswatch help` that are not commands. */
export const helpTopics: ReadonlyMap<string, () => string> = new Map([
  ['exit-codes', () => listOf('Exit codes', Object.entries(exitMeaning))],
  ['environment', () => listOf('Environment', environment)],
  [
    'output',
    () =>
      listOf(
        'Flags of commands that print a document',
        outputOptions().map(({ flags, description }) => [flags, description]),
      ),
  ],
]);

function listOf(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [`${title}:`, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)].join(
    '\n',
  );
}
