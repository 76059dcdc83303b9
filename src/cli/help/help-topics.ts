import { exitMeaning } from '../errors/exit-code.ts';

/** The variables that the program reads, and what each is for. */
export const environment: readonly (readonly [name: string, purpose: string])[] = [
  ['SERVICE_API_KEY', 'the API key, made in the service’s settings under Agents'],
  ['SERVICE_BASE_URL', 'the service’s origin, such as https://news.example.com'],
  ['SERVICE_PROFILE', 'the profile of kept settings to use (newswatch config)'],
  ['SERVICE_TIMEOUT', 'seconds for a whole call; 30 unless given'],
  ['SERVICE_READ_ONLY', 'any value but 0 refuses every write with exit code 10'],
  ['SERVICE_WEBHOOK_SECRET', 'the signing secret for the webhook commands'],
  ['DATABASE_URL', 'the PostgreSQL database that serve keeps everything in'],
  ['HTTPS_PROXY, NO_PROXY', 'the proxy to the service, and what goes without; never for loopback'],
  ['XDG_CONFIG_HOME', 'where the folder of kept settings is'],
  ['XDG_DATA_HOME', 'where the data folders of serve, --local and webhook listen are'],
];

/** Texts of `help <topic>` that belong to no command. */
export const helpTopics: ReadonlyMap<string, () => string> = new Map([
  ['exit-codes', () => listOf('Exit codes', Object.entries(exitMeaning))],
  ['environment', () => listOf('Environment', environment)],
]);

function listOf(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [`${title}:`, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)].join(
    '\n',
  );
}
