import { type ErrorCode, errorStatus } from '../contract/errors.ts';
import { type ExitCode, exitMeaning } from './exit-code.ts';

/** What a word or a number of the program, the service or a delivery means. */
export interface Explanation {
  code: string;
  /** Where it is met. */
  kind: 'exit_code' | 'service_error' | 'program_error' | 'delivery_error' | 'webhook_reason';
  /** The HTTP status of a service's error. */
  status?: number;
  meaning: string;
  way_out: string;
}

type Pair = readonly [meaning: string, wayOut: string];

const serviceErrors: Readonly<Record<ErrorCode, Pair>> = {
  invalid_request: [
    'The service does not take the request as it is; `issues` names each field.',
    'Mend the fields that `issues` names.',
  ],
  rejected_destination: [
    'The address is not one that the service sends to: not public, not https, or not a URL.',
    'Give a public https address that you own.',
  ],
  unauthorized: [
    'The key is missing, unknown or revoked.',
    'Make a key in the settings under Agents and export it as SERVICE_API_KEY.',
  ],
  plan_required: [
    'News and monitoring need a paid plan; the overview and the usage work without.',
    'Show `url` to a human. No program buys a plan.',
  ],
  forbidden: [
    'You are who you say, and may not do this.',
    'Ask the owner: a team’s monitors need the team’s webhook permission.',
  ],
  not_found: [
    'Nothing of yours has this id or address.',
    'List what there is: monitors list, delivery get, news latest.',
  ],
  method_not_allowed: ['The address takes other methods.', 'See `Allow`, or use the command.'],
  conflict: [
    'It is there already, or it changed in the meantime.',
    'Read it again; then change what is there.',
  ],
  payload_too_large: ['The request is larger than 1 MiB.', 'Send less at once.'],
  unsupported_media_type: ['The body is not JSON by its type.', 'Send application/json.'],
  rate_limited: [
    'Too many requests; nothing was done.',
    'Wait as Retry-After says; --retries and --timeout let the program do it.',
  ],
  internal: [
    'The service, or the program itself, failed in a way that nobody foresaw.',
    'Report it with the request id or the command.',
  ],
  unavailable: [
    'The service cannot reach its store for now; nothing was changed.',
    'Run it again after a moment.',
  ],
};

const programErrors: Readonly<Record<string, Pair>> = {
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

const deliveryErrors: Readonly<Record<string, Pair>> = {
  timeout: ['The receiver took longer than five seconds.', 'Answer 2xx at once, work later.'],
  dns_error: ['The receiver’s name cannot be looked up.', 'Check the name; it is tried again.'],
  connection_refused: ['Nothing listens there.', 'Start the receiver; it is tried again.'],
  connection_reset: ['The receiver cut the connection.', 'See its log; it is tried again.'],
  tls_error: [
    'The receiver’s certificate has run out, is for another host or is not trusted.',
    'Renew it; it is tried again.',
  ],
  bad_http: ['The receiver does not speak HTTP as it should.', 'Check what listens there.'],
  network_error: ['The network failed.', 'It is tried again.'],
  interrupted: ['The service was ended in the middle of an attempt.', 'It is tried again.'],
  redirect: ['The receiver answered with a redirect, never followed.', 'Set the final address.'],
  address_rejected: [
    'The receiver’s name leads to an address that is not public.',
    'Use a public https address: delivery set --webhook-url.',
  ],
  connection_removed: ['The connection was removed.', 'Connect anew; alerts list has the alert.'],
  connection_disabled: ['The connection is disabled.', 'delivery set --status active.'],
  monitor_removed: ['The monitor was deleted.', 'alerts list has the alert.'],
  out_of_scope: ['The connection covers another monitor now.', 'delivery set --monitor.'],
  monitor_not_owned: ['The monitor is no longer the account’s own.', 'Connect that monitor.'],
  permission_withdrawn: [
    'The team’s webhook permission was taken away.',
    'Ask the team’s owner for it.',
  ],
};

const webhookReasons: Readonly<Record<string, Pair>> = {
  missing_signature: [
    'The request has no X-Service-Signature.',
    'Only the service signs: refuse it.',
  ],
  missing_timestamp: ['The request has no X-Service-Timestamp.', 'Refuse it.'],
  missing_event_id: ['The request has no X-Service-Event-Id.', 'Refuse it.'],
  malformed_signature: ['The signature is not v1= and 64 hex digits.', 'Refuse it.'],
  signature_mismatch: [
    'The signature is not that of this body, this timestamp and this secret.',
    'Sign the raw bytes; webhook verify says what would make it match.',
  ],
  malformed_timestamp: ['The timestamp is none that is understood.', 'Refuse it.'],
  timestamp_too_old: ['Signed more than five minutes ago.', 'Set the receiver’s clock.'],
  timestamp_too_new: ['Signed more than five minutes ahead.', 'Set the receiver’s clock.'],
  not_json: ['Signed, and yet no JSON.', 'Answer 400.'],
  not_an_event: ['Signed JSON that is no event.', 'Answer 400.'],
  event_id_mismatch: ['The header’s id is not the body’s.', 'Refuse it.'],
};

/** Everything that can be explained. A code may be met in more than one place. */
export function allExplanations(): Explanation[] {
  return [
    ...Object.entries(exitMeaning).map(([code, meaning]): Explanation => {
      return { code, kind: 'exit_code', meaning, way_out: wayOutOf(Number(code) as ExitCode) };
    }),
    ...entriesOf('service_error', serviceErrors).map((each) => {
      return { ...each, status: errorStatus[each.code as ErrorCode] };
    }),
    ...entriesOf('program_error', programErrors),
    ...entriesOf('delivery_error', deliveryErrors),
    ...entriesOf('webhook_reason', webhookReasons),
  ];
}

function entriesOf(
  kind: Explanation['kind'],
  table: Readonly<Record<string, Pair>>,
): Explanation[] {
  return Object.entries(table).map(([code, [meaning, way_out]]) => {
    return { code, kind, meaning, way_out };
  });
}

function wayOutOf(code: ExitCode): string {
  if (code === 0) return 'Nothing to do.';
  if (code === 9) return 'Widen the query or the time.';
  if (code === 130 || code === 143) return 'Run it again.';
  return 'Read `error` in the JSON that was printed, and explain that.';
}
