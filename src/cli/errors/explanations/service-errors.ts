import type { ErrorCode } from '../../../contract/errors.ts';
import type { Pair } from './explanation.ts';

export const serviceErrors: Readonly<Record<ErrorCode, Pair>> = {
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
