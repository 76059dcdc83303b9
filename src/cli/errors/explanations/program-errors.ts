import type { Explained } from './explanation.ts';

/** Errors that the program itself reports on stderr. */
export const programErrors = {
  unknown_command: ['There is no such command.', 'See newswatch --help.'],
  unknown_tool: ['The service has no such tool.', 'See newswatch mcp tools.'],
  unknown_option: ['There is no such flag.', 'Put -- before values that begin with a dash.'],
  missing_command: ['A command group needs a command.', 'See --help of the group.'],
  missing_argument: ['A required argument is missing.', 'See --help of the command.'],
  excess_arguments: ['There are too many arguments.', 'Quote values that contain spaces.'],
  option_missing_argument: ['A flag has no value.', 'Write the value after the flag.'],
  conflicting_option: ['Two flags cannot be used together.', 'Remove one of them.'],
  missing_mandatory_option_value: ['A required flag is missing.', 'See --help of the command.'],
  invalid_argument: ['The value of a flag or argument is invalid.', 'See --help of the command.'],
  invalid_value: ['A value is invalid; nothing was sent.', 'The message lists the valid values.'],
  no_base_url: ['No service is configured.', 'Set SERVICE_BASE_URL or --base-url, or use --local.'],
  bad_base_url: ['The base URL is not an https origin.', 'Write it as https://host[:port].'],
  no_api_key: ['No API key is configured, or its file cannot be read.', 'Set SERVICE_API_KEY.'],
  bad_api_key: ['The API key contains invalid characters.', 'Set the key again without them.'],
  interrupted: [
    'A signal ended the program before the response; a write may have been carried out.',
    'Check before you repeat a write.',
  ],
  bad_proxy: ['The proxy URL in the environment is invalid.', 'Correct HTTPS_PROXY.'],
  not_utf8: ['An argument or standard input is not UTF-8.', 'Convert it with iconv -t utf-8.'],
  no_home: ['There is no home folder for settings and data.', 'Set HOME to an absolute path.'],
  no_program: ['The program is missing or not executable.', 'Correct its path, or run chmod +x.'],
  other_service: ['The bookmark belongs to another service.', 'Use another bookmark name.'],
  searches_failed: [
    'Some searches of a batch failed; the exit code is that of the first one.',
    'Repeat the lines of the output file that have `error` instead of `result`.',
  ],
  no_database: ['--copy-from needs a database to copy to.', 'Set --database or DATABASE_URL.'],
  cannot_copy: [
    'The embedded store could not be copied to the database.',
    'Fix the cause in the message and copy again; copied rows are kept.',
  ],
  no_profile: ['There is no such profile.', 'See newswatch config list.'],
  bad_config: ['The settings file is invalid or unreadable.', 'Correct or delete the file.'],
  config_not_saved: [
    'The settings cannot be saved.',
    'Make the folder writable, or set XDG_CONFIG_HOME.',
  ],
  read_only: ['SERVICE_READ_ONLY blocked a write.', 'Unset SERVICE_READ_ONLY to allow writes.'],
  timeout: [
    'The response did not arrive within --timeout; a write may have been carried out.',
    'Check before you repeat a write, or increase --timeout.',
  ],
  network_error: [
    'The network failed; "outcome unknown" means that a write may have been carried out.',
    'Check SERVICE_BASE_URL and the network: newswatch doctor.',
  ],
  bad_response: [
    'The response is a redirect, not JSON or, with --strict, does not match its schema.',
    'Check that SERVICE_BASE_URL is the service itself.',
  ],
  not_installed: [
    'An optional dependency is missing.',
    'Install newswatch without --omit=optional.',
  ],
  output_lost: [
    'The response could not be written completely.',
    'Check before you repeat a write.',
  ],
  bad_bookmark: [
    'The bookmark file is invalid or unreadable.',
    'Delete it and start again with --since.',
  ],
  bookmark_not_saved: [
    'The bookmark cannot be saved; the last alert may be repeated.',
    'Free disk space, or set XDG_DATA_HOME.',
  ],
  local_server: ['The bundled server cannot start.', 'See the message.'],
  port_in_use: ['Another program uses the port.', 'Choose another --port; 0 picks a free one.'],
  cannot_listen: ['The server cannot listen on the address.', 'Choose another --host or --port.'],
  cannot_start: ['The server cannot start with these flags.', 'See the message.'],
  no_inbox: ['The folder has no inbox of webhook listen.', 'Pass its folder with --data.'],
  store_unavailable: ['The store is locked, full or damaged.', 'Fix the cause; no data was lost.'],
  no_secret: [
    'No signing secret is configured.',
    'Pass --secret-file or set SERVICE_WEBHOOK_SECRET.',
  ],
  bad_secret: ['The signing secret is invalid.', 'Save the secret exactly as it was shown.'],
  bad_request_file: [
    'The saved request cannot be read.',
    'Save headers and body exactly as received.',
  ],
} as const satisfies Record<string, Explained>;

/** `internal` and `not_found` are errors of the service, too. */
export type ProgramErrorCode = keyof typeof programErrors | 'internal' | 'not_found';
