import type { Pair } from './explanation.ts';

export const programErrors: Readonly<Record<string, Pair>> = {
  unknown_command: ['There is no such command.', 'See newswatch --help.'],
  unknown_tool: ['The service has no such tool.', 'See newswatch mcp tools.'],
  unknown_option: [
    'There is no such flag.',
    'See --help of the command; put -- before a value that begins with a dash.',
  ],
  missing_command: ['A group of commands was named without one of them.', 'Choose one.'],
  missing_argument: ['An argument of the command is missing.', 'See --help of the command.'],
  excess_arguments: [
    'There are more arguments than the command takes.',
    'Quote a value with spaces.',
  ],
  option_missing_argument: ['A flag stands without its value.', 'Write the value after it.'],
  conflicting_option: ['Two flags exclude each other.', 'Leave one out.'],
  missing_mandatory_option_value: ['A flag that must be there is missing.', 'See --help.'],
  invalid_argument: ['The value of an argument or a flag is not valid.', 'See --help.'],
  invalid_value: [
    'A value is not what its flag or argument takes; the message names it.',
    'Write it as the message says. Nothing was sent.',
  ],
  no_base_url: [
    'It is not known which service to talk to.',
    'Set SERVICE_BASE_URL or --base-url; --local is the bundled server.',
  ],
  bad_base_url: [
    'The origin is no https origin (plain http is for loopback alone).',
    'Write it as https://host[:port].',
  ],
  no_api_key: ['There is no key.', 'Export SERVICE_API_KEY.'],
  bad_api_key: [
    'The key cannot be one as it stands.',
    'Set it again without what the message names.',
  ],
  interrupted: [
    'A signal ended the program before the answer came. A write may have been carried out.',
    'Look before you send a write again.',
  ],
  bad_proxy: ['The proxy that the environment names is no URL of one.', 'Mend HTTPS_PROXY.'],
  not_utf8: [
    'An argument or standard input is not written in UTF-8.',
    'Convert it: iconv -t utf-8.',
  ],
  no_home: [
    'The user has no home folder, and nothing else says where to keep settings or data.',
    'Set HOME to an absolute path, or name the files and folders with flags.',
  ],
  no_program: [
    'The program that is to be run is not there, or is not executable.',
    'Write its path, or make it executable.',
  ],
  other_service: [
    'The bookmark is a place in the alerts of another service.',
    'Use another name for this one.',
  ],
  searches_failed: [
    'Some searches of a batch failed; the exit code is that of the first. The file has the others’ results.',
    'Look at the lines that have error in place of result.',
  ],
  no_database: [
    'serve --copy-from was given, and no database to copy into.',
    'Name it with --database or DATABASE_URL.',
  ],
  cannot_copy: [
    'The embedded store could not be copied whole into the database.',
    'Mend what the message names and copy again: what is there already is kept.',
  ],
  no_profile: ['There is no such profile.', 'See newswatch config list.'],
  bad_config: ['The file of kept settings is damaged or of another kind.', 'Mend it or delete it.'],
  config_not_saved: [
    'The settings cannot be written.',
    'See the message; XDG_CONFIG_HOME moves them.',
  ],
  read_only: ['A write, while SERVICE_READ_ONLY is set.', 'Unset it to let the write through.'],
  timeout: [
    'No whole answer came within --timeout. A write may have been carried out.',
    'Look before you send a write again; else raise --timeout.',
  ],
  network_error: [
    'No answer came. A write may have been carried out where the message says so.',
    'Check SERVICE_BASE_URL and the network.',
  ],
  bad_answer: [
    'What answered is no JSON, is cut off, or is a redirect, which is never followed.',
    'Check that SERVICE_BASE_URL is the service itself.',
  ],
  not_installed: [
    'The command needs a package that was left out when newswatch was installed: the client alone is there.',
    'Install it with its optional dependencies: npm install without --omit=optional.',
  ],
  output_lost: [
    'stdout did not take the whole answer, a full disk for example.',
    'Make room; look before you repeat a write.',
  ],
  bad_bookmark: [
    'The file of the bookmark that alerts list --follow is to go on from is damaged or unreadable.',
    'Delete the file that the message names; --since says from when to start anew.',
  ],
  bookmark_not_saved: [
    'The bookmark cannot be written: the last alert printed may come once more.',
    'Make room, or move the user’s data with XDG_DATA_HOME.',
  ],
  local_server: [
    'The bundled server cannot start.',
    'See the message; XDG_DATA_HOME moves its data.',
  ],
  port_in_use: ['Another program has the port.', 'Choose another --port; 0 takes any free one.'],
  cannot_listen: ['The address cannot be listened on.', 'Choose another --host or --port.'],
  cannot_start: [
    'The server lacks what it was told to start with.',
    'Mend what the message names.',
  ],
  no_inbox: ['There is no inbox of webhook listen in that folder.', 'Name it with --data.'],
  store_unavailable: [
    'The store is locked, full or damaged.',
    'See the message; nothing was lost.',
  ],
  no_secret: [
    'There is no signing secret to work with.',
    'Give --secret-file, or export SERVICE_WEBHOOK_SECRET.',
  ],
  bad_secret: ['The signing secret cannot be one as it stands.', 'Save it again, as it was shown.'],
  bad_request_file: ['The saved request cannot be read.', 'Save headers and body as they came.'],
};
