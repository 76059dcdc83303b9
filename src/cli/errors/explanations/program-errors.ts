import { type ExitCode, exitCode } from '../exit-code.ts';

/** The kind of failure, which decides the exit code. */
export type FailureKind =
  | 'usage'
  | 'auth'
  | 'network'
  | 'response'
  | 'server'
  | 'interrupted'
  | 'internal';

type ProgramError = readonly [
  meaning: string,
  hint: string,
  /** Default: `usage`. */
  kind?: FailureKind,
  /** Default: by kind. */
  exitCode?: ExitCode,
];

/**
 * The errors that the program itself reports on stderr. `newswatch explain` prints these hints; a
 * failure may report a more specific one.
 */
export const programErrors = {
  unknown_command: ['There is no such command.', 'See newswatch --help.'],
  unknown_tool: ['The service has no such tool.', 'See newswatch mcp tools.'],
  unknown_field: ['There is no such field to print.', 'See newswatch schema COMMAND.'],
  unknown_option: ['There is no such flag.', 'Put -- before values that begin with a dash.'],
  missing_command: ['A command group needs a command.', 'See --help of the group.'],
  missing_argument: ['A required argument is missing.', 'See --help of the command.'],
  excess_arguments: ['There are too many arguments.', 'Quote values that contain spaces.'],
  option_missing_argument: ['A flag needs a value.', 'Write the value after the flag.'],
  conflicting_option: ['Two flags cannot be used together.', 'Remove one of them.'],
  missing_mandatory_option_value: ['A required flag is missing.', 'See --help of the command.'],
  invalid_argument: ['The value of a flag or argument is invalid.', 'See --help of the command.'],
  invalid_value: ['A value is invalid; nothing was sent.', 'See --help of the command.'],
  no_base_url: [
    'No service is configured.',
    'Run newswatch auth login, set SERVICE_BASE_URL or --base-url, or use --local for the bundled server.',
  ],
  bad_base_url: ['The base URL is not an https URL.', 'Write it as https://host[:port][/path].'],
  no_api_key: [
    'No API key is configured, or its file cannot be read.',
    'Create a key in the settings of the service under Agents, then run newswatch auth login or set SERVICE_API_KEY.',
    'auth',
  ],
  keychain_failed: [
    'The keychain of the system is locked, missing or does not respond.',
    'Unlock it, set SERVICE_API_KEY, or run newswatch auth login --insecure-storage.',
    'auth',
  ],
  bad_api_key: ['The API key is empty or has invalid characters.', 'Set the key again.', 'auth'],
  exposed_secret: [
    'A file with an API key or signing secret is accessible to other users of the machine.',
    'Run chmod 600 on the file; if others may have read it, replace the key.',
  ],
  interrupted: [
    'A signal ended the program; "outcome unknown" means that a write may have been carried out.',
    'Check before you repeat a write whose outcome is unknown.',
    'interrupted',
  ],
  bad_proxy: [
    'The proxy URL in the environment is invalid.',
    'Write HTTPS_PROXY as http://host:port, https://…, socks5://… or socks5h://….',
  ],
  not_utf8: ['An argument or standard input is not UTF-8.', 'Convert it with iconv -t utf-8.'],
  no_home: [
    'There is no home folder for settings and data.',
    'Set HOME to an absolute path, or pass files and folders with flags.',
  ],
  no_program: [
    'The program is missing or not executable.',
    'Correct its path, or make it executable with chmod +x.',
  ],
  other_service: ['The bookmark belongs to another service.', 'Use another bookmark name.'],
  searches_failed: [
    'Some searches of a batch failed; the exit code is that of the first one.',
    "Run the failed searches again: jq -r 'select(.error).query' lists them.",
    'response',
  ],
  no_database: ['--copy-from needs a PostgreSQL database.', 'Set --database or DATABASE_URL.'],
  cannot_open_store: [
    'The store of the server cannot be opened.',
    'Name the --data folder of the server, or its --database (or DATABASE_URL), which must be running.',
    'server',
  ],
  cannot_copy: [
    'The SQLite store could not be copied to PostgreSQL.',
    'Fix the cause that the message names, then copy again; rows already copied are kept.',
    'server',
  ],
  no_profile: ['There is no such profile.', 'See newswatch config list.'],
  bad_config: ['The settings file is invalid or unreadable.', 'Correct or delete the file.'],
  config_not_saved: [
    'The settings cannot be saved.',
    'Make the folder writable or free disk space, or set XDG_CONFIG_HOME.',
    'internal',
  ],
  read_only: [
    'SERVICE_READ_ONLY blocked a write.',
    'Unset SERVICE_READ_ONLY to allow writes.',
    'usage',
    exitCode.read_only,
  ],
  confirmation_required: [
    'The command destroys something, and there is no terminal on which to ask; nothing was changed.',
    'Add --yes if a person has agreed.',
  ],
  cancelled: [
    'A question was answered with no; nothing was sent.',
    'Add --yes to do it without a question.',
    'interrupted',
    exitCode.unexpected,
  ],
  editor_failed: [
    'The editor could not be started, or failed; nothing was sent.',
    'Set VISUAL or EDITOR to a command that ends when the file is closed, such as "code --wait", or pass flags.',
    'internal',
  ],
  timeout: [
    'The command did not end within --timeout; "outcome unknown" means that a write may have been carried out.',
    'Check SERVICE_BASE_URL and the network with newswatch doctor, or increase --timeout.',
    'network',
  ],
  network_error: [
    'The network failed; "outcome unknown" means that a write may have been carried out.',
    'Check SERVICE_BASE_URL and the network with newswatch doctor.',
    'network',
  ],
  bad_response: [
    'The response is a redirect, is not JSON or, with --strict, does not match its schema; "outcome unknown" means that a write may have been carried out.',
    'Check that SERVICE_BASE_URL is the service itself, not a web page or a proxy; with status 502, 503 or 504, try again when the service is back.',
    'response',
  ],
  no_page: [
    'The response has no http or https URL that --web could open.',
    'Print the response without --web.',
    'usage',
    exitCode.unexpected,
  ],
  no_browser: [
    'The browser is missing or failed.',
    'Open the URL yourself, or set BROWSER to a command.',
    'usage',
    exitCode.unexpected,
  ],
  jq_failed: [
    'The program of --jq failed, or took too much time or memory; nothing was printed.',
    'Correct the program; newswatch schema <command> shows the fields of the response.',
    'usage',
    exitCode.unexpected,
  ],
  too_large: [
    'The response does not fit into --max-bytes; nothing was printed.',
    'Choose fields with --fields or --jq, or a larger --max-bytes.',
    'usage',
    exitCode.unexpected,
  ],
  not_installed: [
    'An optional dependency is missing.',
    'Run the npm install command that the message shows.',
    'internal',
  ],
  output_lost: [
    'The output could not be written completely.',
    'Make room for the output. If the command changes something, check whether it did before you run it again.',
    'internal',
  ],
  bad_bookmark: [
    'The bookmark file is invalid or unreadable.',
    'Delete the file to start over; --since then sets the start.',
  ],
  bookmark_not_saved: [
    'The bookmark cannot be saved; the last alert may be repeated.',
    'Free disk space or make the folder writable, or set XDG_DATA_HOME.',
    'internal',
  ],
  local_server: [
    'The bundled server cannot start.',
    'Fix the cause, or set XDG_DATA_HOME to move its data folder.',
    'server',
  ],
  port_in_use: ['The port is in use.', 'Choose another --port; 0 picks a free one.', 'server'],
  cannot_listen: ['The address cannot be used.', 'Choose another --host or --port.', 'server'],
  cannot_start: [
    'The server cannot start.',
    'Fix the cause that the message names, then start it again.',
    'server',
  ],
  change_refused: [
    'The state of the account, team or key does not allow this change; nothing was changed.',
    'Enable the account, revoke another key, or see the members of the team: newswatch admin --help.',
    'server',
  ],
  no_inbox: [
    'The folder has no inbox of webhook listen.',
    'Pass its folder with --data.',
    'usage',
    exitCode.not_found,
  ],
  store_unavailable: [
    'The store is locked, full or damaged.',
    'Fix the cause that the message names, then run the command again.',
    'server',
  ],
  handler_failed: [
    'The handler of webhook listen --count kept failing for some of the events.',
    'See the log lines above; with --data, webhook dead lists these events and webhook replay retries them.',
    'server',
  ],
  not_disconnected: [
    'webhook listen --connect could not remove its connection at the end; the exit code is that of the cause.',
    'Remove the connection that the message names: newswatch delivery disconnect <id>.',
    'network',
  ],
  no_secret: [
    'No signing secret is configured.',
    'Pass --secret-file or set SERVICE_WEBHOOK_SECRET. If it is lost, run delivery rotate-secret.',
  ],
  bad_secret: ['The secret is invalid.', 'Save only the secret: printf %s "$secret" > file.'],
  bad_request_file: [
    'The saved request is invalid or unreadable.',
    'Save the headers and the raw body unchanged.',
  ],
  not_found: [
    'Nothing has this id; nothing was changed.',
    'List the ids: newswatch webhook dead, or newswatch admin accounts list.',
    'usage',
    exitCode.not_found,
  ],
  internal: [
    'The program failed unexpectedly.',
    'This is a bug: report it with the command that you ran.',
    'internal',
  ],
} as const satisfies Record<string, ProgramError>;

export type ProgramErrorCode = keyof typeof programErrors;

export function isProgramErrorCode(code: string): code is ProgramErrorCode {
  return Object.hasOwn(programErrors, code);
}
